import type { CsvField } from '../../../../../shared/csv-columns.ts'
import { byName } from '../../../../../shared/fields/field.ts'
import { IMPORTED_LINES } from '../../../../../shared/fields/publications.ts'
import { hashOf } from '../../../../kernel/texts/plain-text.ts'
import { explain } from '../../explanations.ts'
import type { FeedItem } from '../item.ts'
import { type Context, html, LONGEST_TITLE, normalizeItem } from '../normalize-item.ts'
import { type Dated, newestFirst, nextFirst } from '../order.ts'
import { audienceIn, freeIn } from '../texts/audience.ts'
import type { placesOf } from './columns.ts'
import { whenOf } from './when.ts'

/** Rows of a table as items. */

/** A line of a file, or a record of a data set. */
export interface Row {
  readonly line: number
  readonly fields: readonly string[]
}

type Cell = ReturnType<typeof cellReader>

/** Reads the cell of a field; an empty one counts as absent. */
export const cellReader = (places: ReturnType<typeof placesOf>['places']) => {
  const read = (fields: readonly string[], field: CsvField): string | undefined => {
    const at = places[field]
    const value = at === undefined ? undefined : fields[at]?.trim()
    return value === '' ? undefined : value
  }
  return Object.assign(read, { isAgenda: places.date_debut !== undefined })
}

export function itemsOf(rows: readonly Row[], cell: Cell, context: Context): readonly FeedItem[] {
  const { notes, now } = context
  const { isAgenda } = cell
  const titled = rows.filter(({ fields }) => cell(fields, 'title') !== undefined)
  const [untitled] = rows.filter(({ fields }) => cell(fields, 'title') === undefined)
  if (untitled)
    notes.warn(
      explain('csv_rows_without_title', { count: rows.length - titled.length, number: untitled.line }),
    )
  const isOwnLink = linksOfOneRow(titled, cell)
  const dated = titled.flatMap(({ fields }): Dated[] => {
    const item = itemOf(name => cell(fields, name), isOwnLink, context)
    if (!item) return []
    // It would be published as a piece of news.
    if (isAgenda && item.date_debut === null) {
      notes.warn(explain('no_time'), item.external_id)
      return []
    }
    return [{ item, begins: Date.parse(item.date_debut ?? '') }]
  })
  return isAgenda ? nextFirst(dated, now) : newestFirst(dated.map(({ item }) => item))
}

/** Many tables have the address of the town's site in every line: it does not identify an item. */
function linksOfOneRow(rows: readonly Row[], cell: Cell): (link: string) => boolean {
  const counts = new Map<string, number>()
  for (const { fields } of rows) {
    const link = cell(fields, 'source_url')
    if (link) counts.set(link, (counts.get(link) ?? 0) + 1)
  }
  return link => counts.get(link) === 1
}

function itemOf(
  cell: (field: CsvField) => string | undefined,
  isOwnLink: (link: string) => boolean,
  context: Context,
): FeedItem | null {
  const title = cell('title') ?? ''
  const body = cell('body')
  const link = cell('source_url')
  const url = link && withScheme(link)
  const { start, end } = whenOf(cell, context)
  // An event is the same when its description changes, and another one on another day.
  const identifying = start ? [title, start, cell('lieu')] : [title, body]
  const hash = () => `hash:${hashOf(identifying.join('\n'))}`
  return normalizeItem(
    {
      ids: [cell('external_id'), link && isOwnLink(link) ? undefined : hash()],
      title: html(title),
      texts: [html([title.length > LONGEST_TITLE && title, body].filter(Boolean).join('\n\n'))],
      links: [url],
      images: [cell('image_url')?.split(/[\s|;,]+(?=https?:)/)[0]],
      documents: [{ url, title }],
      base: null,
      published: [cell('published_at')],
      event: { start, end },
      lines: byName(IMPORTED_LINES, cell),
      public: audienceIn(cell('public')),
      gratuit: freeIn(cell('gratuit')),
    },
    context,
  )
}

/** Tables hold `www.ville.fr/agenda`, as a browser shows it. */
const withScheme = (link: string) => (/^www\./i.test(link) ? `https://${link}` : link)
