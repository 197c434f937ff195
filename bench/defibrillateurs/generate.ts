/** Writes a register file with the size and faults of the real one. */
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
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

async function* registerLines({ rows, seed, changed, withdrawn, fresh }: Register): AsyncGenerator<string> {
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
