import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answer, assertForbidden, refusalOf, World } from '../../../test/fixtures/outside-world.ts'
import { type Dial, systemDial } from './connect.ts'
import { refuseAtOnce } from './fetch.ts'

test('a caller that may reach private pairs reaches exactly these, and no other caller of the door does', async () => {
  await using world = await World.open()
  const port = await world.inside((request, response) => {
    if (request.url !== '/away') return response.end('inside')
    response.writeHead(302, { location: `http://127.0.0.1:${world.canaryPort}/` }).end()
  })
  // Nothing listens on that port of ::1: the socket tries the next checked address.
  world.name('intranet.mairie.fr', async () => [answer('::1'), answer('127.0.0.1')])
  world.name('other.mairie.fr', async () => [answer('127.0.0.1')])
  const allowPrivate = [`127.0.0.1:${port}`, `Intranet.mairie.FR:${port}`, 'db:80', '[::1]:443']
  const plain = world.door({ dial: systemDial })
  const door = plain.allowing(allowPrivate)
  for (const host of ['127.0.0.1', '0x7f.1', 'intranet.mairie.fr', 'INTRANET.mairie.fr.']) {
    assert.equal(await refusalOf(door, `http://${host}:${port}/`), undefined, host)
    assert.equal(refuseAtOnce(`http://${host}:${port}/`, allowPrivate), undefined, host)
    assertForbidden(await refusalOf(plain, `http://${host}:${port}/`), host)
  }
  for (const url of [
    `http://127.0.0.1:${world.canaryPort}/`,
    `http://127.0.0.2:${port}/`,
    `http://[::1]:${world.canaryPort6}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    `http://other.mairie.fr:${port}/`,
    `http://localhost:${port}/`,
    `http://intranet.mairie.fr:${world.canaryPort}/`,
    'http://intranet.mairie.fr/',
    `http://user:secret@127.0.0.1:${port}/`,
    `ftp://127.0.0.1:${port}/`,
    `http://127.0.0.1:${port}/away`,
    'https://db/',
    'http://[::1]/',
  ])
    assertForbidden(await refusalOf(door, url), url)
  assert.equal(refuseAtOnce('http://db/', allowPrivate), undefined)
  assert.equal(refuseAtOnce('https://[0::1]/', allowPrivate), undefined)
  assert.equal(world.canary, 0)
})

test("an operator's own address may be anywhere; what a public one redirects to may not", async () => {
  await using world = await World.open()
  const second = await world.inside((_request, response) => response.end('second'))
  const first = await world.inside((_request, response) =>
    response.writeHead(302, { location: `http://127.0.0.1:${second}/` }).end(),
  )
  const site = await world.site((_request, response) =>
    response.writeHead(302, { location: `http://127.0.0.1:${world.canaryPort}/` }).end(),
  )
  const dial: Dial = to => (to.host === site ? world.dial : systemDial)(to)
  const door = world.door({ dial })
  const own = { operatorsOwn: true }
  assert.equal(await refusalOf(door, `http://127.0.0.1:${second}/`, own), undefined)
  assert.equal(await refusalOf(door, `http://127.0.0.1:${first}/`, own), undefined)
  assertForbidden(await refusalOf(door, `http://127.0.0.1:${second}/`), 'not own')
  assertForbidden(await refusalOf(door, `http://${site}/`, own), 'a public register that redirects inside')
  assertForbidden(await refusalOf(door, 'file:///etc/passwd', own), 'file')
  assert.equal(world.canary, 0)
})
