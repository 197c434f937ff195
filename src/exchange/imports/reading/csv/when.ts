import { Temporal } from 'temporal-polyfill'
import type { CsvField } from '../../../../../shared/csv-columns.ts'
import { explain } from '../../explanations.ts'
import { parseDate } from '../dates/parse-date.ts'
import type { Context, SourceEvent } from '../normalize-item.ts'
import { quoted } from '../notes.ts'

/** When a line of a table takes place: days and hours stand in one column or in two. */

type Cell = (field: CsvField) => string | undefined

export function whenOf(cell: Cell, context: Context): Pick<SourceEvent, 'start' | 'end'> {
  const { now, notes, zone } = context
  const first = periodOf(cell('date_debut'), now)
  const hours = hoursOf(cell('heure_debut'))
  const lastHour = cell('heure_fin') ?? hours.end
  const at = (day: string | undefined, hour: string | undefined): string | undefined => {
    const moment = day && hour ? parseDate(day, now, zone) : undefined
    if (!moment || !hour) return day
    const whole = `${moment.day} ${hour}`
    if (parseDate(whole, now, zone)?.has_time) return whole
    notes.warn(explain('no_hour', { text: quoted(hour) }))
    return day
  }
  const start = at(first.start, hours.start)
  const lastDay = cell('date_fin') ?? first.end
  if (lastDay !== undefined) return { start, end: at(lastDay, lastHour) }
  return { start, end: lastHour && start ? nightfall(start, at(first.start, lastHour), context) : undefined }
}

/** An evening that ends at two ends on the next day. */
function nightfall(start: string, end: string | undefined, { now, zone }: Context): string | undefined {
  const [begins, ends] = [parseDate(start, now, zone), parseDate(end ?? '', now, zone)]
  if (!end || !begins?.has_time || !ends?.has_time || ends.at >= begins.at) return end
  const next = Temporal.PlainDate.from(ends.day).add({ days: 1 })
  return `${next} ${end.slice(end.indexOf(' ') + 1)}`
}

const HOUR = String.raw`\d{1,2}\s?(?:h|:)\s?\d{0,2}`
const FROM_TO = new RegExp(String.raw`^\D{0,20}(${HOUR})\s?(?:-|–|—|/|à|a|au|jusqu['’]à)\s?(${HOUR})$`, 'i')

/** `14h-18h` and `de 9 h 30 à 12 h` are two hours. */
function hoursOf(cell: string | undefined): { start?: string | undefined; end?: string | undefined } {
  const both = FROM_TO.exec(cell ?? '')
  return both ? { start: both[1], end: both[2] } : { start: cell }
}

/** DATAtourisme writes periods as `2026-12-05<->2026-12-06|2026-12-12<->2026-12-13`: the next one counts, else the last. */
function periodOf(
  cell: string | undefined,
  now: Date,
): { start?: string | undefined; end?: string | undefined } {
  if (!cell?.includes('<->')) return { start: cell }
  const today = now.toISOString().slice(0, 10)
  const periods = cell
    .slice(0, 10_000)
    .split('|')
    .map(period => period.trim().split('<->'))
  const next = periods.find(([, end = '']) => end >= today) ?? periods.at(-1)
  return { start: next?.[0], end: next?.[1] || undefined }
}
