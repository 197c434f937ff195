import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { FairSemaphore } from './fair-semaphore.ts'
import { inFlightLimit } from './in-flight.ts'
import { NetworkShares } from './network-shares.ts'

/** Each in another /56, as long as there are some. */
const homes = (count: number, site: string) =>
  Array.from(
    { length: count },
    (_, at) => `${site}:${(((at % 255) + 1) * 256 + Math.floor(at / 255)).toString(16)}`,
  )

test('a /64 weighs its own, a fourth of its /56 or a sixteenth of its /48, and nothing once all is removed', () => {
  const held = new NetworkShares<string>()
  const one = '2001:db8:1:101'
  for (let at = 0; at < 8; at++) held.add(one, `a${at}`)
  for (let at = 0; at < 40; at++) held.add('2001:db8:1:102', `b${at}`)
  assert.deepEqual([held.of(one), held.of('2001:db8:1:103'), held.of('2001:db8:1:200')], [12, 12, 3])
  assert.deepEqual([held.ofWidest(one), held.ofWidest('2001:db8:2:101'), held.of('192.0.2.1')], [48, 0, 0])
  for (const home of homes(200, '2001:db8:1')) held.add(home, 'c')
  assert.equal(held.of('2001:db8:1:ffff'), (48 + 200) / 16)
  for (let at = 0; at < 8; at++) held.remove(one, `a${at}`)
  for (let at = 0; at < 40; at++) held.remove('2001:db8:1:102', `b${at}`)
  for (const home of homes(200, '2001:db8:1')) held.remove(home, 'c')
  assert.deepEqual([held.of(one), held.ofWidest(one), held.total], [0, 0, 0])
})

test('of a thousand networks with one item in one /48 and a household with twenty, one of the thousand is heaviest', () => {
  const held = new NetworkShares<number>()
  for (let at = 0; at < 20; at++) held.add('192.0.2.1', at)
  for (const home of homes(1_000, '2001:db8:1')) held.add(home, 0)
  assert.match(held.heaviest() ?? '', /^2001:db8:1:/)
  // As heavy by their /48: the one with the most of its own.
  held.add('2001:db8:1:700', 1)
  assert.equal(held.heaviest(), '2001:db8:1:700')
})

test('requests in flight: a /56 has four times as many as a household, a /48 half of all', () => {
  const places = inFlightLimit()
  const take = (clientNetwork: string) => {
    try {
      places.take({ clientNetwork, routeOptions: {} } as unknown as FastifyRequest)
      return true
    } catch {
      return false
    }
  }
  const taken = (networks: readonly string[]) => networks.filter(take).length
  const street = Array.from(
    { length: 600 },
    (_, at) => `2001:db8:1:1${(at % 256).toString(16).padStart(2, '0')}`,
  )
  assert.equal(taken(street), 400)
  assert.equal(taken(homes(600, '2001:db8:1')), 100)
  assert.equal(taken(Array.from({ length: 200 }, () => '192.0.2.1')), 100, 'there is room for others')
})

test('heavy work: the networks of one /48 share a permit, and another network gets the next', async () => {
  const places = new FairSemaphore({ places: 2, each: 1, waiting: 50, patienceMs: 60_000 })
  const began: string[] = []
  let [atOnce, most] = [0, 0]
  const run = (network: string) =>
    places.run(network, async () => {
      began.push(network)
      const isTown = network !== '192.0.2.1'
      if (isTown) most = Math.max(most, ++atOnce)
      await new Promise(resolve => setImmediate(resolve))
      if (isTown) atOnce--
    })
  await Promise.all([...homes(4, '2001:db8:1').map(run), run('192.0.2.1')])
  assert.deepEqual(began.slice(0, 2), ['2001:db8:1:100', '192.0.2.1'])
  assert.deepEqual([began.length, most], [5, 1])
})
