import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { connect } from 'node:net'
import os, { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ADDRESSES, ALL_FORMS, describeForms, FORMS } from '../../../test/fixtures/forbidden-addresses.ts'
import { answer, assertForbidden, refusalOf, World } from '../../../test/fixtures/outside-world.ts'
import { whyNotPublic } from './addresses.ts'
import { systemDial, systemResolve } from './connect.ts'
import { refuseAtOnce } from './fetch.ts'

const PUBLIC = '93.184.216.34'

function assertNobodyCalled(world: World) {
  assert.deepEqual([world.canary, world.strays], [0, []])
}

test('every forbidden form is refused when saved, and the page in docs shows all of them', () => {
  const inAddresses = Object.entries(FORMS).flatMap(([title, forms]) =>
    /^Not|^Other|^Cred/.test(title) ? [] : forms,
  )
  assert.ok(inAddresses.length >= 150, String(inAddresses.length))
  assert.equal(new Set(ALL_FORMS).size, ALL_FORMS.length)
  for (const form of ALL_FORMS) assertForbidden(refuseAtOnce(form), form)
  const page = readFileSync(join(import.meta.dirname, '../../../docs/forbidden-addresses.md'), 'utf8')
  assert.equal(page, describeForms(), 'run: node launch.mjs test/fixtures/forbidden-addresses.ts')
})

test('public addresses can be saved', () => {
  for (const url of [
    'http://example.com/',
    'https://www.mairie-d-ici.fr/feed/?paged=1#x',
    'http://xn--mairie-chteau-khb.fr/',
    'https://Mairie-Château.fr./rss',
    'http://93.184.216.34/',
    'http://1.1.1.1:80/',
    'https://[2001:4860:4860::8888]/',
    'https://[2a01:cb00::1]:443/',
    'http://11.0.0.1/',
    'http://172.15.255.255/',
    'http://172.32.0.1/',
    'http://100.63.255.255/',
    'http://100.128.0.1/',
    'http://169.253.255.255/',
    'http://168.63.129.15/',
    'http://192.167.255.255/',
    'http://192.0.1.1/',
    'http://198.17.255.255/',
    'http://198.20.0.1/',
    'http://223.255.255.255/',
    'http://128.0.0.1/',
    'http://[2001:200::1]/',
    'http://[2003::1]/',
    'http://[2a00:1450::5efe]/',
    'http://example.com:443/',
  ])
    assert.equal(refuseAtOnce(url)?.code, undefined, url)
})

test('every forbidden form is refused when fetched, also where only the real network is below', async () => {
  await using world = await World.open()
  const door = world.door()
  for (const form of ALL_FORMS) assertForbidden(await refusalOf(door, form), form)
  assert.deepEqual(world.asked, [])
  const realDoor = world.door({ resolve: systemResolve, dial: systemDial })
  for (const host of ['127.0.0.1', '127.1', '0x7f.1', '0', 'localhost', '[::ffff:127.0.0.1]']) {
    const url = `http://${host}:${world.canaryPort}/`
    assertForbidden(await refusalOf(realDoor, url), url)
  }
  assertForbidden(await refusalOf(realDoor, `http://[::1]:${world.canaryPort6}/`), '::1')
  assertNobodyCalled(world)
})

test('every forbidden form is refused as the target of a redirect, of each kind', async () => {
  await using world = await World.open()
  const door = world.door()
  let location = ''
  let status = 301
  let redirected = 0
  const site = await world.site((request, response) => {
    if (request.url !== '/away') return response.end('our own page')
    redirected++
    response.writeHead(status, { location: Buffer.from(location).toString('latin1') }).end('gone')
  })
  const absolute = ALL_FORMS.filter(form => URL.parse(form, `http://${site}/`)?.hostname !== site)
  assert.ok(absolute.length > 260, String(absolute.length))
  for (status of [301, 302, 303, 307, 308]) {
    for (const form of absolute) {
      // A line break cannot be sent in a header.
      location = form.includes('\n') ? (URL.parse(form)?.href ?? '') : form
      assertForbidden(await refusalOf(door, `http://${site}/away`), `${status} ${form}`)
    }
  }
  assert.equal(redirected, absolute.length * 5)
  assertNobodyCalled(world)
})

test('every forbidden address is refused as a DNS answer: alone, before and after good ones', async () => {
  await using world = await World.open()
  const door = world.door()
  assert.ok(ADDRESSES.length >= 150, String(ADDRESSES.length))
  for (const address of ADDRESSES) {
    for (const [how, list] of Object.entries({
      alone: [address],
      last: [PUBLIC, '2606:2800:220:1::1', address],
      first: [address, PUBLIC],
      between: [PUBLIC, address, '1.1.1.1'],
    })) {
      world.name('rebound.example.com', async () => list.map(answer))
      for (const scheme of ['http', 'https']) {
        const refusal = await refusalOf(door, `${scheme}://rebound.example.com/`)
        assert.equal(refusal?.code, 'forbidden_address', `${address} ${how}`)
      }
    }
  }
  assertNobodyCalled(world)
})

test('DNS rebinding: a name is resolved once per request, and never reaches the canary', async () => {
  await using world = await World.open()
  const door = world.door()
  const site = await world.site((_request, response) => response.end('public'))
  const [good] = await world.resolve(site)
  assert.ok(good)
  let turn = 0
  const bad = ['127.0.0.1', '::1', '10.0.0.1', '169.254.169.254', '::ffff:127.0.0.1'].map(answer)
  world.name('flip.example.com', async () => {
    const one = ++turn % 2 ? good : bad[turn % bad.length]
    return one ? [one] : []
  })
  world.asked.length = 0
  const codes = { served: 0, forbidden: 0 }
  for (let batch = 0; batch < 50; batch++) {
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const refusal = await refusalOf(door, 'http://flip.example.com/')
        if (refusal) assertForbidden(refusal, 'flip')
        codes[refusal ? 'forbidden' : 'served']++
      }),
    )
  }
  assert.deepEqual(codes, { served: 500, forbidden: 500 })
  assert.equal(world.asked.length, 1000)
  assertNobodyCalled(world)
})

test('a name that changes between redirects is checked at each', async () => {
  await using world = await World.open()
  const door = world.door()
  const site = await world.site((_request, response) => response.writeHead(302, { location: '/again' }).end())
  const good = await world.resolve(site)
  let turn = 0
  world.name('hops.example.com', async () => (++turn % 2 ? good : [answer('127.0.0.1')]))
  for (let round = 0; round < 50; round++) {
    assert.equal((await refusalOf(door, 'http://hops.example.com/'))?.code, 'forbidden_address')
  }
  assertNobodyCalled(world)
})

test('a connection to another address than checked is closed before a byte is sent', async () => {
  await using world = await World.open()
  let heard = 0
  const port = await world.inside(() => {
    heard++
  })
  world.name('public.example.com', async () => [answer(PUBLIC)])
  const door = world.door({ dial: ({ signal }) => connect({ host: '127.0.0.1', port, signal }) })
  for (const scheme of ['http', 'https']) {
    const refusal = await refusalOf(door, `${scheme}://public.example.com/`)
    assert.equal(refusal?.code, 'forbidden_address')
  }
  assert.equal(heard, 0)
})

test("this machine's own addresses are refused, public or not", async context => {
  const own = Object.values(networkInterfaces()).flatMap(list => list?.map(one => one.address) ?? [])
  assert.ok(own.length > 0)
  for (const address of own) assert.ok(whyNotPublic(address), address)
  const there = { address: PUBLIC, family: 'IPv4', internal: false } as NetworkInterfaceInfo
  const there6 = { ...there, address: '2a01:cb00::7', family: 'IPv6' } as NetworkInterfaceInfo
  const interfaces = context.mock.method(os, 'networkInterfaces', () => ({ eth0: [there, there6] }))
  syncBuiltinESMExports()
  try {
    assert.equal(whyNotPublic(PUBLIC), 'an address of this machine')
    assert.equal(whyNotPublic('2A01:CB00:0:0::0007'), 'an address of this machine')
    assert.equal(whyNotPublic('93.184.216.35'), undefined)
    // A sandbox may hide them.
    interfaces.mock.mockImplementation(() => {
      throw new Error('uv_interface_addresses returned Unknown system error 97')
    })
    assert.match(whyNotPublic('93.184.216.35') ?? '', /own cannot be read$/)
    assert.equal(whyNotPublic('10.0.0.1'), 'private network')
  } finally {
    context.mock.restoreAll()
    syncBuiltinESMExports()
  }
  assert.equal(whyNotPublic(PUBLIC), undefined)
})
