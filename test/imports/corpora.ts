import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { unfoldedBytes } from '../../src/exchange/imports/reading/ical/lines.ts'
import { type FeedItem, Unreadable } from '../../src/exchange/imports/reading/item.ts'
import { type DocumentReading, readDocument } from '../../src/exchange/imports/reading/read-document.ts'
import { decodeText } from '../../src/kernel/fetch/decode.ts'
import { inEnglish } from './notes.ts'

/**
 * `npm run corpora -- DIR [--items] [--now 2026-11-20]` reads every feed, calendar and agenda below DIR, such as the ones
 * that other projects keep, and prints what was read of each folder. `--items` prints each item and note too.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { items: { type: 'boolean' }, now: { type: 'string' } },
})
const root = positionals[0] ?? '.'
const now = new Date(`${values.now ?? new Date().toISOString().slice(0, 10)}T12:00:00Z`)
const SOURCES = '**/*.{xml,rss,atom,rdf,json,ics,html,htm}'

interface Totals {
  files: number
  items: number
  dated: number
  withHour: number
  pictures: number
  slowestMs: number
  /** Refusals and notes, by their code. */
  codes: Map<string, number>
}
const folders = new Map<string, Totals>()
const empty = (): Totals => ({
  files: 0,
  items: 0,
  dated: 0,
  withHour: 0,
  pictures: 0,
  slowestMs: 0,
  codes: new Map(),
})

for (const file of globSync(SOURCES, { cwd: root }).sort()) {
  if (file.endsWith('.attendu.json')) continue
  const totals = folders.get(dirname(file)) ?? empty()
  folders.set(dirname(file), totals)
  const began = performance.now()
  const { items, notes } = read(readFileSync(join(root, file)), `https://ville.example/${file}`)
  totals.slowestMs = Math.max(totals.slowestMs, performance.now() - began)
  totals.files++
  totals.items += items.length
  for (const { date_debut, heure_debut, image_url } of items) {
    if (date_debut !== null) totals.dated++
    if (heure_debut !== null) totals.withHour++
    if (image_url !== null) totals.pictures++
  }
  for (const { code } of notes) totals.codes.set(code, (totals.codes.get(code) ?? 0) + 1)
  if (!values.items) continue
  console.log(`\n${file}: ${items.length} items`)
  for (const item of items) console.log(`  ${line(item)}`)
  for (const note of notes) console.log(`  ! ${inEnglish(note)}`)
}

function read(bytes: Buffer, url: string): Pick<DocumentReading, 'items' | 'notes'> {
  try {
    return readDocument({ text: decodeText(unfoldedBytes(bytes), null).text, url, kind: 'auto' }, now)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { items: [], notes: [{ level: 'warning', ...error.explanation, item: null }] }
  }
}

function line({ date_debut, date_fin, heure_debut, heure_fin, title, body, source_url }: FeedItem): string {
  const days = [date_debut, heure_debut, date_fin !== date_debut && date_fin, heure_fin].filter(Boolean)
  return `${days.join(' ') || '-'} | ${title} | ${body.slice(0, 100).replaceAll('\n', '⏎')} | ${source_url}`
}

for (const [folder, { codes, slowestMs, ...counts }] of folders) {
  const notes = [...codes].sort(([, one], [, other]) => other - one).map(([code, n]) => `${code} ${n}`)
  console.log(`\n${folder}`)
  console.log(
    Object.entries({ ...counts, slowestMs: Math.round(slowestMs) })
      .flat()
      .join(' '),
  )
  if (notes.length > 0) console.log(`  ${notes.join(', ')}`)
}
