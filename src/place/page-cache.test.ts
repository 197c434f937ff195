import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { becomes } from '../../test/eventually.ts'
import { Problem } from '../kernel/refusals/errors.ts'
import { bytesOf, type Made, PageCache } from './page-cache.ts'

const page = (html: string, keep = true): Made => ({ status: 200, html: [html], keep, headers: {} })
const aged = (made: Made, minutes: number) => page(`${made.html[0]}, ${minutes} min`)

test('a page is made once for all who ask meanwhile, and again after ten seconds', async () => {
  let [now, made] = [0, 0]
  const kept = new PageCache(() => now)
  const release = Promise.withResolvers<void>()
  const make = async () => {
    made++
    await release.promise
    return page(`page ${made}`)
  }
  const asked = Array.from({ length: 2_000 }, () => kept.page('a', make, aged))
  release.resolve()
  const pages = await Promise.all(asked)
  assert.equal(made, 1)
  assert.equal(new Set(pages).size, 1)
  const [first] = pages
  assert.equal(gunzipSync(first?.packed ?? '').toString(), 'page 1')
  now = 9_999
  assert.equal(await kept.page('a', make, aged), first)
  assert.equal(made, 1)
  now = 10_001
  assert.equal(await kept.page('a', make, aged), first, 'the old one while the next is made')
  assert.equal(made, 2)
  await becomes(async () => (await kept.page('a', make, aged)).bytes.toString(), 'page 2')
  assert.equal(made, 2)
})

test('an old page is made anew before it is shown, and shown with its age while that fails, for an hour', async () => {
  let now = 0
  const kept = new PageCache(() => now)
  const away = async (): Promise<Made> => {
    throw new Error('the database is away')
  }
  await kept.page('a', async () => page('old'), aged)
  now = 60_000
  assert.equal((await kept.page('a', async () => page('new'), aged)).bytes.toString(), 'new')
  now += 20 * 60_000
  assert.equal((await kept.page('a', away, aged)).bytes.toString(), 'new, 20 min')
  now += 41 * 60_000
  await assert.rejects(kept.page('a', away, aged), /the database is away/)
})

test('while the database is away, one page tries it every two seconds, and nobody with an old page waits for that', async () => {
  let now = 0
  const kept = new PageCache(() => now)
  const text = async (address: string, make: () => Promise<Made>) =>
    (await kept.page(address, make, aged)).bytes.toString()
  let tries = 0
  const away = () => {
    tries++
    return Promise.reject(new Problem('unavailable', { cause: new Error('timeout expired') }))
  }
  const pending = Promise.withResolvers<Made>()
  for (const address of ['a', 'b']) await text(address, async () => page(address))
  now = 60_000
  assert.equal(await text('a', away), 'a, 1 min')
  for (const address of ['a', 'b']) assert.equal(await text(address, away), `${address}, 1 min`)
  await assert.rejects(text('unknown', away), /unavailable/)
  const constant = async (address: string) =>
    await kept.page(address, async () => page('constant'), aged, { readsNothing: true })
  assert.equal((await constant('new')).status, 200, 'reads nothing')
  assert.equal(tries, 1)

  now += 2_000
  assert.equal(await text('b', () => pending.promise), 'b, 1 min', 'while it is tried')
  assert.equal(await text('a', away), 'a, 1 min')
  pending.reject(new Error('Connection terminated unexpectedly'))
  await becomes(async () => await text('b', away), 'b, 1 min')
  now += 2_000
  assert.equal((await constant('constant')).status, 200)
  assert.equal(await text('a', away), 'a, 1 min')
  await assert.rejects(text('unknown', away), /unavailable/)
  assert.equal(tries, 2)

  now += 2_000
  assert.equal(await text('a', async () => page('new')), 'a, 1 min', 'this one tries')
  await becomes(async () => await text('a', away), 'new')
  assert.equal(await text('b', async () => page('new b')), 'new b')
  assert.equal(tries, 2)
})

test('a fault of one page does not keep the others from being made', async () => {
  const kept = new PageCache()
  const faulty = () => Promise.reject(new Problem('unavailable'))
  await assert.rejects(kept.page('a', faulty, aged), /unavailable/)
  assert.equal((await kept.page('b', async () => page('b'), aged)).bytes.toString(), 'b')
})

test('what is not to be kept is made each time; the least used page goes first', async () => {
  const kept = new PageCache()
  let made = 0
  const make = (keep: boolean, size: number) => async () => {
    made++
    return page('x'.repeat(size), keep)
  }
  for (const _ of [1, 2]) await kept.page('missing', make(false, 1), aged)
  assert.equal(made, 2)
  const big = 10 * 1024 * 1024
  for (const address of ['a', 'b', 'a', 'c', 'd']) await kept.page(address, make(true, big), aged)
  made = 0
  for (const address of ['a', 'b']) await kept.page(address, make(true, big), aged)
  assert.equal(made, 1, '“b” had to go')
})

test('aged pages take room too: the least used page goes for them', async () => {
  let now = 0
  const kept = new PageCache(() => now)
  const big = page('x'.repeat(9 * 1024 * 1024))
  const grown = (made: Made) => made
  for (const address of ['a', 'b', 'c']) await kept.page(address, async () => big, grown)
  now = 60_000
  const away = () => Promise.reject(new Problem('unavailable', { cause: new Error('timeout expired') }))
  for (const address of ['b', 'c']) await kept.page(address, away, grown)
  // Three pages of 18 MB and two aged ones of 9 MB are more than 64 MB.
  await assert.rejects(kept.page('a', away, grown), /unavailable/)
  for (const address of ['b', 'c']) assert.ok((await kept.page(address, away, grown)).bytes.length > 0)
})

test('what may end is not handed out while the next is made, nor after its end', async () => {
  let now = 0
  const kept = new PageCache(() => now)
  const text = async (of: string, freshMs: number) => {
    const made = await kept.page('a', async () => ({ ...page(of), freshMs }), aged)
    return made.bytes.toString()
  }
  await text('alert', 60_000)
  now = 9_999
  assert.equal(await text('never made', 0), 'alert')
  now = 10_000
  assert.equal(await text('ends soon', 3_000), 'ends soon')
  now = 12_999
  assert.equal(await text('never made', 0), 'ends soon')
  now = 13_000
  assert.equal(await text('over', 60_000), 'over')
})

test('an address that is refused while the database is away does not make others wait for it', async () => {
  let now = 0
  const kept = new PageCache(() => now)
  const away = () => Promise.reject(new Problem('unavailable', { cause: new Error('timeout expired') }))
  await kept.page('a', async () => page('a'), aged)
  now = 60_000
  await kept.page('a', away, aged)
  now = 62_000
  await assert.rejects(
    kept.page('no page', () => Promise.reject(new Problem('not_found')), aged),
    /not_found/,
  )
  const { promise: slow, reject } = Promise.withResolvers<Made>()
  let shown = ''
  void kept
    .page('a', () => slow, aged)
    .then(({ bytes }) => {
      shown = bytes.toString()
    })
  await becomes(async () => shown, 'a, 1 min')
  reject(new Error('timeout expired'))
})

test('what was withdrawn or refused is not shown again when the database is away', async () => {
  const gone: readonly (() => Promise<Made>)[] = [
    async () => page('not there', false),
    async () => {
      throw new Problem('app_source_off')
    },
  ]
  for (const make of gone) {
    let now = 0
    const kept = new PageCache(() => now)
    await kept.page('a', async () => page('old'), aged)
    now = 15_000
    assert.equal((await kept.page('a', make, aged)).bytes.toString(), 'old', 'until it is known')
    now = 30_000
    await kept.page('a', make, aged).catch(() => {})
    await assert.rejects(
      kept.page(
        'a',
        async () => {
          throw new Error('the database is away')
        },
        aged,
      ),
      /the database is away/,
    )
  }
})

test('a page is written as UTF-8, also with half a pair in it', () => {
  for (const text of ['', 'L’œuvre 🎄', 'a\ud800b’']) assert.deepEqual(bytesOf([text]), Buffer.from(text))
})
