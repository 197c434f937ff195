import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SourceKind } from '../../../../shared/words/imports.ts'
import { firstNote, inEnglish } from '../../../../test/imports/notes.ts'
import type { ImportCode } from '../explanations.ts'
import { Unreadable } from './item.ts'
import { readDocument } from './read-document.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const read = (text: string, kind: SourceKind = 'auto') =>
  readDocument({ text, url: 'https://ville.example/feed', kind }, NOW)
const titles = (text: string) => read(text).items.map(({ title }) => title)

const rss = (inside: string) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>V</title>${inside}</channel></rss>`
const item = (id: number, title = `Titre ${id}`) => `<item><guid>${id}</guid><title>${title}</title></item>`

/** What can be read of it is read, and told. */
const MENDED: readonly (readonly [what: string, text: string, titles: readonly (string | null)[]])[] = [
  ['no end', `<rss version="2.0"><channel>${item(1)}${item(2)}`, ['Titre 1', 'Titre 2']],
  [
    'cut in a tag',
    `<rss version="2.0"><channel>${item(1)}<item><guid>2</guid><title>Deux</title><descr`,
    ['Titre 1'],
  ],
  [
    'cut in a text',
    `<rss version="2.0"><channel>${item(1)}<item><title>Deux</title><description>Du texte &lt;a hr`,
    ['Titre 1'],
  ],
  ['a title that nobody closed', rss(`<item><title>Un<guid>1</guid></item>${item(2)}`), ['Un', 'Titre 2']],
  [
    'a title closed by another name',
    rss(`<item><title>Un</titre><guid>1</guid></item>${item(2)}`),
    ['Un', 'Titre 2'],
  ],
  ['items that nobody closed', rss('<item><title>Un</title><item><title>Deux</title>'), ['Un', 'Deux']],
  [
    'CDATA that nobody closed',
    rss(`<item><guid>1</guid><title>Un</title><description><![CDATA[<p>a</p></description></item>${item(2)}`),
    ['Un', 'Titre 2'],
  ],
  [
    'CDATA that nobody closed before another',
    rss(
      '<item><guid>1</guid><title>Un</title><description><![CDATA[a</description></item><item><guid>2</guid><title><![CDATA[Deux]]></title></item>',
    ),
    ['Un', 'Deux'],
  ],
  [
    'a reserved name',
    rss(`<item><guid>1</guid><title>Un</title><__proto__>x</__proto__></item>${item(2)}`),
    ['Un', 'Titre 2'],
  ],
  [
    'nested 5 000 deep',
    rss(`<item><guid>1</guid><title>Un</title>${'<x>'.repeat(5000)}${'</x>'.repeat(5000)}</item>${item(2)}`),
    ['Un', 'Titre 2'],
  ],
  [
    'Atom that ends in its second entry',
    '<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id><title>Un</title></entry><entry><id>2</id><title>Deux',
    ['Un'],
  ],
  [
    'RSS 1.0 that does not end',
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel><title>V</title></channel><item rdf:about="https://v.example/1"><title>Un</title></item><item rdf:about="https://v.example/2"><title>De',
    ['Un'],
  ],
  [
    'JSON that was cut',
    '{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","title":"Un, [{\\""},{"id":"2","ti',
    ['Un, [{"'],
  ],
]

for (const [what, text, expected] of MENDED)
  test(`mended: ${what}`, () => {
    assert.deepEqual(titles(text), expected)
    assert.match(read(text).notes.map(inEnglish).join(' '), /is broken|is cut short/)
  })

/** Odd, but no parser minds: nothing to tell. */
const TOLERATED: readonly (readonly [what: string, text: string, titles: readonly (string | null)[]])[] = [
  ['a bare &', rss(item(1, 'Fleurs & jardins <![CDATA[& <parcs>]]>')), ['Fleurs & jardins & ‹parcs>']],
  ['words of a server before it', `\n<br />\n<b>Warning</b>: x in y on line 3\n${rss(item(1))}`, ['Titre 1']],
  ['words behind it', `${rss(item(1))}\n<!-- page generated in 0.1 s -->\ntoo much`, ['Titre 1']],
  [
    'HTML that is not escaped',
    rss('<item><guid>1</guid><title>Un</title><description><p>a<br>b</description></item>'),
    ['Un'],
  ],
  ['control characters', rss(item(1, 'Un\u0000\u0008 deux')), ['Un deux']],
  [
    'entities that XML does not know',
    rss(item(1, 'Caf&eacute;&nbsp;cr&egrave;me &inconnu;')),
    ['Café crème &inconnu;'],
  ],
  [
    'nested 5 000 deep in a text',
    rss(`<item><guid>1</guid><title>Un</title><description>${'<div>'.repeat(5000)}x</description></item>`),
    ['Un'],
  ],
  [
    'attributes without quotes',
    rss('<item><guid isPermaLink=false>1</guid><title>Un</title><x y=z></item>'),
    ['Un'],
  ],
  ['no declaration, no version', `<rss><channel>${item(1)}</channel></rss>`, ['Titre 1']],
]

for (const [what, text, expected] of TOLERATED)
  test(`tolerated: ${what}`, () => {
    assert.deepEqual(titles(text), expected)
    assert.deepEqual(read(text).notes, [])
  })

test('an item that says nothing is told', () => {
  const reading = read(rss(`${item(1)}<item></item>`))
  assert.deepEqual([reading.items.length, reading.notes.length], [1, 1])
  assert.match(firstNote(reading), /1 of its items are empty/)
})

test('nothing is lost without a word: how many items could not be read stands in the notes', () => {
  const head = `<title>${'x'.repeat(20_000)}</title>`
  const hopeless = rss(`${head}<item><title>Un<guid>1</guid></item>${item(2)}`)
  assert.throws(() => read(hopeless), { code: 'malformed' })
})

const BILLION = `<!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from({ length: 9 }, (_, at) => `<!ENTITY lol${at + 1} "${`&lol${at || ''};`.repeat(10)}">`).join('')}]>`

/** No parser sees any of these. */
const REFUSED: readonly (readonly [what: string, text: string, code: ImportCode])[] = [
  ['nothing', '', 'empty'],
  ['white space', ' \n\ufeff', 'empty'],
  [
    'a page',
    '<!doctype html><html><head><title>Un titre</title></head><body><p>Bonjour</p></body></html>',
    'not_a_feed',
  ],
  ['a page without a doctype', '<html><body>Bonjour</body></html>', 'not_a_feed'],
  ['a text', 'Bonjour', 'not_a_feed'],
  ['another XML', '<?xml version="1.0"?><urlset><url/></urlset>', 'not_a_feed'],
  [
    'a page that shows how a feed looks',
    '<html><body><pre>&lt;rss></pre><!-- <rss version="2.0"> --></body></html>',
    'not_a_feed',
  ],
  ['JSON that is no feed', '{"a":1}', 'json_not_a_feed'],
  ['JSON that is a list of numbers', '[1,2,3]', 'json_not_a_feed'],
  ['JSON that cannot be read', '{"items": [oui]}', 'malformed_json'],
  ['JSON, 100 000 deep', '['.repeat(100_000), 'malformed_json'],
  ['RSS without a channel', '<rss version="2.0"></rss>', 'malformed'],
  ['a billion laughs', `<?xml version="1.0"?>${BILLION}${rss(item(1, '&lol9;')).slice(21)}`, 'doctype'],
  [
    'an outside entity',
    `<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]>${rss(item(1, '&x;')).slice(21)}`,
    'doctype',
  ],
  [
    'an outside definition',
    `<!DOCTYPE rss SYSTEM "http://169.254.169.254/x.dtd">${rss(item(1)).slice(21)}`,
    'doctype',
  ],
  ['in odd case', `<!dOcTyPe rss>${rss(item(1)).slice(21)}`, 'doctype'],
  [
    'behind a comment',
    `<!-- a --><?x y?>\n<!-- <rss> -->\n<!DOCTYPE rss>${rss(item(1)).slice(21)}`,
    'doctype',
  ],
  [
    'behind words of a server',
    `Warning: x\n<!DOCTYPE rss [<!ENTITY a "b">]>${rss(item(1)).slice(21)}`,
    'doctype',
  ],
  ['within the document', rss(`<!DOCTYPE rss [<!ENTITY a "b">]>${item(1)}`), 'doctype'],
  ['an entity alone', rss(`<!ENTITY a "b">${item(1)}`), 'doctype'],
  ['behind a section that never ends', rss(`${item(1)}<item><description><![CDATA[ <!DOCTYPE a>`), 'doctype'],
  [
    'of Atom',
    '<!DOCTYPE feed><feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id></entry></feed>',
    'doctype',
  ],
  ['of something else', '<!DOCTYPE svg [<!ENTITY a "b">]><svg/>', 'doctype'],
]

for (const [what, text, code] of REFUSED)
  test(`refused: ${what}`, () => {
    for (const kind of ['auto', 'rss'] as const)
      assert.throws(
        () => read(text, kind),
        (error: unknown) => error instanceof Unreadable && error.code === code && error.message.length < 200,
      )
  })

test('a doctype in a text is a text: in CDATA, escaped, in a comment', () => {
  const page = '<!DOCTYPE html><html><body><p>Bonjour</p></body></html>'
  const inData = rss(
    `<!-- ${page} --><item><guid>1</guid><title>Un</title><description><![CDATA[${page}]]></description></item>`,
  )
  assert.deepEqual([titles(inData), read(inData).items[0]?.body], [['Un'], 'Bonjour'])
  const escaped = rss(
    `<item><guid>1</guid><title>Un</title><description>${page.replaceAll('<', '&lt;')}</description></item>`,
  )
  assert.equal(read(escaped).items[0]?.body, 'Bonjour')
})

test('what is made to cost ends', () => {
  const bombs = [
    rss('<item><title>'.repeat(100_000)),
    rss(`<item>${'<title>x'.repeat(100_000)}`),
    rss(`<item><description>${'<![CDATA['.repeat(100_000)}`),
    `<rss ${'a="b" '.repeat(100_000)}><channel>`,
    `<rss version="2.0"><channel>${'<x '.repeat(200_000)}`,
    '<'.repeat(1_000_000),
    '<!--'.repeat(250_000),
    `<rss version="2.0">${'<!-- '.repeat(200_000)}`,
    `<rss${' '.repeat(1_000_000)}`,
    rss(`<item><title>${' '.repeat(1_000_000)}x</title></item>`),
    rss(`<item><title>${'&amp;'.repeat(200_000)}</title></item>`),
    rss(`<item><title>x</title>${'</x>'.repeat(200_000)}`),
    rss(`<item><title>${'</x> '.repeat(200_000)}`),
    rss(`<item><pubDate>${'9'.repeat(1_000_000)}</pubDate><ev:startdate>${' '.repeat(100_000)}</item>`),
    rss(`<ev:startdate>${'<item '.repeat(100_000)}`),
    `{"items":[${'{"id":"1","a":['.repeat(50_000)}`,
    `{"items":[${'"\\"'.repeat(300_000)}`,
    `BEGIN:VCALENDAR\n${'BEGIN:VEVENT\n'.repeat(100_000)}`,
    `BEGIN:VCALENDAR\nBEGIN:VEVENT\n${'DESCRIPTION;a="'.repeat(50_000)}`,
  ]
  for (const text of bombs)
    try {
      read(text)
    } catch (error) {
      assert.ok(error instanceof Unreadable, `${text.slice(0, 60)}: ${error}`)
    }
})
