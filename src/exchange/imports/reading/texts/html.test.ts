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
]
for (const [html, markdown] of CASES)
  test(`${html} → ${markdown}`, () => assert.equal(fromHtml(html, null).markdown, markdown))

test('a title keeps its number, and no backslash', () => {
  assert.equal(lineFromHtml('<b>16. rue de la Gare</b>', 200), '16. rue de la Gare')
  assert.equal(lineFromHtml('+ d&rsquo;infos', 200), '+ d’infos')
})
