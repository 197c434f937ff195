import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { event, overLanes, SECRET, signature, subscription } from '../../../test/payments/events.ts'

/** Sends ten thousand requests that differ by one byte from a valid one. */

const app = await startApp({ env: { PAYMENT_SIGNING_SECRETS: SECRET } })
const payload = Buffer.from(JSON.stringify(event('invoice.paid', 1, subscription('sub_Mutation', 'active'))))
const MUTATIONS = 10_000
const LANES = 16

/** A seeded generator: every run has the same mutations. */
function random(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Broken = readonly [header: string, body: Buffer]

/** Mutates the header, its time or the body: flips a bit, or inserts, removes or swaps a byte. */
function mutation(pick: (below: number) => number, header: string): Broken {
  if (pick(2) === 0) return [header, Buffer.from(mutated(pick, payload))]
  const bytes = Buffer.from(mutated(pick, Buffer.from(header, 'latin1')))
  // The client would not send bytes that a header cannot contain.
  return [bytes.toString('latin1').replaceAll(/[^\x21-\x7e\x80-\xff]/g, '~'), payload]
}

function mutated(pick: (below: number) => number, bytes: Buffer): Uint8Array {
  const at = pick(bytes.length)
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at + 1)]
  switch (pick(4)) {
    case 0:
      return Buffer.concat([before, Buffer.from([(bytes[at] ?? 0) ^ (1 << pick(8))]), after])
    case 1:
      return Buffer.concat([before, Buffer.from([pick(256)]), bytes.subarray(at)])
    case 2:
      return Buffer.concat([before, after])
    default:
      return Buffer.concat([before, Buffer.from([((bytes[at] ?? 0) + 1 + pick(255)) % 256]), after])
  }
}

const { port } = new URL(app.url)
const send = (header: string, body: Buffer) =>
  new Promise<number>((resolve, reject) => {
    const headers = { 'payment-signature': header, 'content-length': body.length }
    const asked = request({ port, method: 'POST', path: '/api/v1/webhooks/payment', headers }, response => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0))
    })
    asked.once('error', reject).end(body)
  })

test('ten thousand mutations of header, time and body: none is accepted, and none is an error of ours', async () => {
  const pick = random(20_261_120)
  const statuses = new Map<number, number>()
  const work = Array.from({ length: MUTATIONS }, (_, n) => async () => {
    const good = signature(payload.toString())
    const [header, body] = mutation(pick, good)
    if (header === good && body.equals(payload)) return
    const status = await send(header, body)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    assert.equal(status, 400, `${n}: ${header} ${body.toString('latin1').slice(0, 60)}`)
  })
  await overLanes(LANES, work)
  assert.ok((statuses.get(400) ?? 0) > MUTATIONS * 0.99)
  const { rows } = await app.owner.query('select from payment_events')
  assert.equal(rows.length, 0)
  // The unmutated request is accepted.
  assert.equal(await send(signature(payload.toString()), payload), 200)
})
