import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { feeder, said, thing } from '../../../../test/imports/fed.ts'
import { importWorld } from '../../../../test/imports/world.ts'

/** A run that would hold its locks for too long: it stops after a piece, says so, and the next one goes on. */

const world = await importWorld()
const { app } = world
const fed = feeder(world)

/** Ten milliseconds of the database for each of them, as a text would take that is slow to be made searchable. */
await app.owner.query(`
  create function dawdle() returns trigger language plpgsql as $$
  begin
    if new.title like '%slow%' then perform pg_sleep(0.01); end if;
    return new;
  end $$;
  create trigger dawdle before insert or update on publications for each row execute function dawdle()`)

/** What is twenty seconds to the service are fifty milliseconds here. */
async function hurried<T>(work: () => Promise<T>): Promise<T> {
  const real = performance.now.bind(performance)
  const clock = mock.method(performance, 'now', () => real() * 400)
  try {
    return await work()
  } finally {
    clock.mock.restore()
  }
}

const slow = (count: number, text = 'Un texte.') =>
  Array.from({ length: count }, (_, n) => thing(`${n}`, { title: `slow ${n}`, text: `${text} ${n}` }))

test('a run writes for twenty seconds at most: a piece of 25, the rest is told and comes with the next ones', async () => {
  const { id, say, run, made } = await fed(slow(60))
  const first = await hurried(run)
  assert.deepEqual([first.status, said(first.counts)], ['partial', '25 created, 35 failed'])
  assert.equal((await made()).length, 25, 'what was written is kept')
  const told = (await world.entries(id)).filter(({ message }) =>
    message.endsWith('The run took too long: it comes with the next one.'),
  )
  assert.equal(told.length, 35)
  assert.equal(said((await hurried(run)).counts), '25 created, 25 unchanged, 10 failed')
  const { status, counts } = await run()
  assert.deepEqual([status, said(counts)], ['succeeded', '10 created, 50 unchanged'])

  say(slow(60, 'Un autre.'))
  assert.equal(said((await hurried(run)).counts), '25 updated, 35 failed')
  assert.equal(said((await run()).counts), '35 updated, 25 unchanged')
  assert.equal((await made()).filter(({ body }) => body.startsWith('Un autre.')).length, 60)
})

test('what is created and what is rewritten have their time together', async () => {
  const { say, run } = await fed(slow(10))
  await run()
  const more = slow(40).slice(10)
  say([...slow(10, 'Un autre.'), ...more])
  assert.equal(said((await hurried(run)).counts), '25 created, 15 failed')
})
