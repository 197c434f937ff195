import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../../test/eventually.ts'
import { answer, codeOf, World } from '../../../test/fixtures/outside-world.ts'
import { systemDial } from './connect.ts'
import { KeptConnections } from './kept-connections.ts'

const content = { bytes: Buffer.from('x'), type: 'text/plain' }

test('requests of a caller share its connections, as many as it allows, until it ends', async () => {
  await using world = await World.open()
  const ports = new Set<number | undefined>()
  const site = await world.site((request, response) => {
    request.resume()
    ports.add(request.socket.remotePort)
    response.end('ok')
  })
  const door = world.door()
  {
    await using connections = new KeptConnections(2)
    for (let round = 0; round < 5; round++)
      await Promise.all(
        [1, 2, 3].map(() => door.fetch(`https://${site}/`, { content, connections, redirects: 0 })),
      )
    assert.ok(ports.size <= 2, `${ports.size} connections`)
  }
  await eventually(async () => world.connections === 0, 'all are closed')
  await door.fetch(`https://${site}/`, { content })
  await door.fetch(`https://${site}/`, { content })
  assert.equal(ports.size, 4, 'without them each request has its own')
})

test('each connection is opened to a checked address, also when the name leads elsewhere later', async () => {
  await using world = await World.open()
  await using connections = new KeptConnections(1)
  const site = await world.site((_request, response) => response.end('ok'))
  let addresses = await world.resolve(site)
  world.name('moving.example.com', async () => addresses)
  const ask = () => codeOf(world.door().fetch('https://moving.example.com/', { content, connections }))
  assert.equal(await ask(), 'ok')
  addresses = [answer('127.0.0.1')]
  assert.equal(await ask(), 'ok', 'on the connection that was checked')
  await eventually(async () => world.connections === 0, 'it was idle')
  assert.equal(await ask(), 'forbidden_address')
  assert.equal(world.canary, 0)
})

test('a request that a kept connection did not answer is sent again on a new one; a slow one is not', async () => {
  await using world = await World.open()
  await using connections = new KeptConnections(1)
  let asked = 0
  const reply = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'
  const site = await world.wire(socket => {
    asked++
    socket.write(reply)
    socket.once('data', () => {
      asked++
      socket.destroy()
    })
  })
  const door = world.door()
  const ask = (timeoutMs = 60_000) =>
    codeOf(door.fetch(`http://${site}/`, { content, connections, timeoutMs }))
  assert.deepEqual([await ask(), await ask(), asked], ['ok', 'ok', 3])
  const silent = await world.wire(() => {})
  assert.equal(
    await codeOf(door.fetch(`http://${silent}/`, { content, connections, timeoutMs: 300 })),
    'timeout',
  )
})

test('a connection outlives the time in which it must be opened', async () => {
  const openingMs = 300
  await using world = await World.open()
  await using connections = new KeptConnections(1, openingMs)
  let asked = 0
  const site = await world.site((request, response) => {
    request.resume()
    asked++
    setTimeout(() => response.end('ok'), 2 * openingMs)
  })
  const ask = () =>
    codeOf(world.door().fetch(`https://${site}/`, { content, connections, timeoutMs: 60_000 }))
  let code = ''
  // A machine that stands still opens none in this time.
  await eventually(async () => {
    code = await ask()
    return asked > 0
  }, 'it is asked')
  assert.deepEqual([code, asked], ['ok', 1])
})

test('an exempt address is never asked on a kept connection', async () => {
  await using world = await World.open()
  await using connections = new KeptConnections(1)
  const ports = new Set<number | undefined>()
  const port = await world.inside((request, response) => {
    ports.add(request.socket.remotePort)
    response.end('ok')
  })
  const pair = `127.0.0.1:${port}`
  const door = world.door({ dial: systemDial })
  for (const _ of [1, 2])
    assert.equal(await codeOf(door.allowing([pair]).fetch(`http://${pair}/`, { connections })), 'ok')
  assert.equal(ports.size, 2)
  assert.equal(await codeOf(door.fetch(`http://${pair}/`, { connections })), 'forbidden_port')
})
