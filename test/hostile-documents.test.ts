// Of a release: expensive documents of the largest size.
// A process of its own: what it asks takes the whole of the event loop.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Unreadable } from '../src/exchange/imports/reading/item.ts'
import { readWithLimits } from '../src/exchange/imports/reading/read-with-limits.ts'
import type { Fetched } from '../src/kernel/fetch/fetch.ts'
import { readCsv } from '../src/kernel/files/csv.ts'
import { jsonRecords } from '../src/kernel/files/json-records.ts'
import { Problem } from '../src/kernel/refusals/errors.ts'
import { readMail } from '../src/letters/support/inbound/incoming.ts'
import { isSmall, readApart } from '../src/letters/support/inbound/read-in-thread.ts'
import { recordsIn } from '../src/territory/defibrillateurs/register/read.ts'
import { recordOf } from '../src/territory/defibrillateurs/register/record.ts'
import { mail } from './fixtures/inbound-mail.ts'
import { composedNow, holdsNobodyUp, isLong, longestTurn, named, type Read } from './hostile/cost.ts'
import { ALONE } from './hostile/texts.ts'

/**
 * Whole documents that are expensive to read. Files are read piece by piece without blocking; small mails are read on
 * the event loop, larger inputs in a thread with a time limit.
 */
const PIECE = 32 * 1024
async function* pieces(text: string) {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE)
}
async function* texts(text: string) {
  for (let at = 0; at < text.length; at += PIECE) yield text.slice(at, at + PIECE)
}
async function drain<T>(all: AsyncIterable<T>, each: (one: T) => unknown = () => {}): Promise<void> {
  for await (const one of all) each(one)
}
const registerOf = (text: string) => recordsIn(pieces(`c_gid,c_nom\n1,${text}\n`))
const oneLine = (text: string) => text.replaceAll('\n', ' ')
const LONGEST_RECORD = 100_000
const FEW_LINES = 8 * 1024
const FILES: Readonly<Record<string, readonly [largest: number, read: Read]>> = {
  // Awaits every line, which the test runner makes ten times as slow.
  'a table': [FEW_LINES, text => drain(readCsv(texts(text)))],
  'a table with a field that is quoted': [
    LONGEST_RECORD,
    text => drain(readCsv(texts(`a;b\n1;"${text}"\n2;3\n`))),
  ],
  'a list of records': [LONGEST_RECORD, text => drain(jsonRecords(pieces(text)))],
  'a record of a list': [
    LONGEST_RECORD,
    text => drain(jsonRecords(pieces(`[{"a":1},{"a":${JSON.stringify(text)}}]`))),
  ],
  'what stands around a list': [
    LONGEST_RECORD,
    text => drain(jsonRecords(pieces(`{"a":${JSON.stringify(text)},"data":[{}]}`), () => {})),
  ],
  'a register as a table': [FEW_LINES, text => drain(registerOf(text), readRecord)],
  'a line of a table': [LONGEST_RECORD, text => drain(readCsv(texts(`a;b\n1;${oneLine(text)}\n`)))],
  'a line of a register': [LONGEST_RECORD, text => drain(registerOf(oneLine(text)), readRecord)],
  'a register as a list': [
    LONGEST_RECORD,
    text => drain(recordsIn(pieces(JSON.stringify([{ c_gid: '1', c_nom: text }]))), readRecord),
  ],
}
const readRecord = ({ raw }: { raw: Parameters<typeof recordOf>[0] | undefined }) => raw && recordOf(raw)
for (const [name, [largest, reader]] of Object.entries(FILES)) holdsNobodyUp(name, largest, reader, ALONE)

/** Positions of a text in a mail. */
const MAILS: Readonly<Record<string, (text: string) => string>> = {
  'its body': text => mail({}, text),
  'its HTML': text => mail({ 'Content-Type': 'text/html' }, text),
  'its HTML, packed': text =>
    mail(
      { 'Content-Type': 'text/html; charset=utf-8', 'Content-Transfer-Encoding': 'base64' },
      Buffer.from(text).toString('base64'),
    ),
  'its quoted body': text => mail({ 'Content-Transfer-Encoding': 'quoted-printable' }, text),
  'its subject': text => mail({ Subject: text }),
  'its people': text => mail({ From: `${text} <a@b.fr>`, 'Reply-To': text, To: text, Cc: text }),
  'its answers': text => mail({ References: text, 'In-Reply-To': text, 'Message-ID': text }),
  'its type': text => mail({ 'Content-Type': `multipart/mixed; boundary=b; ${text}` }, `--b\r\n\r\n${text}`),
  'its parts': text => mail({ 'Content-Type': 'multipart/mixed; boundary=b' }, `--b\r\n${text}\r\n--b--`),
  'its headers': text => `From: a@b.fr\r\n${text}`,
  'all of it': text => text,
  'its bounce': text =>
    mail(
      {
        'Return-Path': '<>',
        'Content-Type': 'multipart/report; boundary=b; report-type=delivery-status',
      },
      `--b\r\n\r\n${text}\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nAction: failed\r\nDiagnostic-Code: ${text}\r\n--b--`,
    ),
}
const SMALL_MAIL = 4_096
const inAMail = (form: (text: string) => string, most: number) => (text: string) => {
  const room = most - form('').length
  return Buffer.from(form(Buffer.from(text).subarray(0, room).toString())).subarray(0, most)
}
for (const [name, form] of Object.entries(MAILS)) {
  const small = inAMail(form, SMALL_MAIL)
  const readSmall = (raw: Buffer) => (isSmall(raw) ? readMail(raw) : undefined)
  holdsNobodyUp(`a small mail, ${name}`, SMALL_MAIL, text => readSmall(small(text)), ALONE)
}

////////////////////////////////////////////////////////////////////////////// in a thread

const LARGE = 256 * 1024
const TIMEOUT_MS = 1_000
const FEW = 6
const DOCUMENTS: Readonly<Record<string, (text: string) => string>> = {
  'an RSS feed': text =>
    `<rss version="2.0"><channel><item><title>t</title><description>${text}</description></item></channel></rss>`,
  'a broken feed': text => `<rss><channel><item>${text}`,
  'a JSON feed': text =>
    JSON.stringify({ version: 'https://jsonfeed.org/version/1', items: [{ id: '1', content_html: text }] }),
  'a calendar': text =>
    `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20260105T090000Z\r\nDESCRIPTION:${text}\r\nEND:VEVENT\r\nEND:VCALENDAR`,
  'the rules of a calendar': text =>
    `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20260105T090000Z\r\nRRULE:FREQ=DAILY;${text}\r\nEND:VEVENT\r\nEND:VCALENDAR`,
}
const NOW = new Date('2026-01-05T09:00:00Z')
const SOURCE = {
  url: 'https://ex.fr/f',
  kind: 'auto',
  api_key: null,
  etag: null,
  last_modified: null,
} as const
const found = (bytes: Buffer): Fetched => ({
  status: 'ok',
  url: SOURCE.url,
  contentType: null,
  charset: null,
  etag: null,
  lastModified: null,
  retryAfter: null,
  headers: {},
  bytes,
})
const readFeed = (bytes: Buffer) =>
  readWithLimits({ fetch: async () => found(bytes) }, SOURCE, NOW, new AbortController().signal, {
    workMs: TIMEOUT_MS,
    patienceMs: TIMEOUT_MS,
  })

const known = (error: unknown) => error instanceof Unreadable || error instanceof Problem
/** Ends with a result or an error, and blocks no one. */
async function endsApart(name: string, reading: () => Promise<unknown>): Promise<void> {
  const once = () => longestTurn(() => reading().catch(error => assert.ok(known(error), String(error))))
  let longest = await once()
  for (let looks = 1; isLong(longest); looks++) {
    assert.ok(looks < 3, `${name}: ${longest.toFixed(0)} ms of the event loop`)
    longest = Math.min(longest, await once())
  }
}

for (const [name, form] of Object.entries(DOCUMENTS))
  test(`${name}: read in a thread that ends, it holds nobody up`, async () => {
    // Calendars are always read in a thread.
    for (const hostile of composedNow(FEW))
      for (const size of [3_000, LARGE])
        await endsApart(named(hostile), () => readFeed(Buffer.from(form(hostile.make(size)))))
  })

for (const [name, form] of Object.entries(MAILS))
  test(`a large mail, ${name}: read in a thread that ends, it holds nobody up`, async () => {
    for (const hostile of composedNow(FEW)) {
      const raw = inAMail(form, LARGE)(hostile.make(LARGE))
      await endsApart(named(hostile), () => readApart(raw, { workMs: TIMEOUT_MS, patienceMs: TIMEOUT_MS }))
    }
  })

test('the result of the largest feed does not block the event loop', async () => {
  const item = (n: number) =>
    `<item><guid>${n}</guid><title>t</title><description>${'été '.repeat(5_000)}</description></item>`
  const items = Array.from({ length: 250 }, (_, n) => item(n)).join('')
  const bytes = Buffer.from(`<rss version="2.0"><channel>${items}</channel></rss>`)
  await endsApart('long texts', () =>
    readWithLimits({ fetch: async () => found(bytes) }, SOURCE, NOW, new AbortController().signal),
  )
})
