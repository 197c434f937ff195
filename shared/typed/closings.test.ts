import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closingsIn } from './closings.ts'

const now = new Date('2026-11-23T12:00:00+01:00')
const holidays = { du: '2026-12-24', au: '2027-01-02', motif: 'congés : Noël' }

const rangesIn = (line: string) => closingsIn(line, now)?.map(({ du, au }) => `${du} ${au}`)

test('closing days are read as people type them, one a line', () => {
  for (const line of [
    'du 24 décembre au 2 janvier : congés : Noël',
    '24/12/2026 → 02/01/2027: congés : Noël',
    'du jeudi 24 décembre 2026 jusqu’au samedi 2 janvier 2027 : congés : Noël',
    '- du 24 décembre au 2 janvier : congés : Noël',
    '·\t24/12/2026 → 02/01/2027: congés : Noël',
  ])
    assert.deepEqual(closingsIn(line, now), [holidays], line)
  const day = { du: '2026-12-07', au: '2026-12-07', motif: null }
  assert.deepEqual(closingsIn('le 7 décembre\n\n 7/12 : pont ', now), [day, { ...day, motif: 'pont' }])
  assert.deepEqual(closingsIn(' \n', now), [])
})

test('the first of several days takes its month and year from the last one', () => {
  for (const [line, ...expected] of [
    ['du 24 au 31 décembre', '2026-12-24 2026-12-31'],
    ['du jeudi 24 au jeudi 31 décembre 2026', '2026-12-24 2026-12-31'],
    ['du 24 au 31/12', '2026-12-24 2026-12-31'],
    ['du 1er au 15 août', '2027-08-01 2027-08-15'],
    ['les 24 et 25 décembre', '2026-12-24 2026-12-24', '2026-12-25 2026-12-25'],
    ['24, 26 and 31 December', ...['24', '26', '31'].map(day => `2026-12-${day} 2026-12-${day}`)],
    ['du 24 au 26 décembre et le 2 janvier', '2026-12-24 2026-12-26', '2027-01-02 2027-01-02'],
  ] as const)
    assert.deepEqual(rangesIn(line), expected, line)
})

test('a range that began before today keeps its year', () => {
  for (const [line, expected] of [
    ['du 20 au 30 novembre', '2026-11-20 2026-11-30'],
    ['du 20 novembre au 30 novembre', '2026-11-20 2026-11-30'],
    ['du 1er novembre au 2 janvier', '2026-11-01 2027-01-02'],
    ['du 20 au 23 novembre', '2026-11-20 2026-11-23'],
    ['du 20 au 22 novembre', '2027-11-20 2027-11-22'],
    ['du 20/11/2026 au 22/11', '2026-11-20 2026-11-22'],
    ['du 24/12/2027 au 02/01', '2027-12-24 2028-01-02'],
    ['du 24 décembre au 2 janvier 2028', '2027-12-24 2028-01-02'],
    ['aujourd’hui au 30 novembre', '2026-11-23 2026-11-30'],
    ['demain au 2 janvier', '2026-11-24 2027-01-02'],
    ['lundi prochain au vendredi', '2026-11-30 2026-12-04'],
  ] as const)
    assert.deepEqual(rangesIn(line), [expected], line)
})

test('a line that is not understood is none', () => {
  for (const line of [
    'congés',
    'du 24 décembre au',
    'du 24/12/2026 au 23/12/2026',
    'du 1er au 2 au 3 mars',
    'du 30 au 2 janvier',
    'du 24 au 31',
    'les 0 et 25 décembre',
    '31 février',
    ': congés',
  ])
    assert.equal(closingsIn(`7/12\n${line}`, now), undefined, line)
})
