import { type Db, join, type Sql, sql, where } from '../../src/kernel/db/db.ts'
import { onPage, type Page, pageOf } from '../../src/kernel/lists/paging.ts'
import type { Territory } from '../../src/people/access/territory.ts'
import { OUTCOMES } from '../../src/publishing/publications/decisions.ts'
import { planFilter } from '../../src/publishing/publications/lists/admin-filter.ts'
import { pageForAdmin } from '../../src/publishing/publications/lists/admin-list.ts'
import { type AdminOrder, ORDERS } from '../../src/publishing/publications/lists/admin-orders.ts'
import { loadOfficeSearch } from '../../src/publishing/publications/lists/office-search.ts'
import type { SearchContext } from '../../src/publishing/publications/lists/search.ts'
import type { AdminFilter } from '../../src/publishing/publications/lists/shapes.ts'
import type { Draw } from '../../test/fixtures/drawn-changes.ts'
import { differenceOf } from '../../test/publications/plain-lists.ts'
import type { Compared } from './snapshot.ts'
import { dayNear, early, pick, type Stock, some } from './writers.ts'

/** Random lists of the back-office with their totals. Duplicates in groups: `duplicates-list.test.ts`. */

const STATUSES = ['pending', 'approved', 'published', 'rejected', 'changes_requested']
type Given = { readonly [Name in keyof AdminFilter]-?: (draw: Draw, stock: Stock) => AdminFilter[Name] }
const RANDOM: Omit<Given, 'q' | 'duplicates'> = {
  commune_id: (draw, { communes }) => early(draw, communes),
  departement: (draw, { departements }) => pick(draw, departements),
  acteur_id: (draw, { acteurs }) => early(draw, acteurs),
  type_id: (draw, { types }) => pick(draw, types).id,
  moderation_status: draw => some(draw, STATUSES, draw() < 0.7 ? 1 : 2).join(),
  moderation_by: draw => pick(draw, ['member', 'mairie', 'backoffice', 'import'] as const),
  valide: draw => draw() < 0.5,
  visible: draw => draw() < 0.5,
  scheduled: draw => draw() < 0.7,
  deleted: draw => pick(draw, ['without', 'with', 'only'] as const),
  reported: draw => draw() < 0.7,
  report_outcome: draw => pick(draw, OUTCOMES),
  import_source_id: (draw, { importSources }) => pick(draw, importSources),
  created_by: (draw, { users }) => pick(draw, users),
  moderated_by: (draw, { users }) => pick(draw, users),
  decided_from: draw => dayNear(draw, 30, 0),
  decided_to: draw => dayNear(draw, 1_000, 0),
  moderation_reason_code: () => 'spam',
  assigned_to: (draw, { users }) => (draw() < 0.5 ? 'nobody' : pick(draw, users.slice(0, 5))),
  late: draw => draw() < 0.7,
  ids: undefined as never,
  from: draw => dayNear(draw, 100, 0),
  to: draw => dayNear(draw, 1_500, 0),
  since: draw => `${dayNear(draw, 20, 0)}T10:00:00.000Z`,
  updated_since: draw => `${dayNear(draw, 20, 0)}T10:00:00.000Z`,
}
const NAMES = (Object.keys(RANDOM) as (keyof typeof RANDOM)[]).filter(name => name !== 'ids')
/** Filters that most screens set. */
const USUAL: readonly (keyof typeof RANDOM)[] = ['moderation_status', 'commune_id', 'type_id', 'valide']

function filterOf(draw: Draw, stock: Stock): AdminFilter {
  const names = some(draw, draw() < 0.5 ? USUAL : NAMES, Math.floor(draw() * 4))
  return Object.fromEntries(names.map(name => [name, RANDOM[name](draw, stock)]))
}

const inParis = (column: Sql) => sql`(${column} at time zone 'Europe/Paris')::date`
const AGO = sql`now() - (select make_interval(hours => target_hours) from team_settings)`

/** The filters in plain SQL, by `docs` of the API. */
const CONDITIONS: { readonly [Name in keyof AdminFilter]-?: (value: never) => Sql } = {
  q: () => sql`true`,
  duplicates: () => sql`true`,
  ids: () => sql`true`,
  commune_id: (id: string) => sql`${id}::uuid = any(r.commune_ids)`,
  departement: (code: string) =>
    sql`r.commune_ids && array(select id from communes where departement = ${code})`,
  acteur_id: (id: string) => sql`r.acteur_id = ${id}`,
  type_id: (id: string) => sql`r.type_id = ${id}`,
  moderation_status: (text: string) => sql`r.moderation_status = any(${text.split(',')}::text[])`,
  moderation_by: (by: string) => sql`r.moderation_by = ${by}`,
  valide: (valide: boolean) => sql`r.valide = ${valide}`,
  visible: (visible: boolean) => sql`coalesce(r.visible_le <= now(), false) = ${visible}`,
  scheduled: (scheduled: boolean) => sql`coalesce(r.visible_le > now(), false) = ${scheduled}`,
  deleted: () => sql`true`,
  reported: (reported: boolean) => sql`(r.reports_count > 0) = ${reported}`,
  report_outcome: (outcome: string) =>
    sql`r.id in (select publication_id from publication_reports where outcome = ${outcome})`,
  import_source_id: (id: string) => sql`r.import_source_id = ${id}`,
  created_by: (id: string) => sql`r.created_by = ${id}`,
  moderated_by: (id: string) => sql`r.moderated_by = ${id}`,
  decided_from: (day: string) =>
    sql`r.moderation_by = 'backoffice' and ${inParis(sql`r.moderated_at`)} >= ${day}::date`,
  decided_to: (day: string) =>
    sql`r.moderation_by = 'backoffice' and ${inParis(sql`r.moderated_at`)} <= ${day}::date`,
  moderation_reason_code: (code: string) => sql`r.moderation_reason_code = ${code}`,
  assigned_to: (to: string) => {
    const assigned = sql`select publication_id from assignments where publication_id is not null and assignee_id`
    return to === 'nobody' ? sql`r.id not in (${assigned} is not null)` : sql`r.id in (${assigned} = ${to})`
  },
  late: (late: boolean) =>
    sql`(r.moderation_status = 'pending' and coalesce(greatest(r.edited_at, r.moderated_at) < ${AGO}, false)) = ${late}`,
  from: (day: string) => sql`${inParis(sql`r.created_at`)} >= ${day}::date`,
  to: (day: string) => sql`${inParis(sql`r.created_at`)} <= ${day}::date`,
  since: (at: string) => sql`date_trunc('milliseconds', r.created_at) > ${at}::timestamptz`,
  updated_since: (at: string) => sql`r.updated_at >= ${at}::timestamptz`,
}

/** `search`: its number among the searches of the snapshot. Names are looked up by the service, their texts are not. */
function matchesPlainly(
  filter: AdminFilter,
  territory: Territory,
  words: SearchContext | undefined,
  search: number | undefined,
) {
  const { deleted = 'without' } = filter
  const given = Object.entries(filter) as [keyof AdminFilter, never][]
  const texts = (query: string) => sql`(
    select w.texts @@ ${query}::tsquery from plain_words w where w.id = r.id and w.text_hash = r.text_hash)`
  const owned = (words?.also ?? []).map(({ by, ids, query }) => {
    const any = sql`${[...ids]}::uuid[]`
    const owner = {
      commune: sql`r.commune_ids && ${any}`,
      acteur: sql`r.acteur_id = any(${any})`,
      author: sql`r.created_by = any(${any})`,
      id: sql`r.id = any(${any})`,
    }[by]
    return query === undefined ? owner : sql`(${owner} and ${texts(query)})`
  })
  return [
    ...given.map(([name, value]) => CONDITIONS[name](value)),
    ...(deleted === 'with' ? [] : [sql`(r.deleted_at is not null) = ${deleted === 'only'}`]),
    ...(territory ? [sql`r.commune_ids && ${[...territory]}::uuid[]`] : []),
    ...(search === undefined
      ? []
      : [
          sql`(${join([sql`r.id in (select id from plain_hits where n = ${search + 1})`, ...owned], ' or ')})`,
        ]),
  ]
}

const NEAR = sql`${inParis(sql`now()`)}`
const reported = sql`r.reports_count > 0`
const soon = sql`coalesce(r.debut >= ${NEAR} and r.debut < ${NEAR} + 15, false)`
const PLAIN_ORDERS: Readonly<Record<keyof typeof ORDERS, Sql>> = {
  created_at_desc: sql`r.created_at desc, r.id desc`,
  created_at_asc: sql`r.created_at, r.id`,
  publie_le_desc: sql`r.publie_le desc nulls last, r.id desc`,
  publie_le_asc: sql`r.publie_le nulls last, case when r.publie_le is not null then r.id end, r.id desc`,
  title_asc: sql`(select folded from plain_words w where w.id = r.id and w.text_hash = r.text_hash), r.id`,
  reports_desc: sql`r.reports_count desc, r.created_at desc, r.id desc`,
  urgency: sql`r.reports_count desc, case when ${reported} then r.created_at end desc, case when ${reported} then r.id end desc,
    ${soon} desc, case when ${soon} then r.debut end, case when ${soon} then r.id end, r.created_at, r.id`,
}

const territoryOf = (draw: Draw, { communes }: Stock): Territory =>
  draw() < 0.8 ? null : some(draw, communes.slice(0, draw() < 0.5 ? 100 : 5_000), draw() < 0.5 ? 3 : 200)

interface Asked {
  readonly q: string
}

export async function compareOffice(
  db: Db,
  draw: Draw,
  stock: Stock,
  searches: readonly Asked[],
): Promise<Compared> {
  const search = draw() < 0.4 ? Math.floor(draw() * searches.length) : undefined
  const territory = territoryOf(draw, stock)
  const filter = {
    ...filterOf(draw, stock),
    ...(search !== undefined && { q: searches[search]?.q }),
  } as AdminFilter
  const words = await loadOfficeSearch(db, filter.q, territory)
  const plan = planFilter(filter, words, territory)
  const conditions = matchesPlainly(filter, territory, words, search)
  const by = draw() < 0.4 ? 'created_at_desc' : pick(draw, Object.keys(ORDERS) as (keyof typeof ORDERS)[])
  const per_page = 1 + Math.floor(draw() ** 2 * 60)
  const question = JSON.stringify({ ...filter, territory: territory?.length, by, per_page })
  const first = draw() < 0.2 ? 1 + Math.floor(draw() * 6) : 1
  const ids: string[] = []
  const counted = await db.one<{ total: number }>(
    sql`select count(*)::int as total from plain_rows r ${where(conditions)}`,
  )
  const total = counted?.total ?? 0
  let after: string | undefined
  let isWhole = false
  for (let left = 1 + Math.floor(draw() * 3); left > 0 && !isWhole; left--) {
    const page: Page<AdminOrder> = pageOf(
      { per_page, ...(after === undefined ? { page: first } : { after }) },
      ORDERS[by],
    )
    const told = await pageForAdmin({ db, short: db }, plan, page)
    const { data, next } = onPage(page, await told.rows)
    ids.push(...data.map(({ id }) => id))
    if (told.isExact ? told.total !== total : told.total > total)
      return { question, difference: `the total ${told.total} (${told.isExact}) instead of ${total}` }
    after = next ?? undefined
    isWhole = next === null
  }
  const before = (first - 1) * per_page
  const wanted = await db.all<{ id: string }>(sql`
    select r.id from plain_rows r ${where(conditions)} order by ${PLAIN_ORDERS[by]}
    offset ${before} limit ${isWhole ? null : ids.length}`)
  // Exclusions alone are looked for among the first 100 000.
  const leavesOut = words?.indexable === false
  const difference = differenceOf(
    { ids, leavesOut, isWhole },
    wanted.map(({ id }) => id),
  )
  return { question, difference, isPartial: leavesOut }
}
