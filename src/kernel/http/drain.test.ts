import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { drainable } from './drain.ts'

test('a request that came while the process was held up is answered before its connection is closed', async t => {
  const server = Fastify({ return503OnClosing: false, forceCloseConnections: 'idle' })
  const drain = drainable(server)
  server.get('/', async () => 'here')
  await server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.server.address() as { port: number }
  const client = connect(port, '127.0.0.1').on('error', error => received.push(String(error)))
  const received: string[] = []
  client.on('data', bytes => received.push(String(bytes)))
  t.after(() => client.destroy())
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(client, 'data')
  const gone = once(client, 'close')
  const stopped = drain.run()
  await sleep(10)
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  // Blocks longer than the time given to idle connections, before the bytes are read.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700)
  await gone
  await stopped
  const answers = received.join('').match(/HTTP\/1\.1 200 OK\r\n/g)
  assert.equal(answers?.length, 2, received.join(''))
  assert.match(received.join('').slice(20), /connection: close/i)
})
