import { markupOnly } from './texts/xml-text.ts'

/** Formats are detected by content, because file names and media types are often wrong. */
export type Format = 'rss' | 'rdf' | 'atom' | 'json' | 'ical'

const ROOT = /<(?:[\w-]+:)?(rss|feed|rdf|html)(?=[\s/>])[^<>]*>/i
/** Matches white space within one line only, or empty lines would be scanned again from each of them. */
const CALENDAR = /^[^\S\r\n\u2028\u2029]*BEGIN:V(?:CALENDAR|EVENT)\s*$/im
const FORMATS: Readonly<Record<string, Format | undefined>> = { rss: 'rss', feed: 'atom', rdf: 'rdf' }

export function formatOf(text: string): Format | undefined {
  const start = text.trimStart()
  if (start.startsWith('{') || start.startsWith('[')) return 'json'
  if (CALENDAR.test(start.slice(0, 20_000))) {
    if (!start.startsWith('<')) return 'ical'
  }
  const root = ROOT.exec(markupOnly(text))?.[1]?.toLowerCase()
  return root ? FORMATS[root] : undefined
}
