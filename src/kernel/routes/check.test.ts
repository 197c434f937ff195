import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Formed, Hour, Link, List, Nullable, Obj, Optional, SomeOf } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { checkFor, isDay, isTimestamp } from './check.ts'

test('a refused pattern says the form in words, wherever it stands in the shape', () => {
  const check = checkFor(
    Obj({
      heure: Optional(Nullable(Hour)),
      public: Optional(SomeOf(['tous', 'enfants'])),
      lists: Optional(List(Obj({ 'a/b': Formed('^[a-z]$', ['une lettre', 'a letter']) }))),
      token: Optional(Type.String({ pattern: '^x$' })),
    }),
  )
  assert.deepEqual(
    check({ heure: '24:00', public: 'x', lists: [{ 'a/b': 'a' }, { 'a/b': '1' }], token: 'y' }).map(
      ({ path, fr }) => [path, fr],
    ),
    [
      ['heure', 'attend une heure du jour : HH:MM'],
      ['public', 'prend une ou plusieurs de ces valeurs, séparées par des virgules : tous, enfants'],
      ['lists.1.a/b', 'une lettre'],
      ['token', 'n’a pas la forme attendue'],
    ],
  )
  assert.deepEqual(check({ heure: '23:59', public: 'enfants,tous' }), [])
})

test('a link leads where it seems to lead', () => {
  const check = checkFor(Obj({ link: Link }))
  for (const link of ['https://ex.fr/@mairie?a=b@c', 'http://ex.fr:8080'])
    assert.deepEqual(check({ link }), [], link)
  for (const link of [
    'https://impots.gouv.fr@ex.fr/',
    'https://a:b@ex.fr/',
    'https://:b@ex.fr',
    'ftp://ex.fr',
    'https://',
  ])
    assert.equal(check({ link }).length, 1, link)
})

test('days and timestamps must exist in the calendar', () => {
  for (const day of ['2024-02-29', '1900-01-01', '2200-12-31']) assert.ok(isDay(day), day)
  for (const day of [
    '2023-02-29',
    '0000-01-01',
    '1899-12-31',
    '2024-13-01',
    '2024-1-1',
    '2024-06-31',
    ' 2024-06-30',
  ])
    assert.ok(!isDay(day), day)
  for (const at of ['2026-11-20T09:14:19Z', '2026-11-20T09:14:19.123456+02:00', '2026-11-20T00:00:00-14:00'])
    assert.ok(isTimestamp(at), at)
  for (const at of [
    '2026-11-20 09:14:19Z',
    '2026-11-20T09:14:60Z',
    '2026-11-20T24:00:00Z',
    '2026-11-20T09:14:19',
    'now',
    'infinity',
    '2026-11-20T09:14:19+14:01',
    '2026-11-20T09:14:19+23:59',
    '0000-11-20T09:14:19Z',
  ])
    assert.ok(!isTimestamp(at), at)
})
