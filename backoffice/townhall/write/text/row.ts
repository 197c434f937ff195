/** A line of a text as pieces with a look, and back: bold and links. Anything else is literal. */

export interface Link {
  readonly href: string
}

/** A stretch of a line that looks the same. */
export interface Piece {
  readonly text: string
  /** `in`: the asterisks stand between the brackets of a link. */
  readonly bold?: 'out' | 'in' | undefined
  /** The pieces of a link share it. */
  readonly link?: Link | undefined
}

export type Row = readonly Piece[]

export const literal = (text: string): Row => (text === '' ? [] : [{ text }])

export const textOf = (row: Row): string => row.map(({ text }) => text).join('')

const ADDRESS = String.raw`(?:https?:\/\/|mailto:|tel:)(?:[^\s()<>\\]|\([^\s()<>\\]*\))+`
const WHOLE_ADDRESS = new RegExp(`^${ADDRESS}$`, 'i')
const WORDS = String.raw`[^[\]\\\x60<]*`
const LINK = new RegExp(String.raw`\[(${WORDS})\]\((${ADDRESS})\)`, 'iy')
const SIGN = '[!-/:-@[-`{-~]'
/** `\\*`, which la place shows as `*`: imported texts have it where two signs would pair. */
const ESCAPE = new RegExp(`\\\\${SIGN}`, 'y')
/** Stands for the backslash in the field, and has no width: nobody sees it, and the sign is written with it again. */
const UNSEEN = '\u2063'
const BEHIND_UNSEEN = new RegExp(`${UNSEEN}(?=${SIGN})`, 'g')
/** What la place shows as it is written: code, tags, pictures. */
const LITERALS = [
  /(?<!`)(`+)(?!`)[^`]*(?:(?!\1(?!`))`+[^`]*)*?\1(?!`)/y,
  /`+/y,
  /<(?:\/?[a-z][^<>]*|!--.*?--)>/iy,
  /!\[[^[\]]*\]\((?:[^()]|\([^()]*\))*\)/y,
]
/** It ends before punctuation. */
const BARE_ADDRESS = /(?:(?:https?|ftp):\/\/|www\.)[^\s<]*[^\s<?!.,:;*_'"~()&]/iy

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}

function literalAt(text: string, at: number): string | undefined {
  for (const pattern of LITERALS) {
    const found = matchAt(pattern, text, at)
    if (found) return found[0]
  }
  return undefined
}

function linkAt(text: string, at: number): { readonly words: string; readonly href: string } | undefined {
  const [, words = '', href = ''] = (text[at] === '[' && matchAt(LINK, text, at)) || []
  return words.trim() === '' ? undefined : { words, href }
}

/** What was read otherwise than it is written stays as it is. */
export function rowOf(text: string): Row {
  const pieces = piecesOf(text)
  return marked(pieces) === text ? pieces : literal(text)
}

function piecesOf(text: string): Row {
  const pieces: Piece[] = []
  read(text, 0, text.length, {}, pieces)
  return pieces
}

const looksOf = (row: Row): string =>
  JSON.stringify(row.map(({ text, bold, link }) => [text, bold ?? null, link?.href ?? null]))

type Look = Pick<Piece, 'bold' | 'link'>
export const hasLook = ({ bold, link }: Look) => bold !== undefined || link !== undefined

function read(text: string, from: number, to: number, look: Look, into: Piece[]): void {
  let plain = from
  let seen = ''
  const add = (end: number) => {
    const words = seen + text.slice(plain, end)
    if (words !== '') into.push({ text: words, ...look })
    seen = ''
  }
  for (let at = from; at < to; ) {
    const link = look.link ? undefined : linkAt(text, at)
    const end = look.bold ? undefined : endOfBold(text, at, to)
    if (link) {
      add(at)
      const words = at + 1
      read(text, words, words + link.words.length, { ...look, link: { href: link.href } }, into)
      at = plain = words + link.words.length + link.href.length + 3
    } else if (end !== undefined) {
      add(at)
      read(text, at + 2, end, { ...look, bold: look.link ? 'in' : 'out' }, into)
      at = plain = end + 2
    } else {
      const bare = look.link ? undefined : matchAt(BARE_ADDRESS, text, at)?.[0]
      if (bare === undefined && matchAt(ESCAPE, text, at)) {
        seen += text.slice(plain, at) + UNSEEN + text.charAt(at + 1)
        at = plain = at + 2
      } else at += bare?.length ?? literalAt(text, at)?.length ?? asterisks(text, at) ?? 1
    }
  }
  add(to)
}

const asterisks = (text: string, at: number) => matchAt(/\*+/y, text, at)?.[0].length

/** Where the closing asterisks of the bold text stand that begins here. Other asterisks within make it literal. */
function endOfBold(text: string, from: number, to: number): number | undefined {
  const begin = from + 2
  if (text[from - 1] === '*' || asterisks(text, from) !== 2) return undefined
  if (!mayOpen(outsideOf(text, from), after(text, begin))) return undefined
  for (let at = begin; at < to; ) {
    const marks = asterisks(text, at)
    if (marks !== undefined) {
      const closes = marks === 2 && at > begin && mayClose(before(text, at), after(text, at + 2))
      return closes ? at : undefined
    }
    const link = linkAt(text, at)
    at += link
      ? link.words.length + link.href.length + 4
      : ((matchAt(ESCAPE, text, at)?.[0] ?? literalAt(text, at))?.length ?? 1)
  }
  return undefined
}

const before = (text: string, at: number) => [...text.slice(Math.max(0, at - 2), at)].at(-1)
/** The parser of la place reads half of an emoji before a mark, and takes it for a letter. */
const outsideOf = (text: string, at: number) => before(text, at)?.replace(/^..$/s, 'x')
const after = (text: string, at: number) => [...text.slice(at, at + 2)][0]

const isBlank = (sign: string | undefined) => sign === undefined || /^\s/.test(sign)
const isPunctuation = (sign: string) => /^[\p{P}\p{S}]/u.test(sign)
/** The flanking rules of Markdown: punctuation inside needs a blank or punctuation outside. */
const mayOpen = (outside: string | undefined, inside: string | undefined) =>
  inside !== undefined &&
  !isBlank(inside) &&
  (!isPunctuation(inside) || isBlank(outside) || isPunctuation(outside ?? ''))
const mayClose = (inside: string | undefined, outside: string | undefined) => mayOpen(outside, inside)

/**
 * Bold text that Markdown cannot say is written without, so that nobody sees asterisks. What was typed as markup is written as it
 * is typed.
 */
export function writtenRow(row: Row): string {
  const clean = row.map(piece => ({ ...piece, text: piece.text.replaceAll('\n', ' ') }))
  const text = marked(clean)
  if (!clean.some(hasLook)) return text
  // Also where the words between its marks look like markup: `[[a](https://a.fr)](https://a.fr)`.
  if (looksOf(piecesOf(text)) === looksOf(clean)) return text
  const plain = textOf(escaped(clean))
  const shownOf = (written: string) => textOf(piecesOf(written)).replaceAll(/\s/g, '')
  const isRead = (written: string) => shownOf(written) === shownOf(plain)
  const withoutBold = marked(clean.map(({ text, link }) => ({ text, link })))
  return [text, withoutBold].find(isRead) ?? plain
}

/** With the backslashes that the field does not show. Between the brackets of a link none may stand. */
const escaped = (row: Row): Row =>
  row.map(piece => ({ ...piece, text: piece.text.replaceAll(BEHIND_UNSEEN, piece.link ? '' : '\\') }))

/** With its marks. */
function marked(shown: Row): string {
  const row = escaped(shown)
  let text = ''
  for (let at = 0; at < row.length; ) {
    const { bold } = row[at] as Piece
    const run = bold === 'out' ? sameFrom(row, at, piece => piece.bold === 'out') : undefined
    if (run) {
      const next = row[at + run.length]
      text += emphasized(atomsOf(run), outsideOf(text, text.length), next && firstSign(next))
      at += run.length
    } else {
      const { link } = row[at] as Piece
      const run = sameFrom(row, at, piece => piece.link === link && piece.bold !== 'out')
      // An exclamation mark would make a picture of it.
      if (link && text.endsWith('!')) text += ' '
      text += link ? linked(run, link) : textOf(run)
      at += run.length
    }
  }
  return text
}

const firstSign = ({ text, link }: Piece) => (link ? '[' : after(text, 0))

function sameFrom(row: Row, from: number, is: (piece: Piece) => boolean): Row {
  const end = row.findIndex((piece, at) => at > from && !is(piece))
  return row.slice(from, end === -1 ? row.length : end)
}

/** Letters, and links as a whole. */
function atomsOf(row: Row): string[] {
  const atoms: string[] = []
  for (let at = 0; at < row.length; ) {
    const { link, text } = row[at] as Piece
    const run = link ? sameFrom(row, at, piece => piece.link === link) : [row[at] as Piece]
    if (link && atoms.at(-1) === '!') atoms.push(' ')
    if (link)
      atoms.push(
        linked(
          run.map(piece => ({ ...piece, bold: undefined })),
          link,
        ),
      )
    else atoms.push(...text)
    at += run.length
  }
  return atoms
}

/** Blanks at its ends, and punctuation that would break it, are left out of the bold text. */
function emphasized(atoms: readonly string[], outside: string | undefined, next: string | undefined): string {
  let [from, to] = [0, atoms.length]
  const inside = (at: number) => after(atoms[at] ?? '', 0)
  const last = (at: number) => before(atoms[at] ?? '', (atoms[at] ?? '').length)
  const outsideAt = (at: number) => outsideOf(atoms[at] ?? '', (atoms[at] ?? '').length)
  while (from < to && !mayOpen(from === 0 ? outside : outsideAt(from - 1), inside(from))) from++
  while (to > from && !mayClose(last(to - 1), to === atoms.length ? next : inside(to))) to--
  const [head, bold, tail] = [atoms.slice(0, from), atoms.slice(from, to), atoms.slice(to)].map(part =>
    part.join(''),
  )
  return bold === '' ? `${head}${tail}` : `${head}**${bold}**${tail}`
}

function linked(row: Row, link: Link): string {
  const href = addressOf(link.href)
  let words = ''
  for (let at = 0; at < row.length; ) {
    const { bold } = row[at] as Piece
    const run = sameFrom(row, at, piece => piece.bold === bold)
    const next = row[at + run.length]
    words += bold
      ? emphasized([...textOf(run)], outsideOf(words, words.length) ?? '[', next ? after(next.text, 0) : ']')
      : textOf(run)
    at += run.length
  }
  if (href === undefined || words.trim() === '') return words
  return `[${new RegExp(`^${WORDS}$`).test(words) ? words : words.replaceAll(/[[\]\\`<]/g, sign => INSTEAD[sign] ?? '')}](${href})`
}

/** What may not stand between the brackets of a link. */
const INSTEAD: Readonly<Record<string, string>> = { '[': '(', ']': ')', '\\': '/', '`': '’', '<': '‹' }

/** Undefined where la place would show no link. */
export function addressOf(href: string): string | undefined {
  if (WHOLE_ADDRESS.test(href)) return href
  const encoded = href.replaceAll(/[\s()<>\\]/g, sign =>
    sign === '(' ? '%28' : sign === ')' ? '%29' : encodeURIComponent(sign),
  )
  return WHOLE_ADDRESS.test(encoded) ? encoded : undefined
}
