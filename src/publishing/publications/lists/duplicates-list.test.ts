// Of a release: random changes by four writers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { startApp } from '../../../../test/app.ts'
import * as make from '../../../../test/factories.ts'
import { type Draw, drawing } from '../../../../test/fixtures/drawn-changes.ts'
import { sql, type Tx } from '../../../kernel/db/db.ts'
import { Problem } from '../../../kernel/refusals/errors.ts'
import type { Territory } from '../../../people/access/territory.ts'
import { checkKept } from '../commands.ts'
import { publicationsOfActeur } from '../merged-acteurs.ts'
import { countAll } from './admin-count.ts'
import { planFilter } from './admin-filter.ts'
import { BY_GROUP, countDuplicates, listDuplicates } from './duplicates-list.ts'
import { loadOfficeSearch } from './office-search.ts'
import type { AdminFilter } from './shapes.ts'

/** Lists and counts beside a model of plain code, each in one snapshot, while several writers change everything. */

const app = await startApp()
const towns = [
  await make.commune(app, { departement: '29' }),
  await make.commune(app, { departement: '29' }),
  await make.commune(app, { departement: '35' }),
]
const clubs = await make.several(3, at => make.acteur(app, towns[at] ?? ''))
await app.owner.query('update team_settings set target_hours = 48')
const { rows: kinds } = await app.owner.query('select id from publication_types order by ordre limit 2')
const KEYS = Array.from({ length: 14 }, () => crypto.randomUUID())
const PAGE = 7
const WRITERS = 4
const TRANSACTIONS = 150

const pick = <T>(draw: Draw, all: readonly T[]) => all[Math.floor(draw() * all.length)] as T
const ANY = '(select id from publications order by random() limit 1)'
const someCommunes = (draw: Draw) => {
  const own = pick(draw, towns)
  return [
    own,
    `array['${[...new Set([own, ...(draw() < 0.3 ? [pick(draw, towns)] : [])])].join(`','`)}']::uuid[]`,
  ]
}

const CHANGES: readonly ((draw: Draw) => string)[] = [
  ...Array.from({ length: 3 }, () => (draw: Draw) => {
    const [own, all] = someCommunes(draw)
    const age = draw() < 0.5 ? '0' : '5 days'
    return `insert into publications (title, body, acteur_id, type_id, commune_id, commune_ids, moderation_status, valide,
        publie_le, moderation_by, duplicate_key, duplicate_reason, created_at, edited_at)
      select case when random() < 0.5 then 'Grand loto' else 'Concert' end, 'Texte', '${pick(draw, clubs)}', '${pick(draw, kinds).id}',
        '${own}', ${all}, 'pending', false, null, 'member', key, 'signature', now() - interval '${age}', now() - interval '${age}'
      from unnest(array['${pick(draw, KEYS)}', '${pick(draw, KEYS)}', '${crypto.randomUUID()}']::uuid[]) as key`
  }),
  draw =>
    `update publications set duplicate_key = '${pick(draw, KEYS)}', edited_at = now() where id = ${ANY}`,
  () => `update publications set deleted_at = case when deleted_at is null then now() end where id = ${ANY}`,
  () => `delete from publications where id = ${ANY}`,
  draw => `delete from publications where duplicate_key = '${pick(draw, KEYS)}' and random() < 0.3`,
  draw => {
    const status = pick(draw, ['pending', 'rejected', 'published'])
    const valide = status === 'published'
    return `update publications set moderation_status = '${status}', valide = ${valide}, moderated_at = now(),
        publie_le = ${valide ? `now() + interval '1 hour' * ${draw() < 0.5 ? 1 : -1}` : 'null'}
      where id in (select id from publications order by random() limit 3)`
  },
  draw => {
    const [own, all] = someCommunes(draw)
    return `update publications set commune_id = '${own}', commune_ids = ${all}, type_id = '${pick(draw, kinds).id}' where id = ${ANY}`
  },
  () => `insert into publications_told_apart (publication_id, other_id, duplicate_key)
    with pair as (
      select a.id as one, b.id as other, a.duplicate_key as key from publications a
      join publications b using (duplicate_key) where a.id < b.id order by random() limit 1)
    select one, other, key from pair union all select other, one, key from pair
    on conflict (publication_id, other_id) do update set duplicate_key = excluded.duplicate_key`,
]

/** The service tries again before it says so. */
const isDeadlock = (error: unknown): boolean =>
  error instanceof Problem
    ? isDeadlock(error.cause)
    : error instanceof pg.DatabaseError && error.code === '40P01'
/** Another writer deleted a publication of the pair (foreign key violation). */
const isGone = (error: unknown) => error instanceof pg.DatabaseError && error.code === '23503'

async function write(seed: number): Promise<number> {
  const draw = drawing(seed)
  const client = new pg.Client(app.connection)
  await client.connect()
  let committed = 0
  try {
    for (let at = 0; at < TRANSACTIONS; at++) {
      if (draw() < 0.04) {
        const [from, into] = [pick(draw, clubs), pick(draw, clubs)]
        await app.service.db
          .transaction(tx => publicationsOfActeur(tx, from, into))
          .catch(error => {
            if (!isDeadlock(error)) throw error
          })
        continue
      }
      await client.query('begin')
      try {
        do await client.query(pick(draw, CHANGES)(draw))
        while (draw() < 0.3)
        const end = draw() < 0.1 ? 'rollback' : 'commit'
        await client.query(end)
        if (end === 'commit') committed++
      } catch (error) {
        await client.query('rollback')
        if (!isDeadlock(error) && !isGone(error)) throw error
      }
    }
  } finally {
    await client.end()
  }
  return committed
}

interface Row {
  readonly id: string
  readonly key: string
  /** In microseconds. */
  readonly at: string
  readonly deleted: boolean
  readonly status: string
  readonly valide: boolean
  readonly scheduled: boolean
  readonly late: boolean
  readonly type: string
  readonly acteur: string
  readonly communes: readonly string[]
  readonly title: string
}

const FILTERS: readonly (readonly [AdminFilter, Territory, (row: Row) => boolean])[] = [
  [{}, null, () => true],
  [{ moderation_status: 'pending' }, null, row => row.status === 'pending'],
  [{ moderation_status: 'pending,rejected' }, null, row => row.status !== 'published'],
  [{ valide: true }, null, row => row.valide],
  [{ type_id: kinds[0].id }, null, row => row.type === kinds[0].id],
  [{ commune_id: towns[0] ?? '' }, null, row => row.communes.includes(towns[0] ?? '')],
  [{ departement: '29' }, null, row => row.communes.some(id => towns.indexOf(id) < 2)],
  [
    { moderation_status: 'pending' },
    towns.slice(2),
    row => row.status === 'pending' && row.communes.includes(towns[2] ?? ''),
  ],
  [{ acteur_id: clubs[1] ?? '' }, null, row => row.acteur === clubs[1]],
  [{ scheduled: true }, null, row => row.scheduled],
  [
    { scheduled: false, moderation_status: 'published' },
    null,
    row => row.status === 'published' && !row.scheduled,
  ],
  [{ late: true }, null, row => row.late],
  [
    { late: true, moderation_status: 'pending,rejected' },
    towns.slice(1),
    row => row.late && row.communes.some(id => towns.indexOf(id) > 0),
  ],
  [{ q: 'loto' }, null, row => row.title.includes('loto')],
  [
    { q: 'loto', commune_id: towns[1] ?? '' },
    null,
    row => row.title.includes('loto') && row.communes.includes(towns[1] ?? ''),
  ],
  [{ deleted: 'with' }, null, () => true],
  [{ deleted: 'only' }, null, () => true],
]

const descending = (one: string, other: string) => (one < other ? 1 : one > other ? -1 : 0)

function model(rows: readonly Row[], apart: ReadonlySet<string>, matches: (row: Row) => boolean): string[] {
  const found = rows.filter(matches)
  const shown = found.filter(row =>
    found.some(
      other => other.id !== row.id && other.key === row.key && !apart.has(`${row.id} ${other.id} ${row.key}`),
    ),
  )
  const newest = (key: string) =>
    shown.reduce((last, row) => (row.key === key && row.at > last ? row.at : last), '')
  return shown
    .map(row => ({ ...row, newest: newest(row.key) }))
    .sort(
      (one, other) =>
        descending(one.newest, other.newest) ||
        descending(other.key, one.key) ||
        descending(one.at, other.at) ||
        descending(one.id, other.id),
    )
    .map(({ id }) => id)
}

/** In one snapshot. Returns how many duplicates there were without a filter. */
async function compare(tx: Tx): Promise<number> {
  const rows = await tx.all<Row>(sql`
    select id, duplicate_key as key, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') as at,
      deleted_at is not null as deleted, moderation_status as status, valide, coalesce(visible_le > now(), false) as scheduled,
      moderation_status = 'pending' and greatest(edited_at, moderated_at) < now() - interval '48 hours' as late,
      type_id as type, acteur_id as acteur, commune_ids as communes, title
    from publications`)
  const told = await tx.all<{ pair: string }>(
    sql`select concat_ws(' ', publication_id, other_id, duplicate_key) as pair from publications_told_apart`,
  )
  const apart = new Set(told.map(({ pair }) => pair))
  const totals = []
  for (const [filter, territory, matches] of FILTERS) {
    const isWanted = (row: Row) =>
      matches(row) && (filter.deleted === 'with' || row.deleted === (filter.deleted === 'only'))
    const plan = planFilter(filter, await loadOfficeSearch(tx, filter.q, territory), territory)
    const wanted = model(rows, apart, isWanted)
    const listed: string[] = []
    for (let after: readonly string[] | undefined; ; ) {
      const page = { order: BY_GROUP, offset: 0, perPage: PAGE, ...(after && { after }) }
      const next = await listDuplicates(tx, plan, page as Parameters<typeof listDuplicates>[2])
      const shown = next.slice(0, PAGE)
      listed.push(...shown.map(({ id }) => id))
      after = shown.at(-1)?.key
      if (next.length <= PAGE) break
    }
    const label = JSON.stringify([filter, territory])
    assert.deepEqual(listed, wanted, label)
    assert.equal(await countDuplicates(tx, plan), wanted.length, label)
    assert.equal(await countAll(tx, plan), rows.filter(isWanted).length, label)
    totals.push(wanted.length)
  }
  assert.deepEqual(
    (await checkKept(tx)).filter(one => one.wrong > 0),
    [],
  )
  return totals[0] ?? 0
}

test('the list, its total and the counter are those of plain code while four writers change everything', async () => {
  let isWriting = true
  const writing = Promise.all(Array.from({ length: WRITERS }, (_, at) => write(at + 1))).finally(() => {
    isWriting = false
  })
  writing.catch(() => {})
  const totals: number[] = []
  const look = async () => {
    await app.service.db.transaction(async tx => {
      await tx.run(sql`set transaction isolation level repeatable read`)
      totals.push(await compare(tx))
    })
  }
  while (isWriting) await look()
  const committed = (await writing).reduce((sum, some) => sum + some, 0)
  await look()
  assert.ok(committed > (WRITERS * TRANSACTIONS) / 2, `${committed} transactions`)
  assert.ok(Math.max(...totals) > 20, `${totals}`)
})

test('a mark keeps one key in both directions, also when its publications get different keys', async () => {
  const [from = '', into = ''] = await make.several(2, at => make.acteur(app, towns[at] ?? ''))
  const ids = await make.several(2, at => make.publication(app, from, towns[0] ?? '', { title: `Bal ${at}` }))
  const key = crypto.randomUUID()
  await app.owner.query('update publications set duplicate_key = $2 where id = any($1)', [ids, key])
  await app.owner.query(
    `insert into publications_told_apart (publication_id, other_id, duplicate_key)
     values ($1, $2, $3), ($2, $1, $3)`,
    [...ids, key],
  )
  await app.service.db.transaction(tx => publicationsOfActeur(tx, from, into))
  const { rows } = await app.owner.query(
    'select duplicate_key from publications_told_apart where publication_id = any($1)',
    [ids],
  )
  assert.deepEqual(
    rows.map(row => row.duplicate_key),
    [key, key],
  )
})
