import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matches } from './search-matches.ts'

const FITS = [
  ['Clés d’API', 'cles', true],
  ['Clés d’API', 'api clés', true],
  ['Clés d’API', 'les', false],
  ['Confier à…', 'confier a', true],
  ['Mots de refus', 'refus mots', true],
  ['Santé', 'SANTE', true],
  ['Santé', 'santé du', false],
  ['Vœux', 'voeux', true],
  ['Publier', '', true],
  ['Publier', '***', true],
] as const

for (const [name, typed, fits] of FITS)
  test(`« ${typed} » ${fits ? 'finds' : 'does not find'} « ${name} »`, () =>
    assert.equal(matches(name, typed), fits))
