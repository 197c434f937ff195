import { lexer, type Token, type Tokens } from 'marked'
import { decoded } from '../../shared/entities.ts'
import { isWithinMarkdownLimits } from '../../shared/markdown-limits.ts'
import { remembered } from '../kernel/values/remembered.ts'
import { type Html, html, type Value } from './html.ts'
import { langOf } from './language.ts'

/**
 * The text of a publication as HTML, by the rules of the back-office's preview (`backoffice/kit/ui/markdown.tsx`): known
 * Markdown becomes elements, anything else is shown as written, and a foreign picture is a link.
 */
export function textOf(text: string): Html {
  const clean = shownText(text)
  if (isWithinMarkdownLimits(clean))
    try {
      return html`${blocks(lexer(clean, { gfm: true, breaks: true }))}`
    } catch {
      // A parser error loses the formatting of one text, not the page.
    }
  return html`${clean.split(/\n{2,}/).map(part => html`<p${langOf(part)}>${part}</p>`)}`
}

const NUMBER = new Intl.NumberFormat('fr', { maximumFractionDigits: 1 })
/** 12 345, with the spaces of the pages. */
export const number = remembered((n: number) => NUMBER.format(n).replaceAll('\u202f', '\u00a0'))

/**
 * Without the signs that turn the reading direction around: they would let a text disguise what follows it. No line ends
 * within a telephone number. Most titles have nothing of that.
 */
export const shownText = (text: string): string =>
  MAY_CHANGE.test(text)
    ? text
        .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
        .replaceAll(/0(?<!\d0)\d(?: \d\d){4}(?!\d)/g, number => number.replaceAll(' ', '\u00a0'))
    : text
const MAY_CHANGE = /[\u202a-\u202e\u2066-\u2069]|0\d \d/

/** Ordinals of our own words with raised letters: 1<sup>er</sup> décembre. */
export const withOrdinals = (text: string): Value =>
  /\d[er]/.test(text)
    ? text
        .split(/(?<=\d)(ers?|res?|es?)(?![\p{L}\d])/u)
        .map((part, at) => (at % 2 === 1 ? html`<sup>${part}</sup>` : part))
    : text

/** Without the marks of Markdown, read as the page reads them: `3 \\* 4` keeps its sign, `~345 m` too. */
export function plainText(text: string): string {
  const clean = shownText(text)
  if (!MAY_BE_MARKED.test(clean)) return clean.trim()
  if (isWithinMarkdownLimits(clean))
    try {
      return plainBlocks(lexer(clean, { gfm: true, breaks: true })).trim()
    } catch {
      // As in `textOf`.
    }
  return clean.trim()
}
const MAY_BE_MARKED = /[*_`~\\[&#>|=<]|^[ \t]*(?:[-+]|\d{1,9}[.)])[ \t]|^ {0,3}---/m

const plainBlocks = (tokens: readonly Token[] = [], between = '\n\n'): string =>
  tokens
    .map(plainBlock)
    .filter(words => words !== '')
    .join(between)

function plainBlock(token: Token): string {
  switch (token.type) {
    case 'space':
    case 'def':
    case 'hr':
      return ''
    case 'list':
      return (token as Tokens.List).items.map(({ tokens }) => plainBlocks(tokens, '\n')).join('\n')
    case 'table': {
      const { header, rows } = token as Tokens.Table
      return [header, ...rows].map(row => row.map(({ tokens }) => plainInlines(tokens)).join(' ')).join('\n')
    }
    case 'blockquote':
      return plainBlocks(token.tokens)
    case 'code':
      return token.text
    default:
      return 'tokens' in token && token.tokens ? plainInlines(token.tokens) : token.raw.trimEnd()
  }
}

const plainInlines = (tokens: readonly Token[] = []): string =>
  tokens
    .map(token => {
      if (token.type === 'br') return '\n'
      if (token.type === 'image') return token.text
      if ('tokens' in token && token.tokens) return plainInlines(token.tokens)
      return IN_WORDS.has(token.type) && 'text' in token ? decoded(token.text) : token.raw
    })
    .join('')
const IN_WORDS = new Set(['escape', 'text', 'codespan'])

/** In plain words on one line. Single spaces are most of its white space, and stay as they are; so do those that hold a line. */
export const lineOf = (text: string): string => plainText(text).replaceAll(/ \s+|[^\S \u00a0\u202f]\s*/g, ' ')

/** A line of bold words alone, as above the advice of an alert. */
const BOLD_LINE = /^(\*\*[^*\n]{0,100}[\p{L}\p{N}])\*\*$/gmu

/** The beginning of a text in plain words, for lists and search engines. */
export function summaryOf(text: string, most: number): string {
  const plain = lineOf(text.slice(0, most * 4).replaceAll(BOLD_LINE, '$1 :**'))
  if (plain.length <= most) return plain
  const cut = plain.slice(0, most)
  const [sentences = ''] = SENTENCES.exec(cut) ?? []
  if (sentences.length > most * 0.6) return sentences
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most / 2)).toWellFormed()}…`
}
/** Up to the last end of a sentence: “M.” and “av.” end none. */
const SENTENCES = /^.*(?:[\p{L}\d)»\u00a0]{3}[.!?]|[\p{L}\d)»] [!?])(?= [\p{Lu}«])/su

const LONGEST_SENTENCE = 120
export function firstSentence(text: string): string {
  const begin = summaryOf(text, LONGEST_SENTENCE)
  return /^.{10,}?(?=[.!?](?:\s|$))/.exec(begin)?.[0] ?? begin
}

const SAFE = /^(?:https?:|mailto:|tel:)/i

const blocks = (tokens: readonly Token[] = []): Value[] => tokens.map(block)

function block(token: Token): Value {
  switch (token.type) {
    case 'space':
    case 'def':
      return null
    case 'heading':
      return html`<h2${langOf(plainBlock(token))}>${inlines(token.tokens)}</h2>`
    case 'paragraph':
      return html`<p${langOf(plainBlock(token))}>${inlines(token.tokens)}</p>`
    case 'blockquote':
      return html`<blockquote>${blocks(token.tokens)}</blockquote>`
    case 'code':
      return html`<pre>${token.text}</pre>`
    case 'hr':
      return html`<hr>`
    case 'list':
      return list(token as Tokens.List)
    case 'table':
      return table(token as Tokens.Table)
    case 'text':
      return html`<p>${'tokens' in token ? inlines(token.tokens) : token.text}</p>`
    default:
      return html`<p>${token.raw}</p>`
  }
}

function list({ ordered, start, items }: Tokens.List): Value {
  const lines = items.map(
    ({ tokens }) =>
      html`<li${tokens.length === 1 && langOf(plainBlocks(tokens))}>${tokens.length === 1 ? inlineOf(tokens[0]) : blocks(tokens)}</li>`,
  )
  return ordered ? html`<ol start="${Number(start) || 1}">${lines}</ol>` : html`<ul>${lines}</ul>`
}

const inlineOf = (token: Token | undefined): Value =>
  token?.type === 'text' || token?.type === 'paragraph'
    ? inlines((token as Tokens.Text).tokens)
    : token && block(token)

function table({ header, rows }: Tokens.Table): Value {
  const line = (cells: readonly Tokens.TableCell[]) =>
    html`<tr>${cells.map(cell => html`<td>${inlines(cell.tokens)}</td>`)}</tr>`
  return html`<div class="table"><table><thead><tr>${header.map(
    cell => html`<th scope="col">${inlines(cell.tokens)}</th>`,
  )}</tr></thead><tbody>${rows.map(line)}</tbody></table></div>`
}

const inlines = (tokens: readonly Token[] = []): Value[] => tokens.map(inline)

function inline(token: Token): Value {
  switch (token.type) {
    case 'strong':
      return html`<strong>${inlines(token.tokens)}</strong>`
    case 'em':
      return html`<em>${inlines(token.tokens)}</em>`
    case 'del':
      return html`<del>${inlines(token.tokens)}</del>`
    case 'codespan':
      return html`<code>${decoded(token.text)}</code>`
    case 'br':
      return html`<br>`
    case 'link':
      return linked(token.href, inlines(token.tokens), token.raw)
    case 'image':
      return linked(token.href, token.text || token.href, token.raw)
    case 'escape':
    case 'text':
      return 'tokens' in token && token.tokens ? inlines(token.tokens) : decoded(token.text)
    default:
      return token.raw
  }
}

const linked = (href: string, words: Value, raw: string): Value =>
  SAFE.test(href) ? html`<a href="${href}" rel="noopener ugc">${words}</a>` : raw
