import { sql, type Tx } from '../../kernel/db/db.ts'
import type { Language } from '../../kernel/errors.ts'
import { readsAnswers } from '../../mail/addresses.ts'
import type { Change } from '../../mail/templates/corrections.ts'
import type { Locked } from '../queries.ts'
import type { Deciding, Ruling } from './deciding.ts'
import { type Held, hold } from './held-mails.ts'
import type { ReportOutcome } from './shapes.ts'

/** Who gets mail about a decision: reporters and authors. */

interface Told {
  readonly publication_id: string
  readonly title: string
  readonly email: string
  readonly language: Language
  readonly outcome: ReportOutcome
}

export const reportedAmong = async (tx: Tx, publications: readonly { id: string }[]): Promise<string[]> =>
  (
    await tx.all<{ publication_id: string }>(sql`
      select distinct publication_id from publication_reports
      where closed_at is null and publication_id = any(${publications.map(({ id }) => id)}::uuid[])`)
  ).map(row => row.publication_id)

/** Reporters who left an address are told. */
export const closeReportsOf = (
  tx: Tx,
  outcomes: readonly { id: string; outcome: ReportOutcome }[],
  operationId: string,
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
export async function tellReporters(context: Deciding, told: readonly Told[]): Promise<Held[]> {
  const answerable = readsAnswers(context.config)
  const held: Held[] = []
  for (const theirs of groups(told, one => `${one.email} ${one.language} ${one.outcome}`)) {
    const [{ email, language, outcome }] = theirs
    const titles = theirs.map(({ title }) => title)
    held.push(
      await hold(
        context,
        { template: 'report-outcome', data: { titles, outcome, answerable } },
        theirs.map(one => one.publication_id),
        { to: { email }, as: { as: 'reporter', id: null, nom: null }, language },
      ),
    )
  }
  return held
}

/** A rejection is told with its reason: a statement of reasons, as European law asks of who hosts others' words. */
export async function tellAuthors(context: Deciding, changes: readonly Ruling[]): Promise<Held[]> {
  const { tx, caller, now, config } = context
  const rejected = changes.filter(
    ({ before, after }) =>
      after.moderation_status === 'rejected' &&
      before.moderation_status !== 'rejected' &&
      before.created_by !== null &&
      before.created_by !== caller.id,
  )
  if (rejected.length === 0) return []
  const concerned = await whoAnswersFor(
    tx,
    rejected.map(({ before }) => before.id),
    caller.id,
  )
  const held: Held[] = []
  for (const [first, ...more] of groups(concerned, ({ id }) => id)) {
    const answeredFor = new Set([first, ...more].map(one => one.publication_id))
    const theirs = rejected.filter(({ before }) => answeredFor.has(before.id))
    const data = {
      titles: theirs.map(({ before }) => before.title),
      reason: theirs[0]?.after.moderation_reason ?? null,
      code: theirs[0]?.after.moderation_reason_code ?? null,
      at: now,
      answerable: readsAnswers(config),
    }
    held.push(
      await hold(
        context,
        { template: 'publication-rejected', data },
        theirs.map(({ before }) => before.id),
        { to: first, as: { as: first.as, id: first.id, nom: first.nom }, language: 'fr' },
      ),
    )
  }
  return held
}

/** Who wrote it learns what a moderator changed in it. */
export async function tellCorrected(
  context: Deciding,
  { id, title, created_by }: Locked,
  changes: readonly Change[],
): Promise<Held[]> {
  const { tx, caller, now, config } = context
  if (created_by === null || created_by === caller.id) return []
  const held: Held[] = []
  for (const person of await whoAnswersFor(tx, [id], caller.id)) {
    const data = { titles: [title], changes, at: now, answerable: readsAnswers(config) }
    held.push(
      await hold(context, { template: 'publication-corrected', data }, [id], {
        to: person,
        as: { as: person.as, id: person.id, nom: person.nom },
        language: 'fr',
      }),
    )
  }
  return held
}

interface Concerned {
  readonly publication_id: string
  readonly id: string
  readonly email: string
  readonly nom: string | null
  readonly as: 'author' | 'owner'
}

/**
 * Its author, as long as they belong to its acteur; of somebody who left, the acteur's owners, whose words it may hold
 * by now. Who decides oneself is not written to.
 */
const whoAnswersFor = (tx: Tx, ids: readonly string[], callerId: string) =>
  tx.all<Concerned>(sql`
    select p.id as publication_id, u.id, u.email, u.nom, case when p.belongs then 'author' else 'owner' end as "as"
    from (
      select p.id, p.acteur_id, p.created_by,
             p.acteur_id is null
               or exists (select from actor_users m where m.acteur_id = p.acteur_id and m.user_id = p.created_by)
               or exists (select from user_roles r where r.user_id = p.created_by and r.role = 'admin') as belongs
      from publications p where p.id = any(${[...ids]}::uuid[])) p
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
