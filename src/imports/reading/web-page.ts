import { explain } from '../explanations.ts'
import { refuseDoctype } from './feeds/xml-text.ts'
import { Unreadable } from './item.ts'
import { httpUrl } from './texts/links.ts'

/** Documents that are not feeds: each is refused with its reason. */

const isPage = (text: string): boolean => /^\s*(?:<!--|<!doctype\s+html|<html)/i.test(text)
const LONGEST_TAG = 1_000
const MOST_SCRIPTS = 50

/** The JSON-LD of a page, script by script; what is no JSON is passed over. */
export function jsonLdIn(text: string): readonly unknown[] {
  const found: unknown[] = []
  if (!isPage(text)) return found
  for (let at = text.indexOf('application/ld+json'); at >= 0 && found.length < MOST_SCRIPTS; ) {
    const start = text.indexOf('>', at)
    const end = text.indexOf('</script', start)
    if (start < 0 || end < 0) break
    if (start - at < LONGEST_TAG) found.push(parsed(text.slice(start + 1, end)))
    at = text.indexOf('application/ld+json', end)
  }
  return found
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

/** Says what the document is, and what to do about it. */
export function refuseOther(text: string, url: string): never {
  if (text.startsWith('%PDF-')) throw new Unreadable(explain('is_pdf'))
  if (text.startsWith('PK\u0003\u0004')) throw new Unreadable(explain('is_spreadsheet'))
  if (!isPage(text)) {
    refuseDoctype(text)
    throw new Unreadable(explain(isCsv(text) ? 'is_csv' : 'not_a_feed'))
  }
  if (/<input\s[^<>]{0,300}type=["']?password/i.test(text)) throw new Unreadable(explain('is_sign_in_page'))
  const feed = feedNamedBy(text, url)
  throw new Unreadable(feed ? explain('is_page_with_feed', { text: feed }) : explain('not_a_feed'))
}

/** Two lines or more with the same number of separators. */
function isCsv(text: string): boolean {
  const [head = '', second = ''] = text.slice(0, 20_000).split(/\r?\n/)
  return [';', ',', '\t'].some(separator => {
    const columns = head.split(separator).length
    return columns > 2 && second.split(separator).length >= columns
  })
}

function feedNamedBy(page: string, url: string): string | null {
  for (const [tag] of page.slice(0, 200_000).matchAll(/<link\s[^<>]{1,1000}>/gi)) {
    if (!/type=["']?(?:application\/(?:rss|atom|feed)\+|text\/calendar)/i.test(tag)) continue
    const href = /href=(?:"([^"]*)"|'([^']*)')/i.exec(tag)
    const feed = httpUrl((href?.[1] ?? href?.[2])?.replaceAll('&amp;', '&'), url)
    if (feed && !/\/comments\//.test(feed)) return feed
  }
  return null
}
