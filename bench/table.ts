import type { Outcome } from './asking.ts'

/** One measurement of one side, with the microseconds of processor per request if it has its own process. */
export type Turn = Outcome & {
  readonly cpu?: number
  readonly databaseCpu?: number
  /** Nanoseconds of one read of memory, just before. */
  readonly memory?: number
}
export interface Measured {
  readonly name: string
  /** The side to compare with. */
  readonly against: string
  /** The required ratio. */
  readonly wanted?: number | undefined
  readonly floor: readonly Turn[]
  readonly parvis: readonly Turn[]
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2
}

/** Compares adjacent rounds, which other work on the machine affects equally. */
const ratioOf = ({ floor, parvis }: Measured): number =>
  median(floor.map((turn, round) => (parvis[round]?.perSecond ?? 0) / turn.perSecond))

const HEAD = [
  'workload',
  'ratio',
  'wanted',
  'floor a second',
  'Parvis a second',
  'floor p50 / p99 ms',
  'Parvis p50 / p99 ms',
  'floor CPU µs',
  'Parvis CPU µs',
  'memory ns',
  'the floor is',
]
const WORDS = [0, HEAD.length - 1]

/** As Markdown, for docs/performance.md. */
export function tableOf(measured: readonly Measured[]): string {
  const rows = [HEAD, ...measured.map(rowOf)]
  const widths = HEAD.map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)))
  const cell = (text: string, column: number) =>
    WORDS.includes(column) ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0)
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  const rule = `|${widths.map((width, column) => (WORDS.includes(column) ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`
  const [head = HEAD, ...body] = rows.map(line)
  return [head, rule, ...body].join('\n')
}

/** One line a row, while the others are measured. */
export const rowsOf = (measured: readonly Measured[]): string =>
  measured.map(one => rowOf(one).join(' | ')).join('\n')

function rowOf(measured: Measured): string[] {
  const { name, against, wanted, floor, parvis } = measured
  const none = (turns: readonly Turn[]) => turns.length === 0
  const speed = (turns: readonly Turn[]) => {
    const value = median(turns.map(turn => turn.perSecond))
    return none(turns) ? '–' : value.toFixed(value < 10 ? 2 : 0)
  }
  const times = (turns: readonly Turn[]) =>
    none(turns)
      ? '–'
      : `${median(turns.map(turn => turn.p50)).toFixed(1)} / ${median(turns.map(turn => turn.p99)).toFixed(1)}`
  const middle = (turns: readonly Turn[], of: (turn: Turn) => number | undefined) => {
    const known = turns.map(of).filter(value => value !== undefined)
    return known.length === 0 ? '–' : median(known).toFixed(0)
  }
  const cpu = (turns: readonly Turn[]) =>
    [middle(turns, turn => turn.cpu), middle(turns, turn => turn.databaseCpu)]
      .join(' + ')
      .replace('– + –', '–')
  return [
    name,
    none(floor) ? '–' : ratioOf(measured).toFixed(2),
    wanted?.toFixed(2) ?? '',
    speed(floor),
    speed(parvis),
    times(floor),
    times(parvis),
    cpu(floor),
    cpu(parvis),
    middle([...floor, ...parvis], turn => turn.memory),
    against,
  ]
}
