import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TEXTS } from './explanation-texts.ts'
import { explain, type ImportCode, textOf } from './explanations.ts'

const namesIn = (sentence: string) =>
  new Set([...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''))

test('every code has a sentence in both languages, and each is a sentence', () => {
  for (const [code, [fr, en]] of Object.entries(TEXTS)) {
    assert.notEqual(fr, en, code)
    for (const sentence of [fr, en])
      assert.match(sentence, /^[«"A-ZÀÉ{].*[.}]$|\{title\}$/u, `${code}: ${sentence}`)
  }
})

test('every param of a sentence is told, in both languages, and none is left in braces', () => {
  for (const [code, both] of Object.entries(TEXTS))
    for (const [at, language] of (['fr', 'en'] as const).entries()) {
      const names = namesIn(both[at] ?? '')
      const params = Object.fromEntries(
        [...names].map((name, n) => [name, name === 'because' ? 'timeout' : `valeur-${n}`]),
      )
      const sentence = textOf({ code: code as ImportCode, params }, language)
      assert.doesNotMatch(sentence, /[{}]/, code)
      for (const [name, value] of Object.entries(params))
        if (name !== 'because') assert.ok(sentence.includes(value), `${code}: ${name}`)
      if (names.has('because')) assert.ok(sentence.includes(TEXTS.timeout[at] ?? ''), code)
    }
})

test('words of the API are said as people say them, texts of a source as they are', () => {
  const updated = explain('updated', { fields: ['title', 'lieu'], title: 'Vœux {because} $& de la mairie' })
  assert.equal(textOf(updated, 'fr'), 'Mise à jour (titre, lieu) : « Vœux {because} $& de la mairie ».')
  const created = explain('created', { moderation_status: 'pending', title: 'pending' })
  assert.equal(textOf(created, 'fr'), 'Nouvelle publication, en attente : « pending ».')
})

test('a code that a later version wrote is told by its name', () => {
  assert.equal(textOf({ code: 'from_tomorrow' as ImportCode, params: {} }, 'fr'), 'from_tomorrow')
})
