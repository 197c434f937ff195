import assert from 'node:assert/strict'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import { test } from 'node:test'
import { outwards } from './outside.ts'

test('a sandbox that hides the addresses of the machine is told, for nothing is fetched then', context => {
  assert.equal(outwards(), undefined)
  context.mock.method(os, 'networkInterfaces', () => {
    throw new Error('uv_interface_addresses returned Unknown system error 97')
  })
  syncBuiltinESMExports()
  try {
    const found = outwards()
    assert.deepEqual([found?.state, found?.explanation.code], ['wrong', 'outside_hidden'])
    assert.match(found?.says ?? '', /AF_NETLINK/)
  } finally {
    context.mock.restoreAll()
    syncBuiltinESMExports()
  }
})
