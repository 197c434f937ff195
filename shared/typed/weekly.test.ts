import assert from 'node:assert/strict'
import { test } from 'node:test'
import { weeklyIn } from './weekly.ts'

test('days of every week are told apart from days with a date or an end', () => {
  for (const [typed, days, isOnce] of [
    ['tous les mercredis', 'le mercredi', false],
    ['mercredis', 'le mercredi', false],
    ['Fermé le lundi', 'le lundi', true],
    ['lundi matin', 'le lundi matin', false],
    ['le lundi et le mardi', 'le lundi et le mardi', false],
    ['samedi, dimanche', 'le samedi et le dimanche', false],
    ['week-end', 'le samedi et le dimanche', false],
    ['la mairie est fermée les jeudis aprem', 'le jeudi après-midi', false],
    ['2e mercredi du mois', 'le 2e mercredi du mois', false],
  ] as const)
    assert.deepEqual(weeklyIn(typed), { days, isOnce, isMonthly: typed.endsWith('mois') }, typed)
  for (const typed of [
    'tous les mercredis jusqu’au 15 janvier',
    'mercredi 2 décembre',
    'mercredi prochain',
    'congés',
    'le 2e mercredi',
    'mois',
    '',
    `lundi${', lundi'.repeat(2_000)}`,
  ])
    assert.equal(weeklyIn(typed), undefined, typed)
})
