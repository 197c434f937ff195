import { shareOf } from '../../bench/asking.ts'
import type { Verdict } from '../failover/checks.ts'
import type { Noted } from './cluster.ts'

/** What was measured in one round. */
export interface Round {
  readonly name: string
  readonly says: string
  /** When the primary failed, as the logs say it. */
  readonly at: string
  /** What Patroni had noted just before, and once another machine was the primary or none was waited for any more. */
  readonly noted: Noted | undefined
  readonly notedAfter: Noted | undefined
  readonly from: string
  /** The new primary; undefined: none was made. */
  readonly to: string | undefined
  /** Until Patroni had made it. */
  readonly movedMs: number | undefined
  /** The wait of each acknowledged request, from its first attempt. */
  readonly waits: readonly number[]
  /** The longest time without an acknowledged write. */
  readonly silentMs: number
  /** Acknowledged requests that had to be sent again. */
  readonly again: number
  /** How often each status refused a request; 0 is no answer in time. */
  readonly refused: ReadonlyMap<number, number>
  /** The longest time that a single attempt waited for its answer. */
  readonly slowestMs: number
  /** Reads that were compared with what had been acknowledged. */
  readonly reads: number
  readonly lost: number
  readonly doubled: number
  readonly stale: number
  readonly broken: readonly string[]
}

export const roundsHeader = `|  # | failure | primary | new primary after | acknowledged | again | lost | doubled | old answers | longest without a write | p50, p99, worst | slowest answer | refused |
|---:|---|---|---:|---:|---:|---:|---:|---:|---:|---|---:|---|`

export const roundLine = (round: Round, number: number): string =>
  row([
    String(number).padStart(2),
    round.name,
    round.to ? `${round.from} → ${round.to}` : round.from,
    round.movedMs === undefined ? '–' : seconds(round.movedMs),
    round.waits.length,
    round.again,
    round.lost,
    round.doubled,
    `${round.stale} of ${round.reads}`,
    seconds(round.silentMs),
    spread(round.waits),
    seconds(round.slowestMs),
    [...round.refused].map(([status, times]) => `${status || 'nothing'}: ${times}`).join(', ') || '–',
  ])

/** A table by kind of failure, and all of them together. */
export function summary(rounds: readonly Round[]): string[] {
  const kinds = [...new Set(rounds.map(({ name }) => name))]
  const groups = kinds.map(name => rounds.filter(round => round.name === name))
  return [
    '',
    '| failure | rounds | replaced | acknowledged | lost | doubled | old answers | longest without a write: median, worst | waits: p50, p99, worst | slowest answer |',
    '|---|---:|---:|---:|---:|---:|---:|---|---|---:|',
    ...groups.map(group => summaryLine(group[0]?.says ?? '', group)),
    summaryLine('all', rounds),
  ]
}

export const ending = (verdict: Verdict, repeatedMails: number): string =>
  `At the end: ${verdict.acknowledged} acknowledged, ${verdict.lost} lost, ${verdict.doubled} doubled; jobs done ` +
  `${seconds(verdict.settled)} after; ${repeatedMails} mails left twice with the same Message-ID; trail ${verdict.trail}.`

function summaryLine(name: string, rounds: readonly Round[]): string {
  const sum = (of: (round: Round) => number) => rounds.reduce((total, round) => total + of(round), 0)
  const silent = rounds.map(({ silentMs }) => silentMs)
  return row([
    name,
    rounds.length,
    sum(({ to }) => (to ? 1 : 0)),
    sum(({ waits }) => waits.length),
    sum(({ lost }) => lost),
    sum(({ doubled }) => doubled),
    sum(({ stale }) => stale),
    `${seconds(shareOf(silent, 0.5))}, ${seconds(shareOf(silent, 1))}`,
    spread(rounds.flatMap(({ waits }) => waits)),
    seconds(Math.max(...rounds.map(({ slowestMs }) => slowestMs))),
  ])
}

const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
const spread = (all: readonly number[]) =>
  [0.5, 0.99, 1].map(share => seconds(shareOf(all, share))).join(', ')
const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`
