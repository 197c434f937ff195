import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closingsIn, closingsTyped } from './closings.ts'

const now = new Date('2026-11-23T12:00:00+01:00')
const holidays = { du: '2026-12-24', au: '2027-01-02', motif: 'congés : Noël' }

test('closing days are read as people type them, one a line', () => {
  for (const line of [
    'du 24 décembre au 2 janvier : congés : Noël',
    '24/12/2026 → 02/01/2027: congés : Noël',
    'du jeudi 24 décembre 2026 jusqu’au samedi 2 janvier 2027 : congés : Noël',
  ])
    assert.deepEqual(closingsIn(line, now), [holidays], line)
  const day = { du: '2026-12-07', au: '2026-12-07', motif: null }
  assert.deepEqual(closingsIn('le 7 décembre\n\n 7/12 : pont ', now), [day, { ...day, motif: 'pont' }])
  assert.deepEqual(closingsIn(' \n', now), [])
  const both = [holidays, day]
  assert.deepEqual(closingsIn(closingsTyped(both), now), both)
})

test('a line that is not understood is none', () => {
  for (const line of [
    'congés',
    'du 24 décembre au',
    'du 24/12/2026 au 23/12/2026',
    'du 1er au 2 au 3 mars',
    '31 février',
    ': congés',
  ])
    assert.equal(closingsIn(`7/12\n${line}`, now), undefined, line)
})
