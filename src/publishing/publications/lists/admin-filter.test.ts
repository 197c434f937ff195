// Of a release: every filter of the back-office beside every other one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../../test/app.ts'
import { day } from '../../../../test/days.ts'
import * as make from '../../../../test/factories.ts'
import { pageOf } from '../../../kernel/lists/paging.ts'
import { type Counted, countAll } from './admin-count.ts'
import { planFilter } from './admin-filter.ts'
import { listForAdmin, pageForAdmin } from './admin-list.ts'
import { ORDERS } from './admin-orders.ts'
import { loadSearchContext } from './search.ts'
import type { AdminFilter } from './shapes.ts'

/** Every filter alone and with each other one, in every order, compared with the same filter in plain JavaScript. */

const app = await startApp()
const office = app.as(await app.user(['operator_moderation']))
const people = [await app.user(), await app.user()]
const communes = [
  await make.commune(app, { departement: '2A' }),
  await make.commune(app, { departement: '45' }),
  await make.commune(app),
]
const acteurs = [await make.acteur(app, communes[0] ?? ''), await make.acteur(app, communes[1] ?? '')]
const sources = [crypto.randomUUID(), crypto.randomUUID()]

/** Deterministic choices, so that each run has the same data. */
const of = <T>(list: readonly T[], place: number) => list[place % list.length] as T
const DAY = 86_400_000
const STATUSES = ['pending', 'approved', 'published', 'rejected', 'published', 'pending'] as const
const ids = await make.several(60, at => {
  const status = of(STATUSES, at)
  const shown = status === 'approved' || status === 'published'
  const own = of(communes, at * 7)
  const began = Date.now() - 100 * DAY + Math.floor(at / 2) * DAY
  return make.publication(app, of([...acteurs, null], at * 5), own, {
    title: `Fête ${(at * 37) % 60}`,
    body: 'Sur la place.',
    moderation_status: status,
    valide: shown && at % 7 !== 0,
    publie_le: of(
      [new Date(began), new Date(Date.now() + DAY), status === 'approved' ? null : new Date(began)],
      at,
    ),
    moderation_by: of(['member', 'mairie', 'backoffice', 'import', 'backoffice'], at * 3),
    moderated_by: of([null, ...people.map(({ id }) => id)], at * 11)?.toString() ?? null,
    moderated_at: of([null, new Date(Date.now() - 20 * DAY), new Date(Date.now() - 10 * DAY)], at * 11),
    moderation_reason_code: status === 'rejected' ? of(['spam', 'other'], at) : null,
    created_by: of([...people.map(({ id }) => id), null], at * 13),
    import_source_id: of([null, ...sources, null], at),
    created_at: new Date(began),
    date_debut: of([null, day(0), day(14), day(15), day(-1), day(3), null], at * 3),
    deleted_at: at % 9 === 4 ? new Date() : null,
    commune_ids: [...new Set([own, of(communes, at)])],
  })
})
for (const [at, id] of ids.entries())
  for (let n = 0; n < of([0, 0, 0, 0, 2, 0, 0, 1], at); n++)
    await app.owner.query(
      `insert into publication_reports (publication_id, reason, language, reporter) values ($1, 'spam', 'fr', $2)`,
      [id, `address:${n}`],
    )
const founded = ids.filter((_, at) => at % 7 === 2)
for (const id of founded)
  await app.owner.query(
    `insert into publication_reports (publication_id, reason, language, closed_at, outcome) values ($1, 'spam', 'fr', now(), 'removed')`,
    [id],
  )
const later = new Date()
await app.owner.query('update publications set epingle = true where id = any($1)', [ids.slice(20, 30)])

interface Stored {
  readonly [column: string]: unknown
  readonly id: string
  readonly title: string
  readonly commune_ids: readonly string[]
  readonly created_at: Date
  readonly updated_at: Date
  readonly publie_le: Date | null
  readonly deleted_at: Date | null
  readonly moderated_at: Date | null
  readonly reports_count: number
  readonly date_debut: string | null
}
const stock: readonly Stored[] = (
  await app.owner.query('select *, date_debut::text as date_debut from publications order by id')
).rows
const now = new Date()
const isVisible = (row: Stored) => willBeSeen(row) && (row.publie_le as Date) <= now
const willBeSeen = ({ valide, deleted_at, publie_le }: Stored) =>
  valide === true && deleted_at === null && publie_le !== null
const isScheduled = (row: Stored) => willBeSeen(row) && (row.publie_le as Date) > now
const decidedSince = ({ moderation_by, moderated_at }: Stored, days: number) =>
  moderation_by === 'backoffice' && moderated_at !== null && +moderated_at >= Date.now() + days * DAY
const middle = stock[30] as Stored
const few = ids.filter((_, at) => at % 4 === 0)

const FILTERS: readonly (readonly [AdminFilter, (row: Stored) => boolean])[] = [
  [{ moderation_status: 'pending' }, row => row.moderation_status === 'pending'],
  [
    { moderation_status: 'rejected,pending,rejected' },
    row => row.moderation_status === 'pending' || row.moderation_status === 'rejected',
  ],
  [{ moderation_by: 'mairie' }, row => row.moderation_by === 'mairie'],
  [{ valide: false }, row => row.valide === false],
  [{ visible: true }, isVisible],
  [{ visible: false }, row => !isVisible(row)],
  [{ scheduled: true }, isScheduled],
  [{ scheduled: false }, row => !isScheduled(row)],
  [{ reported: true }, row => row.reports_count > 0],
  [{ reported: false }, row => row.reports_count === 0],
  [{ report_outcome: 'removed' }, row => founded.includes(row.id)],
  [{ departement: '45' }, row => row.commune_ids.includes(communes[1] ?? '')],
  [{ commune_id: communes[0] ?? '' }, row => row.commune_ids.includes(communes[0] ?? '')],
  [{ acteur_id: acteurs[1] ?? '' }, row => row.acteur_id === acteurs[1]],
  [{ created_by: people[0]?.id ?? '' }, row => row.created_by === people[0]?.id],
  [{ moderated_by: people[1]?.id ?? '' }, row => row.moderated_by === people[1]?.id],
  [{ decided_from: day(-15) }, row => decidedSince(row, -15)],
  [
    { decided_from: day(-25), decided_to: day(-15) },
    row => decidedSince(row, -25) && !decidedSince(row, -15),
  ],
  [{ moderation_reason_code: 'spam' }, row => row.moderation_reason_code === 'spam'],
  [{ import_source_id: sources[0] ?? '' }, row => row.import_source_id === sources[0]],
  [{ ids: few.join(',').toUpperCase() }, row => few.includes(row.id)],
  [{ since: middle.created_at.toISOString() }, row => row.created_at > middle.created_at],
  [
    { since: middle.id },
    row =>
      row.created_at > middle.created_at || (+row.created_at === +middle.created_at && row.id > middle.id),
  ],
  [{ updated_since: later.toISOString() }, row => row.updated_at >= later],
  [{ deleted: 'only' }, row => row.deleted_at !== null],
  [{ deleted: 'with' }, () => true],
  [{ q: '"fête" -12' }, row => row.title !== 'Fête 12'],
]

const compare = (a: unknown, b: unknown) =>
  (a as number) < (b as number) ? -1 : (a as number) > (b as number) ? 1 : 0
/** Sorts ascending by these keys; `last` sorts behind all others. */
const by =
  (...keys: ((row: Stored) => unknown)[]) =>
  (a: Stored, b: Stored) =>
    keys.map(key => compare(key(a), key(b))).find(side => side !== 0) ?? 0
const age = (row: Stored) => +row.created_at
const reverse = (id: string) => [...id].map(c => String.fromCharCode(200 - c.charCodeAt(0))).join('')
const newestFirst = [(row: Stored) => -age(row), (row: Stored) => reverse(row.id)]
const isNear = ({ date_debut }: Stored) =>
  date_debut !== null && date_debut >= day(0) && date_debut <= day(14)
const SORTS = {
  created_at_desc: by(...newestFirst),
  created_at_asc: by(age, row => row.id),
  reports_desc: by(row => -row.reports_count, ...newestFirst),
  urgency: (a: Stored, b: Stored) => {
    const rank = (row: Stored) => (row.reports_count > 0 ? 0 : isNear(row) ? 1 : 2)
    const keys = [
      by(row => -row.reports_count, ...newestFirst),
      by(
        row => row.date_debut,
        row => row.id,
      ),
      by(age, row => row.id),
    ]
    return compare(rank(a), rank(b)) || (keys[rank(a)]?.(a, b) ?? 0)
  },
} as const

const { pool: db, short } = app.service.db
const single = FILTERS.map(one => [one, one] as const)
const pairs = FILTERS.flatMap((one, at) => FILTERS.slice(at).map(other => [one, other] as const))
/** Also pairs whose rows are read in a special way. */
const telling = pairs.filter(([one, other]) =>
  [one, other].some(([{ visible, departement, moderation_status = '' }]) =>
    Boolean(visible === false || departement || moderation_status.includes(',')),
  ),
)
const ASKED = { created_at_desc: pairs, created_at_asc: single, reports_desc: single, urgency: telling }

/** Counts that lead to each strategy: a scan, gathering the hits, gathering the other rows. */
const WAYS: readonly Counted[] = [
  { total: 1_000_000, likely: 1_000_000, stock: 1_000_000, few: undefined, isExact: false },
  { total: 200_000, likely: 200_000, stock: 1e12, few: undefined, isExact: false },
  { total: 1, likely: 1, stock: 1e12, few: 'rows', isExact: true },
]
let turn = 0

for (const sort of Object.keys(SORTS) as (keyof typeof SORTS)[])
  test(`${ASKED[sort] === single ? 'each filter' : 'each two filters together'}, ${sort}: the list and its total are what the rows say`, async () => {
    for (const [[filter, fits], [more, alsoFits]] of ASKED[sort]) {
      const asked: AdminFilter = { ...filter, ...more }
      const both = (row: Stored) =>
        // When a filter is given twice, the second one counts.
        (Object.keys(filter).some(name => name in more) || fits(row)) &&
        alsoFits(row) &&
        ('deleted' in asked || row.deleted_at === null)
      const expected = stock
        .filter(both)
        .sort(SORTS[sort])
        .map(({ id }) => id)
      const plan = planFilter(asked, await loadSearchContext(db, asked.q), null)
      const page = pageOf({ per_page: 100 }, ORDERS[sort])
      const { rows, total, isExact } = await pageForAdmin({ db, short }, plan, page)
      const seen = (await rows).map(({ id }) => id)
      assert.deepEqual(
        [seen, total, isExact, await countAll(db, plan)],
        [expected, expected.length, true, expected.length],
        JSON.stringify(asked),
      )
      // Strategies for many rows: deep pages and a page that is found early.
      for (const per_page of [100, 5]) {
        const first = pageOf({ per_page }, ORDERS[sort])
        const way = WAYS[turn++ % WAYS.length] ?? assert.fail()
        const along = await listForAdmin(db, plan, first, way)
        assert.deepEqual(
          along.map(({ id }) => id),
          expected.slice(0, per_page + 1),
          `${JSON.stringify(way)}: ${JSON.stringify(asked)}`,
        )
      }
    }
  })

test('by urgency and cursor no publication is listed twice or missed', async () => {
  const expected = stock
    .filter(row => row.deleted_at === null)
    .sort(SORTS.urgency)
    .map(({ id }) => id)
  for (const narrowing of ['', '&moderation_status=pending,approved,published,rejected']) {
    const seen: string[] = []
    for (let next: string | null = ''; next !== null; ) {
      const { body } = await office.get(
        `/admin/publications?sort=urgency&per_page=7${narrowing}${next && `&after=${next}`}`,
      )
      seen.push(...body.data.map(({ id }: Stored) => id))
      next = body.meta.next
    }
    assert.deepEqual(seen, expected, narrowing)
  }
})

test('the filter of new publications finds what arrived since the first row of the list', async () => {
  const first = (await office.get('/admin/publications?per_page=1')).body.data[0]
  const news = async (since: string) =>
    (await office.get(`/admin/publications?since=${since}`)).body.meta.total
  assert.deepEqual([await news(first.id), await news(first.created_at)], [0, 0])
  await make.several(4, () => make.publication(app, acteurs[0] ?? '', communes[0] ?? ''))
  assert.deepEqual([await news(first.id), await news(first.created_at)], [4, 4])
  assert.equal(await news(crypto.randomUUID()), 0)
})

test('unknown filter values are refused by name', async () => {
  const wrong = [
    'moderation_status=pending,attente',
    'moderation_status=',
    'moderation_by=moi',
    'visible=peut-etre',
    'departement=Loiret',
    `ids=${Array.from({ length: 101 }, () => crypto.randomUUID()).join()}`,
    'ids=,',
    'since=hier',
    'updated_since=2026-11-21',
    'sort=urgent',
  ]
  for (const query of wrong) {
    const { status, body } = await office.get(`/admin/publications?${query}`)
    assert.deepEqual([status, body.details[0].path], [422, query.split('=')[0]], query)
  }
})
