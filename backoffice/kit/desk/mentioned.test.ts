import assert from 'node:assert/strict'
import { test } from 'node:test'
import { insertionAt, matching } from './mentioned.ts'

test('an @ begins a name where a word begins; that of a mail address does not', () => {
  const typed = { '@': '', '@Zo': 'Zo', 'Vu avec (@Zoé De': 'Zoé De', 'Ligne\n@K': 'K' }
  for (const [text, name] of Object.entries(typed)) assert.equal(insertionAt(text), name, text)
  for (const text of ['', 'Zoé', 'zoe@example', '@Zoé, merci', '@Zoé\nmerci', 'le 3 @ '])
    assert.equal(insertionAt(text), undefined, text)
})

test('a colleague is found by the beginning of a name, without accents; an account without a name is not', () => {
  const all = ['Zoé Delaunay', 'Maëlle Le Goff', 'Jean-Luc Zola', null].map(nom => ({ nom }))
  const names = (typed: string) => matching(all, typed).map(({ nom }) => nom)
  assert.deepEqual(names('zo'), ['Zoé Delaunay', 'Jean-Luc Zola'])
  assert.deepEqual(names('Zoé D'), ['Zoé Delaunay'])
  assert.deepEqual(names('luc'), ['Jean-Luc Zola'])
  assert.deepEqual(names('go'), ['Maëlle Le Goff'])
  assert.deepEqual(names('elle'), [])
  assert.equal(names('').length, 3)
})
