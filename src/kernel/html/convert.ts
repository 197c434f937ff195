import { elementsConverter, type Replacements } from './elements.ts'
import type { Conversion, LinkedFile, Picture } from './inline.ts'

/** The visible content of HTML as text: paragraphs, lists, headings, tables, links. */

export interface Converted {
  /** Markdown or plain text. */
  readonly text: string
  /** Pictures, without tracking pixels. */
  readonly images: readonly Picture[]
  /** Documents that the text links to. */
  readonly files: readonly LinkedFile[]
}

/** HTML beyond this length is cut: the longest text that is stored has 20 000 letters. */
const LONGEST = 400_000

interface Manner {
  /** Plain text, for what is shown as it is; else Markdown, not sanitized yet. */
  readonly isPlain?: boolean
  readonly replacements?: Replacements
}

export function htmlConverter({ isPlain = false, replacements = {} }: Manner = {}) {
  const convert = elementsConverter(replacements)
  const nothingYet = (base: string | null): Conversion => ({
    isPlain,
    base,
    images: [],
    files: [],
    hasReplaced: false,
    cells: 0,
  })
  const bareWords = (page: string): string => {
    const seen = page.replaceAll(/<(script|style|svg|template|title)\b[^<>]*>[^<]*<\/\1\s*>/gi, ' ')
    return convert(seen.replaceAll(/<\/?[a-z][^<>]*>/gi, ' '), nothingYet(null))
  }
  return (html: string, base: string | null = null): Converted => {
    const conversion = nothingYet(base)
    const page = withClosedFrames(html.slice(0, LONGEST))
    const text = isTooDeep(page) ? '' : convert(page, conversion)
    // Falls back to the bare words when the conversion gives nothing, unless all of it was replaced.
    const isLost = text.trim() === '' && !conversion.hasReplaced
    return { text: isLost ? bareWords(page) : text, images: conversion.images, files: conversion.files }
  }
}

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
