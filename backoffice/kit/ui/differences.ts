/**
 * Diff of two texts: pieces of both, of the first only, of the second only. Paragraphs are compared first, then the
 * words of those that changed: a long text with a few changed paragraphs stays readable.
 */

export interface Piece {
  readonly in: 'both' | 'before' | 'after'
  readonly text: string
}

const WORDS = /\s+|[\p{L}\p{N}\p{M}]+(?:[’'-][\p{L}\p{N}\p{M}]+)*|[^\s\p{L}\p{N}\p{M}]/gu
const wordsOf = (text: string): readonly string[] => text.match(WORDS) ?? []
/** Each paragraph keeps the line breaks that end it. */
const paragraphsOf = (text: string): readonly string[] => text.match(/[^\n]*\n+|[^\n]+/g) ?? []

export function differences(before: string, after: string): readonly Piece[] {
  const script = shortestScript(paragraphsOf(before), paragraphsOf(after))
  return joined(script ? wordsOfChanges(script) : byWord(before, after))
}

const wholly = (before: string, after: string): readonly Piece[] => [
  { in: 'before', text: before },
  { in: 'after', text: after },
]

const byWord = (before: string, after: string, most = MOST_DIFFERENCES): readonly Piece[] =>
  shortestScript(wordsOf(before), wordsOf(after), most) ?? wholly(before, after)

function wordsOfChanges(paragraphs: readonly Piece[]): readonly Piece[] {
  const pieces: Piece[] = []
  const changes: Record<'before' | 'after', string[]> = { before: [], after: [] }
  for (const [place, { in: side, text }] of paragraphs.entries()) {
    if (side === 'both') pieces.push({ in: side, text })
    else {
      changes[side].push(text)
      const next = paragraphs[place + 1]
      if (next && next.in !== 'both') continue
      pieces.push(...changed(changes.before.splice(0), changes.after.splice(0)))
    }
  }
  return pieces
}

/** Shorter paragraphs are compared word by word, whatever they share. */
const SHORT = 80
/** A diff by pairs of paragraphs is used unless it marks this many times more than one by words, as for a split paragraph. */
const TOO_MUCH = 3

/** Diff of neighbouring paragraphs that changed. A rewritten paragraph is one piece: its few common words would scatter. */
function changed(before: readonly string[], after: readonly string[]): readonly Piece[] {
  const [was, is] = [before.join(''), after.join('')]
  const words = shortestScript(wordsOf(was), wordsOf(is))
  const isOne = before.length < 2 && after.length < 2
  if (words && isOne && Math.min(was.length, is.length) < SHORT) return words
  let left = MOST_IN_ALL
  const pairs = pairsAlike(before, after).flatMap(([one = '', other = '']) => {
    const pieces =
      isOne && one && other
        ? (words ?? wholly(one, other))
        : byWord(one, other, Math.max(0, Math.min(left, MOST_DIFFERENCES)))
    left -= pieces.filter(piece => piece.in !== 'both').length
    return pieces
  })
  return words && sizeOf(pairs) > TOO_MUCH * sizeOf(words) ? words : pairs
}

const sizeOf = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, piece) => sum + (piece.in === 'both' ? 0 : piece.text.length), 0)

/** The share of words that two paragraphs need in common to count as the same one. */
const ALIKE = 0.4

/** Paragraphs in their order, paired so that as many words as possible are compared with their own. */
function pairsAlike(
  a: readonly string[],
  b: readonly string[],
): readonly (readonly [string | undefined, string | undefined])[] {
  const [was, is] = [a.map(countsOf), b.map(countsOf)]
  const alike = was.map(one => is.map(other => likeness(one, other)))
  /** `best[i][j]`: the highest likeness of the paragraphs from `i` and from `j` on. */
  const best = Array.from({ length: a.length + 1 }, () => new Float64Array(b.length + 1))
  const at = (i: number, j: number) => best[i]?.[j] ?? 0
  const paired = (i: number, j: number) => {
    const share = alike[i]?.[j] ?? 0
    return share < ALIKE ? -1 : share + at(i + 1, j + 1)
  }
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const row = best[i]
      if (row) row[j] = Math.max(at(i + 1, j), at(i, j + 1), paired(i, j))
    }
  const pairs: (readonly [string | undefined, string | undefined])[] = []
  for (let [i, j] = [0, 0]; i < a.length || j < b.length; ) {
    if (i < a.length && j < b.length && paired(i, j) === at(i, j)) pairs.push([a[i++], b[j++]])
    else if (j >= b.length || (i < a.length && at(i + 1, j) === at(i, j))) pairs.push([a[i++], undefined])
    else pairs.push([undefined, b[j++]])
  }
  return pairs
}

interface Counted {
  readonly words: ReadonlyMap<string, number>
  readonly total: number
}

function countsOf(text: string): Counted {
  const words = new Map<string, number>()
  let total = 0
  for (const word of wordsOf(text)) {
    if (!/\S/.test(word)) continue
    words.set(word, (words.get(word) ?? 0) + 1)
    total++
  }
  return { words, total }
}

/** The share of words in common, from 0 to 1. */
function likeness(one: Counted, other: Counted): number {
  const sum = one.total + other.total
  if (2 * Math.min(one.total, other.total) < ALIKE * sum) return 0
  let common = 0
  for (const [word, n] of one.words) common += Math.min(n, other.words.get(word) ?? 0)
  return sum === 0 ? 0 : (2 * common) / sum
}

/** Above this, two lists count as wholly different. The cost grows with the square (20 000 letters: 3 ms). */
const MOST_DIFFERENCES = 200
/** Limit for a run of changed paragraphs together: those beyond it count as wholly different. */
const MOST_IN_ALL = 600

/** Undefined if more than `limit` words differ. Equal beginnings and ends cost nothing. */
function shortestScript(
  a: readonly string[],
  b: readonly string[],
  limit = MOST_DIFFERENCES,
): readonly Piece[] | undefined {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const middle = editScript(a.slice(start, a.length - end), b.slice(start, b.length - end), limit)
  return middle && [...shared(a, 0, start), ...middle, ...shared(a, a.length - end, a.length)]
}

/** Joins the words that both texts have into one piece: a piece for each word would cost more than the comparison. */
const shared = (texts: readonly string[], from: number, to: number): readonly Piece[] =>
  from < to ? [{ in: 'both', text: texts.slice(from, to).join('') }] : []

/** Myers' algorithm, the shortest edit script. `reach[k]`: how far the path on diagonal `k` has come. */
function editScript(a: readonly string[], b: readonly string[], limit: number): readonly Piece[] | undefined {
  const most = Math.min(a.length + b.length, limit)
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
  return undefined
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
    const length = Math.min(x - fromX, y - fromY)
    pieces.push(...shared(a, x - length, x))
    x -= length
    y -= length
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

/** Moves a full stop: “canton[.⏎⏎Ajout].” becomes “canton.[⏎⏎Ajout.]”, which is how the author changed it. */
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
