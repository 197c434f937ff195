import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { becomes } from '../../test/eventually.ts'
import { Problem } from '../kernel/refusals/errors.ts'
import { bytesOf, type CachedPage, LATE_SECONDS, type Made, PageCache } from './page-cache.ts'
import { SEEN_MS } from './purge/queries.ts'

const page = (html: string, keep = true): Made => ({ status: 200, html: [html], keep, headers: {} })
const MOST = 64 * 1024 * 1024
const shown = ({ packed }: CachedPage) => gunzipSync(packed).toString()
const aged = (made: Made, minutes: number) => page(`${made.html[0]}, ${minutes} min`)

test('a page is made once for all who ask meanwhile, and again after ten seconds', async () => {
  let [now, made] = [0, 0]
  const kept = new PageCache({ mostBytes: MOST, now: () => now })
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
  assert.equal(first && shown(first), 'page 1')
  now = 9_999
  assert.equal(await kept.page('a', make, aged), first)
  assert.equal(made, 1)
  now = 10_001
  assert.equal(await kept.page('a', make, aged), first, 'the old one while the next is made')
  assert.equal(made, 2)
  await becomes(async () => shown(await kept.page('a', make, aged)), 'page 2')
  assert.equal(made, 2)
})

test('an old page is made anew before it is shown, and shown with its age while that fails, for an hour', async () => {
  let now = 0
  const kept = new PageCache({ mostBytes: MOST, now: () => now })
  const away = async (): Promise<Made> => {
    throw new Error('the database is away')
  }
  await kept.page('a', async () => page('old'), aged)
  now = 60_000
  assert.equal(shown(await kept.page('a', async () => page('new'), aged)), 'new')
  now += 20 * 60_000
  assert.equal(shown(await kept.page('a', away, aged)), 'new, 20 min')
  now += 41 * 60_000
  await assert.rejects(kept.page('a', away, aged), /the database is away/)
})

test('while the database is away, one page tries it every two seconds, and nobody with an old page waits for that', async () => {
  let now = 0
  const kept = new PageCache({ mostBytes: MOST, now: () => now })
  const text = async (address: string, make: () => Promise<Made>) =>
    shown(await kept.page(address, make, aged))
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
  const kept = new PageCache({ mostBytes: MOST })
  const faulty = () => Promise.reject(new Problem('unavailable'))
  await assert.rejects(kept.page('a', faulty, aged), /unavailable/)
  assert.equal(shown(await kept.page('b', async () => page('b'), aged)), 'b')
})

/** A text that has this size when it is packed, or a few percent more. */
const bulky = (size: number) => randomBytes(size).toString('base64')

test('what is not to be kept is made each time; the least used page goes first', async () => {
  const kept = new PageCache({ mostBytes: 35_000 })
  let made = 0
  const make = (keep: boolean, size: number) => async () => {
    made++
    return page(bulky(size), keep)
  }
  for (const _ of [1, 2]) await kept.page('missing', make(false, 1), aged)
  assert.equal(made, 2)
  for (const address of ['a', 'b', 'a', 'c', 'd']) await kept.page(address, make(true, 10_000), aged)
  made = 0
  for (const address of ['a', 'b']) await kept.page(address, make(true, 10_000), aged)
  assert.equal(made, 1, '“b” had to go')
})

test('aged pages take room too: the least used page goes for them', async () => {
  let now = 0
  const kept = new PageCache({ mostBytes: 40_000, now: () => now })
  const big = page(bulky(9_000))
  const grown = (made: Made) => made
  for (const address of ['a', 'b', 'c']) await kept.page(address, async () => big, grown)
  now = 60_000
  const away = () => Promise.reject(new Problem('unavailable', { cause: new Error('timeout expired') }))
  for (const address of ['b', 'c']) await kept.page(address, away, grown)
  // Three pages of 9 kB and two aged ones of as much are more than 40 kB.
  await assert.rejects(kept.page('a', away, grown), /unavailable/)
  for (const address of ['b', 'c']) assert.equal(shown(await kept.page(address, away, grown)), big.html[0])
})

test('what may end is not handed out while the next is made, nor after its end', async () => {
  let now = 0
  const kept = new PageCache({ mostBytes: MOST, now: () => now })
  const text = async (of: string, freshMs: number) => {
    const made = await kept.page('a', async () => ({ ...page(of), freshMs }), aged)
    return shown(made)
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
  const kept = new PageCache({ mostBytes: MOST, now: () => now })
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
  let text = ''
  void kept
    .page('a', () => slow, aged)
    .then(page => {
      text = shown(page)
    })
  await becomes(async () => text, 'a, 1 min')
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
    const kept = new PageCache({ mostBytes: MOST, now: () => now })
    await kept.page('a', async () => page('old'), aged)
    now = 15_000
    assert.equal(shown(await kept.page('a', make, aged)), 'old', 'until it is known')
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

const place = (html: string, shows = ['town'], holdsMs = 7_200_000): Made => ({
  ...page(html),
  shows,
  holdsMs,
})

test('a page stays until the feed of changes names what it shows, for an hour at most', async () => {
  let now = 0
  const kept = new PageCache({ mostBytes: MOST, now: () => now })
  let made = 0
  const text = async (address = 'a', shows = ['town']) =>
    shown(await kept.page(address, async () => place(`${++made}`, shows), aged))
  assert.equal(await text(), '1')
  for (now = 250; now < 60_000; now += 250) kept.follow(new Set(['elsewhere']), now)
  assert.equal(await text(), '1')
  assert.equal(await text('b', ['town', 'club']), '2')
  kept.follow(new Set(['club']), now)
  assert.deepEqual([await text(), await text('b', ['town', 'club'])], ['1', '3'], 'made before it is shown')
  kept.follow('all', now)
  assert.equal(await text(), '4')

  // Lately changed: a replica may have shown what was before.
  now += 9_999
  kept.follow(new Set(), now)
  assert.equal(await text(), '4')
  now += 1
  kept.follow(new Set(), now)
  assert.equal(await text(), '4', 'the old one while it is made once more')
  await becomes(text, '5')
  now += 20_000
  kept.follow(new Set(), now)
  await becomes(text, '6')
  const after = now
  for (; now < after + 3_600_000; now += 5_000) kept.follow(new Set(), now)
  kept.follow(new Set(), now)
  assert.equal(await text(), '7')
})

test('caches in front may keep a page as long as this node has just looked at the feed by which they were told', async () => {
  let now = 0
  const kept = new PageCache({ mostBytes: MOST, now: () => now })
  kept.follow('all', now, now)
  const { sharedSeconds } = await kept.page('a', async () => place('a'), aged)
  assert.equal(sharedSeconds(), 3_540)
  now = SEEN_MS - 1
  assert.equal(sharedSeconds(), 3_539)
  now = SEEN_MS
  assert.equal(sharedSeconds(), LATE_SECONDS)
  kept.follow(new Set(), now, now)
  assert.equal(sharedSeconds(), 3_539)
  kept.follow(new Set(['town']), now, now)
  assert.equal(sharedSeconds(), 0, 'it is made again')
  kept.follow(new Set(), now)
  now += 2 * SEEN_MS
  assert.equal(sharedSeconds(), 0, 'a cache was not told: it hears nothing of purges')
})

test('a page is not shown beyond the hour or day that it names, and made again in the minute before', async () => {
  let now = 0
  const kept = new PageCache({ mostBytes: MOST, now: () => now })
  const text = async (html: string, holdsMs: number) => {
    kept.follow(new Set(), now)
    return shown(await kept.page('a', async () => place(html, ['town'], holdsMs), aged))
  }
  assert.equal(await text('opens at nine', 100_000), 'opens at nine')
  now = 39_999
  assert.equal(await text('never made', 0), 'opens at nine')
  for (now = 40_000; now < 100_000; now += 10_000) assert.equal(await text(`${now}`, 100_000 - now), `${now}`)
  assert.equal(await text('open', 7_200_000), 'open')
})

test('a page that had to make room is over for whoever holds it', async () => {
  const kept = new PageCache({ mostBytes: 15_000 })
  const first = await kept.page('a', async () => place(bulky(10_000)), aged)
  assert.equal(first.isFresh(), true)
  const second = await kept.page('b', async () => place(bulky(10_000)), aged)
  assert.deepEqual([first.isFresh(), second.isFresh()], [false, true])
})

test('a change while a page is made makes it again; without the feed a page gets old as others do', async () => {
  let now = 0
  const kept = new PageCache({ mostBytes: MOST, now: () => now })
  kept.follow('all', now)
  const reading = Promise.withResolvers<void>()
  const first = kept.page(
    'a',
    async () => {
      await reading.promise
      return place('before')
    },
    aged,
  )
  now = 5
  kept.follow(new Set(['town']), now)
  reading.resolve()
  assert.equal(shown(await first), 'before')
  assert.equal(shown(await kept.page('a', async () => place('after'), aged)), 'after')

  now = 100_000
  await kept.page('b', async () => place('b'), aged)
  now = 200_000
  kept.follow(new Set(), now)
  now += 9_999
  assert.equal(shown(await kept.page('b', async () => place('new'), aged)), 'b')
  now += 20_000
  const away = () => Promise.reject(new Problem('unavailable', { cause: new Error('timeout expired') }))
  assert.equal(shown(await kept.page('b', away, aged)), 'b, 0 min', 'since the feed was silent')
  assert.equal(shown(await kept.page('b', async () => place('new'), aged)), 'b, 0 min')
})
