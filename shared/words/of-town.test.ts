import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ofTown } from './of-town.ts'

test('the name of a commune takes its preposition', () => {
  for (const [nom, expected] of [
    ['Crest', 'de Crest'],
    ['Aouste-sur-Sye', 'd’Aouste-sur-Sye'],
    ['Écully', 'd’Écully'],
    ['Œyreluy', 'd’Œyreluy'],
    ['Le Poët-Laval', 'du Poët-Laval'],
    ['Les Vans', 'des Vans'],
    ['La Voulte', 'de La Voulte'],
    ['L’Argentière', 'de L’Argentière'],
    ['Lens', 'de Lens'],
  ] as const)
    assert.equal(ofTown(nom), expected)
})
