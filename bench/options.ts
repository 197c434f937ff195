import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SIZE_OPTIONS, type Size, sizeOf } from './publications/options.ts'
import { workloads } from './workloads.ts'

export interface Options {
  readonly quick: boolean
  /** The floor of reads is written in Go. */
  readonly go: boolean
  /** The duration of one measurement. */
  readonly seconds: number
  readonly rounds: number
  readonly connections: number
  readonly only: readonly string[]
  /** The file for the service's CPU profile. */
  readonly profile: string | undefined
  readonly stock: Size
  /** Rows of the defibrillator register. */
  readonly devices: number
  /** Repetitions of what takes seconds. */
  readonly loads: number
  readonly photographs: number
}

/** The parts besides reads. */
export const PARTS = [
  'register',
  'place-in-turn',
  'create',
  'bulk-500',
  'webhook',
  'sign-in',
  'uploads',
] as const

export const USAGE = `npm run bench -- [--quick] [--seconds 1] [--rounds 5] [--connections 32] [--only NAME]… [--profile FOLDER] [--go]
  [--rows 1000000 [--seed 1] [--data FOLDER]]
Names: ${[...workloads.map(({ name }) => name), ...PARTS].join(', ')}`

/** Quick: under two minutes on an idle machine, with a temporary database. */
const QUICK = { seconds: '0.4', rounds: '3', rows: '10000', devices: 10_000, loads: 1, photographs: 4 }
const WHOLE = { seconds: '1', rounds: '5', rows: '1000000', devices: 187_000, loads: 3, photographs: 12 }

export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      go: { type: 'boolean', default: false },
      seconds: { type: 'string' },
      rounds: { type: 'string' },
      connections: { type: 'string', default: '32' },
      only: { type: 'string', multiple: true, default: [] },
      profile: { type: 'string' },
      ...SIZE_OPTIONS,
    },
  })
  const names: readonly string[] = [...workloads.map(({ name }) => name), ...PARTS]
  const unknown = values.only.find(name => !names.includes(name))
  if (unknown !== undefined) throw new Error(`There is no workload “${unknown}”.`)
  const usual = values.quick ? QUICK : WHOLE
  const own = values.quick ? join(tmpdir(), `parvis-bench-${process.pid}`) : undefined
  return {
    ...usual,
    quick: values.quick,
    go: values.go,
    seconds: within('seconds', values.seconds ?? usual.seconds, 0.1, 60),
    rounds: Math.ceil(within('rounds', values.rounds ?? usual.rounds, 1, 100)),
    connections: Math.ceil(within('connections', values.connections, 1, 500)),
    only: values.only,
    profile: values.profile,
    stock: sizeOf({ rows: usual.rows, data: own, ...values }),
  }
}

function within(name: string, text: string, min: number, max: number): number {
  const value = Number(text)
  if (value >= min && value <= max) return value
  throw new Error(`--${name} is a number between ${min} and ${max}.`)
}
