import { getDocumentProxy } from 'unpdf'

/** The words of a poster: lines of text with the size of their letters. A scanned poster has none. */

export interface Poster {
  /** From top to bottom. */
  readonly text: string
  /** The largest words. */
  readonly title: string
}

interface Line {
  readonly words: string
  readonly size: number
  readonly at: number
  readonly left: number
  readonly right: number
}

/** A poster has a page, a programme of one sheet two. */
const MOST_PAGES = 2
const MOST_PIECES = 3_000
const LONGEST_TITLE = 120
/** Lines of one title have nearly the same size. */
const SAME_SIZE = 0.85

export async function readPoster(bytes: Uint8Array): Promise<Poster | undefined> {
  const document = await getDocumentProxy(new Uint8Array(bytes), {
    disableFontFace: true,
    useSystemFonts: false,
    verbosity: 0,
  })
  try {
    const lines: Line[] = []
    for (let page = 1; page <= Math.min(document.numPages, MOST_PAGES); page++) {
      const { items } = await (await document.getPage(page)).getTextContent()
      lines.push(...linesOf(items.slice(0, MOST_PIECES)))
    }
    const text = lines.map(({ words }) => words).join('\n')
    return /\p{L}{3}/u.test(text) ? { text, title: titleOf(lines) } : undefined
  } finally {
    await document.cleanup()
  }
}

type Piece = Awaited<
  ReturnType<Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>['getTextContent']>
>['items'][number]

/** Pieces that stand beside each other are a line; designers place each word, or each letter, alone. */
function linesOf(pieces: readonly Piece[]): Line[] {
  const lines: Line[] = []
  const placed = pieces.flatMap(piece => {
    if (!('str' in piece) || piece.str.trim() === '') return []
    const [, , slant = 0, height = 0, left = 0, at = 0] = piece.transform as readonly number[]
    const size = Math.round(Math.hypot(slant, height)) || Math.round(piece.height)
    return [{ words: piece.str.trim(), size, at, left, right: left + piece.width }]
  })
  for (const piece of placed.sort((one, other) => other.at - one.at || one.left - other.left)) {
    const line = lines.findLast(
      each =>
        Math.abs(each.at - piece.at) <= Math.max(each.size, piece.size) * 0.3 &&
        piece.left >= each.left &&
        piece.left - each.right < Math.max(each.size, piece.size) * 2,
    )
    if (!line) lines.push(piece)
    else {
      const isWord = piece.left - line.right > piece.size * 0.15
      lines[lines.indexOf(line)] = {
        ...line,
        words: `${line.words}${isWord ? ' ' : ''}${piece.words}`,
        right: piece.right,
        size: Math.max(line.size, piece.size),
      }
    }
  }
  return lines
}

/** The largest lines that follow each other. */
function titleOf(lines: readonly Line[]): string {
  const worded = lines.filter(({ words }) => /\p{L}{2}/u.test(words))
  const largest = Math.max(0, ...worded.map(({ size }) => size))
  const first = worded.findIndex(({ size }) => size === largest)
  const title: string[] = []
  for (const { words, size } of worded.slice(first, first + 3)) {
    if (size < largest * SAME_SIZE || title.join(' ').length + words.length > LONGEST_TITLE) break
    title.push(words)
  }
  return title.join(' ')
}
