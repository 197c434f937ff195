import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atom, ical, rss } from '../../../../test/imports/documents.ts'
import { said } from '../../../../test/imports/fed.ts'
import type { Served } from '../../../../test/imports/feed-server.ts'
import { importWorld, inDays } from '../../../../test/imports/world.ts'

/** What happens when a source does not answer as it should, and when it says that nothing is new. */

const world = await importWorld()
const { app, server, office, acteur } = world
const shown = async (id: string) => (await office.get(`/admin/import-sources/${id}`)).body.data
let feeds = 0
const THINGS = [{ id: 'a', title: 'Un titre', text: 'Un texte' }]

async function fed(served: Served, fields: object = {}) {
  const path = `/failing-${++feeds}`
  const say = (other: Served) => server.serve(path, other)
  const id = await world.source({ url: say(served), acteur_id: acteur, ...fields })
  return { id, path, say, run: () => world.run(id) }
}
const GOOD = (n = feeds): Served => ({
  body: rss(THINGS.map(one => ({ ...one, link: `https://ville.example.org/f/${n}` }))),
})

test('ten failures in a row switch a source off and say why; a success in between begins anew', async () => {
  const { id, say, run } = await fed({ status: 500 }, { schedule: 'hourly' })
  for (let n = 1; n <= 9; n++) {
    const { status, error, counts } = await run()
    assert.deepEqual(
      [status, error.message, counts.fetched],
      ['failed', 'The server answered with an error (500).', 0],
    )
    const now = await shown(id)
    assert.deepEqual([now.consecutive_failures, now.last_status, now.enabled], [n, 'failed', true])
    const hours = (Date.parse(now.next_try_at) - Date.now()) / 3_600_000
    const expected = Math.min(2 ** n, 24)
    assert.ok(Math.abs(hours - expected) < 0.1, `${n}: ${hours} h`)
  }
  say(GOOD())
  assert.equal((await run()).status, 'succeeded')
  const well = await shown(id)
  assert.deepEqual([well.consecutive_failures, well.enabled, well.last_status], [0, true, 'succeeded'])
  assert.ok((Date.parse(well.next_try_at) - Date.now()) / 3_600_000 <= 1.5, 'its time is its own again')

  say({ status: 503 })
  for (let n = 1; n <= 10; n++) await run()
  const off = await shown(id)
  assert.deepEqual([off.enabled, off.consecutive_failures, off.next_try_at], [false, 10, null])
  assert.equal(
    off.disabled_reason.message,
    'It failed 10 times in a row, the last time with: The server answered with an error (503).',
  )
  // By hand it can still be tried; that alone does not switch it on.
  say(GOOD())
  assert.equal((await run()).status, 'succeeded')
  const tried = await shown(id)
  assert.deepEqual([tried.enabled, tried.consecutive_failures], [false, 0])
  assert.ok(tried.disabled_reason)
  const { body } = await office.patch(`/admin/import-sources/${id}`, { enabled: true })
  assert.deepEqual([body.data.enabled, body.data.disabled_reason], [true, null])
})

test('a run in which everything fails is a failure, and so is one that breaks on our side: neither is tried for ever', async () => {
  await app.owner.query(`
    create function refuse_all() returns trigger language plpgsql as $$
    begin
      if new.title = 'Refusé' then raise exception 'no' using errcode = '23514'; end if;
      if new.title = 'Cassé' then raise exception 'no' using errcode = 'XX000'; end if;
      return new;
    end $$;
    create trigger refuse_all before insert on publications for each row execute function refuse_all()`)
  for (const [title, error] of [
    ['Refusé', '1 of 1 items could not be taken in.'],
    ['Cassé', 'It could not be written: an internal error.'],
  ]) {
    const { id, run } = await fed({ body: rss([{ id: 'a', title, text: 'x' }]), etag: '"e"' })
    for (const failures of [1, 2]) {
      const ended = await run()
      assert.deepEqual([ended.status, ended.error?.message], ['failed', error])
      assert.equal((await shown(id)).consecutive_failures, failures)
    }
    assert.deepEqual(await world.publications(id), [])
  }
  await app.owner.query('drop trigger refuse_all on publications')
})

test('gone for good (410) switches it off at once', async () => {
  const { id, run } = await fed({ status: 410 }, { schedule: 'daily' })
  await run()
  const { enabled, disabled_reason, next_try_at } = await shown(id)
  assert.deepEqual([enabled, next_try_at], [false, null])
  assert.match(disabled_reason.message, /gone for good/)
})

test('a dry run that fails changes nothing of the source', async () => {
  const { id } = await fed({ status: 410 })
  const before = await shown(id)
  const dry = await world.dryRun(id)
  assert.deepEqual(
    [dry.status, dry.error?.message, dry.items],
    ['failed', 'The server answered with an error (410).', []],
  )
  assert.deepEqual(await shown(id), before)
})

test('Retry-After is honoured', async () => {
  const { id, run } = await fed(
    { status: 429, headers: { 'retry-after': `${5 * 3600}` } },
    { schedule: 'hourly' },
  )
  await run()
  const { next_try_at } = await shown(id)
  assert.ok(Math.abs(Date.parse(next_try_at) - Date.now() - 5 * 3_600_000) < 900_000)
})

test('not modified: a succeeded run without counts, in which nothing is read', async () => {
  const { id, run } = await fed({ ...GOOD(), etag: '"un"' })
  assert.equal((await run()).counts.created, 1)
  const second = await run()
  assert.deepEqual([second.status, second.counts.fetched], ['succeeded', 0])
  assert.match((await world.entries(id))[0]?.message ?? '', /Not modified/)
  assert.equal((await world.dryRun(id)).counts.fetched, 1, 'a dry run shows everything')
})

for (const [name, changes] of [
  ['options', { options: { max_items: 7 } }],
  ['review', { moderation: 'pending' }],
  ['an acteur', { acteur_id: null }],
  ['a kind', { kind: 'rss' }],
  ['a key', { options: { api_key: 'x' } }],
] as const)
  test(`what changed in a source is not hidden behind "not modified": ${name}`, async () => {
    const { id, run } = await fed({ ...GOOD(), etag: '"un"' })
    await run()
    await office.patch(`/admin/import-sources/${id}`, { nom: 'Un autre nom' })
    assert.equal((await run()).counts.fetched, 0, 'a name changes nothing')
    await office.patch(`/admin/import-sources/${id}`, changes)
    assert.equal((await run()).counts.fetched, 1)
  })

test('what was left out for want of a commune is read again, though the source says that nothing is new', async () => {
  const { id, run } = await fed({ ...GOOD(), etag: '"un"' }, { acteur_id: null })
  assert.equal((await run()).counts.skipped, 1)
  assert.equal((await run()).counts.skipped, 1)
  await office.patch(`/admin/import-sources/${id}`, { acteur_id: acteur })
  assert.equal((await run()).counts.created, 1)
  assert.equal((await run()).counts.fetched, 0)
})

for (const [kind, write] of Object.entries({ rss, atom, ical }))
  test(`half an answer: what it breaks off in is neither published nor rewritten, and the next one is read whole (${kind})`, async () => {
    const text = 'La salle des fêtes est fermée. '.repeat(40)
    const things = ['a', 'b'].map(id => ({
      id: `${kind}-${id}`,
      title: `Titre ${kind} ${id}`,
      text: `${text}${kind} ${id}`,
      from: inDays(20),
      to: inDays(20),
      link: `https://ville.example.org/half/${kind}/${id}`,
    }))
    const half = (from: typeof things, etag: string): Served => {
      const whole = write(from)
      return { body: whole.slice(0, whole.lastIndexOf('fermée.')), etag }
    }
    const { id, say, run } = await fed(half(things, '"one"'))
    assert.equal(said((await run()).counts), '1 created')
    assert.match((await world.entries(id)).map(({ message }) => message).join(' '), /is cut short/)
    say({ body: write(things), etag: '"one"' })
    assert.equal(said((await run()).counts), '1 created, 1 unchanged', 'its mark is that of the whole one')
    const before = await world.publications(id)
    const anew = things.map(each => ({ ...each, text: `${each.text} Neuf.` }))
    say(half(anew, '"two"'))
    assert.equal(said((await run()).counts), '1 updated')
    const now = await world.publications(id)
    assert.deepEqual(now[1], before[1])
    assert.match(now[0].body, /Neuf/)
  })

test('changed while it is read: read again with what it is now', async () => {
  const other = server.serve('/failing-other', { body: rss([{ id: 'z', title: 'De là-bas', text: 'Oui' }]) })
  let asked = 0
  const { id, run } = await fed({
    by: async (_request, response) => {
      asked++
      const { status } = await office.patch(`/admin/import-sources/${id}`, { url: other })
      assert.equal(status, 200)
      response.end(rss([{ id: 'a', title: 'D’ici', text: 'Non' }]))
    },
  })
  assert.equal((await run()).counts.created, 1)
  assert.equal(asked, 1)
  const [row] = await world.publications(id)
  assert.equal(row.title, 'De là-bas')
})

test('deleted while it is read: nothing more is written', async () => {
  const { id, path } = await fed({
    by: async (_request, response) => {
      assert.equal((await office.delete(`/admin/import-sources/${id}`)).status, 200)
      response.end(rss(THINGS))
    },
  })
  await assert.rejects(world.run(id), 'its history is gone with it')
  assert.ok(server.asked.includes(`GET ${path}`))
  assert.deepEqual(await world.publications(id), [])
  assert.equal((await office.get(`/admin/import-sources/${id}/runs`)).status, 404)
})

test('a key sealed with another secret is a failure that says so', async () => {
  const { id, run } = await fed(GOOD(), { options: { api_key: 'clef' } })
  await app.owner.query(
    `update import_sources set api_key = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' where id = $1`,
    [id],
  )
  const { status, error } = await run()
  assert.deepEqual(
    [status, error.message],
    ['failed', 'The key of this source was sealed with another PARVIS_SECRET: set it again.'],
  )
})

test('the dashboard counts what is failing or was switched off', async () => {
  const admin = app.as(await app.user(['admin']))
  const count = async () => (await admin.get('/admin/dashboard')).body.imports_failing
  const before = await count()
  const { run, say } = await fed({ status: 500 })
  await run()
  assert.equal(await count(), before + 1)
  say(GOOD())
  await run()
  assert.equal(await count(), before)
})
