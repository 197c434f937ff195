import { hash } from 'node:crypto'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { sql, type Tx } from '../../kernel/db/db.ts'
import type { Secrets } from '../../kernel/settings/secrets.ts'

/**
 * Secrets by number: sealed values carry the number of their secret, usually 1. During an exchange of secrets, 1 is the
 * other secret, and the current one gets a number derived from itself, so that it is found later in any case.
 */
export function signInSecrets(secrets: Secrets): { version: number; value: string }[] {
  const spelt = (key: Buffer) => key.toString('base64url')
  const current = spelt(secrets.derive('sign-in'))
  const others = secrets.deriveOthers('sign-in').map(spelt)
  const own = { version: numberOf(current), value: current }
  const first = { version: 1, value: others.at(-1) ?? current }
  const rest = others.map(value => ({ version: numberOf(value), value }))
  return others.length === 0 ? [first, own] : [own, first, ...rest]
}

/** A number from 2 to 2³¹. */
const numberOf = (value: string) =>
  2 + (Number.parseInt(hash('sha256', value).slice(0, 8), 16) % (2 ** 31 - 2))

/** Seals second factors with the current secret, so that nobody has to enrol again. */
export async function resealSecondFactors(tx: Tx, secrets: Secrets): Promise<number> {
  const known = signInSecrets(secrets)
  const key = {
    keys: new Map(known.map(({ version, value }) => [version, value])),
    currentVersion: numberOf(secrets.derive('sign-in').toString('base64url')),
  }
  const again = async (data: string) =>
    await symmetricEncrypt({ key, data: await symmetricDecrypt({ key, data }) })
  const factors = await tx.all<{ id: string; secret: string; codes: string }>(
    sql`select id, secret, backup_codes as codes from auth_two_factors order by id for update`,
  )
  for (const { id, secret, codes } of factors)
    await tx.run(
      sql`update auth_two_factors set secret = ${await again(secret)}, backup_codes = ${await again(codes)} where id = ${id}`,
    )
  return factors.length
}

/** Everybody has to sign in again. */
export const endAllSessions = (tx: Tx) => tx.run(sql`delete from auth_sessions`)
