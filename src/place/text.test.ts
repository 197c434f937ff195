import assert from 'node:assert/strict'
import { test } from 'node:test'
import { html } from './html.ts'
import { number, plainText, shownText, summaryOf, textOf, withOrdinals } from './text.ts'

test('known Markdown becomes elements; HTML, foreign pictures and other links stay text or links', () => {
  assert.equal(
    textOf(
      '**Samedi** à 17 h :\n- vin *chaud*\n- <b>soupe</b>\n\n[stand](https://a.example/?a=1&b=2)',
    ).toString(),
    '<p><strong>Samedi</strong> à 17 h :</p><ul><li>vin <em>chaud</em></li><li>&lt;b&gt;soupe&lt;/b&gt;</li></ul>' +
      '<p><a href="https://a.example/?a=1&amp;b=2" rel="noopener ugc">stand</a></p>',
  )
  const hostile = textOf(
    '![x](https://spy.example/p.png)\n\n[a](javascript:alert(1)) <img src=x onerror=alert(1)>\n\n```\n</pre><script>\n```',
  ).toString()
  assert.doesNotMatch(hostile, /<img|<script|href="javascript/)
  assert.match(hostile, /<a href="https:\/\/spy\.example\/p\.png"/)
})

test('a text beyond the limits of parsers is shown as written', () => {
  const text = `${'> '.repeat(3_000)}x\n\n<i>`
  assert.equal(textOf(text).toString(), `<p>${'&gt; '.repeat(3_000)}x</p><p>&lt;i&gt;</p>`)
})

test('what turns the reading direction around is left out', () => {
  assert.equal(textOf('a\u202egpj.exe').toString(), '<p>agpj.exe</p>')
})

test('no line ends within a telephone number', () => {
  assert.equal(
    shownText('Le 02 38 00 45 45, le 3 avril'),
    'Le 02\u00a038\u00a000\u00a045\u00a045, le 3 avril',
  )
})

test('a summary has the words alone, and ends at a word', () => {
  assert.equal(summaryOf('## Titre\n\n- **vin** [chaud](https://a.example)', 200), 'Titre vin chaud')
  assert.equal(
    summaryOf('Fuite.\n\n**Que faire**\n\n- **Fermez** l’eau.\n- Attendez.', 200),
    'Fuite. Que faire : Fermez l’eau. Attendez.',
  )
  assert.equal(summaryOf('**Samedi** à 17 h\n\n**Venez !**', 200), 'Samedi à 17 h Venez !')
  assert.equal(summaryOf('un deux trois quatre', 12), 'un deux…')
  assert.equal(
    summaryOf('Restez chez vous. Montez à l’étage : M. Petit vous y aide, av. Foch', 40),
    'Restez chez vous. Montez à l’étage : M.…',
  )
  assert.equal(
    summaryOf('Restez chez vous. Coupez le gaz ! Laissez vos enfants à l’école.', 50),
    'Restez chez vous. Coupez le gaz !',
  )
  assert.equal(summaryOf('Fête\u202f!\n\nOuvert\u00a0: 9\u00a0h', 200), 'Fête\u202f! Ouvert\u00a0: 9\u00a0h')
  assert.ok(summaryOf('😀'.repeat(300), 101).isWellFormed())
})

test('plain words keep the signs that the page shows', () => {
  const shown = (text: string) =>
    textOf(text)
      .toString()
      .replaceAll(/<br>|<\/(?:p|li|h2|tr|pre|blockquote)>/g, '\n')
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&')
      .replaceAll(/\s+/g, ' ')
      .trim()
  for (const [text, plain] of [
    ['Cuve de 345 m\\*', 'Cuve de 345 m*'],
    ['345 m³ \\[1\\]', '345 m³ [1]'],
    ['3 \\* 4 = 12 \\* 1', '3 * 4 = 12 * 1'],
    ['3 * 4', '3 * 4'],
    ['mon_fichier_final.pdf, ~345 m', 'mon_fichier_final.pdf, ~345 m'],
    ['\\# 3e prix', '# 3e prix'],
    ['2027\\. Une année', '2027. Une année'],
    ['C:\\temp et \\\\serveur', 'C:\\temp et \\serveur'],
    ['**Gras** et *penché*, ~~barré~~', 'Gras et penché, barré'],
    ['prix : 5 &lt; 6 &amp; `a*b`', 'prix : 5 < 6 & a*b'],
    ['> cité\n\n1. un\n2. deux', 'cité\n\nun\ndeux'],
    ['[stand](https://a.example) et ![vue](https://a.example/b.png)', 'stand et vue'],
    ['| a | b |\n|---|---|\n| c | d |', 'a b\nc d'],
  ] as const) {
    assert.equal(plainText(text), plain)
    if (!text.includes('|')) assert.equal(plain.replaceAll(/\s+/g, ' '), shown(text), text)
  }
})

test('the letters of ordinals are raised', () => {
  const raised = (text: string) => html`${withOrdinals(text)}`.toString()
  assert.equal(raised('Mardi 1er décembre, 8 h'), 'Mardi 1<sup>er</sup> décembre, 8 h')
  assert.equal(
    raised('1re adjointe, 2e <b>, 3 erreurs, 24etc'),
    '1<sup>re</sup> adjointe, 2<sup>e</sup> &lt;b&gt;, 3 erreurs, 24etc',
  )
})

test('digits are grouped', () => {
  assert.deepEqual([number(12_345), number(999)], ['12\u00a0345', '999'])
})
