import { markupOnly } from './feeds/xml-text.ts'

/** The kind of a document, by its content: file names and media types are wrong too often. */
export type Shape = 'rss' | 'rdf' | 'atom' | 'json' | 'ical'

const ROOT = /<(?:[\w-]+:)?(rss|feed|rdf|html)(?=[\s/>])[^<>]*>/i
/** Matches white space within one line only, or empty lines would be scanned again from each of them. */
const CALENDAR = /^[^\S\r\n\u2028\u2029]*BEGIN:V(?:CALENDAR|EVENT)\s*$/im
const SHAPES: Readonly<Record<string, Shape | undefined>> = { rss: 'rss', feed: 'atom', rdf: 'rdf' }

export function shapeOf(text: string): Shape | undefined {
  const start = text.trimStart()
  if (start.startsWith('{') || start.startsWith('[')) return 'json'
  if (CALENDAR.test(start.slice(0, 20_000))) {
    if (!start.startsWith('<')) return 'ical'
  }
  const root = ROOT.exec(markupOnly(text))?.[1]?.toLowerCase()
  return root ? SHAPES[root] : undefined
}
