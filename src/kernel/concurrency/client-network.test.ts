import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientNetwork } from './client-network.ts'

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
