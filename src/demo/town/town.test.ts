import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readOpeningHours } from '../../../shared/typed/opening-hours.ts'
import { DATED, isLottoInTime, STARTS, USUAL, wordsOutOfSeason } from '../../../test/fixtures/seasons.ts'
import { dayOfWeek, daysAfter } from '../../kernel/values/local-time.ts'
import { isHoliday } from '../../place/holidays.ts'
import { agendaFrom, meet } from './agenda.ts'
import { COMMUNE, MAIRIE } from './commune.ts'
import { isIn, next, SATURDAY } from './days.ts'
import { ACTEURS, acteurs } from './directory.ts'
import type { Text } from './text.ts'
import { draftOn } from './waiting.ts'
import { minutesSince, writtenBy } from './written.ts'

/** The town on any day on which somebody starts the demo. Pure: no database. */

const textsOn = (today: string): readonly Text[] => {
  const { published, leading, waiting } = writtenBy(today)
  return [...published, leading, ...waiting]
}
const eachDay = (check: (today: string) => void) => {
  for (const today of STARTS) check(today)
}
/** All days of an event or a series. */
const daysOf = ({ date_debut, dates = [] }: Pick<Text, 'date_debut' | 'dates'>) =>
  date_debut ? [date_debut, ...dates] : []

test('no text has a word of another season, on the day it is about', () => {
  let read = 0
  eachDay(today => {
    for (const { title, body, annule = '', date_debut = today } of textsOn(today)) {
      assert.deepEqual(wordsOutOfSeason(`${title}\n${body}\n${annule}`, date_debut), [], `${today} ${title}`)
      read++
    }
  })
  assert.ok(read > 2_000, `${read}`)
})

test('a word of another season is found', () => {
  assert.equal(wordsOutOfSeason('Brocante de printemps', '2026-12-12').length, 1)
  assert.equal(wordsOutOfSeason('Vos photos de l’été, la rentrée', '2026-11-26').length, 2)
  assert.deepEqual(wordsOutOfSeason('Le toit a été refait', '2026-11-26'), [])
})

test('every event is on a weekday and at an hour that its kind allows', () => {
  eachDay(today => {
    for (const { kind, text } of agendaFrom(today)) {
      const [days, from, to] = USUAL[kind]
      const { title, heure_debut, heure_fin } = text
      for (const day of daysOf(text)) {
        assert.ok(isLottoInTime(title, day, heure_debut), `${title} on ${day} at ${heure_debut}`)
        const moved = kind === 'conseil' && isHoliday(daysAfter(day, -1), null)
        assert.ok(
          days.includes(`${dayOfWeek(day)}`) || DATED.test(title) || moved,
          `${today} ${title} on ${day}`,
        )
        if (kind === 'conseil' || kind === 'permanence') assert.ok(!isHoliday(day, null), `${title} ${day}`)
        if (kind === 'école')
          assert.ok(!isIn(['07-05', '08-31'], day) && !isIn(['12-20', '01-03'], day), title)
      }
      if (heure_debut) assert.ok(from <= heure_debut && heure_debut <= to, `${title} at ${heure_debut}`)
      if (heure_debut && heure_fin) assert.ok(heure_debut < heure_fin, title)
    }
  })
})

test('no two events share a place and an hour', () => {
  eachDay(today => {
    const slots = textsOn(today)
      // The photo club is at the event of the season.
      .filter(({ by, type }) => type === 'evenement' && by !== 'photo')
      .flatMap(text =>
        daysOf(text).map(day => ({
          title: text.title,
          lieu: text.lieu ?? '',
          day,
          last: text.date_fin ?? day,
          from: text.heure_debut ?? '00:00',
          to: text.heure_fin ?? (text.heure_debut ? '23:30' : '23:59'),
        })),
      )
    for (const [at, one] of slots.entries())
      for (const other of slots.slice(at + 1))
        assert.ok(!meet(one, other), `${today}: ${one.title} and ${other.title} on ${one.day}`)
  })
})

test('titles are distinct', () =>
  eachDay(today => {
    const titles = textsOn(today).map(({ title }) => title)
    assert.equal(new Set(titles).size, titles.length, today)
  }))

test('something besides the market takes place on this weekend, and in each of the next six weeks', () => {
  eachDay(today => {
    const events = agendaFrom(today).filter(({ kind, text }) => kind !== 'permanence' && !text.annule)
    const between = (first: string, last: string) =>
      events.filter(
        ({ text }) =>
          text.title !== 'Marché du samedi' && daysOf(text).some(day => first <= day && day <= last),
      )
    const saturday = dayOfWeek(today) === 7 ? today : next(SATURDAY, today)
    const sunday = dayOfWeek(today) === 7 ? today : daysAfter(saturday, 1)
    assert.ok(between(saturday, sunday).length > 0, `the weekend of ${today}`)
    for (let week = 0; week < 6; week++)
      assert.ok(
        between(daysAfter(today, week * 7), daysAfter(today, week * 7 + 6)).length > 0,
        `week ${week} from ${today}`,
      )
  })
})

test('they were written over three weeks, each before it begins', () => {
  eachDay(today => {
    const texts = textsOn(today).filter(({ age }) => age > 0)
    const ages = texts.map(({ age }) => age)
    assert.ok(Math.min(...ages) === 1 && Math.max(...ages) >= 20 && Math.max(...ages) <= 21, `${ages}`)
    assert.ok(new Set(ages).size >= 14, `${ages}`)
    for (const { title, age, date_debut } of texts)
      if (date_debut && age < 21) assert.ok(daysAfter(today, -age) < date_debut, `${today} ${title}`)
  })
})

test('each is written in the day, and none in the future', () => {
  for (const hour of [0, 4, 9, 23]) {
    const midnight = new Date('2026-11-25T23:00:00Z')
    const now = new Date(midnight.getTime() + hour * 3_600_000)
    for (let place = 0; place < 60; place++)
      for (const age of [1, 7, 21]) {
        const minutes = minutesSince(age, place, now, midnight)
        const of = new Date(now.getTime() - minutes * 60_000)
        assert.ok(minutes > 0 && of < midnight, `${of}`)
        const local = (of.getUTCHours() + 1) % 24
        assert.ok(local >= 8 && local < 18, `${of.toISOString()}`)
      }
  }
})

test('the front page has an alert in force, one that is over, a cancelled event, a series and a picture', () => {
  eachDay(today => {
    const texts = textsOn(today)
    const { leading } = writtenBy(today)
    assert.equal(texts.filter(({ type, leve }) => type === 'alerte' && !leve).length, 1)
    assert.equal(texts.filter(({ leve }) => leve).length, 1)
    assert.ok(texts.some(({ annule }) => annule))
    assert.ok(texts.some(({ dates = [] }) => dates.length >= 6))
    assert.ok(
      texts.some(({ age }) => age < 0),
      `something is scheduled on ${today}`,
    )
    assert.ok(leading.picture, `${today} ${leading.title}`)
    const ahead = [...daysOf(leading), leading.date_fin ?? ''].find(day => day > today)
    assert.ok(ahead && ahead <= daysAfter(today, 49), `${today} ${leading.title}`)
  })
})

test('the council is an event before it meets, and its minutes come after', () => {
  eachDay(today => {
    const texts = textsOn(today)
    const [minutes, ...others] = texts.filter(({ type }) => type === 'deliberation')
    assert.equal(others.length, 0)
    assert.ok(minutes && minutes.date_debut === undefined && minutes.age >= 1, today)
    const meeting = texts.find(({ title }) => title === 'Conseil municipal')
    assert.ok(!meeting || (meeting.type === 'evenement' && (meeting.date_debut ?? '') >= today), today)
    assert.ok(meeting || isIn(['07-10', '07-31'], today), `a meeting is announced on ${today}`)
  })
})

test('the same day gives the same town, and nobody types what attacks a page', () => {
  assert.deepEqual(writtenBy('2026-11-26'), writtenBy('2026-11-26'))
  eachDay(today => {
    for (const { title, body } of [...textsOn(today), draftOn(today)])
      assert.match(`${title}\n${body}`, /^[\n !%(),./0-9:;?A-ZÀÉÎŒa-zàâçèéêëîïôùûüœ’«»*€–-]+$/, title)
  })
})

test('the directory has 55 pages: distinct, with hours that are understood and numbers of nobody', () => {
  assert.equal(acteurs.length, 55)
  const pages = acteurs.map(([, page]) => page)
  assert.equal(new Set(pages.map(({ nom }) => nom)).size, 55)
  const numbers = pages.flatMap(({ telephone }) => telephone ?? [])
  assert.equal(new Set(numbers).size, numbers.length)
  for (const number of [...numbers, MAIRIE.telephone]) assert.match(number, /^02 00 00 00 \d\d$/)
  for (const { nom, description } of pages) assert.match(description, /^[^.]+\.$/, nom)
  for (const { nom, type, horaires } of pages)
    if (type === 'commerce') assert.ok(horaires, `${nom} says when it is open`)
  const hours = [...pages, MAIRIE, ...COMMUNE.infos].flatMap(one => ('horaires' in one && one.horaires) || [])
  for (const text of hours) assert.ok(readOpeningHours(text), text)
  const kinds = Map.groupBy(pages, ({ type }) => type)
  assert.deepEqual([...kinds].map(([type, list]) => `${type} ${list.length}`).sort(), [
    'artisan 14',
    'association 23',
    'commerce 9',
    'ecole 2',
    'sante 5',
    'service_public 2',
  ])
})

test('whoever publishes without review may, and the council has its 23 members', () => {
  // What the sports club sends is published by a moderator.
  eachDay(today => {
    for (const { by, title } of [...writtenBy(today).published, writtenBy(today).leading]) {
      const page = by === 'mairie' || ACTEURS[by]
      assert.ok(page === true || ('publishes' in page && page.publishes) || by === 'club', `${by}: ${title}`)
    }
  })
  assert.equal(COMMUNE.elus.length, 23)
})
