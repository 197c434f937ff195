import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FeedKind } from '../../../../../shared/words/imports.ts'
import { atom, item, only, read, rss } from '../../../../../test/fixtures/feeds.ts'
import { firstNote } from '../../../../../test/imports/notes.ts'

test('RSS 2.0: all that an item may say', () => {
  const found = only(
    rss(
      item(`<title><![CDATA[Vœux du maire &amp; galette]]></title><link>/voeux?a=1&amp;b=2</link>
        <guid isPermaLink="false">4012@ville</guid><pubDate>Mon, 05 Jan 2026 08:00:00 +0000</pubDate>
        <description>Résumé</description><category>Actualités</category>
        <content:encoded><![CDATA[<p>Samedi <b>17</b> à <a href="plan.html">la salle</a>.</p><img src="photo.jpg">]]></content:encoded>
        <enclosure url="https://ville.example/affiche.pdf" length="1" type="application/pdf"/>`),
    ),
  )
  assert.deepEqual(found, {
    external_id: '4012@ville',
    title: 'Vœux du maire & galette',
    body: 'Samedi 17 à [la salle](https://ville.example/plan.html).\n\n- [affiche.pdf](https://ville.example/affiche.pdf)',
    source_url: 'https://ville.example/voeux?a=1&b=2',
    image_url: 'https://ville.example/photo.jpg',
    date_debut: null,
    date_fin: null,
    heure_debut: null,
    heure_fin: null,
    dates: [],
    lieu: null,
    public: null,
    gratuit: null,
    published_at: new Date('2026-01-05T08:00:00Z'),
    ends_at: null,
    cancelled: false,
    code_insee: null,
    labels: ['Actualités'],
    documents: [{ url: 'https://ville.example/affiche.pdf', title: 'affiche.pdf', link_added: true }],
    pictures: [],
  })
})

/** [what, document, kind, ids, titles]. */
const FORMATS: readonly (readonly [
  string,
  string,
  FeedKind,
  readonly string[],
  readonly (string | null)[],
])[] = [
  [
    'RSS 0.91, no guid',
    '<rss version="0.91"><channel><item><title>Un</title><link>https://ville.example/1</link></item></channel></rss>',
    'rss',
    ['ville.example/1'],
    ['Un'],
  ],
  [
    'RSS 0.92, text alone',
    '<rss version="0.92"><channel><item><description>Marché couvert samedi matin</description></item></channel></rss>',
    'rss',
    ['hash:'],
    ['Marché couvert samedi matin'],
  ],
  [
    'RSS 1.0',
    `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
      xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="https://ville.example/"><title>Ville</title></channel>
      <item rdf:about="https://ville.example/a"><title>Un</title><link>https://ville.example/a</link>
      <dc:date>2026-01-09</dc:date></item></rdf:RDF>`,
    'rss',
    ['https://ville.example/a'],
    ['Un'],
  ],
  [
    'Atom 1.0',
    atom('<entry><id>tag:1</id><title>Un</title><updated>2026-01-09T10:00:00Z</updated></entry>'),
    'atom',
    ['tag:1'],
    ['Un'],
  ],
  [
    'Atom with a prefix',
    '<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:entry><a:id>1</a:id><a:title>Un</a:title></a:entry></a:feed>',
    'atom',
    ['1'],
    ['Un'],
  ],
  [
    'JSON Feed 1.1',
    JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'V',
      items: [{ id: 'a', title: 'Un' }],
    }),
    'json_feed',
    ['a'],
    ['Un'],
  ],
  [
    'JSON Feed that forgot to say so, with numbers as ids',
    JSON.stringify({ items: [{ id: 7, content_text: 'Un texte' }] }),
    'json_feed',
    ['7'],
    ['Un texte'],
  ],
  [
    'upper case, BOM and space before',
    `\ufeff\n ${rss(item('<TITLE>Un</TITLE><GUID>1</GUID>')).replaceAll('item>', 'ITEM>')}`,
    'rss',
    ['1'],
    ['Un'],
  ],
  ['no item', rss(''), 'rss', [], []],
]

for (const [what, text, kind, ids, titles] of FORMATS)
  test(`format: ${what}`, () => {
    const reading = read(text)
    assert.equal(reading.kind, kind)
    assert.deepEqual(
      reading.items.map(({ external_id }) => external_id.replace(/^(hash:)[0-9a-f]{64}$/, '$1')),
      ids,
    )
    assert.deepEqual(
      reading.items.map(({ title }) => title),
      titles,
    )
  })

test('identifiers: too long ones are hashed, the same one counts once, with a note', () => {
  const long = only(rss(item(`<guid>${'x'.repeat(400)}</guid>`))).external_id
  assert.match(long, /^sha256:[0-9a-f]{64}$/)
  const twice = read(
    rss(item('<guid>1</guid><title>Premier</title>') + item('<guid>1</guid><title>Second</title>')),
  )
  assert.deepEqual(
    twice.items.map(({ title }) => title),
    ['Premier'],
  )
  assert.match(firstNote(twice), /Two items have this identifier/)
  assert.equal(twice.notes[0]?.item, '1')
})

test('the newest comes first where all are dated, else the order stands; 2 000 at most', () => {
  const dated = (id: number, day: string) => item(`<guid>${id}</guid><pubDate>${day}</pubDate>`)
  const ids = (text: string) => read(text).items.map(({ external_id }) => external_id)
  assert.deepEqual(ids(rss(dated(1, '2026-01-01') + dated(2, '2026-03-01') + dated(3, '2026-02-01'))), [
    '2',
    '3',
    '1',
  ])
  assert.deepEqual(ids(rss(dated(1, '2026-01-01') + dated(2, 'bientôt') + dated(3, '2026-02-01'))), [
    '1',
    '2',
    '3',
  ])
  const many = read(
    rss(Array.from({ length: 2100 }, (_, at) => item(`<guid>${at}</guid><title>t</title>`)).join('')),
  )
  assert.equal(many.items.length, 2000)
  assert.match(firstNote(many), /has 2100 items/)
})

test('what is no date is null, with a note that carries no address of anybody', () => {
  const reading = read(
    rss(item('<guid>1</guid><title>t</title><pubDate>demain, voir jean@ville.example</pubDate>')),
  )
  assert.equal(reading.items[0]?.published_at, null)
  assert.deepEqual(reading.notes, [
    { level: 'warning', code: 'no_date', params: { text: 'demain, voir […@…]' }, item: '1' },
  ])
})

test('events in RSS: ev:, xCal and schema.org names', () => {
  const dated = read(
    rss(
      item(`<guid>1</guid><title>Fête</title><ev:startdate>2026-12-05T18:00:00</ev:startdate>
        <ev:enddate>2026-12-06T02:00:00</ev:enddate><ev:location>Salle des fêtes &amp; parc</ev:location>`) +
        item('<guid>2</guid><title>Actualité</title>') +
        item(
          '<guid>3</guid><title>Loto</title><xCal:dtstart>20261224</xCal:dtstart><xCal:location><![CDATA[Foyer]]></xCal:location>',
        ) +
        item(
          '<guid>4</guid><title>À l’envers</title><ev:startdate>2026-12-05</ev:startdate><ev:enddate>2026-12-01</ev:enddate>',
        ),
    ),
  )
  assert.deepEqual(
    dated.items.map(({ date_debut, heure_debut, date_fin, heure_fin, lieu, ends_at }) => [
      `${date_debut} ${heure_debut}`,
      `${date_fin} ${heure_fin}`,
      lieu,
      ends_at?.toISOString() ?? null,
    ]),
    [
      ['2026-12-05 18:00', '2026-12-06 02:00', 'Salle des fêtes & parc', '2026-12-06T01:00:00.000Z'],
      ['null null', 'null null', null, null],
      ['2026-12-24 null', '2026-12-24 null', 'Foyer', '2026-12-24T23:00:00.000Z'],
      ['2026-12-05 null', '2026-12-05 null', null, '2026-12-05T23:00:00.000Z'],
    ],
  )
  assert.match(firstNote(dated), /ends before it begins/)
})

test('a feed is what stands in it: another kind of feed is tolerated, a calendar is not', () => {
  const feeds = {
    rss: rss(item('<guid>1</guid>')),
    atom: atom('<entry><id>1</id></entry>'),
    json_feed: '{"items":[{"id":"1","title":"t"}]}',
  }
  for (const [found, text] of Object.entries(feeds))
    for (const asked of ['rss', 'atom', 'json_feed'] as const) {
      const reading = read(text, asked)
      assert.equal(reading.kind, found)
      assert.equal(
        reading.notes.some(({ code, params }) => code === 'read_as_found' && params.found === found),
        found !== asked,
      )
    }
  for (const [asked, text] of [
    ['ical', feeds.rss],
    ['openagenda', feeds.json_feed],
    ['rss', 'BEGIN:VCALENDAR\nEND:VCALENDAR'],
    ['atom', '{"events":[]}'],
  ] as const)
    assert.throws(() => read(text, asked), { code: 'wrong_kind' })
})

test('a source saved as JSON Feed whose JSON holds events is read as events, and that is told', () => {
  const tribe = '{"events":[{"id":1,"title":"Loto","start_date":"2026-12-12 20:00:00"}]}'
  const { kind, items, notes } = read(tribe, 'json_feed')
  assert.deepEqual(
    [kind, items[0]?.date_debut, notes[0]?.code],
    ['json_events', '2026-12-12', 'read_as_found'],
  )
  assert.throws(() => read('{"items":[{"id":"1","title":"t"}]}', 'json_events'), { code: 'wrong_kind' })
})

test('an end at midnight belongs to the day before, and whole days have no hours', () => {
  const days = (modules: string) => {
    const { date_debut, date_fin, heure_debut, heure_fin, ends_at } = only(
      rss(item(`<title>Exposition</title>${modules}`)),
    )
    return [date_debut, heure_debut, date_fin, heure_fin, ends_at?.toISOString()]
  }
  const typo3 = (start: string, end: string) =>
    `<ev:startdate>${start}</ev:startdate><ev:enddate>${end}</ev:enddate>`
  assert.deepEqual(days(typo3('2027-02-27T00:00:00+01:00', '2027-05-30T00:00:00+02:00')), [
    '2027-02-27',
    null,
    '2027-05-29',
    null,
    '2027-05-29T22:00:00.000Z',
  ])
  assert.deepEqual(days(typo3('2027-02-27T20:00:00+01:00', '2027-02-28T00:00:00+01:00')), [
    '2027-02-27',
    '20:00',
    '2027-02-27',
    null,
    '2027-02-27T23:00:00.000Z',
  ])
  assert.deepEqual(days(typo3('2027-02-27', '2027-02-28')), [
    '2027-02-27',
    null,
    '2027-02-28',
    null,
    '2027-02-28T23:00:00.000Z',
  ])
  assert.deepEqual(days('<ev:startdate>2027-02-27T00:00:00+01:00</ev:startdate>'), [
    '2027-02-27',
    null,
    '2027-02-27',
    null,
    '2027-02-27T23:00:00.000Z',
  ])
  const poitiers =
    '<c:date_debut>27/02/2027</c:date_debut><c:date_fin>28/02/2027</c:date_fin><c:lieu>Médiathèque</c:lieu>'
  assert.deepEqual(days(poitiers).slice(0, 4), ['2027-02-27', null, '2027-02-28', null])
})

test('items that all link to one page are told apart by their titles, in any order', () => {
  const shared = (...titles: string[]) =>
    read(
      rss(
        titles.map(title => item(`<title>${title}</title><link>https://ville.example/actus</link>`)).join(''),
      ),
    )
  const { items, notes } = shared('Loto', 'Bal', 'Loto')
  assert.deepEqual(
    items.map(({ title }) => title),
    ['Loto', 'Bal'],
  )
  assert.deepEqual(
    notes.map(({ code }) => code),
    ['same_identifier'],
  )
  assert.deepEqual(
    shared('Bal', 'Loto')
      .items.map(each => each.external_id)
      .toReversed(),
    items.map(each => each.external_id),
  )
  assert.equal(shared('Loto').items[0]?.external_id, 'ville.example/actus')
})

test('items that all have one guid are told apart by their links; versions of one item are not', () => {
  const shared = (...items: readonly (readonly [title: string, path: string])[]) =>
    read(
      rss(
        items
          .map(([title, path]) =>
            item(`<guid>v</guid><title>${title}</title><link>https://v.example/${path}</link>`),
          )
          .join(''),
      ),
    ).items.map(({ title }) => title)
  assert.deepEqual(shared(['Loto', 'loto'], ['Bal', 'bal'], ['Bal !', 'bal']), ['Loto', 'Bal'])
  assert.deepEqual(shared(['Loto', 'loto'], ['Loto du club', 'loto?utm_source=x']), ['Loto'])
})

test('a text that stands only where podcasts have it', () => {
  const text = rss(item('<title>Conseil</title><itunes:summary>Le conseil en direct</itunes:summary>'))
  const { body } = only(
    text.replace('xmlns:dc', 'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:dc'),
  )
  assert.equal(body, 'Le conseil en direct')
})

test('elements that no longer exist are markup all the same', () => {
  const { title, body } = only(
    rss(
      item(
        '<title>&lt;blink&gt;Loto&lt;/blink&gt;</title><description>Un &lt;marquee&gt;bal&lt;/marquee&gt;</description>',
      ),
    ),
  )
  assert.deepEqual([title, body], ['Loto', 'Un bal'])
})

const entry = (inside: string) => atom(`<entry><id>1</id>${inside}</entry>`)

test('Atom: texts in base 64, which version 0.3 allowed', () => {
  const coded = (text: string) => Buffer.from(text).toString('base64')
  const { title, body } = only(
    entry(`<title type="text/html" mode="base64">${coded('F\u00eate &amp; <b>bal</b>')}</title>
      <content mode='base64' type="text/html">\n${coded('<p>Samedi 5 &lt; 6</p>')}\n</content>`),
  )
  assert.deepEqual([title, body], ['Fête & bal', 'Samedi 5 < 6'])
})

test('Atom: of several addresses the page, and the French one', () => {
  const link = (href: string, more = '') =>
    `<link rel="alternate" href="https://ville.example/${href}" ${more}/>`
  const linked = (...links: string[]) => only(entry(`<title>x</title>${links.join('')}`)).source_url
  assert.equal(linked(link('a.pdf', 'type="application/pdf"'), link('a')), 'https://ville.example/a')
  assert.equal(
    linked(link('en', 'hreflang="en"'), link('fr', 'hreflang="fr-FR"')),
    'https://ville.example/fr',
  )
  assert.equal(linked(link('a.pdf', 'type="application/pdf"')), 'https://ville.example/a.pdf')
})
