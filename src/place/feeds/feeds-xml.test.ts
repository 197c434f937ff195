import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { strictXml } from '../../../test/fixtures/strict-xml.ts'
import { legalInXml, legalTexts, xmlText } from '../../kernel/texts/xml-text.ts'
import { publicationPath } from '../addresses.ts'
import { FEEDS } from './feeds.ts'

/** Whatever somebody writes, everything that is written as XML can be read by a parser that keeps to the standard. */

const sign = (code: number) => String.fromCodePoint(code)
const signs = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => sign(from + n))
/** The database stores no U+0000 and no half pairs. */
const CONTROLS = [...signs(1, 0x1f), '\ufffe', '\uffff']
const WRITTEN = [
  ...CONTROLS.map(one => `a${one}b`),
  ...signs(0x7f, 0x9f)
    .map(one => `a${one}b`)
    .slice(0, 3),
  ...CONTROLS.slice(0, 3).flatMap(one => [
    `]]${one}>`,
    `]${one}]>`,
    `&${one}amp;`,
    `<${one}b>`,
    `<!${one}[CDATA[`,
  ]),
  ']]>',
  '<![CDATA[',
  '<![CDATA[a]]>',
  ']]&gt;',
  ']]]]><![CDATA[>',
  '<!--',
  '-->',
  '--',
  '<?xml version="1.0"?>',
  '?>',
  '<b>',
  '</title>',
  '</alert>',
  '<a b=',
  '&',
  '&amp;',
  '&lt;b&gt;',
  '&#0;',
  '&#11;',
  '&#xfffe;',
  '&inconnu;',
  '"',
  "'",
  '"\'>',
  'a\r\nb\rc\td',
  'x\u2028y\u2029z',
  '\u202eb',
  '\ufdd0',
  '\u{1fffe}',
  '\u{10ffff}',
  '🎄',
  '%s%n',
  ']]',
  '\u{e0001}',
]

const app = await startApp({ env: { PUBLIC_URL: 'http://parvis.test' } })
const EPCI = { code: '200000001', nom: WRITTEN.join('') }
await app.owner.query('insert into epcis (code, nom) values ($1, $2)', [EPCI.code, EPCI.nom.slice(0, 100)])

const get = async (path: string) => {
  const answer = await fetch(app.url + path)
  assert.equal(answer.status, 200, path)
  assert.match(answer.headers.get('content-type') ?? '', /[/+]xml; charset=utf-8$/)
  return await answer.text()
}

test('each address of XML is well-formed, whatever stands in names and texts', async t => {
  let documents = 0
  const checked = async (path: string) => {
    const text = await get(path)
    documents++
    try {
      return strictXml(text)
    } catch (error) {
      return assert.fail(`${path}: ${error}`)
    }
  }
  // A feed has fifty entries at most.
  for (let from = 0; from < WRITTEN.length; from += 40) {
    const texts = WRITTEN.slice(from, from + 40)
    const slug = `ville-${from}`
    const town = await make.commune(app, {
      nom: `Ville ${texts.join('')}`.slice(0, 100),
      slug,
      departement: '51',
    })
    await app.owner.query('update communes set epci_code = $1 where id = $2', [EPCI.code, town])
    const club = await make.acteur(app, town, {
      nom: `Club ${texts.join('')}`.slice(0, 150),
      slug: `club-${from}`,
    })
    const ids: string[] = []
    for (const text of texts)
      ids.push(
        await make.publication(app, club, town, {
          title: `T ${text}`,
          body: `Texte ${text}\n\n${text} **${text}** [${text}](https://a.fr/?${text})`,
          type: 'alerte',
          annule_motif: null,
          source_url: `https://a.fr/?q=${encodeURIComponent(text)}`,
        }),
      )
    for (const [segment, endings] of Object.entries(FEEDS))
      for (const ending of Object.keys(endings).filter(one => ['atom', 'rss', 'xml'].includes(one))) {
        const end = segment === 'annuaire' ? `/club-${from}` : ''
        const query = segment === 'recherche' ? '?q=texte' : ''
        const found = await checked(`/place/${slug}/${segment}${end}.${ending}${query}`)
        if (segment === 'actualites')
          for (const id of ids) assert.ok(found.includes(`urn:uuid:${id}`), `${ending}: ${id} is in it`)
      }
    for (const [at, id] of ids.entries()) {
      const title = `T ${texts[at]}`
      const found = await checked(`/place/${slug}${publicationPath({ id, title })}.cap`)
      assert.ok(
        found.some(one => /^Texte(\s|$)/.test(one)),
        title,
      )
    }
  }
  for (const path of ['/place/sitemap.xml', '/place/-/sitemap.xml']) await checked(path)
  t.diagnostic(`${WRITTEN.length} texts, ${documents} documents`)
})

test('signs that XML has stay, others go; a text in an element or an attribute is read as it was', () => {
  for (const code of [...Array(0x20).keys(), 0xfffe, 0xffff, 0xd800, 0xdc00, 0xdfff])
    assert.equal(
      legalInXml(`a${sign(code)}b`),
      [9, 10, 13].includes(code) ? `a${sign(code)}b` : 'ab',
      `${code}`,
    )
  const text = 'é\t\n\r 🎄 \u0085\ufffd <b a="1">&amp;\'</b> ]]>'
  assert.equal(legalInXml(text), text)
  const document = (inside: string) =>
    `<?xml version="1.0" encoding="utf-8"?>\n<a b="${inside}">${inside}</a>`
  assert.deepEqual(strictXml(document(xmlText(`${text}\v`))), [text])
  const day = new Date(0)
  assert.deepEqual(legalTexts({ a: ['\v1', { b: 2, c: null, day }], d: true }), {
    a: ['1', { b: 2, c: null, day }],
    d: true,
  })
})

test('the reader of this test refuses what a parser has to refuse', () => {
  const head = '<?xml version="1.0" encoding="utf-8"?>\n'
  strictXml(`${head}<a x:b="1" xmlns:x="y"><![CDATA[<]]><!-- a - b --><c d='&#10;'/>&amp;</a>\n`)
  const broken = [
    '<a>',
    '</a>',
    '<a></b>',
    '<a><b></a></b>',
    '<a/><b/>',
    'x<a/>',
    '<a/>x',
    '<a b=1/>',
    '<a b="1" b="2"/>',
    '<a b="<"/>',
    '<a>&</a>',
    '<a>&x;</a>',
    '<a>&#0;</a>',
    '<a>&#xb;</a>',
    '<a>]]></a>',
    '<a><![CDATA[</a>',
    '<a><![CDATA[]]>]]></a>',
    '<a>\v</a>',
    '<a>\ufffe</a>',
    '<a>\ud800</a>',
    '<a b="\0"/>',
    '<a><!-- -- --></a>',
    '<x:a/>',
    '<a x:b="1"/>',
    '<a b/>',
    '',
  ]
  for (const text of broken) assert.throws(() => strictXml(head + text), JSON.stringify(text))
  assert.throws(() => strictXml('<a/>'))
})
