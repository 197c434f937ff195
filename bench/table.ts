import type { Outcome } from './asking.ts'

/** One turn of one side, with the CPU that its process used for one request. */
export type Turn = Outcome & { readonly cpu: number }
export interface Measured {
  readonly name: string
  readonly floor: readonly Turn[]
  readonly parvis: readonly Turn[]
}

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2
}

const HEAD = [
  ...['workload', 'floor req/s', 'Parvis req/s', 'ratio', 'floor p50/p99 ms', 'Parvis p50/p99 ms'],
  ...['floor CPU µs', 'Parvis CPU µs', 'errors'],
]

/** Markdown, as it stands in docs/performance.md. */
export function tableOf(measured: readonly Measured[]): string {
  const rows = [HEAD, ...measured.map(rowOf)]
  const widths = HEAD.map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`
  const rule = `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`
  const [head = HEAD, ...body] = rows.map(line)
  return [head, rule, ...body].join('\n')
}

function rowOf({ name, floor, parvis }: Measured): string[] {
  const of = (turns: readonly Turn[], read: (turn: Turn) => number, digits = 0) =>
    turns.length === 0 ? '–' : median(turns.map(read)).toFixed(digits)
  const times = (turns: readonly Turn[]) => `${of(turns, t => t.p50, 1)} / ${of(turns, t => t.p99, 1)}`
  // Neighbours in time are compared: what else the machine does then weighs on both.
  const ratios = floor.map((turn, round) => (parvis[round]?.perSecond ?? 0) / turn.perSecond)
  return [
    name,
    of(floor, turn => turn.perSecond),
    of(parvis, turn => turn.perSecond),
    ratios.length === 0 ? '–' : median(ratios).toFixed(2),
    times(floor),
    times(parvis),
    of(floor, turn => turn.cpu),
    of(parvis, turn => turn.cpu),
    String([...floor, ...parvis].reduce((sum, turn) => sum + turn.errors, 0)),
  ]
}
