import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'

test('lines of the last turn before the process exits are written, in order', () => {
  const script = `import { createLog } from '${join(import.meta.dirname, 'log.ts')}'
    const log = createLog('info')
    for (const level of ['info', 'warn', 'info']) log[level](level)
    process.exit()`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  const lines = stdout.split('\n').filter(Boolean)
  assert.deepEqual(
    lines.map(line => JSON.parse(line).msg),
    ['info', 'warn', 'info'],
  )
})
