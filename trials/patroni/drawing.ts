import { shareOf } from '../../bench/asking.ts'
import type { Round } from './report.ts'

/** Each round as a line, a failure a row: how long no write was acknowledged. Readable on white and black. */

const [WIDTH, LEFT, RIGHT, TOP, ROW] = [720, 170, 20, 28, 22]
/** A longer round is named at the edge. */
const SECONDS = 30
const BLUE = '#2a6fb0'

export function drawnRounds(rounds: readonly Round[], names: ReadonlyMap<string, string>): string {
  const bottom = TOP + ROW * names.size + 6
  const x = (seconds: number) => LEFT + (Math.min(seconds, SECONDS) / SECONDS) * (WIDTH - LEFT - RIGHT)
  const grid = Array.from({ length: SECONDS / 5 + 1 }, (_, at) => {
    const place = x(at * 5).toFixed(0)
    const label = `<text x="${place}" y="${bottom + 14}" text-anchor="middle">${at * 5}</text>`
    return `<path d="M${place} ${TOP}V${bottom}" stroke="#76767640"/>${label}`
  })
  const rows = [...names].map(([name, says], at) => {
    const silent = rounds.filter(round => round.name === name).map(({ silentMs }) => silentMs / 1_000)
    const middle = TOP + ROW * at + 14
    const ticks = silent
      .filter(one => one <= SECONDS)
      .toSorted((one, other) => one - other)
      .map(one => `M${x(one).toFixed(1)} ${middle - 7}v14`)
    const longer = silent.filter(one => one > SECONDS).map(one => Math.round(one))
    return [
      `<text x="${LEFT - 8}" y="${middle + 4}" text-anchor="end">${says} (${silent.length})</text>`,
      `<path d="M${LEFT} ${middle}H${x(shareOf(silent, 0.5)).toFixed(1)}" stroke="${BLUE}" stroke-width="6" stroke-opacity=".35"/>`,
      `<path d="${ticks.join('')}" stroke="${BLUE}" stroke-width="1.2" stroke-opacity=".8"/>`,
      ...(longer.length > 0
        ? [`<text x="${WIDTH - RIGHT}" y="${middle + 4}" text-anchor="end">${longer.join(', ')} →</text>`]
        : []),
    ].join('\n')
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${bottom + 20}" width="${WIDTH}" height="${bottom + 20}" font-family="sans-serif" font-size="11" fill="#767676">
<title>Longest time without an acknowledged write, by failure of the primary</title>
<text x="${LEFT}" y="18">Seconds in which no write was acknowledged: a line for each round, a bar to their median</text>
${[...grid, ...rows].join('\n')}
</svg>
`
}
