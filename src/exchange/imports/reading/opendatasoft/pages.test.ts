import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sample } from '../../../../../test/imports/samples.ts'
import type { SourceToRead } from '../item.ts'
import { readSource } from '../read-source.ts'
import { opendatasoftPlan } from './pages.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const source = (url: string): SourceToRead => ({
  url,
  kind: 'auto',
  api_key: null,
  etag: null,
  last_modified: null,
})
const firstOf = (url: string) =>
  opendatasoftPlan(source(url), NOW)?.first.href.replace(/^https:\/\/data\.fr/, '')

test('addresses that a clerk copies lead to the records, with their filters', () => {
  const records = '/api/explore/v2.1/catalog/datasets/agenda/records'
  assert.equal(firstOf(`https://data.fr${records}?limit=20&offset=40`), `${records}?limit=100`)
  assert.equal(
    firstOf('https://data.fr/explore/dataset/agenda/table/?refine.ville=Mende&sort=x'),
    `${records}?refine=ville%3A%22Mende%22&limit=100`,
  )
  assert.equal(
    firstOf('https://data.fr/api/records/1.0/search/?dataset=agenda&rows=10'),
    '/api/records/1.0/search/?dataset=agenda&rows=100',
  )
  assert.equal(firstOf('https://data.fr/api/explore/v2.1/catalog/datasets/agenda/exports/json'), undefined)
  assert.equal(firstOf('https://data.fr/agenda'), undefined)
})

test('of OpenAgenda’s public events, only those that are not over are asked for', () => {
  const at = 'https://data.fr/api/explore/v2.1/catalog/datasets/evenements-publics-openagenda/records'
  const where = (url: string) => opendatasoftPlan(source(url), NOW)?.first.searchParams.get('where')
  assert.equal(where(at), `lastdate_end >= date'2026-11-20'`)
  assert.equal(
    where(`${at}?where=location_city%3D%22Mende%22`),
    `(location_city="Mende") and lastdate_end >= date'2026-11-20'`,
  )
  assert.equal(where(`${at}?where=firstdate_begin%3E1`), 'firstdate_begin>1', 'whoever chose days has them')
})

test('pages are fetched one after the other, from the same server, as long as there are records', async () => {
  const { results } = JSON.parse(sample('evenements-publics.json'))
  const asked: string[] = []
  const door = {
    async fetch(url: string) {
      asked.push(url)
      const offset = Number(new URL(url).searchParams.get('offset') ?? 0)
      const page = Array.from({ length: Math.min(100, 250 - offset) }, (_, at) => ({
        ...results[0],
        uid: String(offset + at),
      }))
      const bytes = Buffer.from(JSON.stringify({ total_count: 250, results: page }))
      return { status: 'ok' as const, url, bytes, charset: null, etag: null, lastModified: null, headers: {} }
    },
  }
  const at = 'https://data.fr/api/explore/v2.1/catalog/datasets/agenda/records'
  const reading = await readSource(door as never, source(at), NOW)
  assert.ok(reading !== 'not_modified')
  assert.deepEqual([reading.kind, reading.items.length], ['json_events', 250])
  assert.deepEqual(asked, [`${at}?limit=100`, `${at}?limit=100&offset=100`, `${at}?limit=100&offset=200`])
})
