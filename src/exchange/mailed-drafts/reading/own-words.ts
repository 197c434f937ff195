import { foldedWords } from '../../../kernel/texts/texts.ts'
import {
  attributionAt,
  bare,
  headersAt,
  isClosing,
  isDelimiter,
  isDisclaimer,
  isFarewell,
  isForRecipient,
  isFromProgram,
  saysForwarded,
  saysOriginal,
} from './line-kinds.ts'

/** The words of a mail that are to be published: without signatures and quoted answers; a forwarded mail is its content. */

interface OwnWords {
  /** What the sender wrote, then what was forwarded. */
  readonly text: string
  /** What was forwarded alone; the whole text where nothing was. */
  readonly content: string
  /** The subject of the forwarded mail. */
  readonly subject: string | undefined
}

interface Letter {
  readonly markdown: string
  readonly subject: string
  /** The name of the sender, as it may stand in the signature. */
  readonly name: string | null
}

/** Forwarded mails within forwarded mails. */
const DEEPEST = 5

export function ownWords({ markdown, subject, name }: Letter): OwnWords {
  const parts = partsOf(
    markdown.split('\n').map(line => line.trimEnd()),
    subject,
    name,
    0,
  )
  const last = parts.at(-1)
  const joined = (all: readonly Part[]) =>
    all
      .map(({ lines }) => lines.join('\n').trim())
      .filter(Boolean)
      .join('\n\n')
  const text = joined(parts)
  const content = last && parts.length > 1 ? joined([last]) : ''
  return { text, content: content || text, subject: last?.subject }
}

interface Part {
  readonly lines: readonly string[]
  readonly subject?: string
}

/** The letter, then those that it forwards. */
function partsOf(lines: readonly string[], subject: string, name: string | null, depth: number): Part[] {
  const cut = firstCut(lines)
  if (!cut) return [{ lines: withoutSignature(lines, name) }]
  const before = withoutSignature(lines.slice(0, cut.at), name)
  if (cut.kind === 'answer' || (cut.kind === 'either' && isAnswer(subject))) {
    // Below or between the lines of the quotation.
    const own = lines.slice(cut.end)
    const isMarked = own.some(isQuoted)
    return [{ lines: [...before, '', ...(isMarked ? withoutSignature(unquoted(own), name) : [])] }]
  }
  const inner = outdented(lines.slice(cut.end))
  const deeper =
    depth < DEEPEST
      ? partsOf(inner, cut.subject, null, depth + 1)
      : [{ lines: withoutSignature(inner, null) }]
  const [first, ...others] = deeper
  const forwarded: Part = { lines: first?.lines ?? [], subject: first?.subject ?? cut.subject }
  return [{ lines: before }, forwarded, ...others]
}

const isAnswer = (subject: string): boolean => /^\s*(?:re|ré|rép|aw|sv)\s*:/i.test(subject)
/** A plain text has its signs escaped. */
const isQuoted = (line: string): boolean => /^\s*\\?>/.test(line)

interface Cut {
  readonly kind: 'forwarded' | 'answer' | 'either'
  readonly at: number
  readonly end: number
  readonly subject: string
}

function firstCut(lines: readonly string[]): Cut | undefined {
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (saysForwarded(line) || saysOriginal(line)) {
      const next = lines.findIndex((each, index) => index > at && bare(each) !== '')
      const headers = next === -1 ? undefined : headersAt(lines, next)
      const kind = saysForwarded(line) ? 'forwarded' : 'either'
      return { kind, at, end: headers?.end ?? at + 1, subject: headers?.subject ?? '' }
    }
    const behind = attributionAt(lines, at)
    if (behind !== undefined) return { kind: 'answer', at, end: behind, subject: '' }
    const headers = headersAt(lines, at)
    if (headers) return { kind: 'either', at, end: headers.end, subject: headers.subject }
  }
  return undefined
}

/** A program may quote what it forwards. */
function outdented(lines: readonly string[]): readonly string[] {
  const words = lines.filter(line => line.trim() !== '')
  return words.length > 0 && words.every(isQuoted) ? lines.map(line => line.replace(/^\s*\\?> ?/, '')) : lines
}

const unquoted = (lines: readonly string[]) => lines.filter(line => !isQuoted(line))

////////////////////////////////////////////////////////////////////////////// signatures

const MOST_LINES = 15
const LONGEST_LINE = 110
/** Signatures stand in the last lines, some of them empty. */
const LAST_LINES = 60

function withoutSignature(lines: readonly string[], name: string | null): readonly string[] {
  const kept = lines.filter(line => !isFromProgram(line) && !isDisclaimer(line) && !isForRecipient(line))
  const at = signatureAt(kept, name)
  if (at === undefined) return kept
  const notes = kept.slice(at).flatMap((line, index) => (isPostscript(line) ? [index] : []))
  const note = notes[0]
  return note === undefined ? kept.slice(0, at) : [...kept.slice(0, at), '', ...kept.slice(at + note)]
}

const isPostscript = (line: string): boolean => /^\s*(?:p\.? ?s\.?|nb|n\.b\.)\s*[:-]/i.test(bare(line))

/** Where it begins: behind `--`, at the last formula, or at the name of the sender. What follows is short, or it is none. */
function signatureAt(lines: readonly string[], name: string | null): number | undefined {
  for (let at = Math.max(0, lines.length - LAST_LINES); at < lines.length; at++)
    if (isDelimiter(lines[at] ?? '') && isShort(lines.slice(at + 1))) return at
  const closing = lines.findLastIndex(isClosing)
  if (closing !== -1 && isShort(lines.slice(closing + 1))) return closing
  const farewell = lines.findLastIndex(isFarewell)
  if (farewell > 0 && isName(lines.slice(farewell + 1))) return farewell
  const words = foldedWords(name ?? '')
  if (words.split(' ').length < 2) return undefined
  const sorted = (text: string) => foldedWords(text).split(' ').sort().join(' ')
  const named = lines.findLastIndex(line => sorted(bare(line)) === sorted(name ?? ''))
  return named > 0 && isShort(lines.slice(named + 1)) ? named : undefined
}

/** One to three short lines without a figure or a sentence. */
function isName(lines: readonly string[]): boolean {
  const words = lines.map(bare).filter(Boolean)
  return (
    words.length > 0 &&
    words.length <= 3 &&
    words.every(line => line.length <= 40 && !/\d|[.!?:]$/.test(line))
  )
}

function isShort(lines: readonly string[]): boolean {
  const words = lines.filter(line => bare(line) !== '')
  const end = words.findIndex(isPostscript)
  const own = end === -1 ? words : words.slice(0, end)
  return own.length <= MOST_LINES && own.every(line => bare(line).length <= LONGEST_LINE)
}
