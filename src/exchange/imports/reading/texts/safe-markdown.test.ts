import assert from 'node:assert/strict'
import { test } from 'node:test'
import { activeIn } from '../../../../../test/fixtures/active-markdown.ts'
import { VECTORS, WRAPPERS } from '../../../../../test/fixtures/html-payloads.ts'
import { plainLine } from '../../../../kernel/texts/plain-text.ts'
import { readDocument } from '../read-document.ts'
import { fromHtml, lineFromHtml } from './html.ts'
import { bodyFrom, harmless } from './safe-markdown.ts'

test('the oracle knows what is active', () => {
  const active = [
    ...['<script>', 'a <b', '</p', '<!--', '<?x', '[a](javascript:x)', '[a]( data:x)', '[a](<javascript:x>)'],
    '[a](&#106;avascript:x)',
    '![a](http://x/)',
    '[a]: javascript:x',
    '> [a]: /x',
    '[a](/relative)',
    '<x:y>',
    '[a](vbscript:x "t")',
    '[a](JaVaScRiPt:x)',
    '[a](\tjavascript:x)',
    '[a](java\nscript:x)',
    '[a](http&colon;//x)',
  ]
  for (const text of active) assert.notEqual(activeIn(text), null, text)
  const inactive = [
    'a < b',
    '1 <2',
    '&lt;script>',
    '[a](https://x.fr/)',
    '[a] (javascript:x)',
    'javascript:x',
    'a ] : b',
    '[a] ',
    ...['Bravo !', '[a](https://x.fr/%28b%29 "t")', 'https://x.fr/', '- [x] fait'],
  ]
  for (const text of inactive) assert.equal(activeIn(text), null, text)
})

test('no payload in no wrapper leaves anything active: bodies, titles, plain text and Markdown', () => {
  let count = 0
  for (const vector of VECTORS)
    for (const wrap of WRAPPERS) {
      const payload = wrap(vector)
      const bodies = [
        bodyFrom(fromHtml(payload, 'https://ex.fr/').text),
        bodyFrom(payload),
        harmless(harmless(payload)),
      ]
      for (const body of bodies) assert.equal(activeIn(body), null, `${payload}\n→ ${body}`)
      for (const title of [lineFromHtml(payload, 200), plainLine(payload, 200)])
        assert.doesNotMatch(title ?? '', /<[a-z/!?]/i, payload)
      count++
    }
  assert.ok(count >= 700, `${count} payloads`)
})

test('the same through a feed, in each place where a text stands', () => {
  for (const vector of VECTORS) {
    const coded = vector.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    const text = `<rss version="2.0"><channel><title>${coded}</title><item><guid>1</guid><title>${coded}</title>
      <description>${coded}</description><link>${coded}</link></item></channel></rss>`
    const { items, title } = readDocument({ text, url: 'https://ex.fr/feed', kind: 'auto' }, new Date())
    const [item] = items
    assert.ok(item, vector)
    assert.equal(activeIn(item.body), null, vector)
    for (const line of [title, item.title]) assert.doesNotMatch(line ?? '', /<[a-z/!?]/i, vector)
    assert.match(item.source_url ?? 'https://', /^https?:\/\//)
  }
})

test('making it harmless twice changes nothing more', () => {
  for (const vector of VECTORS) {
    const once = harmless(vector)
    assert.equal(harmless(once), once)
  }
})

test('what is no danger stays as it was', () => {
  const texts = [
    'Prix < 5 € & plus > 2, 3 <4',
    'Voir [le site](https://ex.fr/a?b=1&c=2) ou https://ex.fr/',
    '- un\n- deux\n\n1. a\n2. b\n\n> cité\n\n## Titre',
    '[ ] à faire, [note] de bas de page (fin)',
    'L’été « à la plage » : 10 h – 12 h 🎉',
  ]
  for (const text of texts) assert.equal(bodyFrom(text), text)
})

test('links of Markdown keep their address alone; what does not lead to the web is text', () => {
  const cases: [string, string][] = [
    ['[a](https://ex.fr "titre")', '[a](https://ex.fr/)'],
    ['[a](<https://ex.fr/x y>)', '[a](https://ex.fr/x%20y)'],
    ['[a](https://ex.fr/(b))', '[a](https://ex.fr/%28b%29)'],
    ['<https://ex.fr/>', 'https://ex.fr/'],
    ['![photo](https://ex.fr/a.jpg)', '[photo](https://ex.fr/a.jpg)'],
    ['[a](javascript:alert(1))', '[a] (javascript:alert(1))'],
    ['[a](https://user:pass@ex.fr/)', '[a] (https://user:pass@ex.fr/)'],
    ['[a](mailto:x)', '[a] (mailto:x)'],
    ['[a](/relatif)', '[a] (/relatif)'],
    ['[a]: https://ex.fr', '[a] : https://ex.fr'],
  ]
  for (const [text, made] of cases) assert.equal(harmless(text), made)
})

test('a long text is cut at a word, counted in letters, never within a link', () => {
  const words = 'été 🎉 '.repeat(6000)
  const body = bodyFrom(words)
  assert.ok([...body].length <= 20_000)
  assert.ok([...body].length > 19_900)
  assert.match(body, /(?:été|🎉)…$/u)
  const link = '[un lien](https://ex.fr/abc) '
  for (let shift = 0; shift < link.length; shift++) {
    const cut = bodyFrom('x'.repeat(shift) + link.repeat(1000))
    assert.equal(activeIn(cut), null)
    assert.match(cut, /\)…$/, cut.slice(-60))
  }
  assert.equal([...bodyFrom('x'.repeat(30_000))].length, 20_000)
})

test('what is made to cost ends: 200 000 times what would be somebody’s square', () => {
  for (const piece of [
    '](',
    '](<',
    '](h',
    '[',
    '<',
    '<a',
    '![',
    ']:',
    '](http://x',
    '](\\(',
    '(((',
    '&',
    '\n',
    ' ',
  ])
    bodyFrom(piece.repeat(200_000))
  for (const piece of [
    '<div>',
    '<a href=x>',
    '<ul><li>',
    '<table><tr><td>',
    '<b',
    '<!--',
    '<blockquote>',
    '&amp;',
    '<p>x',
  ])
    bodyFrom(fromHtml(piece.repeat(100_000), null).text)
})
