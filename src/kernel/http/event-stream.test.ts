import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'
import { eventually } from '../../../test/eventually.ts'
import { EventStream, eventText } from './event-stream.ts'

const event = eventText({ event: 'changed', id: '1-2', data: [{ kind: 'claim', id: 'x'.repeat(900) }] })

test('a client that reads nothing is cut, and little is kept for it', async () => {
  const stream = new EventStream()
  const server = createServer((_request, response) => stream.body.pipe(response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.pause().on('error', () => {})
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  let most = 0
  await eventually(async () => {
    for (let n = 0; n < 50; n++) stream.send(event)
    most = Math.max(most, stream.body.readableLength)
    return !stream.isOpen
  }, 'it is cut')
  assert.ok(most < 128 * 1024, `${most} bytes were kept`)
  // Nothing is kept for a stream that is over.
  stream.send(event)
  stream.end()
  socket.destroy()
  server.closeAllConnections()
  server.close()
})

test('an event is one line of data, and ends after what was sent', async () => {
  const stream = new EventStream()
  stream.send(eventText({ event: 'changed', id: '7-1', data: ['a\nb'] }))
  stream.end()
  stream.send('never')
  const parts = await stream.body.toArray()
  assert.equal(Buffer.concat(parts).toString(), 'event: changed\nid: 7-1\ndata: ["a\\nb"]\n\n')
})
