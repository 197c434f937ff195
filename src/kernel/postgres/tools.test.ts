import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { test } from 'node:test'
import { eventually } from '../../../test/eventually.ts'
import { childOf, kill } from '../../../test/fixtures/processes.ts'
import { isAlive } from './tools.ts'

test('a killed process is not alive, although its parent has not asked for its end', {
  skip: !fs.existsSync('/proc/self/stat'),
}, async () => {
  // The second `sleep` replaces the parent of the first, and never asks.
  const parent = spawn('sh', ['-c', 'sleep 600 & exec sleep 601'])
  const pid = parent.pid ?? assert.fail('it runs')
  try {
    await eventually(async () => childOf(pid) > 0, 'it has a child')
    const child = childOf(pid)
    assert.equal(isAlive(child), true)
    await kill(child)
    assert.doesNotThrow(() => process.kill(child, 0), 'the system still lists it')
    assert.equal(isAlive(child), false)
    assert.equal(isAlive(pid), true)
  } finally {
    parent.kill('SIGKILL')
  }
})
