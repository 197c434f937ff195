// A process of its own: it makes a database, and removes it at the end.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../../test/app.ts'
import { inDatabase, ownerOf } from '../../../../test/databases.ts'
import { eventually } from '../../../../test/eventually.ts'
import * as make from '../../../../test/factories.ts'
import { sql } from '../../../kernel/db/db.ts'
import { migrate } from '../../../kernel/migrations/migrate.ts'
import { readMigrations } from '../../../kernel/migrations/migrations.ts'
import { moveWords } from '../upkeep.ts'

/** The week by which the words of a publication are indexed. */

const app = await startApp()
const commune = await make.commune(app)
const acteur = await make.acteur(app, commune)
const weekOf = async (id: string) =>
  (
    await app.owner.query(
      `select week, (weeks_of_words(week, publication_id))[1] - week_of(now()) as ahead from publication_words
       where publication_id = $1`,
      [id],
    )
  ).rows[0]

// Each page has room for another version of all of its rows, once it has no dead ones.
await app.owner.query('alter table publication_words set (fillfactor = 40)')
/** An older open transaction, in any database of the cluster, keeps dead rows. */
const settle = () =>
  eventually(async () => {
    await app.owner.query('vacuum publication_words')
    const { rows } = await app.owner.query(
      `select relallvisible = relpages as all from pg_class where oid = 'publication_words'::regclass`,
    )
    return rows[0].all
  }, 'no dead row is left')

/** Decides in a transaction; returns how many rows of words kept their index entries. */
async function decide(ids: readonly string[], publie_le: string): Promise<number> {
  const counted = async () =>
    (
      await app.owner.query(
        `select pg_stat_get_xact_tuples_hot_updated('publication_words'::regclass)::int as hot`,
      )
    ).rows[0].hot
  await settle()
  await app.owner.query('begin')
  const before = await counted()
  await app.owner.query(
    `update publications set moderation_status = 'published', valide = true, publie_le = now() + $2::interval where id = any($1)`,
    [ids, publie_le],
  )
  const after = await counted()
  await app.owner.query('commit')
  return after - before
}
const pending = () =>
  make.publication(app, acteur, commune, { moderation_status: 'pending', valide: false, publie_le: null })

test('a decision within a week writes no index entry of the words', async () => {
  const ids = await make.several(20, pending)
  assert.equal(await decide(ids, '0 days'), 20)
  assert.equal(await decide(ids, '7 days'), 20)
  assert.deepEqual(await weekOf(ids[0] ?? ''), { week: null, ahead: 0 })
})

const leftIn = async () =>
  (
    await app.owner.query(`
      select (select count(*)::int from publication_words where moving) as flagged,
        (select count(*)::int from publication_words_moving) as listed,
        (select count(*)::int from publication_words
         where week_of(visible_le) - (weeks_of_words(week, publication_id))[1] not in (0, 1)) as elsewhere`)
  ).rows[0]

test('a decision after months writes none either: a job indexes the words anew', async () => {
  const ids = await make.several(20, pending)
  assert.equal(await decide(ids, '70 days'), 20)
  assert.deepEqual(await leftIn(), { flagged: 20, listed: 20, elsewhere: 20 })
  await moveWords(app.service.db)
  assert.deepEqual(await leftIn(), { flagged: 0, listed: 0, elsewhere: 0 })
})

test('where too many wait, words are indexed at once: a search reads all that wait', async () => {
  const definition = async () =>
    (await app.owner.query(`select pg_get_functiondef('keep_words'::regproc) as text`)).rows[0].text as string
  const before = await definition()
  const most = Number(/most constant bigint := (\d+);/.exec(before)?.[1])
  const many = await make.several(20, pending)
  const size = async () =>
    Number((await app.owner.query(`select pg_table_size('publication_words_moving') as bytes`)).rows[0].bytes)
  await decide(many, '70 days')
  assert.deepEqual(await leftIn(), { flagged: 20, listed: 20, elsewhere: 20 })
  assert.ok((await size()) < most)
  await app.owner.query(before.replace(`:= ${most};`, `:= ${await size()};`))
  await decide(await make.several(20, pending), '70 days')
  await decide(many, '170 days')
  assert.deepEqual(await leftIn(), { flagged: 0, listed: 20, elsewhere: 0 })
  await app.owner.query(before)
  await moveWords(app.service.db)
  assert.deepEqual(await leftIn(), { flagged: 0, listed: 0, elsewhere: 0 })
})

test('a text that is edited while it waits is indexed at once, and no copy of its words is left', async () => {
  const [id] = await make.several(1, pending)
  await decide([id ?? ''], '70 days')
  await app.owner.query(`update publications set body = 'Autre texte' where id = $1`, [id])
  assert.deepEqual(await leftIn(), { flagged: 0, listed: 0, elsewhere: 0 })
})

test('decisions and several jobs at once leave every text in its week', async () => {
  const ids = await make.several(60, pending)
  const deadlocks = async () =>
    (await app.owner.query('select deadlocks::int from pg_stat_database where datname = current_database()'))
      .rows[0].deadlocks
  const before = await deadlocks()
  let isOver = false
  const jobs = Promise.all(
    [1, 2, 3].map(async () => {
      while (!isOver) await moveWords(app.service.db)
    }),
  )
  await Promise.all(
    [1, 2, 3, 4].map(async writer => {
      for (let n = 0; n < 30; n++) {
        const chosen = ids.filter((_, at) => (at * 7 + n * 3 + writer) % 5 === 0).toSorted()
        await app.service.db.transaction(tx =>
          tx.run(sql`
            update publications set moderation_status = 'published', valide = true,
              publie_le = now() + ${((n * 13 + writer) % 40) * 7}::int * interval '1 day'
            where id in (select id from publications where id = any(${chosen}::uuid[]) order by id for update)`),
        )
      }
    }),
  )
  isOver = true
  await jobs
  await moveWords(app.service.db)
  assert.deepEqual(await leftIn(), { flagged: 0, listed: 0, elsewhere: 0 })
  assert.equal(await deadlocks(), before)
})

test('a publication that appears later, or is dated back, is indexed by its time', async () => {
  const id = await pending()
  for (const [publie_le, ahead] of [
    ['70 days', 10],
    ['77 days', 10],
    ['84 days', 12],
    ['-700 days', -100],
    ['-693 days', -100],
  ] as const) {
    await decide([id], publie_le)
    await moveWords(app.service.db)
    assert.equal((await weekOf(id)).ahead, ahead, publie_le)
  }
  const later = await make.publication(app, acteur, commune, {
    publie_le: new Date(Date.now() + 70 * 86_400_000),
  })
  assert.equal((await weekOf(later)).ahead, 10)
})

test('PostgreSQL refuses a week in which the search would not find the words', async () => {
  const id = await make.publication(app, acteur, commune)
  for (const wrong of [
    'week = 12',
    `visible_le = now() + interval '15 days'`,
    `visible_le = now() - interval '7 days'`,
  ])
    await assert.rejects(
      app.owner.query(`update publication_words set ${wrong} where publication_id = $1`, [id]),
      { code: '23514', constraint: 'publication_words_week_check' },
      wrong,
    )
})

test('the migration sets the week of publications from before, while others write', async () => {
  const name = `test_weeks_${process.pid}`
  const number = readMigrations().find(one => one.name === 'weeks_of_words')?.number ?? 0
  await inDatabase('postgres', admin => admin.query(`create database ${name}`))
  try {
    await migrate(ownerOf(name), [], number - 1)
    await inDatabase(name, async client => {
      await client.query(`
        with commune as (insert into communes (slug, nom) values ('ville', 'Ville') returning id)
        insert into publications (id, title, body, type_id, commune_id, commune_ids, moderation_status, valide, publie_le,
          moderation_by, duplicate_key, duplicate_reason)
        select case when n % 5 = 0 then gen_random_uuid() else new_id() end, 'Fête ' || n, 'Texte',
          (select id from publication_types limit 1), commune.id, array[commune.id], 'published', true,
          now() - (n % 4) * 10 * interval '1 day', 'member', gen_random_uuid(), 'signature'
        from commune, generate_series(1, 400) n`)
      let writes = 0
      const done = migrate(ownerOf(name), []).finally(() => (writes = -writes))
      done.catch(() => {})
      while (writes >= 0) {
        await client.query(
          `update publications set publie_le = publie_le - interval '9 days' where title = 'Fête ' || $1`,
          [(writes % 400) + 1],
        )
        writes++
      }
      await done
      assert.ok(writes < -3, `${-writes} writes while it migrated`)
      const { rows } = await client.query(`
        select count(*) filter (where week is null)::int as by_id,
          count(*) filter (where not moving and week_of(visible_le) - (weeks_of_words(week, publication_id))[1] not in (0, 1))::int as wrong,
          (select array_agg(convalidated) from pg_constraint where conname = 'publication_words_week_check') as checked,
          to_regclass('publication_words_found') as before, to_regproc('set_weeks_of_words') as procedure
        from publication_words`)
      const { by_id, ...rest } = rows[0]
      assert.deepEqual(rest, { wrong: 0, checked: [true], before: null, procedure: null })
      assert.ok(by_id > 0 && by_id < 400, `${by_id} rows stayed as they were`)
    })
  } finally {
    await inDatabase('postgres', admin => admin.query(`drop database ${name} with (force)`))
  }
})
