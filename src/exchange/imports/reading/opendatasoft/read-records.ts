import { placesOf, recognisedColumns } from '../csv/columns.ts'
import { nearestRows } from '../csv/nearest-rows.ts'
import { cellReader, itemsOf } from '../csv/rows.ts'
import type { Read } from '../item.ts'
import { type Json, list, record, records, text } from '../json-fields.ts'
import type { Context } from '../normalize-item.ts'
import { readEvents } from '../openagenda/read-events.ts'

/**
 * Records of an Opendatasoft portal: the answers of its API (Explore 2, and 1), and its exports. The data set of
 * OpenAgenda's public events has the same columns everywhere; any other agenda is read as a table.
 */

/** The records of an answer or export; undefined for any other document. */
export function recordsIn(document: unknown): readonly Json[] | undefined {
  const answer = record(document)
  if (!answer) {
    const all = records(document)
    return all.length > 0 && all.every(isPublicEvent) ? all : undefined
  }
  if (Array.isArray(answer.results) && text(answer.total_count) !== undefined) return records(answer.results)
  const isAnswer = text(answer.nhits) !== undefined || text(answer.total_count) !== undefined
  if (!isAnswer || !Array.isArray(answer.records)) return undefined
  return answer.records.flatMap(each => {
    const fields = record(record(each)?.fields) ?? record(record(record(each)?.record)?.fields)
    return fields ? [fields] : []
  })
}

export function readRecords(document: object, url: string, context: Context): Read | undefined {
  const all = recordsIn(document)
  if (!all) return undefined
  if (all.length === 0) return { title: null, items: [] }
  if (all.some(isPublicEvent))
    return readEvents(comingFirst(all, context.now).map(asOpenAgenda), url, context)
  const names = [...new Set(all.slice(0, 100).flatMap(each => Object.keys(each)))]
  const columns = recognisedColumns(names)
  if (!columns?.date_debut) return undefined
  const cell = cellReader(placesOf(columns, names).places)
  const nearest = nearestRows(cell, context.now)
  for (const [index, each] of all.entries())
    nearest.add({ line: index + 1, fields: names.map(name => cellOf(each[name])) })
  return { title: null, items: itemsOf(nearest.rows(), cell, context) }
}

/** More than a reading keeps. */
const MOST_EVENTS = 4000

/** An export holds the events of many years. */
function comingFirst(events: readonly Json[], now: Date): readonly Json[] {
  if (events.length <= MOST_EVENTS) return events
  const today = now.toISOString().slice(0, 10)
  const isOver = (event: Json) => (text(event.lastdate_end) ?? '') < today
  return [...events.filter(each => !isOver(each)), ...events.filter(isOver)].slice(0, MOST_EVENTS)
}

/** A picture is a record with its address; other records, such as positions, say nothing. */
const cellOf = (value: unknown): string =>
  text(value) ??
  text(record(value)?.url) ??
  list(value)
    .flatMap(each => text(each) ?? [])
    .join(', ')

const isPublicEvent = (fields: Json): boolean =>
  titleOf(fields) !== undefined && 'firstdate_begin' in fields && 'lastdate_end' in fields

const titleOf = (fields: Json) => text(fields.title_fr) ?? text(fields.title_en) ?? text(fields.title)

/** The event as OpenAgenda's own API has it. */
function asOpenAgenda(fields: Json): Json {
  const timing = (name: string) => ({ begin: fields[`${name}_begin`], end: fields[`${name}_end`] })
  const status = idOf(fields.status)
  return {
    uid: fields.uid,
    slug: fields.slug,
    title: titleOf(fields),
    description: text(fields.description_fr) ?? text(fields.description),
    longDescription: text(fields.longdescription_fr) ?? text(fields.longdescription),
    conditions: text(fields.conditions_fr) ?? text(fields.conditions),
    registration: parsed(fields.registration),
    canonicalUrl: fields.canonicalurl,
    originAgenda: { title: fields.originagenda_title },
    image: text(fields.originalimage) ?? text(fields.image) ?? text(record(fields.image)?.url),
    updatedAt: fields.updatedat,
    status: status ?? (/^annul/i.test(text(fields.status) ?? '') ? CANCELLED : undefined),
    attendanceMode: idOf(fields.attendancemode),
    timings: parsed(fields.timings),
    firstTiming: timing('firstdate'),
    lastTiming: timing('lastdate'),
    location: {
      name: fields.location_name,
      address: fields.location_address,
      postalCode: fields.location_postalcode,
      city: fields.location_city,
      insee: fields.location_insee,
    },
  }
}
const CANCELLED = 6

/** JSON inside a text. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

/** `6`, `"6"` and `{"id": 6, "label": …}`. */
function idOf(value: unknown): string | undefined {
  const inside = parsed(value)
  const id = text(record(inside)?.id) ?? text(inside)
  return id && /^\d$/.test(id) ? id : undefined
}
