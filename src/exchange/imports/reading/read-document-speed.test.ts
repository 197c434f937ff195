// Of a release: sources of 10 MiB.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { read } from '../../../../test/fixtures/feeds.ts'
import { HUGE_SOURCES } from '../../../../test/fixtures/huge-sources.ts'

/** CPU time of this thread. */
function cost(work: () => unknown): number {
  const since = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(since)
  return (user + system) / 1000
}

/**
 * Reading 10 MiB takes up to ten scans, a second where a scan takes 100 ms. Twice that is for a busy machine, whose caches are
 * shared: what grows with the square of its input takes a hundred.
 */
const MOST = 20

/** Writes and parses the text as JSON, and looks at each letter. */
function scanned(text: string): number {
  let letters = 0
  for (const character of JSON.parse(JSON.stringify(text)) as string) if (character !== ' ') letters++
  return letters
}

for (const [name, make] of Object.entries(HUGE_SOURCES))
  test(`10 MiB are read in the time of some plain scans: ${name}`, t => {
    const text = make()
    assert.ok(Buffer.byteLength(text) > 10_000_000)
    // The better of two: the first compiles the scan.
    const scan = Math.min(
      cost(() => scanned(text)),
      cost(() => scanned(text)),
    )
    let items = 0
    const timed = () =>
      cost(() => {
        items = read(text).items.length
      })
    let reading = timed()
    // A busy machine may lengthen some readings.
    for (let time = 0; time < 4 && reading >= MOST * scan; time++) reading = Math.min(reading, timed())
    t.diagnostic(`${Math.round(reading)} ms, ${(reading / scan).toFixed(1)} scans, ${items} items`)
    assert.ok(items > 0)
    assert.ok(reading < MOST * scan, `${reading} ms for a scan of ${scan} ms`)
  })
