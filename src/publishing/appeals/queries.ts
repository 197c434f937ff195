import type { AppealKind, AppealStatus, Contested } from '../../../shared/words/appeals.ts'
import type { ReasonCode } from '../../../shared/words/moderation.ts'
import { retention } from '../../foundation/retention.ts'
import { type Db, join, type Sql, sql, type Tx, where } from '../../kernel/db/db.ts'
import { equal, everyWord } from '../../kernel/lists/list-filters.ts'
import { newestFirst, oldestFirst, readPage } from '../../kernel/lists/orders.ts'
import type { Page } from '../../kernel/lists/paging.ts'
import type { Language } from '../../kernel/refusals/errors.ts'
import { personInBrief } from '../../people/access/in-brief.ts'
import { areasOf, type Caller, territoryOf } from '../../people/access/permissions.ts'
import { acteurInTerritory, meetsTerritory, type Territory } from '../../people/access/territory.ts'
import { assignedTo, assigneeOf } from '../../people/teamwork/assignments.ts'
import { readByNobodyElse } from '../../people/teamwork/colleagues.ts'
import { wordsAsked } from '../../territory/acteurs/list.ts'
import { loadSearchContext } from '../publications/lists/search.ts'
import type { Appeal, AppealDecision, AppealsQuery, OwnAppeal } from './shapes.ts'

////////////////////////////////////////////////////////////////////////////// decisions

/** Decisions that can be contested, as they are now: only those of the back-office, for as long as a link is kept. */
const DECISIONS: Readonly<Record<AppealKind, Sql>> = {
  publication: sql`
    select p.id, p.id as publication_id, null::uuid as report_id, null::uuid as claim_id, p.title as nom,
      case when p.moderation_status = 'rejected' then 'rejected' else 'hidden' end as decision,
      p.moderation_reason_code as reason_code, p.moderation_reason as reason, p.moderated_by as decided_by,
      p.moderated_at as decided_at, null::uuid as user_id, null::text as email, 'fr' as language
    from publications p
    where p.deleted_at is null and p.moderation_by = 'backoffice'
      and (p.moderation_status = 'rejected' or p.moderation_status in ('approved', 'published') and not p.valide)`,
  report: sql`
    select r.id, r.publication_id, r.id as report_id, null::uuid as claim_id, p.title as nom, r.outcome as decision,
      null as reason_code, null as reason,
      coalesce((select o.user_id from moderation_operations o where o.id = r.operation_id), p.moderated_by) as decided_by,
      r.closed_at as decided_at, substring(r.reporter from '^user:(.*)$')::uuid as user_id, r.email, r.language
    from publication_reports r join publications p on p.id = r.publication_id
    where r.closed_at is not null and (r.email is not null or r.reporter like 'user:%')`,
  claim: sql`
    select c.id, null::uuid as publication_id, null::uuid as report_id, c.id as claim_id, a.nom, 'rejected' as decision,
      null as reason_code, c.reason, c.decided_by, c.decided_at, c.claimant_user_id as user_id, c.email, c.language
    from claims c join acteurs a on a.id = c.acteur_id where c.status = 'rejected'`,
}
const TABLES: Readonly<Record<AppealKind, Sql>> = {
  publication: sql`publications`,
  report: sql`publication_reports`,
  claim: sql`claims`,
}

/** `before`: of a link, which is void for later decisions. */
const decisions = (kind: AppealKind, ids: readonly string[], before: string | null): Sql => sql`
  (select * from (${DECISIONS[kind]}) one
   where id = any(${[...ids]}::uuid[]) and decided_at > now() - ${retention.appealLinks.kept}::interval
     and decided_at <= coalesce(${before}::timestamptz, now()))`

export interface Decision {
  readonly id: string
  readonly nom: string
  readonly decision: Contested
  readonly reason_code: ReasonCode | null
  readonly reason: string | null
  readonly decided_at: Date
  /** The state of the appeal against it; null if there is none. */
  readonly status: AppealStatus | null
  readonly answer: string | null
}

/** As many as a mail lists. */
const MOST = 500

/** The decisions about these ids, in the order of the ids. */
export const findDecisions = (
  db: Db,
  kind: AppealKind,
  ids: readonly string[],
  before: string | null = null,
) =>
  db.all<Decision>(sql`
    select d.id, d.nom, d.decision, d.reason_code, d.reason, d.decided_at, a.status, a.answer
    from ${decisions(kind, ids, before)} d
    left join appeals a on coalesce(a.claim_id, a.report_id, a.publication_id) = d.id and a.decided_at = d.decided_at
    order by array_position(${[...ids]}::uuid[], d.id) limit ${MOST}`)

////////////////////////////////////////////////////////////////////////////// creation

interface Filed {
  readonly id: string
  readonly kind: AppealKind
  readonly publication_id: string | null
  readonly claim_id: string | null
  readonly decision: Contested
}

/** Waits for a decision or an undo that is being saved, and contests what stands then. */
export async function insertAppeal(
  tx: Tx,
  kind: AppealKind,
  {
    id,
    before,
    userId,
    message,
  }: {
    readonly id: string
    readonly before: string | null
    readonly userId: string | null
    readonly message: string
  },
): Promise<Filed | undefined> {
  await tx.run(sql`select from ${TABLES[kind]} where id = ${id} for share`)
  return await tx.one<Filed>(sql`
    insert into appeals (kind, publication_id, report_id, claim_id, decision, reason_code, reason, decided_by, decided_at,
      user_id, email, language, message)
    select ${kind}, publication_id, report_id, claim_id, decision, reason_code, reason, decided_by, decided_at,
      coalesce(${userId}::uuid, user_id), email, language, ${message}
    from ${decisions(kind, [id], before)} d
    on conflict do nothing
    returning id, kind, publication_id, claim_id, decision`)
}

////////////////////////////////////////////////////////////////////////////// of one's own

/** The newest appeal about a publication, or a claim, of its author or claimant. */
export const findOwnAppeal = (db: Db, kind: 'publication' | 'claim', id: string) =>
  db.one<OwnAppeal>(sql`
    select id, status, message, answer, answered_at, created_at from appeals
    where kind = ${kind} and coalesce(claim_id, report_id, publication_id) = ${id}
    order by decided_at desc limit 1`)

////////////////////////////////////////////////////////////////////////////// the back-office

const NOM = sql`coalesce((select p.title from publications p where p.id = a.publication_id),
    (select o.nom from claims c join acteurs o on o.id = c.acteur_id where c.id = a.claim_id), '')`

const columns = sql`
  a.id, a.kind, a.status, a.decision, a.reason_code, a.reason, a.decided_at, ${personInBrief(sql`a.decided_by`)} as decider,
  a.publication_id, a.claim_id, ${assigneeOf('appeals', sql`a.id`)} as assignee,
  ${NOM} as nom,
  (select json_build_object('reason', r.reason, 'message', r.message, 'created_at', r.created_at)
   from publication_reports r where r.id = a.report_id) as report,
  ${personInBrief(sql`a.user_id`)} as "by", a.email, a.message, a.answer, ${personInBrief(sql`a.answered_by`)} as answerer,
  a.answered_at, a.created_at, a.version`

/** Appeals about publications, by their communes. */
export const ofPublications = (territory: Territory): Sql[] => [
  sql`a.publication_id is not null`,
  ...(territory === null
    ? []
    : [
        sql`exists (select from publications p ${where([
          sql`p.id = a.publication_id`,
          ...meetsTerritory(sql`p.commune_ids`, territory),
        ])})`,
      ]),
]
/** Appeals about claims, by the place of the acteur. */
export const ofClaims = (territory: Territory): Sql[] => [
  sql`a.claim_id is not null`,
  ...(territory === null
    ? []
    : [
        sql`exists (select from claims c ${where([
          sql`c.id = a.claim_id`,
          ...acteurInTerritory(sql`c.acteur_id`, territory),
        ])})`,
      ]),
]

/** What the caller's roles reach: appeals lie in the area of the contested decision. */
function reachedBy(caller: Caller): Sql {
  const areas = areasOf(caller.roles)
  const parts = [
    ...(areas.includes('moderation') ? [ofPublications(territoryOf(caller, 'moderation'))] : []),
    ...(areas.includes('claims') ? [ofClaims(territoryOf(caller, 'claims'))] : []),
  ].map(conditions => sql`(${join(conditions, ' and ')})`)
  return parts.length === 0 ? sql`false` : sql`(${join(parts, ' or ')})`
}

export const findAppeal = (db: Db, caller: Caller, id: string) =>
  db.one<Appeal>(sql`
    select ${columns} from appeals a where a.id = ${id} and ${reachedBy(caller)}`)

export const conditionsOf = async (
  db: Db,
  caller: Caller,
  { status, kind, q }: AppealsQuery,
): Promise<readonly Sql[]> => [
  reachedBy(caller),
  ...equal(sql`a.status`, status),
  ...equal(sql`a.kind`, kind),
  ...(q ? [await foundBy(db, q)] : []),
]

/** An account is found by its whole address: part of it would tell moderators an address that they do not see. */
async function foundBy(db: Db, q: string): Promise<Sql> {
  const text = await loadSearchContext(db, q)
  const asked = wordsAsked(q)
  const words = asked && (await db.one<{ words: string }>(sql`select ${asked} as words`))?.words
  const ways = [
    sql`select s.id from appeals s where s.recherche like somewhere(${q})`,
    sql`select s.id from users u join appeals s on s.user_id = u.id where u.email = lower(${q.trim()})`,
    ...(text
      ? [
          sql`select s.id from appeals s join publication_words w on w.publication_id = s.publication_id
              where w.recherche @@ ${text.query}::tsquery`,
        ]
      : []),
    ...(words
      ? [
          sql`select s.id from users u join appeals s on s.user_id = u.id
              ${where(everyWord(sql`u.nom_recherche`, words))}`,
          sql`select s.id from acteurs p join claims c on c.acteur_id = p.id join appeals s on s.claim_id = c.id
              ${where(everyWord(sql`p.recherche`, words))}`,
        ]
      : []),
  ]
  return sql`a.id in (${join(ways, ' union all ')})`
}

const OLDEST = oldestFirst(sql`a.id`)
const NEWEST = newestFirst(sql`a.id`)
export const orderOf = ({ status }: AppealsQuery) => (status === 'pending' ? OLDEST : NEWEST)

export const pageOfAppeals = (db: Db, conditions: readonly Sql[], page: Page<typeof NEWEST>) =>
  readPage<Appeal>(db, page, { columns, from: sql`appeals a`, conditions })

/** Pending appeals that the caller may decide: those about their own decisions only where nobody else may. */
export async function countToDecide(
  db: Db,
  kind: 'publications' | 'claims',
  conditions: readonly Sql[],
  callerId: string,
): Promise<number> {
  const record = kind === 'claims' ? sql`a.claim_id` : sql`a.publication_id`
  const pending = await db.all<{ id: string; own: boolean; n: number }>(sql`
    select case when own then record end as id, own, count(*) as n
    from (select ${record} as record, a.decided_by is not distinct from ${callerId} as own
          from appeals a ${where([sql`a.status = 'pending'`, ...conditions])}) each
    group by 1, 2`)
  const own = pending.flatMap(row => (row.own ? [row.id] : []))
  const alone = own.length > 0 ? await readByNobodyElse(db, kind, own, callerId) : []
  return pending.reduce((sum, row) => (row.own && !alone.includes(row.id) ? sum : sum + row.n), 0)
}

/** The columns that an outcome needs. */
export interface Locked {
  readonly id: string
  readonly kind: AppealKind
  readonly publication_id: string | null
  readonly report_id: string | null
  readonly claim_id: string | null
  readonly decision: Contested
  readonly decided_by: string | null
  readonly status: AppealStatus
  readonly email: string | null
  readonly user_id: string | null
  readonly nom: string
  readonly language: Language
  readonly version: number
}

/** The contested record is locked first, as by those who undo its decision, which closes the appeal. */
export async function lockAppeal(tx: Tx, caller: Caller, id: string): Promise<Locked | undefined> {
  await tx.run(sql`
    select from publications where id = (select publication_id from appeals where id = ${id}) for no key update`)
  await tx.run(
    sql`select from claims where id = (select claim_id from appeals where id = ${id}) for no key update`,
  )
  await tx.run(sql`select from appeals where id = ${id} for update`)
  return await tx.one<Locked>(sql`
    select a.id, a.kind, a.publication_id, a.report_id, a.claim_id, a.decision, a.decided_by, a.status, a.language,
      coalesce(u.email, a.email) as email, a.user_id, a.version,
      ${NOM} as nom
    from appeals a left join users u on u.id = a.user_id where a.id = ${id} and ${reachedBy(caller)}`)
}

export const saveOutcome = (tx: Tx, id: string, { status, answer }: AppealDecision, by: string) =>
  tx.run(sql`
    update appeals set status = ${status}, answer = ${answer}, answered_by = ${by}, answered_at = now()
    where id = ${id}`)

/** The outcome is undone: it waits as before. */
export const reopenAppeal = (tx: Tx, id: string) =>
  tx.run(sql`
    update appeals set status = 'pending', answer = null, answered_by = null, answered_at = null where id = ${id}`)

/** The names of the records that these appeals contest. */
export const nameAppeals = (db: Db, ids: readonly string[]) =>
  db.all<{ id: string; nom: string | null }>(
    sql`select a.id, ${NOM} as nom from appeals a where a.id = any(${[...ids]}::uuid[])`,
  )

/** Pending appeals that are assigned to the caller. */
export const assignedAppeals = (caller: Caller): Sql => sql`
  select 'appeals' as kind, a.id, a.created_at as since from appeals a
  where a.id in (${assignedTo('appeals', caller.id)}) and a.status = 'pending' and ${reachedBy(caller)}`
