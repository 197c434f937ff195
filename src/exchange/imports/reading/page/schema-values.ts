import { type Json, record, text } from '../json-fields.ts'

/** Values of schema.org as templates write them: alone, in lists, as `@value`, by reference, or with their language. */

/** The nodes of a document by their `@id`: a node elsewhere may hold nothing but this reference. */
export type Nodes = ReadonlyMap<string, Json>

export const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]

/** The record, or the one that it refers to. */
export function nodeOf(value: unknown, nodes: Nodes): Json | undefined {
  const node = record(value)
  const id = text(node?.['@id'])
  if (!node || id === undefined || Object.keys(node).some(key => !key.startsWith('@'))) return node
  return nodes.get(id) ?? node
}

/** French where there are several languages, else the first text. */
export function wordsOf(value: unknown): string | undefined {
  const all = listOf(value)
  const french = all.find(each => /^fr\b/i.test(text(record(each)?.['@language']) ?? ''))
  for (const each of french ? [french, ...all] : all) {
    const one = record(each)
    const found = one ? (text(one['@value']) ?? text(one.fr) ?? text(one.name)) : text(each)
    if (found !== undefined) return found
  }
  return undefined
}

/** An address that is written as a text, or as a node with a `url` or an `@id`. */
export function addressOf(value: unknown, nodes: Nodes): string | undefined {
  for (const each of listOf(value)) {
    const node = nodeOf(each, nodes)
    const found = node
      ? (text(node.url) ?? text(node.contentUrl) ?? text(listOf(node.url)[0]) ?? text(node['@id']))
      : text(each)
    if (found !== undefined) return found
  }
  return undefined
}

/** The last part of each type: `Event` of `https://schema.org/Event`. */
export const typesOf = (node: Json): readonly string[] =>
  listOf(node['@type']).flatMap(each => text(each)?.split(/[/#:]/).at(-1) ?? [])

export const textsIn = (value: unknown): readonly string[] =>
  listOf(value).flatMap(each => wordsOf(each) ?? [])

/** The nodes of a document, of which one may be nested in another. */
export function nodesIn(documents: readonly unknown[]): Nodes {
  const found = new Map<string, Json>()
  const left: unknown[] = [...documents]
  for (let visited = 0; left.length > 0 && visited < MOST_NODES; visited++) {
    const value = left.pop()
    if (Array.isArray(value)) left.push(...value.slice(0, MOST_NODES))
    const node = record(value)
    if (!node) continue
    const id = text(node['@id'])
    if (id !== undefined && Object.keys(node).length > Object.keys(found.get(id) ?? {}).length)
      found.set(id, node)
    left.push(...Object.values(node).filter(each => typeof each === 'object'))
  }
  return found
}

const MOST_NODES = 100_000

const ESCAPE = /\\(['"\\n])/g

/**
 * The Events Calendar writes its texts as for a script (`esc_js` of WordPress): `&lt;p&gt;L\'école&lt;/p&gt;\n`. Such a text has
 * no other backslash, and no `<` or line end of its own: `C:\nouveau` stays.
 */
export function withoutScriptEscapes(text: string | undefined): string | undefined {
  if (!text || /[<"\n]/.test(text) || /\\/.test(text.replaceAll(ESCAPE, ''))) return text
  const hasTags = /&lt;\/?[a-z]/i.test(text)
  if (!hasTags && !/\\'|\\n$/.test(text)) return text
  const plain = text.replaceAll(ESCAPE, (_, letter: string) => (letter === 'n' ? '\n' : letter))
  return hasTags ? plain.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"') : plain
}
