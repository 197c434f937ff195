/** Word diff of two texts: pieces of both, of the first only, of the second only. */

export interface Piece {
  readonly in: 'both' | 'before' | 'after'
  readonly text: string
}

const WORDS = /\s+|[\p{L}\p{N}]+(?:[’'-][\p{L}\p{N}]+)*|[^\s\p{L}\p{N}]/gu
const wordsOf = (text: string): readonly string[] => text.match(WORDS) ?? []

export function differences(before: string, after: string): readonly Piece[] {
  const [a, b] = [wordsOf(before), wordsOf(after)]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const middle = shortestScript(a.slice(start, a.length - end), b.slice(start, b.length - end))
  return joined([
    { in: 'both', text: a.slice(0, start).join('') },
    ...middle,
    { in: 'both', text: a.slice(a.length - end).join('') },
  ])
}

/** Above this, the texts count as wholly different. The cost grows with the square (20 000 letters: 3 ms). */
const MOST_DIFFERENCES = 200

/** Myers' algorithm, the shortest edit script. `reach[k]`: how far the path on diagonal `k` has come. */
function shortestScript(a: readonly string[], b: readonly string[]): readonly Piece[] {
  const most = Math.min(a.length + b.length, MOST_DIFFERENCES)
  const reach = new Int32Array(2 * most + 3)
  const steps: Int32Array[] = []
  for (let apart = 0; apart <= most; apart++) {
    steps.push(reach.slice())
    for (let k = -apart; k <= apart; k += 2) {
      let x = isDown(reach, most, k, apart) ? at(reach, most, k + 1) : at(reach, most, k - 1) + 1
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++
      reach[most + 1 + k] = x
      if (x >= a.length && x - k >= b.length) return walkBack(a, b, steps, most)
    }
  }
  return [
    { in: 'before', text: a.join('') },
    { in: 'after', text: b.join('') },
  ]
}

const at = (reach: Int32Array, most: number, k: number): number => reach[most + 1 + k] ?? 0
const isDown = (reach: Int32Array, most: number, k: number, apart: number): boolean =>
  k === -apart || (k !== apart && at(reach, most, k - 1) < at(reach, most, k + 1))

function walkBack(
  a: readonly string[],
  b: readonly string[],
  steps: readonly Int32Array[],
  most: number,
): readonly Piece[] {
  const pieces: Piece[] = []
  let [x, y] = [a.length, b.length]
  for (let apart = steps.length - 1; apart >= 0; apart--) {
    const reach = steps[apart] ?? new Int32Array()
    const k = x - y
    const from = isDown(reach, most, k, apart) ? k + 1 : k - 1
    const fromX = apart === 0 ? 0 : at(reach, most, from)
    const fromY = apart === 0 ? 0 : fromX - from
    while (x > fromX && y > fromY) {
      pieces.push({ in: 'both', text: a[--x] ?? '' })
      y--
    }
    if (x > fromX) pieces.push({ in: 'before', text: a[--x] ?? '' })
    else if (y > fromY) pieces.push({ in: 'after', text: b[--y] ?? '' })
  }
  return pieces.reverse()
}

type Run = Record<Piece['in'], string>

/** Joins neighbours of one kind; a blank between two changes joins them, so that a phrase is one piece. */
function joined(pieces: readonly Piece[]): readonly Piece[] {
  const runs: Run[] = [{ both: '', before: '', after: '' }]
  for (const [index, piece] of pieces.entries()) {
    if (piece.text === '') continue
    const run = runs.at(-1)
    if (!run) break
    const changing = run.before !== '' || run.after !== ''
    if (piece.in !== 'both') run[piece.in] += piece.text
    else if (!changing) run.both += piece.text
    else if (/^\s+$/.test(piece.text) && pieces[index + 1]?.in !== 'both' && index + 2 < pieces.length) {
      run.before += piece.text
      run.after += piece.text
    } else runs.push({ both: piece.text, before: '', after: '' })
  }
  for (const [place, run] of runs.entries()) sentenceWhole(run, runs[place + 1])
  return runs
    .flatMap(({ both, before, after }): readonly Piece[] => [
      { in: 'both', text: both },
      { in: 'before', text: before },
      { in: 'after', text: after },
    ])
    .filter(({ text }) => text !== '')
}

/** “canton[.⏎⏎Ajout].” is the same as “canton.[⏎⏎Ajout.]”, and reads as what was written. */
function sentenceWhole(run: Run, next: Run | undefined): void {
  const side = run.before === '' ? 'after' : run.after === '' ? 'before' : undefined
  if (!side || !next || !/^\S\s/.test(run[side]) || run[side][0] !== next.both[0]) return
  const mark = next.both.slice(0, 1)
  run.both += mark
  run[side] = run[side].slice(1) + mark
  next.both = next.both.slice(1)
}

/** The texts before and after. */
export const textOf = (pieces: readonly Piece[], side: 'before' | 'after'): string =>
  pieces
    .filter(piece => piece.in === 'both' || piece.in === side)
    .map(({ text }) => text)
    .join('')
