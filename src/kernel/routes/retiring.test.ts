import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { app as anybody } from '../../access/blocks.ts'
import { read } from './action.ts'
import { get, retiring } from './route.ts'
import { Data, Obj } from './shapes.ts'

const nothing = read({ summary: 'For the tests', reply: Data(Obj({})), run: async () => ({ data: {} }) })
const app = await startApp({
  rows: anybody([retiring('2026-11-01', '2027-05-01', get('/leaving', nothing)), get('/staying', nothing)]),
})

test('a route on its way out says since when and until when, also to whom it refuses', async () => {
  const path = (name: string) => `/api/v1/${name}`
  for (const [client, status] of [
    [app.anyone, 200],
    [app.as(undefined, null), 400],
  ] as const) {
    const leaving = await client.get(path('leaving'))
    assert.equal(leaving.status, status)
    assert.equal(leaving.headers.get('deprecation'), `@${Date.UTC(2026, 10, 1) / 1000}`)
    assert.equal(leaving.headers.get('sunset'), 'Sat, 01 May 2027 00:00:00 GMT')
    const staying = await client.get(path('staying'))
    assert.deepEqual([staying.headers.get('deprecation'), staying.headers.get('sunset')], [null, null])
  }
  const { paths } = (await app.anyone.get('/openapi.json')).body
  assert.deepEqual(
    ['leaving', 'staying'].map(name => paths[path(name)].get.deprecated),
    [true, undefined],
  )
})
