import assert from 'node:assert/strict'
import { test } from 'node:test'
import { item, NOW, rss } from '../../../../test/fixtures/feeds.ts'
import { decodeText } from '../../../kernel/fetch/decode.ts'
import type { FeedItem } from './item.ts'
import { readDocument } from './read-document.ts'

/** Texts that readers once altered silently: the smallest input of each kind. */

type Shown = Partial<
  Pick<FeedItem, 'title' | 'body' | 'date_debut' | 'heure_debut' | 'date_fin' | 'heure_fin'>
>
interface Case {
  readonly text: string | Buffer
  readonly zone?: string
  readonly shown: Shown
  readonly documents?: readonly string[]
  readonly notes?: readonly string[]
}

const feed = (html: string, more = '') =>
  rss(item(`<title>Titre</title><description><![CDATA[${html}]]></description>${more}`))
const jsonLd = (fields: object) =>
  `<!doctype html><title>V</title><script type="application/ld+json">${JSON.stringify({ '@type': 'Event', name: 'Bal', ...fields })}</script>`
const event = (...lines: readonly string[]) => [
  'BEGIN:VEVENT',
  'UID:1',
  'SUMMARY:Bal',
  ...lines,
  'END:VEVENT',
]
const calendar = (...lines: readonly string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR'].join('\r\n')
const bytes = (...parts: readonly (string | number)[]) =>
  Buffer.concat(parts.map(part => (typeof part === 'number' ? Buffer.from([part]) : Buffer.from(part))))

const AS_WRITTEN: readonly [time: string, zone: string | undefined, day: string, hour: string][] = [
  ['2026-12-05T20:00:00-04:00', 'America/Guadeloupe', '2026-12-05', '20:00'],
  ['2026-12-05T20:00:00+04:00', 'Indian/Reunion', '2026-12-05', '20:00'],
  ['2026-12-05T08:00:00+11:00', 'Pacific/Noumea', '2026-12-05', '08:00'],
  ['2026-12-05T20:00:00-03:00', 'America/Miquelon', '2026-12-05', '20:00'],
  ['2026-12-05T20:00:00+02:00', undefined, '2026-12-05', '20:00'],
  ['2026-12-05T20:00:00Z', 'America/Guadeloupe', '2026-12-05', '16:00'],
  ['2026-12-05T20:00:00Z', undefined, '2026-12-05', '21:00'],
]
const CASES: Readonly<Record<string, readonly Case[]>> = {
  'A: hours with an offset': AS_WRITTEN.flatMap(([time, zone, date_debut, heure_debut]) =>
    [
      jsonLd({ startDate: time }),
      feed('x', `<ev:startdate>${time}</ev:startdate>`),
      `Titre;Date\nBal;${time}`,
    ].map(text => ({ text, ...(zone && { zone }), shown: { date_debut, heure_debut } })),
  ),
  'B: escapes and whole days of The Events Calendar': [
    {
      text: jsonLd({
        name: "L\\'école",
        description: '&lt;p&gt;Entrée libre&lt;/p&gt;\\n',
        startDate: '2026-12-05T00:00:00+01:00',
        endDate: '2026-12-05T23:59:59+01:00',
      }),
      shown: {
        title: "L'école",
        body: 'Entrée libre',
        heure_debut: null,
        heure_fin: null,
        date_fin: '2026-12-05',
      },
    },
  ],
  'C: links in headings and in struck text': [
    {
      text: feed(
        '<h3><a href="/bulletin.pdf">Bulletin n°12</a></h3><p><s><a href="/vieux">Vieux</a></s></p>',
      ),
      shown: {
        body: '### [Bulletin n°12](https://ville.example/bulletin.pdf)\n\n~~[Vieux](https://ville.example/vieux)~~',
      },
      documents: ['https://ville.example/bulletin.pdf'],
    },
  ],
  'D: links around pictures': [
    {
      text: feed('<p>À noter</p><a href="/affiche.pdf"><img src="/affiche.jpg" alt="Affiche"></a>'),
      shown: { body: 'À noter\n\n[Affiche](https://ville.example/affiche.pdf)' },
      documents: ['https://ville.example/affiche.pdf'],
    },
  ],
  'F: a series until the year 9999': [
    {
      text: calendar(
        ...event('DTSTART;TZID=Europe/Paris:20260105T200000', 'RRULE:FREQ=WEEKLY;UNTIL=99991231T235959Z'),
      ),
      shown: { date_debut: '2026-11-23', heure_debut: '20:00' },
    },
  ],
  'G: two charsets in one document': [
    {
      text: bytes(
        '<?xml version="1.0" encoding="ISO-8859-1"?><rss version="2.0"><channel><item><title>Fête de l’été ',
        0xe9,
        '</title></item></channel></rss>',
      ),
      shown: { title: 'Fête de l’été é' },
    },
    {
      text: bytes(
        '<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><item><title>L’',
        0xe9,
        'cole à été</title></item></channel></rss>',
      ),
      shown: { title: 'L’école à été' },
    },
  ],
  'H: letters of windows-1252 taken for Unicode': [
    { text: feed('l\u0092école, c\u009cur'), shown: { body: 'l’école, cœur' } },
    {
      text: calendar(...event('DTSTART:20261205T200000Z', 'DESCRIPTION:l\u0092école')),
      shown: { body: 'l’école' },
    },
    { text: jsonLd({ name: 'L\u0092école', startDate: '2026-12-05' }), shown: { title: 'L’école' } },
  ],
  'I: superscripts': [
    { text: feed('<p>10<sup>3</sup> et 2026<sup>1</sup></p>'), shown: { body: '10³ et 2026¹' } },
  ],
  'J: whole days of Outlook and Exchange': [
    [
      'DTSTART;TZID=Romance Standard Time:20261204T000000',
      'DTEND;TZID=Romance Standard Time:20261205T000000',
      'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
    ],
    [
      'DTSTART;TZID=Romance Standard Time:20261204T000000',
      'DTEND;TZID=Romance Standard Time:20261205T000000',
    ],
    ['DTSTART:20261203T230000Z', 'DTEND:20261204T230000Z'],
  ].map(lines => ({
    text: calendar(...event(...lines)),
    shown: { date_debut: '2026-12-04', date_fin: '2026-12-04', heure_debut: null, heure_fin: null },
  })),
  'K: signs that Markdown would take': [
    ['3*4*5 m', '3\\*4\\*5 m'],
    ['*champs requis*', '\\*champs requis\\*'],
    ['~~x~~', '\\~\\~x\\~\\~'],
    ['`1234`', '\\`1234\\`'],
    ['Loto<br>---<br>Bal', 'Loto\n\\---\nBal'],
    ['Titre<br>===', 'Titre\n\\==='],
    ['C:\\dossier\\_x', 'C:\\dossier\\\\_x'],
  ].map(([html = '', body = '']) => ({ text: feed(`<p>${html}</p>`), shown: { body } })),
  'L: tables': [
    {
      text: feed('<table><tr><th></th><th>Lundi</th></tr><tr><td>Mairie</td><td>14h | 17h</td></tr></table>'),
      shown: { body: '| | Lundi |\n| --- | --- |\n| Mairie | 14h \\| 17h |' },
    },
  ],
  'M: what is folded is shown, what is hidden is not': [
    { text: feed('<details><summary>Plus</summary>caché</details>'), shown: { body: 'Plus\n\ncaché' } },
    {
      text: feed(
        '<p hidden>secret</p><p style="display:none">secret</p><span class="screen-reader-text">secret</span>mot\u200bsuite',
      ),
      shown: { body: 'motsuite' },
    },
  ],
  'N: a change of all later days is told': [
    {
      text: calendar(
        ...event('DTSTART:20261205T200000Z', 'RRULE:FREQ=WEEKLY;COUNT=4'),
        ...event('RECURRENCE-ID;RANGE=THISANDFUTURE:20261212T200000Z', 'DTSTART:20261213T200000Z'),
      ),
      shown: { date_debut: '2026-12-05' },
      notes: ['later_dates_not_changed'],
    },
  ],
}

function readingOf({ text, zone }: Pick<Case, 'text' | 'zone'>) {
  const decoded = typeof text === 'string' ? text : decodeText(text, null).text
  return readDocument({ text: decoded, url: 'https://ville.example/', kind: 'auto', zone }, NOW)
}

for (const [name, cases] of Object.entries(CASES))
  test(name, () => {
    for (const each of cases) {
      const { items, notes } = readingOf(each)
      const [one] = items
      const shown = Object.fromEntries(
        Object.keys(each.shown).map(field => [field, one?.[field as keyof Shown]]),
      )
      assert.deepEqual(shown, each.shown, String(each.text))
      if (each.documents)
        assert.deepEqual(
          one?.documents.map(({ url }) => url),
          each.documents,
        )
      assert.deepEqual(
        notes.map(({ code }) => code),
        each.notes ?? [],
        String(each.text),
      )
    }
  })

test('E: every series of a calendar has its next day, each time', () => {
  const series = Array.from({ length: 400 }, (_, n) =>
    event('DTSTART:20200106T200000Z', 'RRULE:FREQ=WEEKLY').map(line => line.replace('UID:1', `UID:${n}`)),
  )
  const text = calendar(...series.flat())
  const { items } = readingOf({ text })
  assert.equal(items.filter(({ date_debut }) => (date_debut ?? '') >= '2026-11-20').length, 400)
  assert.deepEqual(readingOf({ text }).items, items)
})
