import { convert } from './html-elements.ts'
import type { Conversion, LinkedFile, Picture } from './inline.ts'
import { plainLine } from './plain-text.ts'

/** The visible content of HTML as Markdown: paragraphs, lists, headings, tables, links. */

export interface Converted {
  /** Not sanitized yet; `bodyFrom` does that. */
  readonly markdown: string
  /** Pictures, without tracking pixels. */
  readonly images: readonly Picture[]
  /** Documents that the text links to. */
  readonly files: readonly LinkedFile[]
}

/** HTML beyond this length is cut: a body has 20 000 letters at most. */
const LONGEST = 400_000

export function fromHtml(html: string, base: string | null): Converted {
  const conversion = { ...nothingYet(), base }
  const page = withClosedFrames(html.slice(0, LONGEST))
  const markdown = isTooDeep(page) ? '' : convert(page, conversion)
  // Falls back to the plain text when the conversion gives nothing, unless all of it was removed as boilerplate.
  const isLost = markdown.trim() === '' && !conversion.hasBoilerplate
  return { markdown: isLost ? bareWords(page) : markdown, images: conversion.images, files: conversion.files }
}

const nothingYet = (): Conversion => ({ base: null, images: [], files: [], hasBoilerplate: false, cells: 0 })

const FRAME = /<(iframe|object|applet|video|audio|canvas|noembed|textarea|select)(?=[\s/>])([^<>]*)>/gi

/**
 * What follows a frame that is not closed would be a part of it, and not shown; in XHTML `<iframe … />` is closed already.
 */
function withClosedFrames(html: string): string {
  const ends = new Map<string, number>()
  for (const { 1: name = '', index } of html.matchAll(/<\/([a-z]+)/gi)) ends.set(name.toLowerCase(), index)
  return html.replaceAll(FRAME, (whole, name: string, attributes: string, at: number) => {
    const isClosed = !attributes.endsWith('/') && (ends.get(name.toLowerCase()) ?? -1) > at
    return isClosed ? whole : `<${name}${attributes.replace(/\/$/, '')}></${name}>`
  })
}

const DEEP = 1000
const VOID = new Set(['area', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr'])

/**
 * Whether too many tags are left open: the parser's time grows with the square of their number, and it reads 256 levels.
 */
function isTooDeep(html: string): boolean {
  let depth = 0
  for (const [, closing, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)/gi)) {
    if (closing) depth--
    else if (!VOID.has(name.toLowerCase())) depth++
    if (depth > DEEP) return true
  }
  return false
}

function bareWords(html: string): string {
  const seen = html.replaceAll(/<(script|style|svg|template|title)\b[^<>]*>[^<]*<\/\1\s*>/gi, ' ')
  return convert(seen.replaceAll(/<\/?[a-z][^<>]*>/gi, ' '), nothingYet())
}

const TAGS =
  /<\/?(?:a|abbr|applet|area|article|b|big|blink|blockquote|body|br|center|cite|code|dd|del|details|div|dl|dt|em|embed|figcaption|figure|font|footer|form|frame|frameset|h[1-6]|header|hr|html|i|iframe|img|ins|li|link|main|map|mark|marquee|math|meta|nav|noscript|object|ol|p|picture|pre|q|s|script|section|small|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|th|time|tr|u|ul|video)(?:[\s/][^<>]*)?>/i
const ENTITIES = /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,31}\d{0,2});/i

/** Whether a text that may be plain or HTML is HTML. */
export const isHtml = (text: string): boolean => TAGS.test(text) || ENTITIES.test(text)

/** A title as plain text: markup and entities are removed. */
export const lineFromHtml = (text: string | null | undefined, longest: number): string | null => {
  const start = text?.slice(0, 10_000)
  return plainLine(start && isHtml(start) ? textOfMarkdown(convert(start, nothingYet())) : text, longest)
}

/** Removes Markdown syntax, for a title that is made from the text. */
export const textOfMarkdown = (markdown: string): string =>
  markdown
    // Matches within one line: across blank lines, the pattern would take quadratic time.
    .replaceAll(/^[^\S\n]*(?:#{1,6}|[-*+>]|\d{1,3}\.)\s+/gm, '')
    .replaceAll(/\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .replaceAll('~~', '')
    .replaceAll(/(\*\*|__)(?=\S)([^*_]*\S)\1/g, '$2')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
