import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientNetwork, networksOf } from './client-network.ts'

test('the client network is the IPv4 address, also when mapped, or the IPv6 /64', () => {
  const cases = {
    '192.0.2.1': '192.0.2.1',
    '::ffff:192.0.2.1': '192.0.2.1',
    '2001:db8:1:2:3:4:5:6': '2001:db8:1:2',
    '2001:0DB8:0001:0002::9': '2001:db8:1:2',
    '2001:db8::1': '2001:db8:0:0',
    '::1': '0:0:0:0',
    'fe80::1%eth0': 'fe80:0:0:0',
  }
  for (const [address, kept] of Object.entries(cases)) assert.equal(clientNetwork(address), kept, address)
})

test('an IPv6 network is part of a /56 and of a /48; an IPv4 address stands alone', () => {
  const cases = {
    '2001:db8:1:2ab': ['2001:db8:1:2ab', '2001:db8:1:200/56', '2001:db8:1/48'],
    '2001:db8:0:7': ['2001:db8:0:7', '2001:db8:0:0/56', '2001:db8:0/48'],
    '192.0.2.1': ['192.0.2.1'],
    // What else is counted by: a user, and the sources of pictures.
    '0198c0de-0000-7000-8000-000000000000': ['0198c0de-0000-7000-8000-000000000000'],
    'pictures of example.org': ['pictures of example.org'],
  }
  for (const [network, all] of Object.entries(cases)) assert.deepEqual(networksOf(network), all)
})
