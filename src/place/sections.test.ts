import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sectionsFor, typeFor } from './sections.ts'

test('the words of residents lead to the part that answers them', () => {
  const paths = (q: string) => sectionsFor(q).map(({ path }) => path)
  assert.deepEqual(paths('Poubelles'), ['/mairie#collectes'])
  assert.deepEqual(paths('bac à verre'), ['/mairie#collectes'])
  assert.deepEqual(paths('DAE'), ['/defibrillateurs'])
  assert.deepEqual(paths('les défibrillateurs'), ['/defibrillateurs'])
  assert.deepEqual(paths('horaires de la mairie'), ['/mairie'])
  assert.deepEqual(paths('fête'), [])
  assert.deepEqual(paths('constructor __proto__'), [])
})

test('a type of acteurs is asked for by all words, so that a name with such a word stays a name', () => {
  assert.equal(typeFor('associations'), 'association')
  assert.equal(typeFor('Médecins'), 'sante')
  assert.equal(typeFor('les services publics'), 'service_public')
  assert.equal(typeFor('club des aînés'), undefined)
  assert.equal(typeFor('!'), undefined)
})
