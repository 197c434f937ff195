import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as make from '../../../../test/factories.ts'
import { feeder, said, thing } from '../../../../test/imports/fed.ts'
import { importWorld } from '../../../../test/imports/world.ts'
import { runImport } from '../runs/work.ts'

/** How a run is written: all at once, bad items apart, and beside people who do something else. */

const world = await importWorld()
const { app, office, acteur } = world
const moderators = app.as(await app.user(['admin']))
const fed = feeder(world)

test('one item that cannot be written stops none of the others', async () => {
  await app.owner.query(`
    create function refuse_poison() returns trigger language plpgsql as $$
    begin if new.title like '%poison%' then raise exception 'no' using errcode = '23514'; end if; return new; end $$;
    create trigger poison before insert or update on publications for each row execute function refuse_poison()`)
  const { id, say, run, made } = await fed([thing('a'), thing('b', { title: 'poison' }), thing('c')])
  const first = await run()
  assert.deepEqual([first.status, said(first.counts)], ['partial', '2 created, 1 failed'])
  assert.deepEqual(
    (await made()).map(row => row.external_id),
    ['a', 'c'],
  )
  const bad = (await world.entries(id)).find(({ item }) => item === 'b')
  assert.deepEqual(
    [bad?.level, bad?.message],
    ['error', 'Could not be taken in: poison. The database refuses it (23514).'],
  )
  say([thing('a', { title: 'poison a' }), thing('b'), thing('c', { text: 'Neuf' })])
  const second = await run()
  assert.deepEqual([second.status, said(second.counts)], ['partial', '1 created, 1 updated, 1 failed'])
  const all = await make.auditOf(app, (await made())[0].id)
  assert.equal(all.length, 1, 'what could not be written left no trace')
  await app.owner.query('drop trigger poison on publications')
})

test('max_items: the first ones that are of any use; the others are told of', async () => {
  const things = Array.from({ length: 7 }, (_, n) =>
    thing(`${n}`, n === 1 ? { title: undefined, text: undefined } : {}),
  )
  const { id, run, made } = await fed(things, { acteur_id: acteur, options: { max_items: 3 } })
  assert.equal(said((await run()).counts), '3 created, 4 skipped')
  assert.deepEqual(
    (await made()).map(row => row.external_id),
    ['0', '2', '3'],
  )
  const entries = await world.entries(id)
  assert.equal(entries.filter(({ message }) => message.includes('beyond max_items')).length, 3)
})

test('an imported alert is traced as an alert, and pushed when it comes and when it changes', async t => {
  const { mock } = t.mock.method(world.context, 'enqueue')
  const { rows } = await app.owner.query(`select id from publication_types where slug = 'alerte'`)
  const { say, run, made } = await fed([thing('a')], { acteur_id: acteur, type_id: rows[0].id })
  await run()
  const [trace] = await make.auditOf(app, (await made())[0].id)
  assert.deepEqual([trace.action, trace.entity], ['publication.alert', 'publication'])
  await run()
  assert.deepEqual(
    mock.calls.map(call => call.arguments[1]),
    ['place.push'],
  )
  say([thing('a', { title: 'Levée' })])
  await run()
  assert.equal(mock.calls.length, 2)
})

test('a source whose type is retired meanwhile brings what is usual', async () => {
  const { rows } = await app.owner.query(`insert into publication_types (slug, nom, couleur, icone, ordre)
    values ('ancien', 'Ancien', '#374151', 'newspaper', 90) returning id`)
  const { run, made } = await fed([thing('a')], { acteur_id: acteur, type_id: rows[0].id })
  await app.owner.query(`update publication_types set retired_at = now() where slug = 'ancien'`)
  assert.equal(said((await run()).counts), '1 created')
  assert.notEqual((await made())[0].type_id, rows[0].id)
})

test('five hundred items are one run of a few statements', async t => {
  const things = Array.from({ length: 500 }, (_, n) => thing(`${n}`, { text: `Texte ${n} `.repeat(60) }))
  const { say, run, made } = await fed(things, { acteur_id: acteur, options: { max_items: 500 } })
  for (const [name, expected] of [
    ['created', '500 created'],
    ['unchanged', '500 unchanged'],
    ['updated', '500 updated'],
  ]) {
    if (name === 'updated') say(things.map(each => ({ ...each, text: `${each.text} fin` })))
    const begun = performance.now()
    assert.equal(said((await run()).counts), expected)
    t.diagnostic(`${name}: ${Math.round(performance.now() - begun)} ms, with fetching and reading`)
  }
  assert.equal((await made()).length, 500)
  const long = things.map(({ id }) =>
    thing(id, { id: `long-${id}`, text: `mot${id} encore un peu de texte `.repeat(640) }),
  )
  const whole = await fed(long, { acteur_id: acteur, options: { max_items: 500 } })
  const begun = performance.now()
  // A run writes for twenty seconds: on a machine that has much else to do, the rest comes with the next one.
  for (let [there, runs] = [0, 0]; there < 500; runs++) {
    const { created, unchanged, failed } = (await whole.run()).counts
    assert.ok(runs < 10, `${there} after ${runs} runs`)
    // On such a machine the whole file may not be read in its time either.
    if (created + unchanged + failed === 0) continue
    assert.deepEqual([unchanged, created + unchanged + failed], [there, 500])
    assert.ok(created > 0, `${there} after ${runs} runs`)
    there += created
  }
  t.diagnostic(`created, twenty thousand letters each: ${Math.round(performance.now() - begun)} ms`)
  const { rows } = await app.owner.query(`
    select (select coalesce(sum(total), 0)::int from publication_totals where not deleted) as kept,
           (select count(*)::int from publications where deleted_at is null) as counted`)
  assert.equal(rows[0].kept, rows[0].counted)
})

test('races: a moderator deletes, edits or rejects while a run is about to update', async () => {
  for (const act of [
    (id: string) => moderators.delete(`/admin/publications/${id}`),
    (id: string) => moderators.patch(`/publications/${id}`, { title: 'À moi' }),
    (id: string) => moderators.patch(`/admin/publications/${id}/moderate`, { moderation_status: 'rejected' }),
  ])
    for (let round = 0; round < 6; round++) {
      const { id, say, run, made } = await fed([thing('a')])
      await run()
      const [row] = await made()
      say([thing('a', { text: 'De la source' })])
      const asked = await office.post(`/admin/import-sources/${id}/run`)
      const signal = new AbortController().signal
      const delayed = new Promise<void>(resolve => setTimeout(resolve, round * 3))
      const [answer] = await Promise.all([
        delayed.then(() => act(row.id)),
        runImport({ run: asked.body.data.id }, world.context, signal),
      ])
      assert.equal(answer.status, 200)
      const now = await make.row(app, row.id)
      const won = now.deleted_at !== null || now.title === 'À moi' || now.moderation_status === 'rejected'
      assert.ok(won, 'what the moderator did stands, whoever came first')
    }
})
