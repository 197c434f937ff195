import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { inEnglish } from '../../../test/imports/notes.ts'
import { decodeText } from '../../kernel/fetch/decode.ts'
import { unfoldedBytes } from './ical/lines.ts'
import { type FeedItem, NEVER_OVER, Unreadable } from './item.ts'
import { readDocument } from './read-document.ts'

/**
 * Feeds, calendars and agendas as sites and programs really publish them, which are theirs and not kept here. They are
 * read when PARVIS_SAMPLES names a folder that holds them.
 */
const folder = process.env.PARVIS_SAMPLES
const skip = folder ? false : 'PARVIS_SAMPLES names no folder with files of sources'

const NOW = new Date('2026-11-20T12:00:00Z')
const FOLDERS = ['feeds', 'ical', 'openagenda', join('more', 'ical-hard'), join('more', 'openagenda-hard')]
const NO_SOURCES = new Set(['synthetique-event-jsonld.html'])

const samples = FOLDERS.flatMap(name => {
  const path = join(folder ?? '', name)
  if (!folder || !existsSync(path)) return []
  const files = readdirSync(path).filter(file => !file.endsWith('.attendu.json') && !/^readme/i.test(file))
  return files.sort().map(file => ({ file, path: join(path, file) }))
})

const read = (path: string) => {
  const { text } = decodeText(unfoldedBytes(readFileSync(path)), null)
  return { text, reading: readDocument({ text, url: 'https://ville.example/source', kind: 'auto' }, NOW) }
}

/** How many things the document speaks of, counted without understanding it. */
function spokenOf(text: string): number {
  if (/BEGIN:VCALENDAR/.test(text)) {
    const events = text.replaceAll(/\r?\n[ \t]/g, '').match(/BEGIN:VEVENT[\s\S]*?END:VEVENT/g) ?? []
    const uids = events.map((event, at) => /^UID:(.+)$/m.exec(event)?.[1]?.trim() || `nameless ${at}`)
    return new Set(uids).size
  }
  if (/^\s*\{/.test(text)) {
    const document = JSON.parse(text) as { events?: unknown[]; items?: unknown[] }
    return (document.events ?? document.items ?? [document]).length
  }
  return (text.match(/<(?:item|entry)[\s>]/g) ?? []).length
}

/** As the sample's own expectation writes it, whichever format it is of. */
interface Expected {
  items?: { title?: string | { value: string }; pubDate?: string; guid?: { value: string }; link?: string }[]
  entries?: { title?: { value: string }; published?: string; updated?: string; id: string }[]
}

function expectedOf(path: string): { title: string | undefined; at: string | undefined }[] | undefined {
  const beside = path.replace(/\.\w+$/, '.attendu.json')
  if (beside === path || !existsSync(beside)) return undefined
  const { items, entries } = JSON.parse(readFileSync(beside, 'utf8')) as Expected
  const plain = (title: string | { value: string } | undefined) =>
    typeof title === 'object' ? title.value : title
  return [
    ...(items ?? []).map(({ title, pubDate }) => ({ title: plain(title), at: pubDate })),
    ...(entries ?? []).map(({ title, published, updated }) => ({
      title: plain(title),
      at: published ?? updated,
    })),
  ]
}

const line = ({ title, date_debut, date_fin, published_at, ends_at, cancelled }: FeedItem): string => {
  const days = date_debut && (date_fin === date_debut ? date_debut : `${date_debut}..${date_fin}`)
  const over =
    ends_at && (ends_at.getTime() === NEVER_OVER.getTime() ? 'for ever' : ends_at.toISOString().slice(0, 16))
  return [
    days ?? published_at?.toISOString().slice(0, 16) ?? '-',
    over && `(until ${over})`,
    cancelled && 'CANCELLED',
    title,
  ]
    .filter(Boolean)
    .join(' ')
}

test('samples', { skip }, async t => {
  assert.ok(samples.length > 0, 'the folder holds none')
  for (const { file, path } of samples)
    await t.test(file, t => {
      if (NO_SOURCES.has(file)) {
        assert.throws(
          () => read(path),
          (error: unknown) => error instanceof Unreadable && error.code === 'not_a_feed',
        )
        return t.diagnostic(`${file}: not_a_feed`)
      }
      const { text, reading } = read(path)
      const { kind, items, notes } = reading
      t.diagnostic(`${file}: ${kind}, ${items.length} of ${spokenOf(text)}, ${notes.length} notes`)
      for (const item of items) t.diagnostic(`  ${line(item)}`)
      for (const note of notes)
        t.diagnostic(`  ! ${inEnglish(note)}${note.item ? ` [${note.item.slice(0, 60)}]` : ''}`)
      const expected = expectedOf(path)
      if (expected) {
        assert.deepEqual(
          items.map(({ title }) => title).toSorted(),
          expected.map(({ title }) => title ?? null).toSorted(),
        )
        // A format that says no date may say one through another of its modules.
        const at = new Map(items.map(({ title, published_at }) => [title, published_at]))
        for (const { title, at: written } of expected)
          if (written) assert.deepEqual(at.get(title ?? null), new Date(written), title ?? file)
      }
      const told = notes.reduce((sum, { code }) => sum + (code === 'same_identifier' ? 1000 : 1), 0)
      assert.ok(
        items.length >= spokenOf(text) || told >= spokenOf(text) - items.length,
        'something is lost without a note',
      )
      for (const item of items) {
        assert.ok(
          item.title !== null || item.image_url !== null || item.source_url !== null,
          item.external_id,
        )
        if (kind === 'ical' || kind === 'openagenda') assert.match(item.date_debut ?? '', /^\d{4}-\d\d-\d\d$/)
        assert.ok((item.date_fin ?? '') >= (item.date_debut ?? ''))
      }
      assert.equal(new Set(items.map(({ external_id }) => external_id)).size, items.length)
      assert.doesNotMatch(JSON.stringify(items), /mailto:|"<script/)
    })
})
