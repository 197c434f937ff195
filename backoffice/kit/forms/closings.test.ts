import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closingsIn } from '../../../shared/typed/closings.ts'
import { readOpeningHours } from '../../../shared/typed/opening-hours.ts'
import { closingsTyped, closingsWrong } from './closings.ts'

test('closing days are typed again as they are shown', () => {
  const both = [
    { du: '2026-12-24', au: '2027-01-02', motif: 'congés : Noël' },
    { du: '2026-12-07', au: '2026-12-07', motif: null },
  ]
  assert.deepEqual(closingsIn(closingsTyped(both), new Date('2026-11-23T12:00:00+01:00')), both)
})

const HOURS = 'lundi au dimanche 9h-12h 14h-17h'

test('what is no closing day is answered with the field where it belongs, and with what is understood there', () => {
  for (const [line, ...said] of [
    ['tous les mercredis', '« fermé le mercredi »', '« Horaires d’ouverture »', 'jusqu’à quand'],
    ['fermé tous les mercredis après-midi', '« fermé le mercredi après-midi »', '« Horaires d’ouverture »'],
    ['les samedis et dimanches', '« fermé le samedi et le dimanche »', '« Horaires d’ouverture »'],
    ['le week-end', '« fermé le samedi et le dimanche »'],
    ['chaque premier lundi du mois', '« chaque 1er lundi du mois jusqu’en juin »'],
    ['fermé le lundi', '« fermé le lundi »', 'une seule fois, donnez sa date'],
    ['mercredi', '« fermé le mercredi »', 'une seule fois, donnez sa date'],
    ['lundi 9h-12h', 'est un horaire', '« Horaires d’ouverture »'],
    ['jours fériés', '« sauf jours fériés »', '« Horaires d’ouverture »'],
    ['24/12 après-midi', 'une partie du jour', 'une publication'],
    ['tous les mercredis jusqu’au 30 septembre', 'il en tient 20'],
    ['congés', 'Pas compris : « congés »', 'par exemple'],
  ] as const) {
    const answer = closingsWrong(`7/12\n${line}`).replaceAll(/\s/g, ' ')
    for (const part of [line, ...said]) assert.ok(answer.includes(part), `${line}: ${answer}`)
    const [, advised] = /écrivez « (fermé .*?) »|: « (sauf .*?) »/.exec(answer) ?? []
    if (advised) assert.ok(readOpeningHours(`${HOURS}\n${advised}`), advised)
    for (const [, example = ''] of answer.matchAll(/(?:exemple|ou|quand :|période :) « (.*?) »/g))
      assert.ok(closingsIn(example, new Date()), example)
  }
})
