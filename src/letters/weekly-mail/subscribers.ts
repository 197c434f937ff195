import { retention } from '../../foundation/retention.ts'
import { type Db, sql, type Tx } from '../../kernel/db/db.ts'
import { olderThan, secondsOf } from '../../kernel/records/retention.ts'
import { toldCount } from '../../kernel/records/small-counts.ts'
import type { Secrets } from '../../kernel/settings/secrets.ts'
import { type Counting, mayMail, WEEKLY_MAIL } from '../mailboxes/limits.ts'
import { addressHash, addressHashes } from './address-hash.ts'

/** Who gets the week of a commune by mail: asked for by a form, confirmed and stopped by links in the mails. */

const UNCONFIRMED = retention.weeklyMailRequests.kept
export const CONFIRM_MINUTES = secondsOf(UNCONFIRMED) / 60
const isOpen = sql`(confirmed_le is not null or asked_le > now() - ${UNCONFIRMED}::interval)`

/**
 * Stores the request. Returns the token for the confirmation mail; undefined where none is to be sent: the address is
 * subscribed already, got one for this commune within the day, or too many.
 */
export async function requestSubscription(
  context: Counting,
  { communeId, email }: { readonly communeId: string; readonly email: string },
): Promise<string | undefined> {
  const { tx, secrets } = context
  const hashes = addressHashes(secrets, email)
  // One request of an address at a time: the next one finds the row of this one.
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${hashes[0]}, 0))`)
  const known = await tx.one(sql`
    select from weekly_mail_subscribers
    where commune_id = ${communeId} and address_hash = any(${hashes})
      and (confirmed_le is not null or asked_le > now() - interval '1 day'
        -- Stored with the previous secret.
        or address_hash <> ${hashes[0]})`)
  if (known || !(await mayMail(context, email, WEEKLY_MAIL))) return undefined
  const row = await tx.one<{ token: string }>(sql`
    insert into weekly_mail_subscribers as s (commune_id, address_sealed, address_hash)
    values (${communeId}, ${secrets.seal(email.toLowerCase())}, ${addressHash(secrets, email)})
    on conflict (address_hash, commune_id) do update set asked_le = now() where s.confirmed_le is null
    returning token`)
  return row?.token
}

interface CommuneOfLink {
  readonly nom: string
  readonly slug: string
}
const communeOf = sql`select c.nom, c.slug from weekly_mail_subscribers s join communes c on c.id = s.commune_id`

/** The commune whose mail the link confirms; undefined once it is too old. */
export const communeToConfirm = (db: Db, token: string) =>
  db.one<CommuneOfLink>(sql`${communeOf} where s.token = ${token} and ${isOpen}`)

export const confirmSubscription = (tx: Tx, token: string) =>
  tx.run(sql`
    update weekly_mail_subscribers set confirmed_le = now(), asked_le = null
    where token = ${token} and confirmed_le is null and ${isOpen}`)

/** The commune whose mail the link stops; undefined once it is stopped. */
export const communeToStop = (db: Db, token: string) =>
  db.one<CommuneOfLink>(sql`${communeOf} where s.token = ${token}`)

export const unsubscribe = (tx: Tx, token: string) =>
  tx.run(sql`delete from weekly_mail_subscribers where token = ${token}`)

/** The outbox forgets the recipient of a sent mail; a bounce names the mail. */
export const weekMessageId = (subscriber: string, friday: string, domain: string): string =>
  `<week-${friday}-${subscriber}@${domain}>`
const WEEK_MESSAGE_ID = /^<week-[\d-]{10}-([\da-f-]{36})@/

/** The address of the subscriber who got this mail is gone. Other mails have no subscriber. */
export async function unsubscribeGone(db: Db, messageId: string): Promise<void> {
  const [, id] = WEEK_MESSAGE_ID.exec(messageId) ?? []
  if (id !== undefined) await db.run(sql`delete from weekly_mail_subscribers where id = ${id}`)
}

/** Requests whose link is no longer valid. */
export const forgetUnconfirmed = (tx: Tx) =>
  tx.run(sql`
    delete from weekly_mail_subscribers where ${olderThan(UNCONFIRMED, sql`asked_le`)}`)

/** How many get the mail of the commune; null for one to four. */
export async function subscribersOf(db: Db, communeId: string): Promise<number | null> {
  const row = await db.one<{ told: number | null }>(sql`
    select ${toldCount(sql`count(*)::int`)} as told from weekly_mail_subscribers
    where commune_id = ${communeId} and confirmed_le is not null`)
  return row?.told ?? null
}

interface Audience {
  readonly id: string
  readonly departement: string | null
  readonly code_insee: string | null
  /** When the first of them confirmed. */
  readonly since: string
}

/** Communes with subscribers who did not get the mail of this Friday, or of a later one. */
export const communesWithSubscribers = (db: Db, friday: string) =>
  db.all<Audience>(sql`
    select c.id, c.departement, c.code_insee, min(s.confirmed_le) as since
    from weekly_mail_subscribers s join communes c on c.id = s.commune_id
    where s.confirmed_le is not null and (s.sent_week is null or s.sent_week < ${friday})
    group by c.id order by c.id`)

export interface DueSubscriber {
  readonly id: string
  readonly address_sealed: string
  readonly token: string
}

/** Marks these subscribers as sent; locked until the transaction ends, so that no other worker sends to them. */
export const takeDueSubscribers = (
  tx: Tx,
  { communeId, friday, due }: { readonly communeId: string; readonly friday: string; readonly due: Date },
  most: number,
): Promise<DueSubscriber[]> =>
  tx.all<DueSubscriber>(sql`
    update weekly_mail_subscribers set sent_week = ${friday}
    where id in (
      select id from weekly_mail_subscribers
      where commune_id = ${communeId} and confirmed_le <= ${due.toISOString()}::timestamptz
        and (sent_week is null or sent_week < ${friday})
      order by id limit ${most} for update skip locked)
    returning id, address_sealed, token`)

/** The subscribers of a merged commune get the week of its successor, once. */
export const subscribersFollow = {
  columns: ['weekly_mail_subscribers.commune_id'],
  async move(tx: Tx) {
    await tx.run(sql`
      delete from weekly_mail_subscribers where id in (
        select id from (
          select s.id, row_number() over (
            partition by s.address_hash, coalesce(c.successor_id, c.id) order by s.confirmed_le, s.id) as place
          from weekly_mail_subscribers s join communes c on c.id = s.commune_id) ranked
        where place > 1)`)
    await tx.run(sql`
      update weekly_mail_subscribers s set commune_id = old.successor_id from communes old
      where old.id = s.commune_id and old.successor_id is not null`)
  },
}

/** Seals and hashes all addresses with the present secret. */
export async function resealSubscribers(tx: Tx, secrets: Secrets): Promise<number> {
  const rows = await tx.all<{ id: string; sealed: string }>(
    sql`select id, address_sealed as sealed from weekly_mail_subscribers order by id for update`,
  )
  for (const { id, sealed } of rows) {
    const address = secrets.open(sealed)
    await tx.run(sql`
      update weekly_mail_subscribers
      set address_sealed = ${secrets.seal(address)}, address_hash = ${addressHash(secrets, address)}
      where id = ${id}`)
  }
  return rows.length
}
