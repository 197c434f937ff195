import { httpUrl } from '../../../../kernel/html/links.ts'
import type { Json } from '../json-fields.ts'
import { listOf, typesOf } from '../page/schema-values.ts'
import { attributeOf, tagsIn } from '../page/tags.ts'

/** The pages that a list leads to, on the same site. */

/** More are never followed; the rest of a page full of links is not looked at. */
const MOST_LINKS = 5000
const AROUND = new Set(['nav', 'header', 'footer', 'aside'])
const FILE = /\.(?:jpe?g|png|gif|webp|avif|svg|pdf|docx?|odt|xlsx?|ods|pptx?|zip|ics|xml|rss|json|mp[34])$/i

/** Links of the main content, each once, in their order. */
export function contentLinks(page: string, url: string): readonly string[] {
  const list = new URL(url)
  const found: { readonly href: string; readonly isMain: boolean }[] = []
  let around = 0
  let main = 0
  for (const tag of tagsIn(page)) {
    if (AROUND.has(tag.name)) around = Math.max(0, around + (tag.closing ? -1 : 1))
    if (tag.name === 'main') main = Math.max(0, main + (tag.closing ? -1 : 1))
    if (tag.name !== 'a' || tag.closing || around > 0) continue
    if (/\bnofollow\b/i.test(attributeOf(tag, 'rel') ?? '')) continue
    const href = entryOf(attributeOf(tag, 'href'), list)
    if (href) found.push({ href, isMain: main > 0 })
    if (found.length === MOST_LINKS) break
  }
  const inMain = found.filter(each => each.isMain)
  return [...new Set((inMain.length > 0 ? inMain : found).map(({ href }) => href))]
}

/** Another page of the same site, without fragment; null for the list itself with another filter, and for files. */
export function entryOf(href: string | undefined, list: URL): string | null {
  const found = httpUrl(href, list.href)
  if (!found) return null
  const link = new URL(found)
  link.hash = ''
  if (link.host !== list.host || FILE.test(link.pathname)) return null
  if (plainPath(link) === plainPath(list) && !/[?&](?:id|p|event|evenement)\w*=\d/i.test(link.search))
    return null
  return link.href
}

const plainPath = ({ pathname }: URL): string => pathname.replace(/\/(?:index\.\w{1,5})?$/, '').toLowerCase()

/** As many links of one form make a list. */
const LEAST_ALIKE = 3

/** Those that look like the entries of the list: below its path, else the largest group of links of the same form. */
export function entriesAmong(links: readonly string[], url: string): readonly string[] {
  const below = `${plainPath(new URL(url)).replace(/\.\w{1,5}$/, '')}/`
  const entries = links.filter(
    each => below !== '/' && new URL(each).pathname.toLowerCase().startsWith(below),
  )
  if (entries.length > 0) return entries
  const groups = [...Map.groupBy(links, formOf).values()].filter(each => each.length >= LEAST_ALIKE)
  return groups.sort((a, b) => b.length - a.length)[0] ?? []
}

/** The address without its last part, and what numbers its last part or query holds. */
function formOf(link: string): string {
  const { pathname, search } = new URL(link)
  const [, folder = '', last = ''] = /^(.*\/)([^/]*)\/?$/.exec(pathname) ?? []
  const extension = /\.\w{1,5}$/.exec(last)?.[0] ?? ''
  const query = [...new URLSearchParams(search).keys()].sort().join('&')
  return `${folder.replaceAll(/\d+/g, '0')} ${extension} ${/\d{2,}/.test(last)} ${query}`
}

/** The addresses that an `ItemList` names, in its order. */
export function listedIn(documents: readonly unknown[]): readonly unknown[] {
  return documents.flatMap(each => elementsOf(each, 0))
}

const DEEPEST = 6

function elementsOf(value: unknown, depth: number): unknown[] {
  if (depth > DEEPEST || typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap(each => elementsOf(each, depth + 1))
  // A trail of breadcrumbs has the same elements.
  if (typesOf(value as Json).includes('BreadcrumbList')) return []
  const { itemListElement, '@graph': graph, mainEntity } = value as Json
  return [
    ...listOf(itemListElement).flatMap(each => elementOf(each)),
    ...elementsOf(graph, depth + 1),
    ...elementsOf(mainEntity, depth + 1),
  ]
}

function elementOf(element: unknown): unknown[] {
  if (typeof element === 'string') return [element]
  const { url, item } = (element ?? {}) as Json
  return [url ?? item]
}
