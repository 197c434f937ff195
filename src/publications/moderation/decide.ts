import type { Caller, Deciders } from '../../access/permissions.ts'
import type { Change } from '../../kernel/audit.ts'
import { sql, type Tx } from '../../kernel/db/db.ts'
import { type Language, Problem } from '../../kernel/errors.ts'
import type { WriteContext } from '../../kernel/routes/action.ts'
import { sendMail } from '../../mail/outbox.ts'
import type { Locked } from '../queries.ts'
import { type Moderation, outcomeOf, standsAsBefore } from '../rules.ts'
import type { Outcome } from '../shapes.ts'

/** Carries out a decision, whoever made it: saved, traced, reports closed, authors and reporters told. */

export type Deciding = Pick<
  WriteContext<undefined, undefined, undefined>,
  'tx' | 'audit' | 'config' | 'enqueue' | 'now'
> & {
  readonly caller: Caller
}

export interface Decided {
  readonly updated: readonly Locked[]
  readonly unchanged: readonly Locked[]
  readonly operationId: string
}

/** The rows are locked already, in id order. */
export async function decide(
  context: Deciding,
  publications: readonly Locked[],
  ruling: (before: Locked) => Moderation,
  by: Exclude<Deciders, 'import'>,
  action?: string,
): Promise<Decided> {
  const { tx, caller, audit } = context
  const rulings = publications.map(before => ({ before, after: ruling(before) }))
  const changes = rulings.filter(({ before, after }) => !standsAsBefore(before, after))
  const operationId = await openOperation(tx, caller.id, changes)
  await save(tx, caller.id, changes)
  const told = await closeReports(tx, rulings, by, operationId)
  await tellReporters(context, told)
  await tellAuthors(context, changes)
  audit.considered()
  for (const { before, after } of changes)
    audit.record({ ...traceOf(before.id, before, after), ...(action && { action }) })
  const moved = new Set(changes.map(({ before }) => before.id))
  return {
    updated: publications.filter(({ id }) => moved.has(id)),
    unchanged: publications.filter(({ id }) => !moved.has(id)),
    operationId,
  }
}

type Ruling = { readonly before: Locked; readonly after: Moderation }

export function traceOf(id: string, before: Moderation, after: Moderation): Change {
  const trace = (one: Moderation) => ({
    moderation_status: one.moderation_status,
    valide: one.valide,
    publie_le: one.publie_le,
    moderation_by: one.moderation_by,
    moderation_reason: one.moderation_reason,
    moderation_reason_code: one.moderation_reason_code,
  })
  return { id, before: trace(before), after: trace(after) }
}

async function openOperation(tx: Tx, userId: string, changes: readonly Ruling[]): Promise<string> {
  const operation = await tx.one<{ id: string }>(
    sql`insert into moderation_operations (user_id) values (${userId}) returning id`,
  )
  if (!operation) throw new Problem('internal_error')
  // The version after this update: `undo` finds another one when the publication was changed since.
  await tx.run(sql`
    insert into moderation_operation_items (operation_id, publication_id, version_after, moderation_status, valide,
      publie_le, moderation_by, moderation_reason, moderation_reason_code, moderated_at, moderated_by)
    select ${operation.id}, id, version + 1, moderation_status, valide, publie_le, moderation_by, moderation_reason,
           moderation_reason_code, moderated_at, moderated_by
    from publications where id = any(${changes.map(({ before }) => before.id)}::uuid[])`)
  return operation.id
}

/** An unchanged time is not written back: the API has milliseconds, the row microseconds. */
const save = (tx: Tx, userId: string, changes: readonly Ruling[]) =>
  tx.run(sql`
    update publications p set moderation_status = d.moderation_status, valide = d.valide,
      publie_le = coalesce(d.publie_le, p.publie_le), moderation_by = d.moderation_by,
      moderation_reason = d.moderation_reason, moderation_reason_code = d.moderation_reason_code,
      moderated_at = now(), moderated_by = ${userId}
    from jsonb_to_recordset(${JSON.stringify(
      changes.map(({ before, after }) => ({
        ...after,
        id: before.id,
        publie_le: after.publie_le === before.publie_le ? null : after.publie_le,
      })),
    )}::jsonb) as d(id uuid, moderation_status text, valide boolean, publie_le timestamptz, moderation_by text,
                    moderation_reason text, moderation_reason_code text)
    where p.id = d.id`)

////////////////////////////////////////////////////////////////////////////// who is told

interface Told {
  readonly publication_id: string
  readonly title: string
  readonly email: string
  readonly language: Language
  readonly outcome: Outcome
}

/** Every decision of the back-office, also one that changes nothing, closes the open reports. */
async function closeReports(
  tx: Tx,
  rulings: readonly Ruling[],
  by: Deciders,
  operationId: string,
): Promise<Told[]> {
  if (by !== 'backoffice' || rulings.length === 0) return []
  const outcomes = rulings.map(({ before, after }) => ({ id: before.id, outcome: outcomeOf(after) }))
  return await closeReportsOf(tx, outcomes, operationId)
}

/** Reporters who left an address are told. */
export const closeReportsOf = (
  tx: Tx,
  outcomes: readonly { id: string; outcome: Outcome }[],
  operationId: string | null,
): Promise<Told[]> =>
  tx.all<Told>(sql`
    with closed as (
      update publication_reports r set closed_at = now(), outcome = d.outcome, operation_id = ${operationId}
      from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as d(id uuid, outcome text)
      where r.publication_id = d.id and r.closed_at is null
      returning r.id, r.publication_id, r.email, r.language, r.outcome)
    select c.publication_id, p.title, c.email, c.language, c.outcome
    from closed c join publications p on p.id = c.publication_id where c.email is not null order by c.id`)

/** One mail to each person, however many publications are decided at once. */
export async function tellReporters(context: Deciding, told: readonly Told[]): Promise<void> {
  for (const [first, ...more] of groups(told, one => `${one.email} ${one.language} ${one.outcome}`)) {
    const { email, language, outcome, title } = first
    const titles = [title, ...more.map(one => one.title)]
    await sendMail(context, {
      template: 'report-outcome',
      to: { email },
      language,
      data: { titles, outcome },
    })
  }
}

/** A rejection is told with its reason: the statement of reasons that European law (DSA) requires of hosts. */
async function tellAuthors(context: Deciding, changes: readonly Ruling[]): Promise<void> {
  const { tx, caller, now } = context
  const rejected = changes.filter(
    ({ before, after }) =>
      after.moderation_status === 'rejected' &&
      before.moderation_status !== 'rejected' &&
      before.created_by !== null &&
      before.created_by !== caller.id,
  )
  if (rejected.length === 0) return
  const concerned = await whoAnswersFor(tx, rejected, caller.id)
  for (const [first, ...more] of groups(concerned, ({ id }) => id)) {
    const answeredFor = new Set([first, ...more].map(one => one.publication_id))
    const theirs = rejected.filter(({ before }) => answeredFor.has(before.id))
    await sendMail(context, {
      template: 'publication-rejected',
      to: first,
      language: 'fr',
      data: {
        titles: theirs.map(({ before }) => before.title),
        reason: theirs[0]?.after.moderation_reason ?? null,
        code: theirs[0]?.after.moderation_reason_code ?? null,
        at: now,
      },
    })
  }
}

interface Concerned {
  readonly publication_id: string
  readonly id: string
  readonly email: string
  readonly nom: string | null
}

/**
 * The author, while they are a member of the acteur; else the acteur's owners, who may have edited it since. The person who
 * decided gets no mail.
 */
const whoAnswersFor = (tx: Tx, rejected: readonly Ruling[], callerId: string) =>
  tx.all<Concerned>(sql`
    select p.id as publication_id, u.id, u.email, u.nom
    from (
      select p.id, p.acteur_id, p.created_by,
             p.acteur_id is null
               or exists (select from actor_users m where m.acteur_id = p.acteur_id and m.user_id = p.created_by)
               or exists (select from user_roles r where r.user_id = p.created_by and r.role = 'admin') as belongs
      from publications p where p.id = any(${rejected.map(({ before }) => before.id)}::uuid[])) p
    cross join lateral (
      select id, email, nom from users where p.belongs and id = p.created_by
      union all
      select o.id, o.email, o.nom from actor_users m join users o on o.id = m.user_id
      where not p.belongs and m.acteur_id = p.acteur_id and m.role = 'owner' and o.status = 'active') u
    where u.email is not null and u.id <> ${callerId}
    order by p.id, u.id`)

type Group<T> = readonly [T, ...T[]]
const groups = <T>(all: readonly T[], key: (one: T) => string): Group<T>[] =>
  [...Map.groupBy(all, key).values()] as unknown as Group<T>[]
