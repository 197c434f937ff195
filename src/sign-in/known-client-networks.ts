import { retention } from '../foundation/retention.ts'
import { type Db, sql, type Tx } from '../kernel/db/db.ts'
import type { Addresses } from '../kernel/http/addresses.ts'
import { isOver, secondsOf } from '../kernel/records/retention.ts'

/**
 * Client networks from which an account was recently used. Strangers may use up a mailbox's hourly attempts; a known
 * network is exempt, and a reset by mail makes a network known.
 */
const KNOWN_FOR = retention.clientNetworks.kept
const KNOWN_MS = secondsOf(KNOWN_FOR) * 1000

/** Written once a day at most. */
export const rememberClientNetwork = (tx: Tx, accountId: string, clientNetwork: string) =>
  tx.run(sql`
    insert into auth_known_households as k (user_id, household, until)
    values (${accountId}, ${clientNetwork}, now() + ${KNOWN_FOR}::interval)
    on conflict (user_id, household) do update set until = excluded.until
      where k.until < excluded.until - interval '1 day'`)

/**
 * One day in each month of that time, because the hash key changes monthly. Three days, because February is shorter
 * than the period.
 */
export const sinceKnown = (now: Date): Date[] =>
  [0, KNOWN_MS / 2, KNOWN_MS].map(ago => new Date(now.getTime() - ago))

export async function isKnownClientNetwork(
  db: Db,
  addresses: Addresses,
  email: string,
  clientNetwork: string,
): Promise<boolean> {
  const marks = await Promise.all(sinceKnown(new Date()).map(day => addresses.hash(clientNetwork, day)))
  const known = await db.one(sql`
    select from auth_known_households k join auth_users u on u.id = k.user_id
    where u.email = ${email} and k.household = any(${marks}) and k.until > now()`)
  return known !== undefined
}

export const forgetClientNetworks = (tx: Tx): Promise<number> =>
  tx.run(sql`delete from auth_known_households where ${isOver(sql`until`)}`)
