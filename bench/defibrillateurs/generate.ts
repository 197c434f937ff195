/** Writes a register file with the size and faults of the real one. */
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { Chance } from '../publications/chance.ts'
import { COLUMNS, readTowns, sheetOf } from './devices.ts'

export interface Register {
  readonly rows: number
  readonly seed: number
  /** Shares of edited, missing and added rows. */
  readonly changed: number
  readonly withdrawn: number
  readonly fresh: number
}

export async function* registerLines({
  rows,
  seed,
  changed,
  withdrawn,
  fresh,
}: Register): AsyncGenerator<string> {
  const towns = await readTowns()
  let piece = `${COLUMNS.join(';')}\n`
  for (let number = 0; number < rows + Math.round(rows * fresh); number++) {
    // A separate random stream, so that unchanged records are identical in every version.
    const fate = new Chance(seed + 1, number)
    const [isGone, isEdited] = [fate.happens(withdrawn), fate.happens(changed)]
    if (number >= rows || !isGone)
      piece += sheetOf(number, new Chance(seed, number), towns, number < rows && isEdited)
    if (piece.length < 1 << 18) continue
    yield piece
    piece = ''
  }
  yield piece
}

export const writeRegister = (file: string, register: Register): Promise<void> =>
  pipeline(Readable.from(registerLines(register), { highWaterMark: 2 }), createWriteStream(file))

const USAGE = `node launch.mjs bench/defibrillateurs/generate.ts FILE [--rows 187000] [--seed 1] [--changed 0.01]
  [--withdrawn 0] [--new 0]`

if (import.meta.main) {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        rows: { type: 'string', default: '187000' },
        seed: { type: 'string', default: '1' },
        changed: { type: 'string', default: '0' },
        withdrawn: { type: 'string', default: '0' },
        new: { type: 'string', default: '0' },
      },
    })
    const [file, ...more] = positionals
    const share = (name: 'changed' | 'withdrawn' | 'new') => within(name, values[name], 0, 1)
    if (file === undefined || more.length > 0) throw new Error('One FILE is wanted.')
    await writeRegister(file, {
      rows: Math.round(within('rows', values.rows, 1, 10_000_000)),
      seed: Math.round(within('seed', values.seed, 0, 2 ** 31 - 2)),
      changed: share('changed'),
      withdrawn: share('withdrawn'),
      fresh: share('new'),
    })
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${USAGE}\n`)
    process.exitCode = 1
  }
}

function within(name: string, text: string, min: number, max: number): number {
  const value = Number(text)
  if (text !== '' && value >= min && value <= max) return value
  throw new Error(`--${name} is a number between ${min} and ${max}.`)
}
