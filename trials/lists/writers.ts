import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { SMALL, VOCABULARY, WATCHED } from '../../bench/publications/words.ts'
import type { Draw } from '../../test/fixtures/drawn-changes.ts'

/** Writers that change everything that a list, a total or a statistic is made of. */

export interface Stock {
  /** The biggest first. */
  readonly communes: readonly string[]
  readonly acteurs: readonly string[]
  readonly users: readonly string[]
  readonly types: readonly { readonly id: string; readonly slug: string }[]
  readonly importSources: readonly string[]
  readonly departements: readonly string[]
  /** Two words that stand side by side in some title. */
  readonly pairs: readonly string[]
}

export const pick = <T>(draw: Draw, all: readonly T[]) => all[Math.floor(draw() * all.length)] as T
/** Rather one of the first. */
export const early = <T>(draw: Draw, all: readonly T[]) => all[Math.floor(draw() ** 4 * all.length)] as T
export const some = <T>(draw: Draw, all: readonly T[], count: number) => [
  ...new Set(Array.from({ length: count }, () => pick(draw, all))),
]

export const word = (draw: Draw) =>
  draw() < 0.5 ? pick(draw, WATCHED).word : draw() < 0.9 ? early(draw, VOCABULARY) : pick(draw, SMALL)

const DAY = 86_400_000
export const dayNear = (draw: Draw, before: number, after: number) =>
  new Date(Date.now() + (draw() * (before + after) - before) * DAY).toISOString().slice(0, 10)

/** A publication of any age, one time in two of the last days. */
const ANY = (draw: Draw) => {
  const days = draw() < 0.5 ? 3 * draw() : 5 * 365 * draw()
  return `(select id from publications where created_at <= now() - interval '1 day' * ${days} order by created_at desc limit 1)`
}
const text = (draw: Draw, words: number) => Array.from({ length: words }, () => word(draw)).join(' ')
/** Keys that several publications share. */
const KEYS = Array.from({ length: 400 }, (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`)

function datesOf(draw: Draw): string {
  if (draw() < 0.3)
    return `date_debut = null, date_fin = null, dates = '{}', heure_debut = null, heure_fin = null`
  const first = Date.parse(dayNear(draw, 60, 90))
  const day = (days: number) => new Date(first + days * DAY).toISOString().slice(0, 10)
  const further = draw() < 0.3 ? [3, 10, 17].map(day) : []
  const hour = draw() < 0.3 ? `'${pick(draw, ['09:00', '18:30'])}'` : 'null'
  const last = draw() < 0.4 ? `'${day(Math.floor(draw() * 9))}'` : 'null'
  return `date_debut = '${day(0)}', date_fin = ${last}, dates = '{${further.join()}}', heure_debut = ${hour}, heure_fin = null`
}

const when = (draw: Draw) =>
  pick(draw, [
    'now()',
    `now() + interval '20 seconds' * ${draw()}`,
    `now() + interval '40 days'`,
    `now() - interval '1 day' * ${Math.floor(draw() * 900)}`,
  ])

function decision(draw: Draw): string {
  const status = pick(draw, ['published', 'approved', 'rejected', 'changes_requested', 'pending'])
  const shown = status === 'published' || status === 'approved'
  return `moderation_status = '${status}', valide = ${shown}, publie_le = ${shown ? when(draw) : 'null'},
    moderation_by = 'backoffice', moderated_at = now(), moderation_reason_code = ${status === 'rejected' ? `'spam'` : 'null'}`
}

const places = (draw: Draw, { communes }: Stock) => {
  const own = early(draw, communes)
  const all = new Set([own, ...(draw() < 0.2 ? some(draw, communes.slice(0, 40), 3) : [])])
  return { own, all: `'{${[...all].join()}}'::uuid[]` }
}

function insert(draw: Draw, stock: Stock): string {
  const { own, all } = places(draw, stock)
  const shown = draw() < 0.6
  return `insert into publications (title, body, lieu, acteur_id, type_id, commune_id, commune_ids, moderation_status, valide, publie_le,
      moderation_by, duplicate_key, duplicate_reason, created_by)
    values ('${text(draw, 4)}', '${text(draw, 30)}', '${text(draw, 2)}', '${pick(draw, stock.acteurs)}', '${pick(draw, stock.types).id}',
      '${own}', ${all}, '${shown ? 'published' : 'pending'}', ${shown}, ${shown ? when(draw) : 'null'}, 'member',
      ${draw() < 0.3 ? `'${pick(draw, KEYS)}'` : 'gen_random_uuid()'}, 'signature', '${pick(draw, stock.users)}')`
}

const updates: readonly ((draw: Draw, stock: Stock) => string)[] = [
  draw => `title = '${text(draw, 4)}', edited_at = now()`,
  draw => `body = '${text(draw, 40)}', lieu = '${text(draw, 1)}'`,
  decision,
  decision,
  decision,
  draw => `valide = not valide and moderation_status in ('approved', 'published'), publie_le = ${when(draw)}`,
  () => `deleted_at = case when deleted_at is null then now() end`,
  () => `epingle = not epingle`,
  draw => `en_avant = true, featured_until = ${draw() < 0.5 ? 'null' : when(draw)}`,
  (draw, stock) => {
    const { own, all } = places(draw, stock)
    return `commune_id = '${own}', commune_ids = ${all}`
  },
  (draw, { types }) => `type_id = '${pick(draw, types).id}'`,
  (draw, { acteurs }) => `acteur_id = '${pick(draw, acteurs)}'`,
  datesOf,
  datesOf,
  draw => `duplicate_key = '${pick(draw, KEYS)}', edited_at = now()`,
  (draw, { users }) => `moderated_by = '${pick(draw, users)}'`,
]
const others: readonly ((draw: Draw, stock: Stock) => string)[] = [
  draw => `delete from publications where id = ${ANY(draw)}`,
  draw => `insert into publication_reports (publication_id, reason, language) select id, 'spam', 'fr' from publications
    where id = ${ANY(draw)} for key share`,
  draw => `insert into publications_told_apart (publication_id, other_id, duplicate_key)
    with pair as (
      select a.id as one, b.id as other, a.duplicate_key as key from publications a join publications b using (duplicate_key)
      where a.duplicate_key = '${pick(draw, KEYS)}' and a.id < b.id order by random() limit 1)
    select one, other, key from pair union all select other, one, key from pair
    on conflict (publication_id, other_id) do update set duplicate_key = excluded.duplicate_key`,
  (
    draw,
    { users },
  ) => `insert into assignments (publication_id, assignee_id) select id, '${pick(draw, users.slice(0, 5))}'
    from publications where id = ${ANY(draw)} for key share
    on conflict (publication_id) do update set assignee_id = null`,
  // Many at once, as by an import or a bulk decision.
  draw => `update publications set ${decision(draw)} where id in (
    select id from publications where moderation_status = 'pending' order by created_at desc limit 20)`,
]

const change = (draw: Draw, stock: Stock): string => {
  const kind = draw()
  if (kind < 0.3) return insert(draw, stock)
  if (kind < 0.85)
    return `update publications set ${pick(draw, updates)(draw, stock)} where id = ${ANY(draw)}`
  return pick(draw, others)(draw, stock)
}

/** Deadlock, an id or key that another writer removed or took. */
const MEETINGS = ['40P01', '23503', '23505']

/** Writes until it is aborted; one transaction in ten rolls back. Returns the number of commits. */
export async function write(
  connection: pg.ClientConfig,
  draw: Draw,
  stock: Stock,
  ended: AbortSignal,
): Promise<number> {
  const client = new pg.Client(connection)
  await client.connect()
  let commits = 0
  try {
    while (!ended.aborted) {
      await client.query('begin')
      try {
        do await client.query(change(draw, stock))
        while (draw() < 0.3)
        const isKept = draw() > 0.1
        await client.query(isKept ? 'commit' : 'rollback')
        if (isKept) commits++
      } catch (error) {
        await client.query('rollback')
        if (!(error instanceof pg.DatabaseError && MEETINGS.includes(error.code ?? ''))) throw error
      }
      await sleep(draw() * 40)
    }
  } finally {
    await client.end()
  }
  return commits
}
