import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import { createLog } from '../../kernel/telemetry/log.ts'
import { OF_THE_CLOCK, watchClock } from './clock.ts'

const app = await startApp()
const now = Date.now
const ahead = async <T>(seconds: number, work: () => Promise<T>): Promise<T> => {
  Date.now = () => now() + seconds * 1_000
  try {
    return await work()
  } finally {
    Date.now = now
  }
}
const readyz = async () => {
  const response = await fetch(`${app.url}/readyz`)
  return [response.status, ((await response.json()) as { clock: unknown }).clock]
}
const figure = async () =>
  Number(/^parvis_clock_ahead_seconds (\S+)$/m.exec(await (await fetch(`${app.url}/metrics`)).text())?.[1])

test('a node whose clock is minutes off is unready, and /metrics shows the difference', async () => {
  assert.deepEqual(await readyz(), [200, true])
  assert.equal(await figure(), 0)
  assert.deepEqual(await ahead(60, readyz), [200, true])
  for (const off of [400 * 86_400, -3_600]) {
    assert.deepEqual(await ahead(off, readyz), [503, false])
  }
  // The reading is cached for a few seconds.
  await ahead(-3_600, () => eventually(async () => Math.abs((await figure()) + 3_600) < 30, 'the figure'))
  assert.deepEqual(await readyz(), [200, true])
})

test('a wrong clock is logged once', async () => {
  const lines: string[] = []
  const log = createLog('info', { write: line => lines.push(JSON.parse(line).msg) })
  await ahead(120, async () => {
    const watch = watchClock(app.service.db, log)
    await eventually(async () => lines.length > 0, 'the line')
    watch.stop()
  })
  assert.deepEqual(lines, [OF_THE_CLOCK.off])
})
