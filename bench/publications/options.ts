import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export interface Size {
  readonly rows: number
  readonly seed: number
  /** Kept between runs. */
  readonly dataDir: string
}

/** For `parseArgs`. */
export const SIZE_OPTIONS = {
  rows: { type: 'string' },
  seed: { type: 'string' },
  data: { type: 'string' },
} as const

type Typed = { readonly [Name in keyof typeof SIZE_OPTIONS]?: string | undefined }

export function sizeOf(typed: Typed): Size {
  const [rows, seed] = [Number(typed.rows ?? 1_000_000), Number(typed.seed ?? 1)]
  if (!(Number.isInteger(rows) && rows >= 1_000 && rows <= 10_000_000))
    throw new Error('--rows is a number between 1000 and 10000000.')
  if (!(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 31))
    throw new Error('--seed is a number from 0 on.')
  const folder = typed.data ?? join(tmpdir(), `parvis-bench-publications-${rows}-${seed}`)
  return { rows, seed, dataDir: resolve(folder) }
}
