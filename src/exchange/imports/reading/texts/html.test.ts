import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromHtml, lineFromHtml } from './html.ts'

const CASES: readonly [html: string, markdown: string][] = [
  ['<p>Entrée <s>5 €</s> gratuit</p>', 'Entrée ~~5 €~~ gratuit'],
  ['<p>Le <del>samedi 5 </del>dimanche 6</p>', 'Le ~~samedi 5~~ dimanche 6'],
  ['<p><strike>Loto</strike> annulé</p>', '~~Loto~~ annulé'],
  ['<del><p>Un</p><p>Deux</p></del>', '~~Un~~\n\n~~Deux~~'],
  ['<ul><li><s>Un</s></li><li>Deux</li></ul>', '- ~~Un~~\n- Deux'],
  ['<s><ul><li>Un</li><li>Deux</li></ul></s>', '- ~~Un~~\n- ~~Deux~~'],
  ['<p>a</p><s> </s><p>b</p>', 'a\n\nb'],
  ['<ol start="5"><li>Cinq</li><li>Six</li></ol>', '5. Cinq\n6. Six'],
  [
    '<p>Avant <iframe src="https://v.example/"/> après</p>',
    'Avant\n\n[v.example](https://v.example/)\n\naprès',
  ],
  ['Avant<object data="x.swf"> après', 'Avant après'],
  ['Avant<object data="x.swf">rien</object> après', 'Avant après'],
  ['<ol><li>Un</li><li value="4">Quatre</li><li>Cinq</li></ol>', '1. Un\n4. Quatre\n5. Cinq'],
  ['<ol start="99999999999"><li>Un</li></ol>', '1. Un'],
  ['<ol start="9"><li>Neuf</li></ol>', '9. Neuf'],
  ['<p>16. rue de la Gare</p>', '16\\. rue de la Gare'],
  ['<p>2026. Bonne année</p>', '2026\\. Bonne année'],
  ["<p>+ d'infos</p>", "\\+ d'infos"],
  ['<p># ville</p>', '\\# ville'],
  ['<ul><li>16. rue de la Gare</li></ul>', '- 16\\. rue de la Gare'],
  ['<p>1. Accueil<br>2. Repas</p>', '1. Accueil\n2. Repas'],
  ['<p>Le 16. rue de la Gare</p>', 'Le 16. rue de la Gare'],
  ['<h2>Titre</h2><blockquote>Dit</blockquote>', '## Titre\n\n> Dit'],
  ['<pre>Un\n    Deux *x* *y*</pre>', 'Un\nDeux \\*x\\* \\*y\\*'],
  // Links in headings and struck text.
  [
    '<h3><a href="/bulletin.pdf">Bulletin n°12</a></h3>',
    '### [Bulletin n°12](https://v.example/bulletin.pdf)',
  ],
  ['<h3><a href="mailto:a@v.example">Écrire</a></h3>', '### Écrire (a@v.example)'],
  ['<h3>Un <a href="tel:+33238000000">appel</a></h3>', '### Un appel (+33238000000)'],
  ['<h3><a href="#haut">Haut</a> <s>5 €</s> m<sup>2</sup></h3>', '### Haut ~~5 €~~ m²'],
  ['<p><s>Le <a href="/p">programme</a></s> !</p>', '~~Le [programme](https://v.example/p)~~ !'],
  ['<a href="/p">Un <a href="/q">deux</a></a>', '[Un deux](https://v.example/p)'],
  // Links around pictures and icons.
  [
    '<p>Avant <a href="/affiche.pdf"><img src="/a.jpg" alt="Affiche"></a></p>',
    'Avant [Affiche](https://v.example/affiche.pdf)',
  ],
  ['<p>Avant <a href="/p" title="Page"><i></i></a></p>', 'Avant [Page](https://v.example/p)'],
  ['<p>Avant <a href="/p" aria-label="Page"><svg></svg></a></p>', 'Avant [Page](https://v.example/p)'],
  ['<p>Avant <a href="/p"><svg><title>Page</title></svg></a></p>', 'Avant [Page](https://v.example/p)'],
  [
    '<p>Avant <a href="/p"><i></i><span class="sr-only">Page</span></a></p>',
    'Avant [Page](https://v.example/p)',
  ],
  [
    '<p>Avant <a href="/a%20b.pdf"><img src="/a.jpg"></a></p>',
    'Avant [a b.pdf](https://v.example/a%20b.pdf)',
  ],
  ['<p>Avant <a href="mailto:a@v.example"><i></i></a></p>', 'Avant a@v.example'],
  ['<p>Avant <a href="/grande.jpg"><img src="/a.jpg" alt=""></a></p>', 'Avant'],
  ['<p>Avant <a href="/p" aria-label="Lien permanent"></a></p>', 'Avant'],
  // Raised and lowered numbers.
  ['<p>10<sup>3</sup> m<sup>2</sup>, CO<sub>2</sub>, 10<sup>-3</sup></p>', '10³ m², CO₂, 10⁻³'],
  ['<p>2026<sup><a href="#n1">1</a></sup></p>', '2026¹'],
  ['<p>1<sup>er</sup> XX<sup>e</sup> à 20h<sup>30</sup>, 8 €<sup>50</sup></p>', '1er XXe à 20h30, 8 €50'],
  // What is hidden, and what has no width.
  ['<details><summary>Plus</summary>caché</details>', 'Plus\n\ncaché'],
  ['<p>Vu<span hidden>A</span><span style="color:red;display: none">B</span></p>', 'Vu'],
  [
    '<p>Vu <a href="/p">ici<span class="screen-reader-text"> (autre page)</span></a></p>',
    'Vu [ici](https://v.example/p)',
  ],
  ['<h2>Vu<span class="sr-only">A</span></h2>', '## Vu'],
  ['<p>Fé\u200bte, f&#8203;ê&#x200B;te</p>', 'Féte, fête'],
  // Tables.
  [
    '<table><tr><th></th><th>Lundi</th></tr><tr><th>Matin</th><td>9 h | 10 h<br>11 h</td></tr></table>',
    '| | Lundi |\n| --- | --- |\n| Matin | 9 h \\| 10 h 11 h |',
  ],
  [
    '<table><thead><tr><th>Jour</th><th>Heure</th></tr></thead><tbody><tr><td rowspan="2">Lundi</td><td>9 h</td></tr><tr><td>14 h</td></tr><tr><td colspan="2">Fermé</td></tr></tbody></table>',
    '| Jour | Heure |\n| --- | --- |\n| Lundi | 9 h |\n| Lundi | 14 h |\n| Fermé | Fermé |',
  ],
  ['<table><tr><th>A</th><th>B</th></tr><tr><td>1</td></tr></table>', 'A | B\n1'],
  ['<table><tr><td>A</td><td>B</td></tr><tr><td>1</td><td>2</td></tr></table>', 'A | B\n1 | 2'],
  [
    '<table><tr><th>A</th><th>B</th></tr><tr><td><ul><li>1</li></ul></td><td>2</td></tr></table>',
    'A | B\n- 1\n\n| 2',
  ],
]
for (const [html, markdown] of CASES)
  test(`${html} → ${markdown}`, () => assert.equal(fromHtml(html, 'https://v.example/').text, markdown))

test('documents behind headings, pictures and struck words are noticed', () => {
  for (const html of [
    '<h3><a href="/a.pdf">Titre</a></h3>',
    '<p>Mot <a href="/a.pdf"><img src="/a.jpg" alt="Titre"></a></p>',
    '<p><s><a href="/a.pdf">Titre</a></s></p>',
    '<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td><a href="/a.pdf">Titre</a></td></tr></table>',
  ])
    assert.deepEqual(fromHtml(html, 'https://v.example/').files[0], {
      url: 'https://v.example/a.pdf',
      type: null,
      title: 'Titre',
    })
})

test('tables beyond what Markdown shows are lines', () => {
  const rows = '<tr><td>1</td><td>2</td></tr>'.repeat(600)
  const { text: markdown } = fromHtml(`<table><tr><th>A</th><th>B</th></tr>${rows}</table>`, null)
  assert.match(markdown, /^A \| B\n1 \| 2\n/)
  const wide = fromHtml(
    '<table><tr><th colspan="9999">A</th></tr><tr><td colspan="9999">1</td></tr></table>',
    null,
  )
  assert.equal(wide.text, 'A\n1')
})

test('a title keeps its number, and no backslash', () => {
  assert.equal(lineFromHtml('<b>16. rue de la Gare</b>', 200), '16. rue de la Gare')
  assert.equal(lineFromHtml('Loto *2* <s>5 €</s> 10<sup>3</sup> C:\\_x', 200), 'Loto *2* 5 € 10³ C:\\_x')
  assert.equal(lineFromHtml('+ d&rsquo;infos', 200), '+ d’infos')
})
