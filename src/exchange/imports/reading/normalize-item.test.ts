import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atom, item, only, rss } from '../../../../test/fixtures/feeds.ts'

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
    '| Jour | Heure |\n| --- | --- |\n| Lundi | 9 h |',
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

test('letters that the source itself has broken are repaired, however they are written', () => {
  for (const [title, meant] of [
    ['CafÃ©', 'Café'],
    ['Lâ€™Ã©tÃ©', 'L’été'],
    ['l\u0092école, c\u009cur', 'l’école, cœur'],
    ['l&amp;#146;&amp;Atilde;&amp;copy;cole', 'l’école'],
    ['Café, thé, Åland, Pâques', 'Café, thé, Åland, Pâques'],
  ] as const) {
    const { title: read, body } = only(
      rss(item(`<title>${title}</title><description>${title}</description>`)),
    )
    assert.deepEqual([read, body], [meant, meant])
  }
})

const PDF = 'https://ville.example/affiche%20du%20loto.pdf'

test('documents that are only attached are linked below the text, five at most', () => {
  const enclosure = `<enclosure url="${PDF}" length="1" type="application/pdf"/>`
  const inRss = only(rss(item(`<title>Loto</title><description>Samedi.</description>${enclosure}`)))
  assert.equal(inRss.body, `Samedi.\n\n- [affiche du loto.pdf](${PDF})`)
  const known = `&lt;a href="${PDF}"&gt;L’affiche&lt;/a&gt;`
  assert.equal(
    only(rss(item(`<title>Loto</title><description>${known}</description>${enclosure}`))).body,
    `[L’affiche](${PDF})`,
  )
  const inAtom = `<entry><id>1</id><title>Loto</title><link rel="enclosure" title="Affiche" type="application/pdf" href="${PDF}"/></entry>`
  assert.equal(only(atom(inAtom)).body, `- [Affiche](${PDF})`)
  const attachments = Array.from({ length: 9 }, (_, n) => ({
    url: `https://ville.example/${n}.odt`,
    mime_type: 'application/octet-stream',
  }))
  const json = JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    items: [
      {
        id: '1',
        content_text: 'Voir.',
        attachments: [...attachments, { url: 'https://x.fr/a.mp3', mime_type: 'audio/mpeg' }],
      },
    ],
  })
  const { body, documents } = only(json)
  assert.equal(body.match(/\.odt\)/g)?.length, 5)
  assert.deepEqual(documents, [])
})

test('PDFs are attached, five at most: attachments, and those of the same site that the text links to', () => {
  const enclosure = (file: string, type = 'application/pdf') =>
    `<enclosure url="https://ville.example/${file}" length="1" type="${type}"/>`
  const html = `<p><a href="/IMG/pdf/bm42.pdf">Bulletin n° 42</a>, <a href="arrete.php?id=7" type="application/pdf">l’arrêté</a>,
    <a href="https://www.legifrance.example/loi.pdf">la loi</a>, <a href="/tarifs.odt">tarifs</a> et <a href="/c.pdf">ici</a>.</p>`
  const text = `<link>https://ville.example/actu/</link><description><![CDATA[${html}]]></description>`
  const { documents, body } = only(
    rss(item(`${text}${enclosure('affiche.pdf')}${enclosure('IMG/pdf/bm42.pdf')}`)),
  )
  assert.deepEqual(documents, [
    { url: 'https://ville.example/affiche.pdf', title: 'affiche.pdf', link_added: true },
    { url: 'https://ville.example/IMG/pdf/bm42.pdf', title: 'Bulletin n° 42', link_added: false },
    { url: 'https://ville.example/actu/arrete.php?id=7', title: 'l’arrêté', link_added: false },
    { url: 'https://ville.example/c.pdf', title: 'c.pdf', link_added: false },
  ])
  for (const { url } of documents) assert.ok(body.includes(`](${url})`), url)
  const many = Array.from({ length: 7 }, (_, n) => enclosure(`${n}.pdf`)).join('')
  assert.equal(only(rss(item(`<title>Sept</title>${many}`))).documents.length, 5)
  const others = `${enclosure('a.docx', 'application/msword')}${enclosure('a.mp3', 'audio/mpeg')}`
  assert.deepEqual(only(rss(item(`<title>Autres</title>${others}`))).documents, [])
})

test('a post that is a poster has the words of its pictures, and links to the others', () => {
  const images = `&lt;p&gt;&lt;img src="/1.jpg" alt="Loto samedi 12 décembre à 14 h, salle des fêtes"&gt;&lt;img src="/2.jpg" alt=""&gt;&lt;/p&gt;`
  const { title, body, image_url, pictures } = only(
    rss(item(`<guid>1</guid><description>${images}</description>`)),
  )
  assert.equal(title, 'Loto samedi 12 décembre à 14 h, salle des fêtes')
  assert.equal(
    body,
    'Loto samedi 12 décembre à 14 h, salle des fêtes\n\n[Image 2](https://ville.example/2.jpg)',
  )
  assert.equal(image_url, 'https://ville.example/1.jpg')
  assert.deepEqual(pictures, [
    { url: 'https://ville.example/1.jpg', alt: 'Loto samedi 12 décembre à 14 h, salle des fêtes' },
    { url: 'https://ville.example/2.jpg', alt: '' },
  ])
  const beside = `&lt;p&gt;Texte&lt;img src="/1.jpg" alt="Loto"&gt;&lt;img src="/2.jpg"&gt;&lt;/p&gt;`
  const withText = only(rss(item(`<title>a</title><description>${beside}</description>`)))
  assert.deepEqual([withText.body, withText.pictures], ['Texte', []])
})

test('signs without a width go from titles and plain texts, joiners of scripts and emojis stay', () => {
  const { title, body } = only(
    rss(
      item(
        '<guid>1</guid><title>Mar\u200bché\u2060</title><description>L\u200bo\u2063to \u{1f468}\u200d\u{1f33e}</description>',
      ),
    ),
  )
  assert.deepEqual([title, body], ['Marché', 'Loto \u{1f468}\u200d\u{1f33e}'])
})

test('what a poster says beside a text stays, what an ordinary picture shows does not', () => {
  const body = (alt: string, words = 'À noter !') =>
    only(
      rss(
        item(
          `<guid>1</guid><title>Fête</title><description><![CDATA[<p>${words}</p><img src="https://v.fr/a.jpg" alt="${alt}">]]></description>`,
        ),
      ),
    ).body
  assert.equal(body('Loto samedi 12 décembre à 14 h'), 'À noter !\n\nLoto samedi 12 décembre à 14 h')
  assert.equal(body('Le maire devant la mairie'), 'À noter !')
  assert.equal(body('photo 2026 de vacances IMG_1234.jpg'), 'À noter !')
  assert.equal(body('Loto samedi 12 décembre', 'Loto : samedi 12 décembre !'), 'Loto : samedi 12 décembre !')
})
