import { keyData } from '../../exchange/api-keys/personal-data.ts'
import { importData } from '../../exchange/imports/personal-data.ts'
import { subscriptionData } from '../../exchange/payments/personal-data.ts'
import { webhookData } from '../../exchange/webhook-endpoints/personal-data.ts'
import { type Db, sql, type Tx } from '../../kernel/db/db.ts'
import {
  type DataSubject,
  eraseNaming,
  findNaming,
  type PersonalData,
  telephoneIn,
} from '../../kernel/records/personal-data.ts'
import type { Secrets } from '../../kernel/settings/secrets.ts'
import { claimAnswerData } from '../../letters/claim-answers/personal-data.ts'
import { digestData } from '../../letters/digests/personal-data.ts'
import { mailData } from '../../letters/mail/personal-data.ts'
import { noteData } from '../../letters/notes/personal-data.ts'
import { supportData } from '../../letters/support/personal-data.ts'
import { weeklyMailData } from '../../letters/weekly-mail/personal-data.ts'
import { userData } from '../../people/users/personal-data.ts'
import { viewData } from '../../people/views/personal-data.ts'
import { appealData } from '../../publishing/appeals/personal-data.ts'
import { draftData } from '../../publishing/drafts/personal-data.ts'
import { publicationData } from '../../publishing/publications/personal-data.ts'
import { uploadData } from '../../publishing/uploads/personal-data.ts'
import { watchedWordsData } from '../../publishing/watched-words/personal-data.ts'
import { signInData } from '../../sign-in/personal-data.ts'
import { acteurData } from '../../territory/acteurs/personal-data.ts'
import { claimData } from '../../territory/claims/personal-data.ts'
import { communeData } from '../../territory/communes/personal-data.ts'
import { defibrillateurData } from '../../territory/defibrillateurs/personal-data.ts'
import { auditData } from '../audit/personal-data.ts'

/**
 * The personal data of each resource; a new resource adds its part here. By name, so that none is listed twice. `sign-
 * in` comes first, since accounts are found through their user; then notes, which are found through claims and
 * publications.
 */
export const personalData = {
  'sign-in': signInData,
  notes: noteData,
  users: userData,
  publications: publicationData,
  uploads: uploadData,
  drafts: draftData,
  acteurs: acteurData,
  communes: communeData,
  defibrillateurs: defibrillateurData,
  appeals: appealData,
  claims: claimData,
  'claim-answers': claimAnswerData,
  payments: subscriptionData,
  support: supportData,
  mail: mailData,
  views: viewData,
  imports: importData,
  'watched-words': watchedWordsData,
  'api-keys': keyData,
  'webhook-endpoints': webhookData,
  digests: digestData,
  'weekly-mail': weeklyMailData,
  audit: auditData,
} as const satisfies Readonly<Record<string, PersonalData>>
const parts: readonly PersonalData[] = Object.values(personalData)

/** The person of an address: the user who has it, else the user invited at it, else the address alone. */
export async function subjectOf(db: Db, email: string): Promise<DataSubject> {
  const address = email.toLowerCase()
  const user = await db.one<{ id: string; email: string | null; invited: string | null }>(sql`
    select id, email, invited_email as invited from users where email = ${address} or invited_email = ${address}
    order by email is not distinct from ${address} desc, id limit 1`)
  const addresses = [
    ...new Set([address, user?.email, user?.invited].filter((one): one is string => one != null)),
  ]
  const given = await db.all<{ telephone: string }>(sql`
    select distinct ${telephoneIn(sql`telephone`)} as telephone from claims
    where telephone is not null and (claimant_user_id = ${user?.id ?? null} or lower(email) = any(${addresses}))`)
  // Shorter numbers do not belong to a person: 17, 3639, an extension.
  const telephones = given.map(({ telephone }) => telephone).filter(digits => digits.length >= 8)
  return { userId: user?.id, addresses, telephones }
}

export async function exportAll(
  db: Db,
  subject: DataSubject,
  secrets: Secrets,
): Promise<Record<string, readonly unknown[]>> {
  const all: Record<string, readonly unknown[]> = {}
  for (const part of parts) {
    for (const [name, rows] of Object.entries(await part.export(db, subject, secrets)))
      all[name] = [...(all[name] ?? []), ...rows]
    for (const naming of part.naming ?? [])
      all.texts_naming_them = [...(all.texts_naming_them ?? []), ...(await findNaming(db, subject, naming))]
  }
  return all
}

export async function eraseAll(
  tx: Tx,
  subject: DataSubject,
  secrets: Secrets,
): Promise<Record<string, number>> {
  const all: Record<string, number> = {}
  for (const part of parts) {
    for (const [name, count] of Object.entries(await part.erase(tx, subject, secrets)))
      all[name] = (all[name] ?? 0) + count
    for (const naming of part.naming ?? [])
      all.texts_naming_them = (all.texts_naming_them ?? 0) + (await eraseNaming(tx, subject, naming))
  }
  return all
}
