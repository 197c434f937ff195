import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTag } from './device-hours.ts'
import { Holds } from './holds.ts'

/** Thursday 26 November 2026, at noon and a half in Paris. */
const now = new Date('2026-11-26T11:30:00Z')
const visit = {
  now,
  holds: new Holds('Europe/Paris', now),
  fuseau: 'Europe/Paris',
  today: '2026-11-26',
  town: { departement: '45' },
} as Parameters<typeof openTag>[0]
const tag = (
  disponibilite_jours: readonly string[],
  disponibilite_heures: readonly string[],
  complement: string | null = null,
  at = visit,
) =>
  `${openTag(at, { disponibilite_jours: [...disponibilite_jours], disponibilite_heures: [...disponibilite_heures], complement }) ?? ''}`
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('\u00a0', ' ')
    .trim()

const WEEK = ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi']

test('a device says whether it can be reached now, and else when', () => {
  assert.equal(tag(['7j/7'], ['24h/24']), 'accessible maintenant')
  assert.equal(tag([...WEEK, 'jours fériés'], ['24h/24']), 'accessible maintenant')
  assert.equal(tag(['lundi', 'mardi'], ['24h/24']), 'fermé maintenant, ouvre lundi')
  assert.equal(tag(WEEK, ['9h-12h']), 'fermé maintenant, ouvre demain à 9 h')
  assert.equal(tag(WEEK, ['9h-12h', '12h15-18h']), 'accessible maintenant')
  assert.equal(tag(['7j/7'], ['8h-20h']), 'accessible maintenant')
  assert.equal(tag(['lundi'], ['9h-12h']), 'fermé maintenant, ouvre lundi à 9 h')
})

test('hours in free text refine the lists, other words say nothing', () => {
  const place = 'À gauche de la porte\nLundi au vendredi 9h-12h 14h-17h'
  assert.equal(tag(['7j/7'], ['24h/24'], place), 'fermé maintenant, ouvre à 14 h')
  assert.equal(tag(WEEK, ['heures ouvrables'], place), 'fermé maintenant, ouvre à 14 h')
  assert.equal(tag(['7j/7'], ['24h/24'], 'À gauche de la porte'), 'accessible maintenant')
})

test('nothing is said where it is not known', () => {
  for (const [days, hours] of [
    [[], []],
    [['7j/7'], []],
    [['non renseigné'], ['24h/24']],
    [WEEK, ['heures ouvrables']],
    [WEEK, ['heures de nuit']],
    [['lundi', 'événements'], ['24h/24']],
    [WEEK, ['9h-12h', 'sur demande']],
  ] as const)
    assert.equal(tag(days, hours), '', `${days.join()} ${hours.join()}`)
  const holiday = { ...visit, now: new Date('2026-12-25T11:30:00Z'), today: '2026-12-25' }
  assert.equal(tag(WEEK, ['24h/24'], null, holiday), '')
  assert.equal(tag(['7j/7'], ['24h/24'], null, holiday), 'accessible maintenant')
})
