/**
 * Reads HTML into a tree without the browser: its policy lets no script parse HTML, and the tests need no page. For what a clipboard
 * and the history of the field hold: no parser of whole documents.
 */
import { decoded } from '../../../../shared/entities.ts'

export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Node[]
}
export type Node = string | Element

interface Open extends Element {
  readonly children: Node[]
}

const EMPTY = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
/** Their content is no HTML. */
const RAW = new Set('script style textarea title xmp noscript template'.split(' '))
/** What ends an open paragraph. */
const BLOCKS = new Set(
  'address article aside blockquote center div dl dt dd fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table td th tr ul'.split(
    ' ',
  ),
)
const HOLDERS_OF_P = ['div', 'li', 'td', 'th', 'table', 'blockquote', 'section', 'article']
/** An opening tag closes an open one of these kinds, within the element that holds them. */
const CLOSES: Readonly<Record<string, readonly [closed: readonly string[], holders: readonly string[]]>> = {
  li: [['li'], ['ul', 'ol', 'menu', 'dir']],
  td: [
    ['td', 'th'],
    ['tr', 'table'],
  ],
  th: [
    ['td', 'th'],
    ['tr', 'table'],
  ],
  tr: [['tr'], ['table']],
  dt: [['dt', 'dd'], ['dl']],
  dd: [['dt', 'dd'], ['dl']],
}
/** Deeper elements lose theirs, not their text. */
const DEEPEST = 100

export function treeOf(html: string): Element {
  const root: Open = { name: '', attributes: {}, children: [] }
  const open = [root]
  const top = () => open.at(-1) as Open
  const close = (closed: readonly string[], holders: readonly string[]) => {
    for (let at = open.length - 1; at > 0; at--) {
      const { name } = open[at] as Open
      if (holders.includes(name)) return
      if (closed.includes(name)) {
        open.length = at
        return
      }
    }
  }
  const text = (from: number, to: number) => {
    if (to <= from) return
    const { children } = top()
    const last = children.at(-1)
    const found = entities(html.slice(from, to))
    if (typeof last === 'string') children[children.length - 1] = last + found
    else children.push(found)
  }
  let at = 0
  while (at < html.length) {
    const next = html.indexOf('<', at)
    text(at, next === -1 ? html.length : next)
    if (next === -1) break
    const skipped = skippedAt(html, next)
    const tag = skipped === undefined ? tagAt(html, next) : undefined
    if (skipped !== undefined) at = skipped
    else if (!tag) {
      text(next, next + 1)
      at = next + 1
    } else {
      at = tag.end
      const { name } = tag
      if (tag.isClosing) close([name], /^t(?:[dhr]|able)$/.test(name) ? [] : ['td', 'th'])
      else {
        if (BLOCKS.has(name)) close(['p'], HOLDERS_OF_P)
        const [closed, holders] = CLOSES[name] ?? []
        if (closed && holders) close(closed, holders)
        const element: Open = { name, attributes: tag.attributes, children: [] }
        top().children.push(element)
        if (RAW.has(name)) {
          const end = html.toLowerCase().indexOf(`</${name}`, at)
          element.children.push(html.slice(at, end === -1 ? html.length : end))
          at = end === -1 ? html.length : end
        } else if (!EMPTY.has(name) && !tag.isEmpty && open.length < DEEPEST) open.push(element)
      }
    }
  }
  return root
}

/** The end of a comment, of a declaration, or of a condition of Word. */
function skippedAt(html: string, at: number): number | undefined {
  const end = html.startsWith('<!--', at) ? '-->' : /[!?]/.test(html[at + 1] ?? '') ? '>' : undefined
  if (end === undefined) return undefined
  const found = html.indexOf(end, at + 2)
  return found === -1 ? html.length : found + end.length
}

const TAG = /<(\/?)([a-z][^\s/>]*)/iy
const ATTRIBUTE = /[\s/]*([^\s/>=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?/y
const TAG_END = /[\s/]*>?/y

function tagAt(html: string, from: number) {
  TAG.lastIndex = from
  const found = TAG.exec(html)
  if (!found) return undefined
  const attributes: Record<string, string> = {}
  let end = TAG.lastIndex
  for (;;) {
    ATTRIBUTE.lastIndex = end
    const one = ATTRIBUTE.exec(html)
    if (!one) break
    end = ATTRIBUTE.lastIndex
    const [, name = '', double, single, bare] = one
    attributes[name.toLowerCase()] ??= entities(double ?? single ?? bare ?? '')
  }
  TAG_END.lastIndex = end
  const last = TAG_END.exec(html)?.[0] ?? ''
  return {
    name: (found[2] ?? '').toLowerCase(),
    isClosing: found[1] === '/',
    isEmpty: last.includes('/'),
    attributes,
    end: end + last.length,
  }
}

/** The letters of French that older programs write by name; the service reads the others. */
const LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  'eacute é egrave è ecirc ê euml ë agrave à acirc â ccedil ç icirc î iuml ï ocirc ô ugrave ù ucirc û uuml ü oelig œ aelig æ Eacute É Egrave È Agrave À Ccedil Ç laquo « raquo » rsquo ’ lsquo ‘ rdquo ” ldquo “ ndash – mdash — hellip … bull • middot · euro € deg ° sup2 ²'
    .split(' ')
    .flatMap((name, at, all) => (at % 2 === 0 ? [[name, all[at + 1] ?? '']] : [])),
)
const entities = (text: string) =>
  text.includes('&') ? decoded(text.replaceAll(/&([a-z]+\d?);/gi, (all, name) => LETTERS[name] ?? all)) : text
