import assert from 'node:assert/strict'
import { test } from 'node:test'
import { furtherDays, isEveryWeek, wholeSeries } from './event-series.ts'
import { typedDays } from './typed/series.ts'

const TODAY = '2026-11-27'
const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ')
const eventOn = ([date_debut = '', ...dates]: readonly string[], date_fin: string | null = null) => ({
  date_debut,
  heure_debut: null,
  date_fin,
  heure_fin: null,
  dates,
})
const typed = (words: string) => typedDays(words, new Date(`${TODAY}T12:00:00Z`)) ?? []
const said = (days: readonly string[], language: 'fr' | 'en' = 'fr') =>
  plain(furtherDays(language, eventOn(days), TODAY, 'needed')?.words)

test('days that follow a rule are said by it, as people type it', () => {
  const rules: Readonly<Record<string, readonly [fr: string, en: string]>> = {
    'chaque lundi jusqu’au 15 mars': ['chaque lundi jusqu’au 15 mars', 'every Monday until 15 March'],
    'tous les mardis et jeudis jusqu’au 28 janvier': [
      'chaque mardi et jeudi jusqu’au 28 janvier',
      'every Tuesday and Thursday until 28 January',
    ],
    'tous les lundis, mardis, mercredis, jeudis et vendredis jusqu’au 18 décembre': [
      'du lundi au vendredi jusqu’au 18 décembre',
      'Monday to Friday until 18 December',
    ],
    'un mardi sur deux du 1er décembre au 9 mars': [
      'un mardi sur deux jusqu’au 9 mars',
      'every other Tuesday until 9 March',
    ],
    'chaque 1er samedi du mois jusqu’en juin': [
      'le 1er samedi du mois jusqu’en juin',
      'the first Saturday of the month until June',
    ],
    'chaque dernier samedi du mois jusqu’en juin': [
      'le dernier samedi du mois jusqu’en juin',
      'the last Saturday of the month until June',
    ],
    'les 1er et 3e samedis du mois jusqu’en mars': [
      'les 1er et 3e samedis du mois jusqu’en mars',
      'the first and third Saturdays of the month until March',
    ],
    'tous les jours du 1er au 6 décembre': ['chaque jour jusqu’au 6 décembre', 'every day until 6 December'],
  }
  for (const [words, [french, english]] of Object.entries(rules)) {
    const days = typed(words)
    assert.equal(said(days), french, words)
    assert.equal(said(days, 'en'), english, words)
  }
})

test('one or two days that a series leaves out are named; of three it has no rule', () => {
  const days = typed('chaque lundi jusqu’au 15 mars')
  const without = (...left: readonly string[]) => said(days.filter(day => !left.includes(day)))
  assert.equal(without('2026-12-21'), 'chaque lundi jusqu’au 15 mars, sauf le 21 décembre')
  assert.equal(
    without('2026-12-28', '2027-01-04'),
    'chaque lundi jusqu’au 15 mars, sauf les 28 décembre et 4 janvier',
  )
  assert.equal(without('2026-12-21', '2026-12-28', '2027-01-04'), '12 autres dates')
  assert.equal(said([...days.slice(0, -1), '2027-03-16']), '15 autres dates')
})

test('few days are named, past ones are not, and a year is said where another one could be meant', () => {
  const days = ['2026-11-20', '2026-11-27', '2026-12-04', '2026-12-11']
  assert.equal(said(days), 'les 4 et 11 décembre')
  assert.equal(said(days.slice(0, 3), 'en'), '4 December')
  assert.equal(furtherDays('fr', eventOn(days), '2026-12-05'), undefined)
  assert.equal(
    said(typed('chaque mardi jusqu’au 30 novembre 2027')),
    'chaque mardi jusqu’au 30 novembre 2027',
  )
  const read = plain(furtherDays('fr', eventOn(typed('chaque lundi jusqu’au 15 mars')), TODAY)?.words)
  assert.equal(read, 'chaque lundi jusqu’au 15 mars 2027')
})

test('days behind an event of several days follow a rule of their own', () => {
  const [, , ...saturdays] = typed('chaque samedi jusqu’au 30 janvier')
  const fair = eventOn(['2026-12-01', ...saturdays], '2026-12-03')
  assert.equal(
    furtherDays('fr', fair, TODAY, 'needed')?.words,
    'chaque samedi jusqu’au\u00a030 janvier'.replace('\u00a0', ' '),
  )
  assert.equal(isEveryWeek(fair), true)
  assert.equal(isEveryWeek(eventOn(typed('chaque 1er samedi du mois jusqu’en juin'))), false)
})

test('paper says the whole series', () => {
  const whole = (words: string, language: 'fr' | 'en' = 'fr') => plain(wholeSeries(language, typed(words)))
  assert.equal(whole('chaque lundi jusqu’au 15 mars'), 'chaque lundi, du 30 novembre 2026 au 15 mars 2027')
  const monthly = 'chaque 1er samedi du mois jusqu’en avril'
  assert.equal(whole(monthly), 'le 1er samedi du mois, de décembre 2026 à avril 2027')
  assert.equal(whole(monthly, 'en'), 'the first Saturday of the month, from December 2026 to April 2027')
})
