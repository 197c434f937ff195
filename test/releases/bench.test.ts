/** The bench measures every workload and ends with its table; how fast anything is does not matter here. */
// Of a release: it takes minutes.
// A process of its own: it keeps both cores busy.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { PARTS } from '../../bench/options.ts'
import { workloads } from '../../bench/workloads.ts'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)

test('npm run bench -- --quick has a row for each workload', async () => {
  const options = ['--quick', '--rounds=1', '--seconds=0.2']
  const { stdout } = await run(process.execPath, ['launch.mjs', 'bench/run.ts', ...options], { cwd: root })
  const rows = stdout
    .trimEnd()
    .split('\n')
    .map(line => line.split('|')[1]?.trim() ?? '')
  const names = [...workloads.map(({ name }) => name), ...PARTS]
  assert.deepEqual(
    names.filter(name => !rows.some(row => row.startsWith(name))),
    [],
  )
})
