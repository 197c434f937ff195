import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomFrom } from '../../../test/fixtures/markdown-texts.ts'
import { fromHtml } from '../../exchange/imports/reading/texts/html.ts'
import { bodyFrom } from '../../exchange/imports/reading/texts/safe-markdown.ts'
import { textOf } from '../../place/text.ts'
import { escapeText } from './escape.ts'

const CASES: readonly [text: string, markdown: string][] = [
  ['3*4*5 m', '3\\*4\\*5 m'],
  ['*champs requis*', '\\*champs requis\\*'],
  ['~~x~~', '\\~\\~x\\~\\~'],
  ['`1234`', '\\`1234\\`'],
  ['__init__', '\\_\\_init\\_\\_'],
  ['Loto\n---\nBal', 'Loto\n\\---\nBal'],
  ['Titre\n===', 'Titre\n\\==='],
  ['Loto\n***', 'Loto\n\\*\\*\\*'],
  ['a | b\n--|--', 'a | b\n\\--|--'],
  ['C:\\dossier\\_x', 'C:\\dossier\\\\_x'],
  ['\\\\serveur\\dossier', '\\\\\\\\serveur\\dossier'],
  ['une ligne\\\nune autre', 'une ligne\\\\\nune autre'],
  ['> 18 ans : 5 €', '\\> 18 ans : 5 €'],
  ['# ville', '\\# ville'],
  ['* sous réserve', '\\* sous réserve'],
  ['~~~\nx', '\\~\\~\\~\nx'],
  // What is no markup keeps its signs, and what the author typed as a list stays one.
  ['5 * 3 * 2', '5 * 3 * 2'],
  ['Tarif : 5 €*', 'Tarif : 5 €*'],
  ['mon_beau_fichier', 'mon_beau_fichier'],
  ['l`école', 'l`école'],
  ['~ 20 min, ~30 €', '~ 20 min, ~30 €'],
  ['C:\\dossier', 'C:\\dossier'],
  ['https://x.example/*a*/~b~ et www.x.example/_c_d', 'https://x.example/*a*/~b~ et www.x.example/_c_d'],
  ['[a](https://x.example/_b_)', '[a](https://x.example/_b_)'],
  ['* un\n* deux', '* un\n* deux'],
  ['- un\n- deux', '- un\n- deux'],
  ['Un\n\n---\n\nDeux', 'Un\n\n---\n\nDeux'],
]
for (const [text, markdown] of CASES)
  test(`${JSON.stringify(text)} → ${JSON.stringify(markdown)}`, () =>
    assert.equal(escapeText(text), markdown))

/** `ESCAPED_TEXTS=500000` tries that many, `ESCAPED_SEED` chooses others. */
const TEXTS = Number(process.env.ESCAPED_TEXTS ?? 20_000)
const SEED = Number(process.env.ESCAPED_SEED ?? 1)

const PIECES = [
  ...['*', '**', '***', '_', '__', '~', '~~', '~~~', '`', '``', '```', '\\', '\\\\', '|', '# a', '>', '='],
  ...['===', '--', '---', '* * *', '+', '1.', '2)', '16.', ':', '-|-', '|--|--|', '[ ]', '[x]', '(', ')'],
  ...[
    'a',
    'été',
    'Loto',
    '3',
    '5 €',
    '«',
    '»',
    '.',
    ',',
    '’',
    '🎉',
    ' https://x.example/a*b_c~d ',
    ' a_b@x.example ',
  ],
  ...[' ', ' ', ' ', ' ', '\n', '\n', '\n\n'],
]
const coded = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
/** The page of a text, as an editor of web pages writes it. */
const pageOf = (text: string) =>
  text
    .split('\n\n')
    .map(part => `<p>${coded(part).replaceAll('\n', '<br>')}</p>`)
    .join('')
const wordsOf = (text: string) => text.replaceAll(/\s+/g, '')
const shownOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

test(`${TEXTS} texts of pages: la place shows the same words, and no markup but lists and rules`, () => {
  const random = randomFrom(SEED)
  const one = () => PIECES[Math.floor(random() * PIECES.length)] ?? ''
  for (let count = 0; count < TEXTS; count++) {
    const text = Array.from({ length: 1 + Math.floor(random() * 14) }, one).join('')
    const body = bodyFrom(fromHtml(pageOf(text)).text)
    const shown = textOf(body).toString()
    const why = `${JSON.stringify(text)}\n→ ${JSON.stringify(body)}\n→ ${shown}`
    assert.doesNotMatch(shown, /<(?!\/?(?:p|a|br|hr|ul|ol|li)\b)/, why)
    // The marks of lists and rules that the author typed are not among their words.
    if (!/<(?:ul|ol|hr)/.test(shown)) assert.equal(wordsOf(shownOf(shown)), wordsOf(text), why)
  }
})
