import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DATED, isLottoInTime, STARTS, USUAL, wordsOutOfSeason } from '../../../test/fixtures/seasons.ts'
import { dayOfWeek } from '../../kernel/values/local-time.ts'
import { isIn } from '../town/days.ts'
import { communeOf } from './authors.ts'
import { complaintsOf, questionsOf } from './remarks.ts'
import { SUBJECTS } from './subjects.ts'
import { type Sent, textsOf } from './texts.ts'

/** The month on any day on which somebody starts the demo. Pure: no database. */

const MONTH = 400
const months = STARTS.filter((_, at) => at % 2 === 0).map(today => [today, textsOf(today, MONTH)] as const)
const ownOf = (texts: readonly Sent[]) => texts.filter(({ repeats }) => repeats === undefined)

test('on any day there are at least sixty subjects, each with words of its season', () => {
  for (const [today, texts] of months) {
    assert.equal(texts.length, MONTH)
    const open = SUBJECTS.filter(({ season }) => !season || isIn(season, today))
    assert.ok(open.length >= 60, `${open.length} on ${today}`)
    for (const { title, body, type, date_debut = today } of texts)
      if (type !== 'deliberation')
        assert.deepEqual(wordsOutOfSeason(`${title}\n${body}`, date_debut), [], `${today} ${title}`)
  }
})

test('each subject has wordings, and authors who would write it', () => {
  for (const { titles, bodies, by } of SUBJECTS) {
    assert.ok(titles.length >= 2 && bodies.length >= 2 && by.length >= 1, titles[0])
    assert.equal(new Set([...titles, ...bodies]).size, titles.length + bodies.length)
  }
})

test('titles are distinct, except of what is sent twice; none counts itself', () => {
  for (const [today, texts] of months) {
    const titles = ownOf(texts).map(({ title }) => title)
    assert.equal(new Set(titles).size, titles.length, today)
    for (const { title, body } of texts) assert.doesNotMatch(`${title} ${body}`, /\(n° ?\d|Réf\.|[{}]/)
  }
})

test('events are on usual weekdays and at usual hours, and no two share a place and an hour', () => {
  for (const [today, texts] of months) {
    const places = new Set<string>()
    for (const { by, kind, title, date_debut, heure_debut, lieu } of ownOf(texts)) {
      if (!kind || !date_debut || !heure_debut) continue
      const [days, from, to] = USUAL[kind]
      assert.ok(days.includes(`${dayOfWeek(date_debut)}`) && !DATED.test(title), `${title} on ${date_debut}`)
      assert.ok(from <= heure_debut && heure_debut <= to, `${title} at ${heure_debut}`)
      assert.ok(date_debut > today, title)
      assert.ok(isLottoInTime(title, date_debut, heure_debut), `${title} at ${heure_debut}`)
      const place = [communeOf(by), lieu, date_debut, heure_debut].join()
      assert.ok(!places.has(place), `${today} ${title}: ${place}`)
      places.add(place)
    }
    assert.ok(places.size > MONTH / 3, `${places.size}`)
  }
})

test('some are sent twice, some are announced by two, and some minutes are long', () => {
  for (const [, texts] of months) {
    const alike = (is: (one: Sent, other: Sent) => boolean) =>
      texts.filter(one => one.repeats !== undefined && is(one, texts[one.repeats] as Sent)).length
    assert.ok(alike((one, other) => one.by === other.by && one.title === other.title) >= 20)
    assert.ok(
      alike((one, other) => one.by !== other.by && one.source_url !== other.source_url) >= 10,
      'two authors of one commune, and one page',
    )
    const long = texts.filter(({ body }) => [...body].length > 19_990)
    assert.equal(long.length, 10)
    for (const { type } of long) assert.equal(type, 'deliberation')
  }
})

test('five thousand are made too, without two events at one place and hour', () => {
  const texts = ownOf(textsOf('2026-11-26', 5_000)).filter(({ date_debut }) => date_debut)
  const places = texts.map(({ by, lieu, date_debut, heure_debut }) =>
    [communeOf(by), lieu, date_debut, heure_debut].join(),
  )
  assert.ok(texts.length > 1_000)
  assert.equal(new Set(places).size, places.length)
})

const HOSTILE =
  /<script|\p{M}|[\u0590-\u05ea\u0621-\u064a\u200b\u200c\u202a-\u202e\u2066-\u2069]|javascript:|drop table/u

test('hostile texts are there on request only', () => {
  const today = '2026-11-26'
  for (const { title, body } of textsOf(today, MONTH)) assert.doesNotMatch(`${title} ${body}`, HOSTILE)
  const hostile = textsOf(today, MONTH, { hostile: true }).filter(({ title, body }) =>
    HOSTILE.test(`${title} ${body}`),
  )
  assert.ok(hostile.length > 20)
  for (const [text, is] of [
    [questionsOf, /<b>|[\u0600-\u06ff]/],
    [complaintsOf, /<b>|\u202e/],
  ] as const) {
    assert.doesNotMatch(JSON.stringify(text(false)), is)
    assert.match(JSON.stringify(text(true)), is)
  }
})

test('the same day gives the same texts', () => {
  assert.deepEqual(textsOf('2026-11-26', 60), textsOf('2026-11-26', 60))
})
