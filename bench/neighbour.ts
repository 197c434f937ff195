/**
 * A neighbour that uses the memory that both sides share, as other guests of a rented machine do: it writes to random
 * places for a fifth of the time. Its processor is taken from both sides alike.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { endWithTheBench } from './measured.ts'
import { ring } from './probes.ts'

const BUSY_MS = 10
const IDLE_MS = 40

endWithTheBench()
const next = ring()
const seen = new Int32Array(next.length)
for (let at = 0; ; await sleep(IDLE_MS))
  for (const began = performance.now(); performance.now() - began < BUSY_MS; )
    for (let step = 0; step < 1_000; step++) {
      at = next[at] ?? 0
      seen[at] = step
    }
