import { acteurData } from './acteurs/personal-data.ts'
import { auditData } from './audit/personal-data.ts'
import { claimData } from './claims/personal-data.ts'
import { type Db, sql, type Tx } from './kernel/db.ts'
import type { DataSubject, PersonalData } from './kernel/personal-data.ts'
import { mailData } from './mail/personal-data.ts'
import { subscriptionData } from './payments/personal-data.ts'
import { publicationData } from './publications/personal-data.ts'
import { signInData } from './sign-in/personal-data.ts'
import { supportData } from './support/personal-data.ts'
import { userData } from './users/personal-data.ts'

/** What is held about people, resource by resource: a new one that holds something adds its part here. */
export const personalData: readonly PersonalData[] = [
  userData,
  signInData,
  publicationData,
  acteurData,
  claimData,
  subscriptionData,
  publicationData,
  supportData,
  mailData,
  auditData,
]

/** Who is meant by an address: its account, else whoever was invited at it, else the address alone. */
export async function subjectOf(db: Db, email: string): Promise<DataSubject> {
  const address = email.toLowerCase()
  const user = await db.one<{ id: string; email: string | null; invited: string | null }>(sql`
    select id, email, invited_email as invited from users where email = ${address} or invited_email = ${address}
    order by email is not distinct from ${address} desc, id limit 1`)
  const addresses = [address, user?.email, user?.invited].filter(one => one != null)
  return { userId: user?.id, addresses: [...new Set(addresses)] }
}

export async function exportAll(db: Db, subject: DataSubject): Promise<Record<string, readonly unknown[]>> {
  const all: Record<string, readonly unknown[]> = {}
  for (const part of personalData) Object.assign(all, await part.export(db, subject))
  return all
}

export async function eraseAll(tx: Tx, subject: DataSubject): Promise<Record<string, number>> {
  const all: Record<string, number> = {}
  for (const part of personalData) Object.assign(all, await part.erase(tx, subject))
  return all
}
