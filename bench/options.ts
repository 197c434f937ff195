import { parseArgs } from 'node:util'
import { readSize, type Size } from './publications/options.ts'
import { publicationWorkloads, type Workload, workloads } from './workloads.ts'

export interface Options {
  readonly seconds: number
  readonly rounds: number
  readonly connections: number
  readonly workloads: readonly Workload[]
  /** Where the service's CPU profile is written. */
  readonly profile: string | undefined
  /** A stock of publications to ask about, besides the communes. */
  readonly stock: Size | undefined
}

export const USAGE = `npm run bench -- [--seconds 2] [--rounds 5] [--connections 32] [--only NAME]… [--profile FOLDER]
  [--rows 1000000 [--seed 1] [--data FOLDER]]
Names: ${workloads.map(({ name }) => name).join(', ')}; with --rows also ${publicationWorkloads.map(({ name }) => name).join(', ')}`

export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string', default: '2' },
      rounds: { type: 'string', default: '5' },
      connections: { type: 'string', default: '32' },
      only: { type: 'string', multiple: true, default: [] },
      profile: { type: 'string' },
      rows: { type: 'string' },
      seed: { type: 'string', default: '1' },
      data: { type: 'string' },
    },
  })
  const all = values.rows === undefined ? workloads : [...workloads, ...publicationWorkloads]
  const unknown = values.only.find(name => !all.some(one => one.name === name))
  if (unknown !== undefined) throw new Error(`There is no workload “${unknown}”.`)
  return {
    seconds: within('seconds', values.seconds, 0.1, 60),
    rounds: Math.ceil(within('rounds', values.rounds, 1, 100)),
    connections: Math.ceil(within('connections', values.connections, 1, 500)),
    workloads: all.filter(({ name }) => values.only.length === 0 || values.only.includes(name)),
    profile: values.profile,
    stock:
      values.rows === undefined
        ? undefined
        : readSize([
            `--rows=${values.rows}`,
            `--seed=${values.seed}`,
            ...(values.data === undefined ? [] : [`--data=${values.data}`]),
          ]),
  }
}

function within(name: string, text: string, min: number, max: number): number {
  const value = Number(text)
  if (value >= min && value <= max) return value
  throw new Error(`--${name} is a number between ${min} and ${max}.`)
}
