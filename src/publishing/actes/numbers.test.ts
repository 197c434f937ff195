import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bareNumber } from '../../../shared/words/actes.ts'
import { keyOf, numberAsked, seenNumber } from './numbers.ts'

const SAME: readonly (readonly string[])[] = [
  ['D-2026-041', 'd-2026-041', 'D–2026–041', 'D‑2026‑041', 'D − 2026 − 041', 'D 2026 041', ' D-2026-041 '],
  [
    '12',
    'n° 12',
    'N°12',
    'n ° 12',
    'nº 12',
    '№ 12',
    'no 12',
    'No. 12',
    'n. 12',
    'numéro 12',
    'Numero 12',
    '１２',
  ],
  ['2026/041', '2026-041', '2026 041'],
]
const OTHERS = ['12', 'N-12', 'NO-12', '1-2', '012', '12 bis', 'nord 12', '—', '2026-041', '2026041']

test('numbers that a reader sees as the same are the same', () => {
  for (const numbers of SAME)
    assert.deepEqual(
      [...new Set(numbers.map(seenNumber))],
      [seenNumber(numbers[0] ?? '')],
      numbers.join(', '),
    )
})

test('pages write “n°” before a number once', () => {
  for (const typed of ['12', 'n° 12', 'N°12', 'nº 12', 'no 12', 'Numéro 12'])
    assert.equal(bareNumber(typed), '12')
  for (const typed of ['N-12', 'nord 12', 'n°']) assert.equal(bareNumber(typed), typed)
})

test('other numbers stay apart, and each has something to be compared by', () => {
  const seen = OTHERS.map(seenNumber)
  assert.equal(new Set(seen).size, OTHERS.length, seen.join(', '))
  assert.ok(!seen.includes(''))
})

test('a search for a number is understood as pages write it', () => {
  for (const typed of [
    'D-2026-041',
    'd 2026/041',
    'n° D-2026-041',
    'Délibération n° D-2026-041 du 3 mars 2026',
    'délibérations D-2026-041',
  ])
    assert.equal(numberAsked(typed), 'd 2026 041', typed)
  for (const typed of [
    '12',
    'n°12',
    'N° 12',
    'nº 12',
    'Arrêté municipal n° 12 du 1er mars 2026',
    'arrêté 12',
  ])
    assert.equal(numberAsked(typed), '12', typed)
  assert.equal(numberAsked('travaux du 3 mars 2026'), 'travaux')
})

test('an act is the same one by its kind, its number and its day', () => {
  const one = { nature: 'arrete', numero: 'N° 12', date: '2026-01-05' } as const
  assert.equal(keyOf(one), keyOf({ ...one, numero: '12' }))
  assert.notEqual(keyOf(one), keyOf({ ...one, date: '2025-01-05' }))
  assert.notEqual(keyOf(one), keyOf({ ...one, nature: 'deliberation' }))
})
