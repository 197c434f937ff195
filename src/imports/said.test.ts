import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Code, say, sentenceOf } from './said.ts'
import { SENTENCES } from './sentences.ts'

const namesIn = (sentence: string) =>
  new Set([...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''))

test('every code has a sentence in both languages, and each is a sentence', () => {
  for (const [code, [fr, en]] of Object.entries(SENTENCES)) {
    assert.notEqual(fr, en, code)
    for (const sentence of [fr, en])
      assert.match(sentence, /^[«"A-ZÀÉ{].*[.}]$|\{title\}$/u, `${code}: ${sentence}`)
  }
})

test('every param of a sentence is told, in both languages, and none is left in braces', () => {
  for (const [code, both] of Object.entries(SENTENCES))
    for (const [at, language] of (['fr', 'en'] as const).entries()) {
      const names = namesIn(both[at] ?? '')
      const params = Object.fromEntries(
        [...names].map((name, n) => [name, name === 'because' ? 'timeout' : `valeur-${n}`]),
      )
      const sentence = sentenceOf({ code: code as Code, params }, language)
      assert.doesNotMatch(sentence, /[{}]/, code)
      for (const [name, value] of Object.entries(params))
        if (name !== 'because') assert.ok(sentence.includes(value), `${code}: ${name}`)
      if (names.has('because')) assert.ok(sentence.includes(SENTENCES.timeout[at] ?? ''), code)
    }
})

test('words of the API are said as people say them, texts of a source as they are', () => {
  const updated = say('updated', { fields: ['title', 'lieu'], title: 'Vœux {because} $& de la mairie' })
  assert.equal(sentenceOf(updated, 'fr'), 'Mise à jour (titre, lieu) : « Vœux {because} $& de la mairie ».')
  const created = say('created', { moderation_status: 'pending', title: 'pending' })
  assert.equal(sentenceOf(created, 'fr'), 'Nouvelle publication, à modérer : « pending ».')
})

test('a code that a later version wrote is told by its name', () => {
  assert.equal(sentenceOf({ code: 'from_tomorrow' as Code, params: {} }, 'fr'), 'from_tomorrow')
})
