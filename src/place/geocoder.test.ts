import assert from 'node:assert/strict'
import { test } from 'node:test'
import { geocoderFor } from './geocoder.ts'

const asked: string[] = []
const found = { geometry: { coordinates: [3.8, 49] }, properties: { label: 'Rue Haute', score: 1 } }
const door = {
  async fetch(url: string) {
    asked.push(new URL(url).searchParams.get('q') ?? '')
    return { status: 'ok', bytes: Buffer.from(JSON.stringify({ features: [found] })) }
  },
}
const config = { geocoderUrl: 'https://geocoder.example/search', rateLimitScale: 0 }
const town = { nom: 'Œuilly', code_insee: '51410', latitude: null, longitude: null }

test('a thousand answers are kept: the oldest one is forgotten, and asked again', async () => {
  const geocode = geocoderFor({ config, door, db: {}, addresses: {} } as never)?.('192.0.2.1')
  const ask = async (at: number) => await geocode?.(`${at} rue Haute`, town)
  for (let at = 0; at < 1_000; at++) assert.ok((await ask(at)) instanceof Object)
  await ask(0)
  assert.equal(asked.length, 1_000)
  await ask(1_000)
  for (const at of [999, 1_000]) await ask(at)
  assert.equal(asked.length, 1_001)
  await ask(0)
  assert.deepEqual(asked.slice(1_000), ['1000 rue Haute', '0 rue Haute'])
})
