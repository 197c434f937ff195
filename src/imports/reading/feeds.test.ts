import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FeedItem, Kind } from './item.ts'
import { readDocument } from './read-document.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const URL_OF_FEED = 'https://ville.example/flux/feed.xml'

const read = (text: string, kind: Kind | 'auto' = 'auto') =>
  readDocument({ text, url: URL_OF_FEED, kind }, NOW)

function only(text: string): FeedItem {
  const { items } = read(text)
  assert.equal(items.length, 1)
  assert.ok(items[0])
  return items[0]
}

const NAMESPACES = `xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:media="http://search.yahoo.com/mrss/" xmlns:ev="http://purl.org/rss/1.0/modules/event/"
  xmlns:xCal="urn:ietf:params:xml:ns:xcal" xmlns:atom="http://www.w3.org/2005/Atom"`
const rss = (items: string, head = '<title>Ville</title><link>https://ville.example/</link>') =>
  `<?xml version="1.0" encoding="utf-8"?><rss version="2.0" ${NAMESPACES}><channel>${head}${items}</channel></rss>`
const item = (inside: string) => `<item>${inside}</item>`
const atom = (entries: string, head = '<title>Ville</title><link href="https://ville.example/"/>') =>
  `<feed xmlns="http://www.w3.org/2005/Atom">${head}${entries}</feed>`

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
    body: 'Samedi 17 à [la salle](https://ville.example/plan.html).',
    source_url: 'https://ville.example/voeux?a=1&b=2',
    image_url: 'https://ville.example/photo.jpg',
    date_debut: null,
    date_fin: null,
    lieu: null,
    published_at: new Date('2026-01-05T08:00:00Z'),
    ends_at: null,
    cancelled: false,
    code_insee: null,
  })
})

/** [what, document, kind, ids, titles]. */
const FORMATS: readonly (readonly [string, string, Kind, readonly string[], readonly (string | null)[]])[] = [
  [
    'RSS 0.91, no guid',
    '<rss version="0.91"><channel><item><title>Un</title><link>https://ville.example/1</link></item></channel></rss>',
    'rss',
    ['https://ville.example/1'],
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

test('titles: markup and entities go, text is kept, Atom says which it is', () => {
  const titles: [string, string | null][] = [
    ['Travaux rue de l&amp;#8217;Église &amp;#8211; circulation', 'Travaux rue de l’Église – circulation'],
    ['Caf&eacute; &amp; th&eacute;', 'Café & thé'],
    ['&lt;b&gt;Gras&lt;/b&gt; et &lt;i&gt;penché&lt;/i&gt;', 'Gras et penché'],
    ['5 &lt; 6 et 7 > 2', '5 < 6 et 7 > 2'],
    ['Prix &lt;réduit', 'Prix ‹réduit'],
    ['  Deux\n   lignes\t ici ', 'Deux lignes ici'],
    ['\u202eretourné\u202c\u0007', 'retourné'],
    ['e\u0301te\u0301', 'été'],
    ['&lt;img src=x onerror=alert(1)&gt;', null],
  ]
  for (const [written, title] of titles)
    assert.equal(only(rss(item(`<guid>1</guid><title>${written}</title>`))).title, title, written)
  const entry = (title: string) => only(atom(`<entry><id>1</id>${title}</entry>`)).title
  assert.equal(entry('<title type="text">a &amp;amp; &lt;b&gt;</title>'), 'a &amp; ‹b>')
  assert.equal(entry('<title type="html">a &amp;amp; &lt;b&gt;c&lt;/b&gt;</title>'), 'a & c')
  assert.equal(
    entry('<title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">a <b>c</b></div></title>'),
    'a c',
  )
})

test('without a title, its first words; long ones end at a word', () => {
  const body = `<p>${'mot '.repeat(60)}</p><p>Fin</p>`
  const coded = `<![CDATA[${body}]]>`
  const found = only(rss(item(`<guid>1</guid><description>${coded}</description>`)))
  assert.match(found.title ?? '', /^mot (?:mot )*mot…$/)
  assert.ok([...(found.title ?? '')].length <= 100)
  const long = only(rss(item(`<guid>1</guid><title>${'été '.repeat(100)}</title>`))).title ?? ''
  assert.ok([...long].length <= 200 && long.endsWith('été…'), long)
  assert.equal(only(rss(item('<guid>1</guid>'))).title, null)
  assert.equal(
    only(rss(item('<guid>1</guid><description>## Un [lien](https://x.fr)</description>'))).title,
    'Un lien',
  )
})

test('texts: the fullest one counts, plain ones keep their lines, paragraphs and lists stay', () => {
  const body = (inside: string) => only(rss(item(`<guid>1</guid>${inside}`))).body
  assert.equal(body('<description>Court</description><content:encoded>Long</content:encoded>'), 'Long')
  assert.equal(body('<description>Court</description><content:encoded> </content:encoded>'), 'Court')
  assert.equal(
    body('<description>Une ligne\n      une autre &amp; fin</description>'),
    'Une ligne\nune autre & fin',
  )
  assert.equal(
    body(
      '<description>&lt;p&gt;Un&lt;/p&gt;&lt;ul&gt;&lt;li&gt;a&lt;li&gt;b&lt;/ul&gt;&lt;p&gt;x&lt;br&gt;y</description>',
    ),
    'Un\n\n- a\n- b\n\nx\ny',
  )
  assert.equal(
    body(
      '<description><![CDATA[<table><tr><th>Jour</th><th>Heure</th></tr><tr><td>Lundi</td><td>9 h</td></tr></table>]]></description>',
    ),
    'Jour | Heure\nLundi | 9 h',
  )
  assert.equal(
    body(
      '<description><![CDATA[<a href="mailto:mairie@ville.example">Écrire</a> <a href="tel:+33%201">Appeler</a> <a href="#haut">haut</a> <a href="ftp://x/">ftp</a>]]></description>',
    ),
    'Écrire (mairie@ville.example) Appeler (+33 1) haut ftp',
  )
  assert.equal(
    body(
      '<description><![CDATA[<p>Avant</p><iframe src="//video.example/embed/1" title="Film [1]"></iframe><script>x</script><style>y</style>]]></description>',
    ),
    'Avant\n\n[Film (1)](https://video.example/embed/1)',
  )
})

test('pictures: enclosures before media before those of the text; no trackers, nothing but http', () => {
  const image = (inside: string) => only(rss(item(`<guid>1</guid>${inside}`))).image_url
  const text = (html: string) => `<description><![CDATA[${html}]]></description>`
  assert.equal(
    image(
      `<enclosure url="/a.jpg" type="image/jpeg"/><media:content url="/b.jpg"/>${text('<img src="/c.jpg">')}`,
    ),
    'https://ville.example/a.jpg',
  )
  assert.equal(
    image('<enclosure url="/a.mp3" type="audio/mpeg"/><media:thumbnail url="/b.jpg"/>'),
    'https://ville.example/b.jpg',
  )
  assert.equal(
    image(
      '<media:group><media:content url="/v.mp4" type="video/mp4"/><media:content url="/g.png" medium="image"/></media:group>',
    ),
    'https://ville.example/g.png',
  )
  assert.equal(
    image(text('<img src="/pixel.gif" width="1" height="1"><img src="/c.jpg">')),
    'https://ville.example/c.jpg',
  )
  assert.equal(
    image(text('<img src="data:image/gif;base64,R0" data-src="/late.jpg">')),
    'https://ville.example/late.jpg',
  )
  assert.equal(
    image(text('<a href="/page"><img src="/dans-un-lien.jpg"> voir</a>')),
    'https://ville.example/dans-un-lien.jpg',
  )
  assert.equal(image(text('<img src="javascript:alert(1)">')), null)
})

test('addresses: relative to the item, its base, the feed; a permanent link is one', () => {
  assert.equal(
    only(rss(item('<guid isPermaLink="true">https://ville.example/p/1</guid>'))).source_url,
    'https://ville.example/p/1',
  )
  assert.equal(
    only(rss(item('<guid isPermaLink="false">https://ville.example/?p=1</guid>'))).source_url,
    null,
  )
  assert.equal(only(rss(item('<link>page</link>'), '')).source_url, 'https://ville.example/flux/page')
  assert.equal(only(rss(item('<guid>1</guid><link>javascript:alert(1)</link>'))).source_url, null)
  assert.equal(only(rss(item('<guid>1</guid><link>https://u:p@ville.example/</link>'))).source_url, null)
  assert.equal(
    only(rss(item(`<guid>1</guid><link>https://ville.example/${'a'.repeat(2100)}</link>`))).source_url,
    null,
  )
  const based = atom(
    '<entry xml:base="https://autre.example/x/"><id>1</id><link rel="self" href="no"/><link href="y"/><content type="html">&lt;a href="z"&gt;Z&lt;/a&gt;</content></entry>',
  )
  assert.equal(only(based).source_url, 'https://autre.example/x/y')
  assert.equal(only(based).body, '[Z](https://autre.example/x/z)')
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
  assert.match(twice.notes[0]?.message ?? '', /Two items have this identifier/)
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
  assert.match(many.notes[0]?.message ?? '', /has 2100 items/)
})

test('what is no date is null, with a note that carries no address of anybody', () => {
  const reading = read(
    rss(item('<guid>1</guid><title>t</title><pubDate>demain, voir jean@ville.example</pubDate>')),
  )
  assert.equal(reading.items[0]?.published_at, null)
  assert.deepEqual(reading.notes, [
    { level: 'warning', message: '"demain, voir [address]" is not understood as a date.', item: '1' },
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
    dated.items.map(({ date_debut, date_fin, lieu, ends_at }) => [
      date_debut,
      date_fin,
      lieu,
      ends_at?.toISOString() ?? null,
    ]),
    [
      ['2026-12-05', '2026-12-06', 'Salle des fêtes & parc', '2026-12-06T01:00:00.000Z'],
      [null, null, null, null],
      ['2026-12-24', '2026-12-24', 'Foyer', '2026-12-24T23:00:00.000Z'],
      ['2026-12-05', '2026-12-05', null, '2026-12-05T23:00:00.000Z'],
    ],
  )
  assert.match(dated.notes[0]?.message ?? '', /ends before it begins/)
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
        reading.notes.some(({ message }) => message.includes(`is ${found}, not ${asked}`)),
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
