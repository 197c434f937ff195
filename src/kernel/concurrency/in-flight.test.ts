import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { inFlightLimit } from './in-flight.ts'

/** A minimal reply: whether its connection was cut. */
function answer(clientNetwork: string) {
  const raw = Object.assign(new EventEmitter(), {
    closed: false,
    cut: false,
    socket: {
      destroy() {
        raw.cut = true
        raw.emit('close')
      },
    },
  })
  return { request: { clientNetwork } as FastifyRequest, reply: { raw } as unknown as FastifyReply, raw }
}

test('above the limit of unread replies, the oldest of the network with the most bytes are dropped', () => {
  const places = inFlightLimit()
  const payload = Buffer.alloc(0)
  Object.defineProperty(payload, 'length', { value: 32 * 1024 * 1024 })
  const small = answer('somebody')
  const greedy = Array.from({ length: 12 }, () => answer('greedy'))
  places.answered(small.request, small.reply, 'a few words')
  for (const { request, reply } of greedy) places.answered(request, reply, payload)
  assert.equal(small.raw.cut, false)
  assert.deepEqual(
    greedy.map(({ raw }) => raw.cut),
    [...Array(5).fill(true), ...Array(7).fill(false)],
  )
  // Replies that were read free their memory.
  for (const { raw } of greedy.slice(5)) raw.emit('close')
  const later = Array.from({ length: 8 }, () => answer('greedy'))
  for (const { request, reply } of later.slice(0, 7)) places.answered(request, reply, payload)
  assert.ok(later.every(({ raw }) => !raw.cut))
})
