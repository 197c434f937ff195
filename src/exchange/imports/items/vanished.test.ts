import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as make from '../../../../test/factories.ts'
import { ical, openagenda, rss, type Thing } from '../../../../test/imports/documents.ts'
import { feeder, said, thing } from '../../../../test/imports/fed.ts'
import { importWorld, inDays } from '../../../../test/imports/world.ts'

/** Coming events that a complete list no longer has. */

const world = await importWorld()
const { app, acteur } = world
const moderators = app.as(await app.user(['admin']))
const fed = feeder(world)

const event = (id: string, day = 5, fields: Partial<Thing> = {}) =>
  thing(id, { from: inDays(day), to: inDays(day).replace('T10', 'T12'), ...fields })
const four = [event('a'), event('b', 6), event('c', 7), event('d', 8)]
const three = four.slice(1)
const feedOf = (options: object = {}, write = ical) => fed(four, { acteur_id: acteur, options }, write)
type Fed = Awaited<ReturnType<typeof feedOf>>

/** What the log of the next run says of events that vanished. */
async function told({ id, run }: Fed): Promise<string[]> {
  await run()
  return (await world.entries(id))
    .map(({ message }) => message)
    .filter(message => /^Missing from|^In the source again|are missing at once/.test(message))
    .map(message => message.replace(/\(?[\da-f-]{36}\)?/, '(id)'))
}
const first = async ({ made }: Fed) => (await made())[0]

for (const [name, write] of Object.entries({ ical, openagenda }))
  test(`${name}: an event that is missing from two readings is told once, and again when it is back`, async () => {
    const source = await feedOf({}, write)
    assert.deepEqual(await told(source), [])
    source.say(three)
    assert.deepEqual(await told(source), [])
    assert.deepEqual(await told(source), [
      'Missing from two readings, and still online here: cancel or withdraw publication (id)? Titre a',
    ])
    assert.deepEqual(await told(source), [])
    assert.equal((await first(source)).annule_le, null)
    source.say(four)
    assert.deepEqual(await told(source), ['In the source again (id): Titre a'])
    assert.deepEqual(await told(source), [])
  })

test('missing once and back: nothing is told, and the count begins anew', async () => {
  const source = await feedOf()
  await source.run()
  for (const things of [three, four, three, four]) {
    source.say(things)
    assert.deepEqual(await told(source), [])
  }
})

test('a source that is set to it shows the event as cancelled, and as before when it is back', async () => {
  const source = await feedOf({ when_gone: 'cancel' })
  await source.run()
  source.say(three)
  await source.run()
  assert.equal((await first(source)).annule_le, null)
  assert.deepEqual(await told(source), ['Missing from two readings, and shown as cancelled (id): Titre a'])
  const cancelled = await first(source)
  assert.notEqual(cancelled.annule_le, null)
  const [, trace] = await make.auditOf(app, cancelled.id)
  assert.deepEqual(
    [trace.action, trace.before, Object.keys(trace.after)],
    ['publication.import_updated', { annule_le: null }, ['annule_le']],
  )
  assert.equal(said((await source.run()).counts), '3 unchanged')
  source.say(four)
  assert.equal(said((await source.run()).counts), '1 updated, 3 unchanged')
  assert.equal((await first(source)).annule_le, null)
  // And it counts anew.
  source.say(three)
  assert.deepEqual([await told(source), (await told(source)).length], [[], 1])
})

test('what somebody edited here is never cancelled by itself', async () => {
  const source = await feedOf({ when_gone: 'cancel' })
  await source.run()
  const { id } = await first(source)
  await moderators.patch(`/publications/${id}`, { lieu: 'Salle des fêtes' })
  source.say(three)
  await source.run()
  assert.match((await told(source)).join(), /still online here/)
  assert.equal((await first(source)).annule_le, null)
})

test('a third at once and an empty list are a fault of the source; a reading cut short says nothing', async () => {
  const many = Array.from({ length: 12 }, (_, at) => event(`m${at}`, 3 + at))
  const source = await fed(many, { acteur_id: acteur }, ical)
  await source.run()
  source.say(many.slice(6))
  for (let run = 0; run < 3; run++)
    assert.deepEqual(await told(source), [
      '6 of 12 coming events are missing at once: nothing is changed here, look at the source.',
    ])
  // A quarter is believed.
  source.say(many.slice(3))
  assert.deepEqual([(await told(source)).length, (await told(source)).length], [0, 3])

  const short = await feedOf()
  await short.run()
  short.say([])
  for (let run = 0; run < 2; run++)
    assert.deepEqual(await told(short), [
      '4 of 4 coming events are missing at once: nothing is changed here, look at the source.',
    ])
  const { last_status, last_run } = (await moderators.get(`/admin/import-sources/${short.id}`)).body.data
  assert.deepEqual([last_status, last_run.error.code], ['partial', 'many_vanished'])
  assert.ok((await short.made()).every(({ annule_le }) => annule_le === null))
  short.say(four)
  await short.run()
  assert.equal((await moderators.get(`/admin/import-sources/${short.id}`)).body.data.last_status, 'succeeded')
  const cut = await fed(four, { acteur_id: acteur }, things =>
    ical(things).replace('END:VCALENDAR\r\n', '').slice(0, -40),
  )
  await cut.run()
  cut.say(three)
  for (let run = 0; run < 3; run++) assert.deepEqual(await told(cut), [])
})

test('a list that was read up to its limit says nothing, nor does a feed of news', async () => {
  const limited = await feedOf({ max_items: 4 })
  await limited.run()
  limited.say([...three, event('e', 9)])
  for (let run = 0; run < 3; run++) assert.deepEqual(await told(limited), [])
  const news = await fed([thing('a'), thing('b')], { acteur_id: acteur }, rss)
  await news.run()
  news.say([thing('b')])
  for (let run = 0; run < 3; run++) assert.deepEqual(await told(news), [])
})

test('past events, and those that were deleted or cancelled here, are not missed', async () => {
  const source = await feedOf()
  await source.run()
  const [a, b, c] = await source.made()
  await moderators.delete(`/admin/publications/${a.id}`)
  await app.owner.query('update publications set annule_le = now() where id = $1', [b.id])
  await app.owner.query(
    `update publications set date_debut = '2020-01-01', date_fin = '2020-01-01' where id = $1`,
    [c.id],
  )
  source.say(four.slice(3))
  for (let run = 0; run < 3; run++) assert.deepEqual(await told(source), [])
})

test('a source that answers 304 is read whole until what is missing was missing twice', async () => {
  const say = (things: readonly Thing[], etag: string) =>
    world.server.serve('/unchanged.ics', { body: ical(things), etag })
  const id = await world.source({
    url: say(
      four.map(one => ({ ...one, title: `${one.title} bis` })),
      '"1"',
    ),
    acteur_id: acteur,
  })
  await world.run(id)
  say(
    three.map(one => ({ ...one, title: `${one.title} bis` })),
    '"2"',
  )
  await world.run(id)
  await world.run(id)
  assert.match(JSON.stringify(await world.entries(id)), /Missing from two readings/)
  await world.run(id)
  assert.match(JSON.stringify(await world.entries(id)), /not changed|not modified|Nothing has changed/i)
})
