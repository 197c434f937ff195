import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { startApp } from '../../../test/app.ts'
import { waitingForLocks } from '../../../test/databases.ts'
import { eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { type Draw, drawing } from '../../../test/fixtures/drawn-changes.ts'
import { sql, type Tx } from '../../kernel/db/db.ts'
import { checkKept, repairKept } from './commands.ts'
import { type DayTotals, dayTotals, foldDayTotals } from './day-totals.ts'

const app = await startApp()
const [here, there] = [await make.commune(app), await make.commune(app)]
const club = await make.acteur(app, here)
const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => app.service.db.transaction(work)
const fold = () => inTransaction(foldDayTotals)

const [FROM, TO] = ['2026-03-01', '2026-03-31']
const kept = (tx: Tx) => dayTotals(tx, FROM, TO)
/** Plain SQL over all rows, with the median taken from a sorted list. */
const counted = (tx: Tx) =>
  tx.all<DayTotals>(sql`
    with facts as (
      select (created_at at time zone 'Europe/Paris')::date as day, 'proposed' as kind, null::numeric as seconds from publications
      union all
      select (visible_le at time zone 'Europe/Paris')::date, 'published', null from publications
      union all
      select (created_at at time zone 'Europe/Paris')::date, 'reported', null from publication_reports
      union all
      select (moderated_at at time zone 'Europe/Paris')::date, moderation_status, extract(epoch from greatest(interval '0',
        moderated_at - case when edited_at <= moderated_at then edited_at else created_at end))
      from publications where moderation_by = 'backoffice')
    select day, count(*) filter (where kind = 'proposed' and seconds is null) as proposed,
      count(*) filter (where kind = 'published' and seconds is null) as published,
      count(*) filter (where kind = 'reported') as reported,
      count(*) filter (where kind = 'rejected') as rejected,
      count(*) filter (where kind = 'changes_requested') as changes_requested,
      round(((array_agg(seconds order by seconds) filter (where seconds is not null))[(count(seconds) + 1) / 2]
        + (array_agg(seconds order by seconds) filter (where seconds is not null))[count(seconds) / 2 + 1]) / 7200, 1)::float8
        as median_hours
    from facts where day between ${FROM}::date and ${TO}::date group by day`)

const NOTHING = {
  proposed: 0,
  published: 0,
  reported: 0,
  rejected: 0,
  changes_requested: 0,
  median_hours: null,
}
/** Days without anything are the same as absent ones. */
const comparable = (days: readonly DayTotals[]) =>
  days
    .filter(({ day: _, ...numbers }) =>
      Object.entries(NOTHING).some(([name, none]) => numbers[name as keyof typeof NOTHING] !== none),
    )
    .map(({ day, proposed, published, reported, rejected, changes_requested, median_hours }) =>
      JSON.stringify({ day, proposed, published, reported, rejected, changes_requested, median_hours }),
    )
    .sort()

const PUBLICATION = `id = (select id from publications offset floor(random() * (select count(*) from publications)) limit 1)`
/** Around midnight in Paris, on few days: many changes meet on the same one. */
const timeOf = (draw: Draw) =>
  new Date(
    Date.UTC(2026, 2, 27 + Math.floor(draw() * 4), draw() < 0.5 ? 22 : 9, Math.floor(draw() * 120)),
  ).toISOString()

function change(draw: Draw): string {
  const [at, later] = [timeOf(draw), timeOf(draw)]
  const decide = (
    status: string,
  ) => `update publications set moderation_status = '${status}', valide = ${status === 'published'},
    publie_le = ${status === 'published' ? `'${at}'` : 'null'}, moderation_by = 'backoffice', moderated_at = '${at}'`
  const insert = `insert into publications (title, body, acteur_id, type_id, commune_id, commune_ids, moderation_status, valide,
      publie_le, moderation_by, duplicate_key, duplicate_reason, created_at, edited_at)
    select 'Titre', 'Texte', '${club}', (select id from publication_types limit 1), '${here}', '{${here}}', 'pending', false,
      null, 'member', gen_random_uuid(), 'signature', '${at}', '${at}' from generate_series(1, ${1 + Math.floor(draw() * 3)})`
  const changes = [
    insert,
    `${decide('published')} where ${PUBLICATION}`,
    `${decide('rejected')} where ${PUBLICATION}`,
    `${decide('changes_requested')} where ${PUBLICATION}`,
    `${decide('published')} where id in (select id from publications order by random() limit 5)`,
    `update publications set moderation_by = 'member', moderated_at = null where ${PUBLICATION}`,
    `update publications set edited_at = '${later}' where ${PUBLICATION}`,
    `update publications set deleted_at = case when deleted_at is null then now() end where ${PUBLICATION}`,
    `update publications set created_at = '${at}' where ${PUBLICATION}`,
    `update publications set title = 'Titre ' || random() where ${PUBLICATION}`,
    `delete from publications where ${PUBLICATION}`,
    `insert into publication_reports (publication_id, reason, language, created_at)
       select id, 'spam', 'fr', '${at}' from publications where ${PUBLICATION} for key share`,
    `update publication_reports set created_at = '${at}' where id = (select id from publication_reports limit 1)`,
  ]
  return changes[Math.floor(draw() * changes.length)] ?? insert
}

/** Like `change`, on a connection of its own; every third transaction holds several changes, one in ten rolls back. */
async function write(seed: number, transactions: number): Promise<void> {
  const draw = drawing(seed)
  const client = new pg.Client(app.connection)
  await client.connect()
  for (let at = 0; at < transactions; at++)
    try {
      await client.query('begin')
      for (let n = draw() < 0.3 ? 3 : 1; n > 0; n--) await client.query(change(draw))
      await client.query(draw() < 0.1 ? 'rollback' : 'commit')
    } catch (error) {
      // Two writers that met: the transaction did not happen.
      if ((error as { code?: string }).code !== '40P01') throw error
      await client.query('rollback')
    }
  await client.end()
}

test('at each moment between random concurrent writes and folds, the numbers are those of plain SQL', async () => {
  for (let at = 0; at < 20; at++) await make.publication(app, club, here)
  let writing = true
  const during = async (work: () => Promise<unknown>) => {
    while (writing) await work()
  }
  let compared = 0
  let stored = 0
  const compare = () =>
    inTransaction(async tx => {
      await tx.run(sql`set transaction isolation level repeatable read`)
      assert.deepEqual(comparable(await kept(tx)), comparable(await counted(tx)))
      compared++
      const known = await tx.one<{ days: number }>(sql`
        select count(*) as days from (
          select from publication_day_totals group by day having count(decided) = 1 and max(median_hours) is not null) known`)
      stored += known?.days ?? 0
    })
  const writers = Promise.all([1, 2, 3, 4].map(seed => write(seed, 150))).finally(() => {
    writing = false
  })
  await Promise.all([writers, during(fold), during(fold), during(compare), during(compare)])
  await fold()
  await compare()
  assert.ok(compared > 20 && stored > 0, `${compared} comparisons, ${stored} stored medians`)
  assert.deepEqual(
    (await inTransaction(tx => checkKept(tx))).filter(({ wrong }) => wrong > 0),
    [],
  )
})

const onlyDay = (day: string) => inTransaction(async tx => (await dayTotals(tx, day, day))[0])
const linesOf = async (day: string) =>
  (
    await app.owner.query('select decided::int, median_hours from publication_day_totals where day = $1', [
      day,
    ])
  ).rows

test('a decision that is committed while the fold works on its day is not lost', async () => {
  const decided = (hours: number) => ({
    moderation_by: 'backoffice',
    created_at: '2026-05-04T06:00:00Z',
    edited_at: '2026-05-04T06:00:00Z',
    moderated_at: new Date(Date.UTC(2026, 4, 4, 6 + hours)),
  })
  const id = await make.publication(app, club, here, decided(2))
  await fold()
  await make.publication(app, club, here, decided(4))
  assert.equal((await onlyDay('2026-05-04'))?.median_hours, 3)
  // Holds a line of the day, so that the fold waits with its snapshot taken.
  const holder = new pg.Client(app.connection)
  await holder.connect()
  await holder.query(`begin; select from publication_day_totals where day = '2026-05-04' for update`)
  const folding = fold()
  await eventually(
    async () => (await waitingForLocks(app.connection.database ?? '', { query: '%folded%' })) > 0,
    'the fold waits',
  )
  await app.owner.query(`update publications set moderated_at = '2026-05-04T14:00:00Z' where id = $1`, [id])
  await holder.end()
  await folding
  const after = await linesOf('2026-05-04')
  assert.ok(after.length === 2 && after.some(line => line.median_hours === 3), JSON.stringify(after))
  assert.equal((await onlyDay('2026-05-04'))?.median_hours, 6)
  await fold()
  assert.deepEqual(await linesOf('2026-05-04'), [{ decided: 2, median_hours: 6 }])
})

test('the fold leaves the days alone that nothing changed, and removes those without anything', async () => {
  const id = await make.publication(app, club, here, {
    created_at: '2026-06-01T10:00:00Z',
    publie_le: '2026-06-01T10:00:00Z',
  })
  await fold()
  const states = async () =>
    (await app.owner.query('select day::text, xmin::text from publication_day_totals order by 1')).rows
  const before = await states()
  await fold()
  assert.deepEqual(await states(), before)
  await app.owner.query('delete from publications where id = $1', [id])
  await fold()
  assert.deepEqual(
    await states(),
    before.filter(({ day }) => day !== '2026-06-01'),
  )
})

test('an edit of a text, a pin or a feature adds no line', async () => {
  const id = await make.publication(app, club, here, {
    moderation_by: 'backoffice',
    moderated_at: new Date(),
  })
  const lines = async () =>
    Number((await app.owner.query('select count(*) from publication_day_totals')).rows[0].count)
  const before = await lines()
  await app.owner.query(
    `update publications set title = 'Autre', epingle = true, en_avant = true where id = $1`,
    [id],
  )
  assert.equal(await lines(), before)
})

test('a repair waits for a fold, and counts each line once', async () => {
  await make.publication(app, club, there, { created_at: '2026-07-01T10:00:00Z' })
  await make.publication(app, club, there, { created_at: '2026-07-01T10:00:00Z' })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: folded, resolve: reach } = Promise.withResolvers<void>()
  const folding = inTransaction(async tx => {
    await foldDayTotals(tx)
    reach()
    await released
  })
  await folded
  const repairing = inTransaction(repairKept)
  await eventually(async () => (await waitingForLocks(app.connection.database ?? '')) > 0, 'the repair waits')
  release()
  await Promise.all([folding, repairing])
  assert.deepEqual(
    (await inTransaction(tx => checkKept(tx))).filter(({ wrong }) => wrong > 0),
    [],
  )
})
