import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { unbroken } from '../../../shared/typography.ts'
import { age, date, dayRange, eventTime, moment, time } from './format.ts'
import { typeset } from './language.ts'
import { instantOf, momentAsTyped, typedDay, typedEnd, typedMoment, typedTime } from './typed-date.ts'
import { french } from './typography.ts'

const NOW = new Date('2026-11-20T10:00:00Z')

test('French gets no-break spaces and typographic apostrophes, also when it is typeset twice', () => {
  const set = french("L'heure : 18 h 30 ! « Don du sang » coûte 15 €, dans 2 j ?")
  assert.equal(
    set,
    'L’heure\u00a0: 18\u00a0h\u00a030\u00a0! «\u00a0Don du sang\u00a0» coûte 15\u00a0€, dans 2\u00a0j\u00a0?',
  )
  assert.equal(french(set), set)
  assert.equal(unbroken("L'an : « x »"), "L'an\u00a0: « x\u00a0»")
})

test('days and hours are those of Paris, as people say them', () => {
  assert.equal(time(new Date('2026-11-20T07:20:00Z')), '8\u00a0h\u00a020')
  assert.equal(time(new Date('2026-07-20T22:00:00Z')), '0\u00a0h')
  assert.equal(moment(new Date('2026-11-19T23:30:00Z'), NOW), 'aujourd’hui à 0\u00a0h\u00a030')
  assert.equal(moment(new Date('2026-11-19T17:00:00Z'), NOW), 'hier à 18\u00a0h')
  assert.equal(moment(new Date('2026-12-01T08:00:00Z'), NOW), 'le 1er décembre à 9\u00a0h')
  assert.equal(date(new Date('2027-01-15T08:00:00Z'), NOW), '15 janvier 2027')
})

test('ranges of days: two consecutive days, several, and across a year', () => {
  assert.equal(dayRange('2026-12-12', null), '12 décembre 2026')
  assert.equal(dayRange('2026-12-12', '2026-12-13'), '12 et 13 décembre 2026')
  assert.equal(dayRange('2026-12-12', '2026-12-20'), 'du 12 au 20 décembre 2026')
  assert.equal(dayRange('2026-12-31', '2027-01-01'), 'du 31 décembre 2026 au 1er janvier 2027')
})

test('an event: its day, its hours, or both over several days', () => {
  const event = { date_debut: '2026-12-12', heure_debut: null, date_fin: null, heure_fin: null }
  const said = (more: Partial<Record<keyof typeof event, string>>) =>
    eventTime({ ...event, dates: [], ...more }).replaceAll('\u00a0', ' ')
  assert.equal(said({}), '12 décembre 2026')
  assert.equal(said({ date_fin: '2026-12-13' }), '12 et 13 décembre 2026')
  assert.equal(said({ heure_debut: '20:30' }), '12 décembre 2026 à 20 h 30')
  assert.equal(said({ heure_debut: '09:00', heure_fin: '18:05' }), '12 décembre 2026, de 9 h à 18 h 05')
  const [date_fin, heure_debut] = ['2026-12-13', '10:00']
  assert.equal(said({ heure_debut, date_fin }), 'du 12 décembre 2026 à 10 h au 13 décembre 2026')
  assert.equal(
    said({ heure_debut, date_fin, heure_fin: '01:00' }),
    'du 12 décembre 2026 à 10 h au 13 décembre 2026 à 1 h',
  )
})

test('an age is short enough for a column', () => {
  const since = (minutes: number) => age(new Date(NOW.getTime() - minutes * 60_000), NOW)
  assert.deepEqual(
    [since(0), since(25), since(119), since(60 * 26), since(60 * 24 * 90)],
    ['à l’instant', '25\u00a0min', '1\u00a0h', '1\u00a0j', '22 août 2026'],
  )
})

test('a day is read as French people type it: 01/05 is the first of May', () => {
  const read = (typed: string) => typedDay(typed, NOW)
  for (const typed of [
    '15/01/2027',
    '15/1',
    '15 janvier',
    '15 janv. 2027',
    'vendredi 15 janvier',
    '2027-01-15',
    '15-01-27',
  ])
    assert.deepEqual([typed, read(typed)], [typed, '2027-01-15'])
  assert.deepEqual(
    [read('après demain'), read('demain'), read("aujourd'hui"), read('1er décembre')],
    ['2026-11-22', '2026-11-21', '2026-11-20', '2026-12-01'],
  )
  // For filters and terms of office, days in the past; today is 20 November 2026.
  const last = (typed: string) => typedDay(typed, NOW, 'last')
  assert.deepEqual(
    ['31/10', '1er octobre', '20/11', '21 novembre', '15/1', 'hier', 'avant-hier', '31/10/2027'].map(last),
    [
      ...['2026-10-31', '2026-10-01', '2026-11-20', '2025-11-21', '2026-01-15', '2026-11-19', '2026-11-18'],
      '2027-10-31',
    ],
  )
  assert.deepEqual(
    [
      'lundi prochain',
      'vendredi prochain',
      'next Monday',
      'lundi dernier',
      'dans 3 jours',
      'dans une semaine',
    ].map(read),
    ['2026-11-23', '2026-11-27', '2026-11-23', '2026-11-16', '2026-11-23', '2026-11-27'],
  )
  assert.equal(last('lundi prochain'), '2026-11-23')
  assert.deepEqual(['prochain', 'dernier lundi matin', 'dans dix jours'].map(read), Array(3).fill(undefined))
  assert.deepEqual(
    [read('31/02/2027'), read('15'), read('bientôt'), read('constructor'), read(''), read('13/13')],
    Array(6).fill(undefined),
  )
})

test('a day and its hour are read from one text', () => {
  for (const [typed, day, time] of [
    ['demain midi', '2026-11-21', '12:00'],
    ['lundi prochain à 8 h', '2026-11-23', '08:00'],
    ['15 janvier 18h30', '2027-01-15', '18:30'],
    ['vendredi 27 novembre à 9 heures', '2026-11-27', '09:00'],
    ['15 janvier 2027', '2027-01-15', undefined],
    ['15/01', '2027-01-15', undefined],
    ['demain plus tard', undefined, undefined],
  ] as const) {
    const read = typedMoment(typed, NOW)
    assert.deepEqual([typed, read.day, read.time], [typed, day, time])
  }
})

test('an hour is read as people type it; the instant is that of Paris in winter and summer, whatever the clock of the machine', () => {
  const read = ['8 h', '18h30', '18:30', '8', '18\u00a0h\u00a030', '18 heures 30', 'Midi'].map(typedTime)
  assert.deepEqual(read, ['08:00', '18:30', '18:30', '08:00', '18:30', '18:30', '12:00'])
  assert.deepEqual(['25 h', '8 h 61', 'le soir'].map(typedTime), Array(3).fill(undefined))
  assert.equal(instantOf('2027-01-15', '08:00').toISOString(), '2027-01-15T07:00:00.000Z')
  assert.equal(instantOf('2027-07-15', '08:00').toISOString(), '2027-07-15T06:00:00.000Z')
})

/** Every catalogue of the back-office, as the page says it. */
const ROOT = join(import.meta.dirname, '../..')
const catalogues = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter(path =>
  /texts\.ts$/.test(path),
)

test('every sentence is typeset, ends as a sentence and blames nobody', async () => {
  assert.ok(catalogues.length >= 5)
  for (const path of catalogues) {
    for (const group of Object.values(await import(join(ROOT, path))) as object[])
      for (const [where, text] of sentences(group, path)) {
        assert.equal(text, french(text), where)
        assert.ok(!/ [:;!?»]|« |'|\.\.\./.test(text), `${where}: ${text}`)
        assert.ok(!/\b(oups|veuillez|erreur)\b/i.test(text), `${where}: ${text}`)
      }
  }
})

/** Read by the secretary of a village of three hundred: none of our technical words. */
const TOWNHALL = /^(townhall\/|app\/townhall)/
const OURS =
  /\b(slug|scope|version du|statuts?|token|jeton|acteurs?|upload\w*|markdown|workflow|back-office|utilisateurs?|interface|API|JSON|URL)\b/i
test('the screens of the town hall use no technical word', async () => {
  const found: string[] = []
  for (const path of catalogues.filter(path => TOWNHALL.test(path)))
    for (const group of Object.values(await import(join(ROOT, path))) as object[])
      for (const [where, text] of sentences(group, path)) if (OURS.test(text)) found.push(`${where}: ${text}`)
  assert.ok(catalogues.filter(path => TOWNHALL.test(path)).length >= 5)
  assert.deepEqual(found, [])
})

/** Most sentences count something; some name several. */
function saidWith(make: (...parts: unknown[]) => unknown): string {
  const all = (part: unknown) => String(make(...Array(make.length || 2).fill(part)))
  try {
    return all(2)
  } catch {
    return all(['Don du sang', 'Marché'])
  }
}

function sentences(group: object, where: string): [string, string][] {
  return Object.entries(group).flatMap(([key, value]) => {
    const at = `${where} ${key}`
    if (typeof value === 'string') return [[at, value] as [string, string]]
    if (typeof value === 'function') return [[at, saidWith(value)] as [string, string]]
    return typeof value === 'object' && value !== null ? sentences(value, at) : []
  })
}

test('nested groups of sentences are typeset too', () => {
  const set = typeset({ a: "l'un", b: (n: number) => `${n} h`, c: { d: 'Ah !' } })
  assert.deepEqual([set.a, set.b(2), set.c.d], ['l’un', '2\u00a0h', 'Ah\u00a0!'])
})

const sources = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter(path => /\.tsx?$/.test(path) && !/^\.built|\.test\.ts$/.test(path))
  .map(path => ({ path, text: readFileSync(join(ROOT, path), 'utf8').replaceAll(/\s*\n\s*\./g, '.') }))

/** The uses of a folder's catalogues, by whatever name they are imported: `.rejecting.title`, `.kinds[`. */
function saidOf(folder: string): string {
  const said: string[] = []
  for (const { path, text } of sources)
    for (const [, names = '', target = ''] of text.matchAll(/import \{([^}]+)\} from '([^']+texts\.ts)'/g)) {
      if (dirname(join(dirname(path), target)) !== folder) continue
      for (const [, name = ''] of names.matchAll(/(\w+)\s*(?:,|$)/g)) {
        for (const [, chain = ''] of text.matchAll(new RegExp(`\\b${name}((?:\\.\\w+|\\[)+)`, 'g')))
          said.push(`${chain}\n`)
        // A group passed whole, as a property, an argument or a spread, is read with a variable key.
        for (const [, chain = ''] of text.matchAll(
          new RegExp(`(?:=\\{|: |\\(|\\.{3})${name}((?:\\.\\w+)+)(?=\\s*[},)])`, 'g'),
        ))
          said.push(`${chain}[\n`)
      }
    }
  return said.join('')
}

test('every sentence of the catalogues is used', async () => {
  const unsaid: string[] = []
  for (const path of catalogues) {
    const said = saidOf(dirname(path))
    for (const group of Object.values(await import(join(ROOT, path))) as object[])
      for (const [where] of sentences(group, path)) {
        const [, ...keys] = where.split(' ')
        // A group with a computed key: any of its sentences may be meant.
        const ways = keys.map(
          (_, at) =>
            `${keys
              .slice(0, at)
              .map(key => `\\.${key}`)
              .join('')}\\[`,
        )
        ways.push(`\\.${keys.join('\\.')}\\b`)
        if (!new RegExp(`^(?:${ways.join('|')})`, 'm').test(said)) unsaid.push(where)
      }
  }
  assert.deepEqual(unsaid, [])
})

test('a day and an hour in one field; a day alone lasts until its end, an hour alone is today', () => {
  const read = (typed: string) => {
    const at = typedEnd(typed, NOW)
    return at === null ? null : at?.toISOString().slice(0, 16)
  }
  assert.deepEqual(
    ['demain 18 h', 'demain à 18h30', '24/11 midi', '24 novembre 8 h', 'mardi 18:00', '24/11', '18 h'].map(
      read,
    ),
    [
      ...['2026-11-21T17:00', '2026-11-21T17:30', '2026-11-24T11:00', '2026-11-24T07:00'],
      ...['2026-11-24T17:00', '2026-11-24T23:00', '2026-11-20T17:00'],
    ],
  )
  assert.deepEqual(['', ' ', 'bientôt', 'demain bientôt'].map(read), [null, null, undefined, undefined])
  for (const instant of ['2026-11-24T17:30:00.000Z', '2026-07-01T22:00:00.000Z'])
    assert.equal(typedEnd(momentAsTyped(instant), NOW)?.toISOString(), instant)
})
