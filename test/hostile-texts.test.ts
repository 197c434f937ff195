import assert from 'node:assert/strict'
import { test } from 'node:test'
import { personKey } from '../src/communes/persons.ts'
import { headerOf, officialIn } from '../src/communes/register.ts'
import { textIn } from '../src/defibrillateurs/values.ts'
import { parseDate } from '../src/imports/reading/dates/parse-date.ts'
import { bodyFrom } from '../src/imports/reading/harmless.ts'
import { fromHtml, isHtml, lineFromHtml } from '../src/imports/reading/html.ts'
import { httpUrl, pageIdentity } from '../src/imports/reading/links.ts'
import { readDocument } from '../src/imports/reading/read-document.ts'
import { plainLine } from '../src/imports/reading/words.ts'
import { languageOf } from '../src/kernel/errors.ts'
import { parseJson } from '../src/kernel/http/json.ts'
import { queryReader } from '../src/kernel/http/query-string.ts'
import { readSignature } from '../src/kernel/http/signatures.ts'
import { anyText, pageOf } from '../src/kernel/lists/paging.ts'
import { Obj, Optional, Text } from '../src/kernel/routes/shapes.ts'
import { slugOf } from '../src/kernel/slugs.ts'
import { oneAddress, oneLine } from '../src/mail/addresses.ts'
import { duplicateKeyOf } from '../src/publications/duplicates.ts'
import { partsOf } from '../src/publications/search.ts'
import { isOneMailbox } from '../src/support/one-mailbox.ts'

/**
 * Everything that reads a foreign text on the event loop, given texts made to cost, at the largest that is accepted:
 * none takes 50 ms of the processor, nor more than its length. Processor time, so that a busy machine counts for nothing.
 */
const PIECES = [
  ...[
    '\u0301',
    '\u0323\u0307',
    'a\u0301',
    '<',
    '<b',
    '<a b=',
    '</',
    '[',
    '](',
    '![',
    '_',
    'a_',
    '-',
    '- ',
    '>',
    '> ',
  ],
  ...[
    '*',
    '**a',
    '(',
    ')',
    '((',
    '"',
    '\\"',
    "'",
    '`',
    '\\',
    '&',
    '&amp;',
    '&#',
    '&lt;',
    '\r\n',
    '\n',
    '\t',
    ' ',
    'a',
  ],
  ...[
    '👨‍👩‍👧',
    '🏳️‍🌈',
    '\u202e',
    '\u200d',
    '\ufe0f',
    'ﷺ',
    'Σ',
    'œ',
    '%41',
    '%',
    '=',
    '?q=',
    ',',
    ';',
    ':',
    '/',
    '//',
  ],
  ...[
    '  - ',
    '{"a":',
    '[1,',
    ']]>',
    '<![CDATA[',
    '<!--',
    'x@y.fr,',
    'fr;q=0.1,',
    't=1,',
    'v1=aa,',
    '1',
    '-1',
    '\u{1d165}',
  ],
]
const NOW = new Date('2026-01-05T09:00:00Z')
const query = queryReader(Obj({ q: Optional(Text(200)), after: Optional(Text(1000)) }), 'refuse')
const header = headerOf(['Code de la commune', "Nom de l'élu", "Prénom de l'élu"], 'f')
const alike = { acteur_id: 'a', type_id: 't', title: 'x', date_debut: null, source_url: null }
const feed = (text: string) => readDocument({ text, url: 'https://ex.fr/', kind: 'auto' }, NOW)
const MAIL_LINE = 200_000

const READERS: Readonly<Record<string, readonly [largest: number, read: (text: string) => unknown]>> = {
  'a JSON body': [80_000, text => parseJson(Buffer.from(JSON.stringify({ a: text })))],
  'a JSON body as it is': [80_000, text => parseJson(Buffer.from(text))],
  'a query': [8_000, text => query(`q=${text}`)],
  'a cursor': [1_000, after => pageOf({ after }, 20, [anyText])],
  'a search': [200, partsOf],
  'a slug': [20_000, slugOf],
  'a duplicate': [20_000, body => duplicateKeyOf({ ...alike, body, title: body.slice(0, 200) })],
  'an address of a page': [
    4_000,
    text => [httpUrl(`https://ex.fr/${text}`), pageIdentity(`https://${text}`)],
  ],
  'Accept-Language': [16_000, languageOf],
  'a signature': [16_000, text => readSignature(text, NOW)],
  'a sender': [MAIL_LINE, isOneMailbox],
  'a line of a mail': [20_000, text => oneLine(text, 200)],
  'an e-mail address': [20_000, text => oneAddress(text, 'email')],
  'a name of the register': [20_000, text => officialIn(['01001', text, text], header)],
  'a person': [20_000, text => personKey({ nom: text, prenom: text, fonction: text }, 0)],
  'a value of the defibrillators': [20_000, text => textIn(text, 200)],
  'a date': [20_000, text => parseDate(text, NOW)],
  'a title': [10_000, text => [plainLine(text, 200), lineFromHtml(text, 200), isHtml(text)]],
  // These are read in a thread when they are longer.
  'a small text of a feed': [4_000, text => [bodyFrom(text), fromHtml(text, null)]],
  'a small feed': [3_500, text => feed(`<rss><channel><item><title>${text}</title></item></channel></rss>`)],
  'a small broken feed': [3_500, text => feed(`<rss><channel><item>${text}`)],
  'a small JSON feed': [
    3_500,
    text =>
      feed(
        JSON.stringify({
          version: 'https://jsonfeed.org/version/1',
          items: [{ id: '1', content_html: text }],
        }),
      ),
  ],
  'a small agenda': [
    3_500,
    text =>
      feed(JSON.stringify({ events: [{ uid: 1, title: { fr: text }, longDescription: { fr: text } }] })),
  ],
}

const LIMIT_MS = 50
const STEEP = 1.7

function cost(read: (text: string) => unknown, text: string): number {
  const before = process.threadCpuUsage()
  try {
    read(text)
  } catch {
    // Refused: that may cost no more.
  }
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
const filled = (piece: string, length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length)
/** What is found steep or dear once may have been a collection of garbage: the best of five counts. */
const best = (read: (text: string) => unknown, text: string) =>
  Math.min(...Array.from({ length: 5 }, () => cost(read, text)))

for (const [name, [largest, read]] of Object.entries(READERS))
  test(`${name}: whatever it is made of, it holds nobody up`, () => {
    for (const piece of PIECES)
      for (const text of [filled(piece, largest), `a${filled(piece, largest - 2)}z`]) {
        if (cost(read, text) < LIMIT_MS / 4) continue
        const ms = best(read, text)
        assert.ok(ms < LIMIT_MS, `${JSON.stringify(piece)}: ${ms.toFixed(1)} ms`)
        const quarter = best(read, filled(piece, largest / 4))
        const exponent = Math.log(ms / Math.max(quarter, 0.5)) / Math.log(4)
        assert.ok(
          ms < LIMIT_MS / 4 || exponent < STEEP,
          `${JSON.stringify(piece)}: power ${exponent.toFixed(2)}`,
        )
      }
  })
