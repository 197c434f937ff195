import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

export interface Size {
  readonly rows: number
  readonly seed: number
  /** Kept between runs. */
  readonly dataDir: string
}

export function readSize(args: readonly string[]): Size {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rows: { type: 'string', default: '1000000' },
      seed: { type: 'string', default: '1' },
      data: { type: 'string' },
    },
  })
  const rows = Number(values.rows)
  if (!(Number.isInteger(rows) && rows >= 1_000 && rows <= 10_000_000))
    throw new Error('--rows is a number between 1000 and 10000000.')
  const seed = Number(values.seed)
  if (!(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 31))
    throw new Error('--seed is a number from 0 on.')
  const folder = values.data ?? join(tmpdir(), `parvis-bench-publications-${rows}-${seed}`)
  return { rows, seed, dataDir: resolve(folder) }
}
