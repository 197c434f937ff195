import assert from 'node:assert/strict'
import type { Server } from 'node:http'
import { test } from 'node:test'
import { startApp } from '../../test/app.ts'
import { becomes } from '../../test/eventually.ts'
import * as make from '../../test/factories.ts'
import type { Db } from '../kernel/db/db.ts'

const app = await startApp()

test('readers who wait for a page that is being made take no place among the requests in flight', async t => {
  const place = await make.commune(app, { nom: 'Foule', slug: 'foule' })
  await make.publication(app, null, place, { title: 'Sirène', type: 'alerte' })
  const { db, server } = app.service as unknown as {
    db: { publicReads(network: () => string): { db: Db; slow: Db } }
    server: { server: Server }
  }
  const reads = db.publicReads
  const released = Promise.withResolvers<void>()
  db.publicReads = network => {
    const { db: short, slow } = reads.call(db, network)
    const held = new Proxy(short, {
      get: (target, name: keyof Db) => async (question: never) => {
        await released.promise
        return await target[name](question)
      },
    })
    return { db: held, slow }
  }
  let arrived = 0
  const arrives = () => void arrived++
  server.server.on('request', arrives)
  t.after(() => {
    db.publicReads = reads
    server.server.off('request', arrives)
  })
  // One network may have a hundred in flight.
  const all = Array.from({ length: 150 }, () => fetch(`${app.url}/place/foule`))
  await becomes(async () => arrived, 150)
  released.resolve()
  assert.deepEqual(new Set((await Promise.all(all)).map(({ status }) => status)), new Set([200]))
})
