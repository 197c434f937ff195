import type { SourceEvent } from '../normalize-item.ts'
import { markupOnly } from '../texts/xml-text.ts'

/**
 * Event dates and places in RSS, which the library does not read: the `ev:` and `xCal:` modules, schema.org's names, and
 * `c:date_debut`. Returns one entry per item, in document order.
 */
export function eventsOf(text: string): readonly (SourceEvent | undefined)[] {
  if (!/<(?:[\w-]+:)(?:startdate|dtstart|date_debut)[\s>]/i.test(text)) return []
  const markup = markupOnly(text)
  const items = [...markup.matchAll(/<(?:[\w-]+:)?item(?=[\s/>])/gi)]
  return items.map(({ index }, at) => eventIn(text.slice(index, items[at + 1]?.index ?? text.length)))
}

function eventIn(item: string): SourceEvent | undefined {
  const start = textIn(item, 'startdate|dtstart|date_debut')
  if (!start) return undefined
  return { start, end: textIn(item, 'enddate|dtend|date_fin'), lieu: textIn(item, 'location|lieu') }
}

const textIn = (item: string, names: string): string | undefined => {
  const found = new RegExp(
    `<[\\w-]+:(${names})(?:\\s[^<>]*)?>([^<]{1,500}|<!\\[CDATA\\[[^\\]]{1,500}\\]\\]>)<`,
    'i',
  )
  const value = found
    .exec(item)?.[2]
    ?.replaceAll(/^<!\[CDATA\[|\]\]>$/g, '')
    .trim()
  return value || undefined
}
