import assert from 'node:assert/strict'
import { test } from 'node:test'
import { html, type Value } from './html.ts'
import { marksFor } from './marks.ts'

const written = (value: Value) => html`${value}`.toString().replaceAll('\u00a0', ' ')

test('words are marked in the singular and the plural, with or without accents; small words are not', () => {
  const { inText } = marksFor('la fete de Noël -hiver')
  assert.equal(
    written(inText('Comité des fêtes, la Fête de noel d’hiver')),
    'Comité des <mark>fêtes</mark>, la <mark>Fête</mark> de <mark>noel</mark> d’hiver',
  )
  assert.equal(written(marksFor('oeuvre').inText('L’Œuvre')), 'L’<mark>Œuvre</mark>')
  assert.equal(
    written(marksFor('"place de l’église"').inText('Place de l’Église')),
    '<mark>Place</mark> de l’<mark>Église</mark>',
  )
  assert.equal(written(marksFor('').inText('Fête')), 'Fête')
})

test('names are marked by the beginnings of their words', () => {
  const { inName, inText } = marksFor('boul')
  assert.equal(written(inName('La boulangerie')), 'La <mark>boulangerie</mark>')
  assert.equal(written(inText('La boulangerie')), 'La boulangerie')
})

test('an excerpt is cut at words around the first mark', () => {
  const { excerpt } = marksFor('fête')
  const text = `${'avant '.repeat(40)}la **fête** ${'après '.repeat(40)}`
  const said = written(excerpt(text))
  assert.match(said, /^…avant (avant )+la <mark>fête<\/mark> (après )+après…$/)
  assert.ok(said.length < 200)
  assert.equal(written(excerpt('Une fête.')), 'Une <mark>fête</mark>.')
  assert.equal(excerpt('Rien'), undefined)
})

test('hostile texts and words are text', () => {
  const hostile = '<script>alert(1)</script>"><img src=x onerror=fête>'
  for (const q of [hostile, 'script alert img', 'lt gt quot amp mark'])
    for (const shown of [
      marksFor(q).inText(hostile),
      marksFor(q).inName(hostile),
      marksFor(q).excerpt(hostile),
    ])
      assert.equal(/<(?!\/?mark>)|&(?!lt;|gt;|quot;)/.exec(written(shown)), null, q)
  assert.match(written(marksFor('script').inText(hostile)), /^&lt;<mark>script<\/mark>&gt;/)
})
