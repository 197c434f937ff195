// Of a release: thousands of broken documents.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FEED_KINDS } from '../../../../shared/words/imports.ts'
import fc from '../../../../test/fast-check.ts'
import { activeIn } from '../../../../test/fixtures/active-markdown.ts'
import { inEnglish } from '../../../../test/imports/notes.ts'
import { decodeText } from '../../../kernel/fetch/decode.ts'
import { unfoldedBytes } from './ical/lines.ts'
import { type FeedItem, Unreadable } from './item.ts'
import { readDocument } from './read-document.ts'

const NOW = new Date('2026-11-20T12:00:00Z')

/** Valid documents, each with much in it that may break. */
const SEEDS = [
  `<?xml version="1.0" encoding="utf-8"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:ev="http://purl.org/rss/1.0/modules/event/"><channel><title>Ville</title><link>https://ville.example/</link><item><title><![CDATA[Vœux & galette]]></title><link>/voeux</link><guid isPermaLink="false">1</guid><pubDate>Mon, 05 Jan 2026 08:00:00 +0000</pubDate><content:encoded><![CDATA[<p>Un <a href="https://x.example/">lien</a></p><ul><li>a</li></ul><img src="/a.jpg">]]></content:encoded></item><item><title>Deux</title><guid>2</guid><description>&lt;p&gt;Texte&lt;/p&gt;</description><ev:startdate>2026-12-05T18:00</ev:startdate></item></channel></rss>`,
  `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://ville.example/"><title type="html">V</title><entry><id>a</id><title>Un</title><link href="x"/><updated>2026-01-09T10:00:00Z</updated><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Un <b>x</b></p></div></content></entry><entry><id>b</id><title>Deux</title><summary>é</summary></entry></feed>`,
  '{"version":"https://jsonfeed.org/version/1.1","title":"V","items":[{"id":"1","url":"https://ville.example/1","title":"Un","content_html":"<p>x <a href=\\"javascript:x\\">y</a></p>","date_published":"2026-01-05T09:00:00+01:00"},{"id":2,"content_text":"Deux","attachments":[{"url":"/a.jpg","mime_type":"image/jpeg"}]}]}',
  'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nX-WR-TIMEZONE:Europe/Paris\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:Marché\\, hebdomadaire\r\nDTSTART;TZID=Europe/Paris:20260103T080000\r\nDTEND;TZID=Europe/Paris:20260103T130000\r\nRRULE:FREQ=WEEKLY;BYDAY=SA;COUNT=60\r\nEXDATE;TZID=Europe/Paris:20260815T080000\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:1\r\nRECURRENCE-ID;TZID=Europe/Paris:20261121T080000\r\nDTSTART;TZID=Europe/Paris:20261122T080000\r\nDURATION:PT2H\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:2\r\nSUMMARY:Fête\r\nDTSTART;VALUE=DATE:20270704\r\nDTEND;VALUE=DATE:20270706\r\nDESCRIPTION:Un\\nDeux <b>x</b>\r\n suite\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
  '{"total":2,"events":[{"uid":1,"slug":"a","title":{"fr":"Un"},"longDescription":{"fr":"**x** [y](https://x.example/)"},"timings":[{"begin":"2026-11-28T07:00:00+01:00","end":"2026-11-28T12:30:00+01:00"}],"location":{"name":"Halle","insee":"81004"},"image":{"base":"https://c.example/","filename":"a.jpg"},"status":1,"state":2},{"uid":2,"title":"Deux","timings":[]}],"after":null}',
]

/** What is put into a document: what means something to one of its readers, and what means nothing to any. */
const PIECES = [
  '<',
  '>',
  '</',
  '/>',
  '<![CDATA[',
  ']]>',
  '<!--',
  '-->',
  '<item>',
  '</item>',
  '<entry>',
  '<title>',
  '<!DOCTYPE x>',
  '&',
  '&#0;',
  '&#x110000;',
  '&amp;',
  '&lt;script&gt;',
  '"',
  "'",
  '\\',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  ';',
  '=',
  '\\u0000',
  '\n',
  '\r\n ',
  'BEGIN:VEVENT\r\n',
  'END:VEVENT\r\n',
  'RRULE:FREQ=SECONDLY\r\n',
  'DTSTART:99999999\r\n',
  'TZID=',
  '\0',
  '\ud800',
  '\u202e',
  '\ufeff',
  '🎉',
  '-',
  '9999999999999999',
  '[x](javascript:a)',
  '<img src=x>',
  'null',
  '__proto__',
]

const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  drop: fc.oneof({ weight: 4, arbitrary: fc.nat(6) }, fc.nat(400)),
  put: fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 8 }), fc.constant('')),
  times: fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, fc.nat(300)),
})
type Change = { at: number; drop: number; put: string; times: number }

const changed = (text: string, changes: readonly Change[]): string =>
  changes.reduce((now, { at, drop, put, times }) => {
    const from = Math.floor(at * now.length)
    return now.slice(0, from) + put.repeat(times) + now.slice(from + drop)
  }, text)

function isAsPromised(item: FeedItem): void {
  const length = (text: string) => [...text].length
  const { external_id, title, body, lieu, date_debut, date_fin } = item
  assert.ok(length(external_id) >= 1 && length(external_id) <= 300)
  assert.ok(title === null || (length(title) >= 1 && length(title) <= 200))
  assert.ok(length(body) <= 20_000 && (lieu === null || length(lieu) <= 200))
  assert.equal(activeIn(body), null)
  for (const text of [external_id, title ?? '', body, lieu ?? '']) {
    assert.ok(
      text.isWellFormed() && text === text.normalize('NFC') && text === text.trim() && !text.includes('\0'),
    )
  }
  for (const line of [title, lieu]) assert.doesNotMatch(line ?? '', /<[a-z/!?]|\n/i)
  for (const url of [item.source_url, item.image_url])
    assert.ok(url === null || /^https?:\/\/.{1,1993}$/.test(url))
  for (const day of [date_debut, date_fin])
    assert.ok(day === null || /^(?:19|2[0-2])\d\d-\d\d-\d\d$/.test(day), day ?? '')
  assert.ok((date_fin ?? '') >= (date_debut ?? ''))
  for (const time of [item.published_at, item.ends_at])
    assert.ok(time === null || !Number.isNaN(time.getTime()))
  assert.ok(item.code_insee === null || /^\d[\dAB]\d{3}$/.test(item.code_insee))
}

function isReadOrRefused(text: string): void {
  for (const kind of ['auto', 'ical'] as const)
    try {
      const {
        items,
        notes,
        title,
        kind: found,
      } = readDocument({ text, url: 'https://ville.example/a', kind }, NOW)
      assert.ok(found in FEED_KINDS && (title === null || [...title].length <= 200) && items.length <= 2000)
      for (const item of items) isAsPromised(item)
      for (const note of notes) assert.ok(inEnglish(note).length > 0 && inEnglish(note).length <= 400)
      assert.equal(new Set(items.map(({ external_id }) => external_id)).size, items.length)
    } catch (error) {
      // With a cause, it was a fault of ours.
      const ours = !(error instanceof Unreadable) || error.cause !== undefined
      assert.ok(!ours, error instanceof Error ? `${error.stack} ${error.cause}` : String(error))
    }
}

const RUNS = Number(process.env.FUZZ_RUNS ?? 400)

for (const [index, seed] of SEEDS.entries())
  test(`whatever happens to a document (${index + 1}), it is read as promised or refused`, () => {
    isReadOrRefused(seed)
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), changes =>
        isReadOrRefused(changed(seed, changes)),
      ),
      { numRuns: RUNS },
    )
  })

test('whatever the bytes are', () => {
  const bytes = fc.tuple(
    fc.constantFrom(...SEEDS),
    fc.array(fc.tuple(fc.nat(3000), fc.nat(255)), { maxLength: 30 }),
  )
  fc.assert(
    fc.property(
      bytes,
      fc.constantFrom<BufferEncoding>('utf8', 'latin1', 'utf16le'),
      ([seed, places], encoding) => {
        const document = Buffer.from(seed ?? '', encoding)
        for (const [at = 0, byte = 0] of places) document[at % document.length] = byte
        isReadOrRefused(decodeText(unfoldedBytes(document), null).text)
      },
    ),
    { numRuns: RUNS },
  )
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), random => isReadOrRefused(decodeText(random, null).text)),
    { numRuns: RUNS },
  )
})
