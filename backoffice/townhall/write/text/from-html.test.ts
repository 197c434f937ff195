import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../test/fast-check.ts'
import { fromHtml } from './from-html.ts'
import { blocksOf, markdownOf } from './markdown.ts'

const pasted = (html: string) => fromHtml(html).markdown
const dropped = (html: string) =>
  Object.fromEntries(Object.entries(fromHtml(html).dropped).filter(([, count]) => count > 0))

/** As Word 365 writes it, with its conditions. */
const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15">
<style><!-- p.MsoNormal, li.MsoNormal, div.MsoNormal {mso-style-unhide:no; margin-top:0cm; margin-right:0cm;
margin-bottom:8.0pt; margin-left:0cm; font-size:12.0pt;} @page WordSection1 {size:595.3pt 841.9pt;} --></style></head>
<body lang=FR style='tab-interval:35.4pt;word-wrap:break-word'><!--StartFragment-->
<h1>Vœux <span style='mso-spacerun:yes'>  </span>du maire<o:p></o:p></h1>
<p class=MsoNormal>La commune vous <b style='mso-bidi-font-weight:normal'>invite</b>
aux vœux, <span style='color:#C00000'>samedi</span>.<br>Entrée <i>libre</i>&nbsp;!<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol;mso-bidi-font-family:Symbol'><span style='mso-list:Ignore'>·<span
style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Tarifs<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span></span><![endif]>Piscine<o:p></o:p></p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>2)<span>&nbsp; </span></span><![endif]>Deuxième</p>
<p class=MsoNormal>Voir <a href="https://mairie.fr/voeux">le <b>site</b></a>.<!--[if gte vml 1]><v:shape><v:imagedata src="a.png"/></v:shape><![endif]--><img width=200 height=100 src="file:///C:/a.png"></p>
<!--EndFragment--></body></html>`

test('from Word: paragraphs, bold, lists and links stay; headings are bold', () => {
  assert.equal(
    pasted(WORD),
    '**Vœux du maire**\n\nLa commune vous **invite** aux vœux, samedi.\nEntrée libre\u00a0!\n\n- Tarifs\n- Piscine\n\n2) Deuxième\n\nVoir [le **site**](https://mairie.fr/voeux).',
  )
  assert.deepEqual(dropped(WORD), { images: 1, colours: 1, italics: 1 })
})

test('from Outlook: paragraphs without a margin are lines', () => {
  const mail = `<html><head><style><!-- p.MsoNormal, li.MsoNormal {margin:0cm; font-size:11.0pt;} --></style></head><body>
<p class=MsoNormal>Bonjour,<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal>Mairie<o:p></o:p></p>
<p class=MsoNormal>1 rue du Lavoir<o:p></o:p></p><p class=MsoNormal><a href="mailto:mairie@example.org">mairie@example.org</a></p></body></html>`
  assert.equal(
    pasted(mail),
    'Bonjour,\n\nMairie\n1 rue du Lavoir\n[mairie@example.org](mailto:mairie@example.org)',
  )
})

test('from Google Docs: its outer bold is none, lists are flat, empty lines part paragraphs', () => {
  const html = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;"><span style="font-weight:700;color:#000000;">Loto</span><span style="font-weight:400;"> samedi</span></p><br /><p dir="ltr" style="margin-top:0pt;margin-bottom:0pt;"><span style="font-weight:400;">Salle des fêtes</span></p><ul style="margin-top:0;"><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>Buvette</span></p></li><ul><li aria-level="2"><p><span>Crêpes</span></p></li></ul></ul><p><span style="text-decoration:underline">Réservez</span></p></b><br class="Apple-interchange-newline">`
  assert.equal(pasted(html), '**Loto** samedi\n\nSalle des fêtes\n\n- Buvette\n- Crêpes\n\nRéservez')
  assert.deepEqual(dropped(html), { underlines: 1 })
})

test('from LibreOffice: indented items, entities, an empty paragraph', () => {
  const html = `<p style="line-height: 100%; margin-bottom: 0cm">Caf&eacute; &amp; th&eacute;</p>
<p style="line-height: 100%; margin-bottom: 0cm"><br/>

</p>
<ol start="3">
	<li><p style="margin-bottom: 0cm"><b>Un</b></p></li>
	<li><p style="margin-bottom: 0cm">Deux<br/>suite</p></li>
</ol>
<ul>
	<li><p>Point</p></li>
</ul>`
  assert.equal(pasted(html), 'Café & thé\n\n3. **Un**\n4. Deux\nsuite\n\n- Point')
})

test('from a web page: a table becomes lines, pictures and videos are counted, addresses of the page itself are words', () => {
  const html = `<html><body><!--StartFragment--><h2 style="font-weight:400">Horaires</h2><table><thead><tr><th>Jour</th><th>Heures</th></tr></thead>
<tr><td>Lundi</td><td><p>9 h</p><p>12 h</p></td></tr><tr><td>Mardi</td><td></td></tr></table><img src="https://x.fr/a.png" alt="Mairie"><img src="https://x.fr/p" width="1" height="1"><img alt="🎉" src="e.png">
<iframe src="https://x.fr"></iframe><p>Voir <a href="/page">la page</a>, <a href="#haut">en haut</a>, <a href="javascript:alert(1)">clic</a></p><script>alert('<p>non</p>')</script><div>un</div><div>deux</div><div><br></div><div>trois</div><!--EndFragment--></body></html>`
  assert.equal(
    pasted(html),
    '**Horaires**\n\nJour – Heures\nLundi – 9 h 12 h\nMardi\n\n🎉\n\nVoir la page, en haut, clic\n\nun\ndeux\n\ntrois',
  )
  assert.deepEqual(dropped(html), { images: 1, media: 1, tables: 1, links: 2 })
})

test('a newsletter laid out in tables is read as text', () => {
  const html = `<table><tr><td><table><tr><td><h3>Titre</h3><p>Un.</p></td><td>Côté</td></tr></table></td></tr></table>`
  assert.equal(pasted(html), '**Titre**\n\nUn.\n\nCôté')
  assert.deepEqual(dropped(html), {})
})

test('bullets that were typed become items; bold without its blanks', () => {
  assert.equal(
    pasted('<div>• Un</div><div>• Deux</div><p><b> gras </b>et</p>'),
    '- Un\n- Deux\n\n**gras** et',
  )
})

test('any HTML is read, in time, and what it gives is the same when it is opened', () => {
  const parts = [
    '<p>',
    '</p>',
    '<b>',
    '</b>',
    '<li>',
    '<ul>',
    '</ul>',
    '<ol>',
    '<td>',
    '<table>',
    '<tr>',
    '</table>',
    '<a href="https://x.fr">',
    '</a>',
    '<a href=x',
    '<!--',
    '-->',
    '<![if',
    '>',
    '<',
    '&nbsp;',
    '&#8217;',
    'mot',
    ' ',
    '* ',
    '**',
    '[',
    ']',
    '<br>',
    '<script>',
    "<p style='mso-list:l0'>",
    "<span style='mso-list:Ignore'>·",
    '</span>',
    '"',
    "'",
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 40 }), html => {
      const text = pasted(html.join(''))
      assert.equal(markdownOf(blocksOf(text)), text)
    }),
    { numRuns: 2_000 },
  )
  for (const one of ['<b>', '<table><tr><td>', '<', '<a ', '<!', '<ul><li>', '<p>a', '<script>'])
    pasted(one.repeat(5_000))
})

test('letters that were encoded twice are as they were written, over all pieces of a text', () => {
  assert.equal(
    pasted('<p>FÃªte de lâ€™<b>Ã©tÃ©</b>, samedi Ã&nbsp; 18 h</p>'),
    'Fête de l’**été**, samedi à 18 h',
  )
  const about = '<p>Nous lisons <i>dÃ©cembre</i> au lieu de décembre.</p>'
  assert.equal(pasted(about), 'Nous lisons dÃ©cembre au lieu de décembre.')
})
