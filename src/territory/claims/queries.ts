import { type Erased, namesOf } from '../../../shared/fields/field.ts'
import { type Columns, columnsOf, valuesOf } from '../../kernel/db/columns.ts'
import { countRows, type Db, raw, type Sql, sql, type Tx, where } from '../../kernel/db/db.ts'
import { equal } from '../../kernel/lists/list-filters.ts'
import type { Page } from '../../kernel/lists/paging.ts'
import {
  newest,
  oldest,
  type SegmentedOrder,
  type SegmentPosition,
  scanColumns,
  segmented,
  selectPage,
} from '../../kernel/lists/segments.ts'
import type { Language } from '../../kernel/refusals/errors.ts'
import { currentThreadOf } from '../../letters/support/conversation.ts'
import { communeInBrief } from '../../people/access/in-brief.ts'
import { acteurInTerritory, type Territory } from '../../people/access/territory.ts'
import { assignedTo, assigneeOf, isUnassigned } from '../../people/teamwork/assignments.ts'
import { lateBefore } from '../../people/teamwork/settings.ts'
import { matching } from '../acteurs/list.ts'
import { type Claim, type ClaimDecision, type ClaimsQuery, MOST_EARLIER, type NewClaim } from './shapes.ts'

////////////////////////////////////////////////////////////////////////////// one claim

/** What an erasure does to each column of a claim, and `forgetClaimants` a year after the decision. */
export const CLAIM_COLUMNS = {
  id: 'never',
  acteur_id: 'never',
  message: 'whole',
  status: 'never',
  nom: 'whole',
  email: 'whole',
  telephone: 'whole',
  /** Emptied with the account. */
  claimant_user_id: 'never',
  decided_at: 'never',
  decided_by: 'never',
  note: 'whole',
  reason: 'whole',
  expires_at: 'never',
  created_at: 'never',
  version: 'never',
} as const satisfies Readonly<
  Record<Exclude<keyof Claim, 'acteur' | 'exchange' | 'assignee' | 'notes_count'>, Erased>
>
const PERSONAL = namesOf(CLAIM_COLUMNS).filter(name => CLAIM_COLUMNS[name] === 'whole')
export const personalColumns = raw(PERSONAL.join(', '))
/** `message = null, nom = null …` */
export const withoutPersonal = raw(PERSONAL.map(name => `${name} = null`).join(', '))

/** Whether the claimant was asked a question, and has answered the last one. A question that was taken back was not asked. */
export function exchangeOf(claim: Sql): Sql {
  return sql`case when ${claim}.thread_id is not null then case
    (select m.direction from support_messages m left join mails on mails.id = m.mail_id
     where m.thread_id = ${currentThreadOf(sql`${claim}.thread_id`)} and not m.automatic
       and mails.status is distinct from 'cancelled'
     order by m.place desc limit 1) when 'inbound' then 'answered' when 'outbound' then 'awaiting' end end`
}

const columns = sql`${columnsOf(CLAIM_COLUMNS, 'c')}, ${assigneeOf('claims', sql`c.id`)} as assignee,
  (select count(*) from notes n where n.claim_id = c.id) as notes_count,
  json_build_object('id', a.id, 'nom', a.nom, 'commune',
    ${communeInBrief(sql`a.commune_id`)}) as acteur,
  ${exchangeOf(sql`c`)} as exchange`

export const findClaim = (db: Db, id: string) =>
  db.one<Claim>(sql`select ${columns} from claims c join acteurs a on a.id = c.acteur_id where c.id = ${id}`)

/** Earlier claims of the same acteur. */
export const earlierClaims = (db: Db, id: string) =>
  db.all<Claim>(sql`
    select ${columns} from claims this
      join claims c on c.acteur_id = this.acteur_id and (c.created_at, c.id) < (this.created_at, this.id)
      join acteurs a on a.id = c.acteur_id
    where this.id = ${id} order by c.created_at desc, c.id desc limit ${MOST_EARLIER}`)

/** The columns that a decision needs. */
export interface Undecided {
  readonly id: string
  readonly acteur_id: string
  readonly acteur_deleted: boolean
  readonly status: Claim['status']
  readonly nom: string | null
  readonly email: string | null
  readonly claimant_user_id: string | null
  readonly created_at: string
  readonly version: number
}
/**
 * Locked before it is read, since a merge may move it to another acteur meanwhile. The acteur is locked before the
 * claim, in the same order as merges do.
 */
export async function lockUndecided(tx: Tx, id: string): Promise<Undecided | undefined> {
  await tx.run(
    sql`select from acteurs where id = (select acteur_id from claims where id = ${id}) for key share`,
  )
  await tx.run(sql`select from claims where id = ${id} for no key update`)
  return await tx.one<Undecided>(sql`
    select c.id, c.acteur_id, a.deleted_at is not null as acteur_deleted, c.status, c.nom, c.email,
           c.claimant_user_id, c.created_at, c.version
    from claims c join acteurs a on a.id = c.acteur_id where c.id = ${id}`)
}

const SENT = {
  acteur_id: true,
  message: true,
  nom: true,
  email: true,
  telephone: true,
} as const satisfies Columns<NewClaim>
export interface NewRow extends Readonly<Record<keyof typeof SENT, string | null>> {
  readonly acteur_id: string
  readonly claimant_user_id: string | null
  readonly language: Language
  readonly days: number
}

/** Undefined if a claim is pending already; waits for one that is being inserted. */
export const insertClaim = (tx: Tx, row: NewRow) =>
  tx.one<{ id: string; expires_at: string }>(sql`
    insert into claims (${columnsOf(SENT)}, claimant_user_id, language, expires_at)
    values (${valuesOf(SENT, row)}, ${row.claimant_user_id}, ${row.language}, now() + ${row.days}::int * interval '1 day')
    on conflict (acteur_id) where status = 'pending' do nothing returning id, expires_at`)

export const findPending = (tx: Tx, acteurId: string) =>
  tx.one<{ id: string }>(sql`select id from claims where acteur_id = ${acteurId} and status = 'pending'`)

/** Ends the waiting claim of a claimant without account, before its time. */
export const endAnonymous = (tx: Tx, acteurId: string) =>
  tx.one<{ id: string }>(sql`
    update claims set status = 'expired', expires_at = least(expires_at, now())
    where acteur_id = ${acteurId} and status = 'pending' and claimant_user_id is null returning id`)

interface AskedFor {
  readonly id: string
  readonly status: Claim['status']
  readonly thread_id: string | null
  readonly acteur: string
  readonly commune_id: string | null
  readonly claimant: {
    readonly email: string | null
    readonly nom: string | null
    readonly user_id: string | null
    readonly language: Language
  }
}

/** Locked before it is read, to see a conversation opened while this waited. */
export async function lockAsked(tx: Tx, id: string): Promise<AskedFor | undefined> {
  await tx.run(sql`select from claims where id = ${id} for no key update`)
  return await tx.one<AskedFor>(sql`
    select c.id, c.status, ${currentThreadOf(sql`c.thread_id`)} as thread_id, a.nom as acteur,
      a.commune_id,
      json_build_object('email', coalesce(u.email, c.email), 'nom', coalesce(u.nom, c.nom), 'user_id', u.id,
        'language', c.language) as claimant
    from claims c join acteurs a on a.id = c.acteur_id left join users u on u.id = c.claimant_user_id
    where c.id = ${id}`)
}

/** Extends the claim, so that the claimant has time to answer. */
export const linkThread = (tx: Tx, id: string, threadId: string, days: number) =>
  tx.run(sql`
    update claims set thread_id = ${threadId},
      expires_at = greatest(expires_at, now() + ${days}::int * interval '1 day') where id = ${id}`)

/** The second of two simultaneous decisions waits for the lock and finds the claim decided. */
export const saveDecision = (
  tx: Tx,
  id: string,
  /** `by`: null if no moderator decided. */
  decision: {
    status: ClaimDecision['status']
    note: string | null
    reason: string | null
    by: string | null
  },
) =>
  tx.run(sql`
    update claims set status = ${decision.status}, note = ${decision.note}, reason = ${decision.reason},
      decided_at = now(), decided_by = ${decision.by}
    where id = ${id}`)

////////////////////////////////////////////////////////////////////////////// the list

export const ORDERS = {
  created_at_desc: segmented(newest),
  created_at_asc: segmented(oldest),
  expires_at_asc: segmented(
    {
      where: sql`p.status = 'pending'`,
      by: sql`p.expires_at, p.id`,
      key: [sql`p.expires_at::text`, sql`p.id::text`],
      rowsAfter: ([at, id]) => sql`(p.expires_at, p.id) > (${at}::timestamptz, ${id}::uuid)`,
      checks: oldest.checks,
    },
    { ...newest, where: sql`p.status <> 'pending'` },
  ),
} as const satisfies Record<NonNullable<ClaimsQuery['sort']>, SegmentedOrder>

export async function conditionsOf(
  db: Db,
  { status, acteur_id, commune_id, assigned_to: to, by_code, late, q }: ClaimsQuery,
  territory: Territory,
): Promise<readonly Sql[]> {
  return [
    ...equal(sql`p.status`, status),
    ...equal(sql`p.acteur_id`, acteur_id),
    ...acteurInTerritory(sql`p.acteur_id`, territory),
    ...(to === undefined
      ? []
      : [to === 'nobody' ? isUnassigned('claims', sql`p.id`) : sql`p.id in (${assignedTo('claims', to)})`]),
    ...(by_code === undefined ? [] : [by_code ? isByCode(sql`p`) : sql`not ${isByCode(sql`p`)}`]),
    ...(late === undefined ? [] : [late ? isLate(sql`p`) : sql`(${isLate(sql`p`)}) is not true`]),
    ...(commune_id === undefined
      ? []
      : [
          sql`p.acteur_id in (select id from acteurs where commune_id = ${commune_id}
                union all select acteur_id from acteur_communes where commune_id = ${commune_id})`,
        ]),
    ...(q ? [mentions(q, await matching(db, q))] : []),
  ]
}

/** Whether a town hall proved itself, by a code to its official address or its SIRET, without a moderator. */
export const isByCode = (claim: Sql): Sql =>
  sql`${claim}.id in (select claim_id from claim_letters where granted_at is not null)`

/** Whether a claim waits for the team for longer than its target; one that waits for its claimant is not late. */
export const isLate = (claim: Sql): Sql =>
  sql`${claim}.status = 'pending' and ${claim}.created_at < ${lateBefore}
    and ${exchangeOf(claim)} is distinct from 'awaiting'`

/** Matches part of the message, name or contacts, or the words of the acteur. */
const mentions = (q: string, words: readonly Sql[]) => {
  const pattern = sql`somewhere(${q})`
  const ofActeurs = sql`
    union all select c.id from acteurs p join claims c on c.acteur_id = p.id ${where(words)}`
  return sql`p.id in (
    select id from claims where recherche like ${pattern} ${words.length > 0 ? ofActeurs : sql``})`
}

export const listClaims = (db: Db, conditions: readonly Sql[], page: Page<SegmentedOrder>) =>
  db.all<Claim & SegmentPosition>(sql`
    select ${columns}, picked.segment, picked.key from (${selectPage(
      page,
      step => sql`
        select ${scanColumns(step)} from claims p ${where([...conditions, ...step.conditions])}
        order by ${step.segment.by} limit ${step.enough}`,
    )}) as picked
    join claims c on c.id = picked.id join acteurs a on a.id = c.acteur_id
    order by picked.segment, picked.place`)

export async function countClaims(db: Db, conditions: readonly Sql[]): Promise<number> {
  return await countRows(db, sql`claims p ${where(conditions)}`)
}
