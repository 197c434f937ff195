import { lineFromHtml } from '../texts/html.ts'
import { attributeOf, type Tag, tagsIn } from './tags.ts'

/** The data of schema.org in the attributes of a page (`itemprop`), in the form of JSON-LD. */

type Node = Record<string, unknown>

/** An element that is open: an item, or a property whose value is its text. */
interface Open {
  readonly name: string
  depth: number
  readonly node?: Node
  readonly text?: { readonly of: Node; readonly properties: readonly string[]; readonly from: number }
}

const EMPTY = new Set(['meta', 'link', 'img', 'br', 'hr', 'input', 'source', 'area', 'embed', 'wbr'])
const MOST_ITEMS = 500
const DEEPEST = 30
const LONGEST_TEXT = 20_000
const LONGEST_LINE = 2_000

/** The items that are no property of another. */
export function microdataIn(page: string): readonly unknown[] {
  const items: Node[] = []
  if (!/itemtype\s*=/i.test(page)) return items
  const open: Open[] = []
  for (const tag of tagsIn(page)) {
    const top = open.at(-1)
    if (tag.closing) {
      if (top?.name !== tag.name || --top.depth > 0) continue
      open.pop()
      if (top.text) put(top.text.of, top.text.properties, page.slice(top.text.from, tag.at))
      continue
    }
    const isOne = /\bitem(?:scope|prop)\b/i.test(tag.attributes)
    if (!isOne || open.length >= DEEPEST) {
      if (top?.name === tag.name) top.depth++
      continue
    }
    const owner = open.findLast(each => each.node)?.node
    const properties = (attributeOf(tag, 'itemprop') ?? '').split(/\s+/).filter(Boolean)
    const type = attributeOf(tag, 'itemtype')
    if (type !== undefined) {
      const node: Node = { '@type': type.trim().split(/\s+/) }
      if (properties.length === 0 || !owner) items.push(node)
      else for (const property of properties) add(owner, property, node)
      if (items.length > MOST_ITEMS) break
      if (!EMPTY.has(tag.name)) open.push({ name: tag.name, depth: 1, node })
      continue
    }
    const value = attributeValue(tag)
    if (owner && value !== undefined) put(owner, properties, value)
    if (EMPTY.has(tag.name)) continue
    if (owner && value === undefined && properties.length > 0)
      open.push({ name: tag.name, depth: 1, text: { of: owner, properties, from: tag.end } })
    else if (top?.name === tag.name) top.depth++
  }
  return items
}

const attributeValue = (tag: Tag): string | undefined =>
  attributeOf(tag, 'content') ??
  (tag.name === 'time' ? attributeOf(tag, 'datetime') : undefined) ??
  (/^(?:a|link|area)$/.test(tag.name) ? attributeOf(tag, 'href') : undefined) ??
  (/^(?:img|iframe|source)$/.test(tag.name) ? attributeOf(tag, 'src') : undefined)

/** Descriptions keep their HTML; other values are lines. */
function put(node: Node, properties: readonly string[], value: string): void {
  for (const property of properties)
    add(
      node,
      property,
      property === 'description'
        ? value.slice(0, LONGEST_TEXT)
        : lineFromHtml(value.slice(0, LONGEST_LINE), LONGEST_LINE),
    )
}

function add(node: Node, property: string, value: unknown): void {
  if (property.startsWith('@') || property === '__proto__' || value === null || value === '') return
  const there = node[property]
  if (Array.isArray(there)) there.push(value)
  else node[property] = there === undefined ? value : [there, value]
}
