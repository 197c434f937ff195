import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { from } from 'pg-copy-streams'
import { COLUMNS } from '../../test/fixtures/geodae.ts'
import { outcomeOf } from '../asking.ts'
import { type Bench, inTurns } from '../bench.ts'
import { startChild } from '../child.ts'
import { type Register, writeRegister } from '../defibrillateurs/generate.ts'
import type { Measured, Turn } from '../table.ts'

const AGAINST = 'COPY of the same file into text columns'
const EMPTY = 'truncate defibrillateurs, commune_defibrillateurs, defibrillateur_syncs cascade'

interface Loaded {
  readonly seconds: number
}

/** Loads the defibrillator register: the first time, unchanged, and with 1 % edited. */
export async function register(bench: Bench): Promise<Measured[]> {
  const { client, connection, options, folder, stop, say } = bench
  const base: Register = { rows: options.devices, seed: 1, changed: 0, withdrawn: 0, fresh: 0 }
  const [first, next] = [join(folder, 'first.csv'), join(folder, 'next.csv')]
  await writeRegister(first, base)
  await writeRegister(next, { ...base, changed: 0.01, withdrawn: 0.001, fresh: 0.001 })
  await client.query(
    `create table if not exists bare (${COLUMNS.map(column => `${column} text`).join(', ')})`,
  )
  const inSeconds = (seconds: number): Turn => outcomeOf([seconds * 1000], seconds)
  const copy = async (file: string) => {
    await client.query('truncate bare')
    const began = performance.now()
    await pipeline(
      createReadStream(file, { highWaterMark: 256 * 1024 }),
      client.query(from(`copy bare from stdin with (format csv, header, delimiter ';')`)),
    )
    return inSeconds((performance.now() - began) / 1000)
  }
  const load = async (file: string) => {
    await using child = startChild('defibrillateurs/load.ts', stop)
    return inSeconds((await child.ask<Loaded>({ connection, file })).seconds)
  }
  const measured: Measured[] = []
  const measure = async (
    name: string,
    wanted: number | undefined,
    file: string,
    prepare: () => Promise<unknown>,
  ) => {
    say(`Measuring ${name}…`)
    const prepared = async () => {
      await prepare()
      // Runs the server's background work first, so that it is not measured.
      await client.query('vacuum analyze defibrillateurs')
      await client.query('vacuum analyze commune_defibrillateurs')
      await client.query('checkpoint')
      return await copy(file)
    }
    const turns = await inTurns(bench, prepared, () => load(file), options.loads)
    measured.push({ name, against: AGAINST, wanted, ...turns })
  }
  await measure('register-first', 0.1, first, () => client.query(EMPTY))
  await measure('register-same', 0.33, first, async () => {})
  if (!options.quick)
    await measure('register-edited', undefined, next, async () => {
      await client.query(EMPTY)
      await load(first)
    })
  await client.query('drop table bare')
  return measured
}
