import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { createLog, requestLines } from './log.ts'

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

test('the line of a request is the one that the log would write, at its levels', () => {
  const fields = {
    method: 'GET',
    path: '/"é\n\ud800',
    status: 200,
    user_id: undefined,
  }
  const linesAt = (level: string) => {
    const lines: string[] = []
    const log = createLog(level, {
      write: line => void lines.push(line.replace(/"time":"[^"]*"/, '"time":""')),
    })
    log.info({ request_id: 'a', ms: 0.5, ...fields }, 'request')
    requestLines(log, fields)('a', 0.5)
    return lines
  }
  const [theirs, own, ...more] = linesAt('info')
  assert.equal(own, theirs)
  assert.deepEqual([JSON.parse(own ?? '').path, more], [fields.path, []])
  assert.deepEqual(linesAt('warn'), [])
})
