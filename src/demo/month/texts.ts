import { slugOf } from '../../kernel/texts/texts.ts'
import { dayOfWeek, daysAfter } from '../../kernel/values/local-time.ts'
import { remembered } from '../../kernel/values/remembered.ts'
import { isHoliday } from '../../place/holidays.ts'
import { workingDay } from '../town/agenda.ts'
import { between, isIn, nth, said, THURSDAY, YEAR_ROUND } from '../town/days.ts'
import type { Kind } from '../town/text.ts'
import { type Author, communeOf, NEIGHBOUR_ACTEURS, VENUES, VILLAGES } from './authors.ts'
import { HOSTILE } from './hostile.ts'
import { minutesOf } from './minutes.ts'
import type { Subject } from './subject.ts'
import { SUBJECTS, WORDS } from './subjects.ts'

/** The texts of a month before a day: ordinary, repeated and long ones, and on request hostile ones. Deterministic. */

export interface Sent {
  readonly by: Author
  readonly title: string
  readonly body: string
  readonly type: string
  readonly kind?: Kind
  readonly date_debut?: string
  readonly heure_debut?: string
  readonly lieu?: string
  readonly source_url?: string
  /** The place in the list of the one that it repeats. */
  readonly repeats?: number
}

/** Minutes of a council are that rare, and no more of them. */
const [EVERY, MINUTES] = [40, 24]

/** The second of every 16 is sent twice; the event of the third of every 32 is announced by another author too. */
export function textsOf(today: string, count: number, { hostile = false } = {}): Sent[] {
  const texts: Sent[] = []
  const writer = writerOf(today)
  for (let number = 0; number < count; number++) {
    const last = texts[number - 1]
    const councils = Math.floor(number / EVERY)
    if (number % 16 === 1 && last) texts.push({ ...last, repeats: number - 1 })
    else if (number % 32 === 2) texts.push(announced(writer.relayed()))
    else if (number % 32 === 3 && last) texts.push(relayed(last, number - 1))
    else if (number % EVERY === 5 && councils < MINUTES) texts.push(councilOf(today, councils))
    else texts.push(writer.next())
  }
  return hostile ? texts.map(withHostile) : texts
}

const withHostile = (text: Sent, number: number): Sent => {
  const [title, body] = (number % 9 === 4 && HOSTILE[Math.floor(number / 9) % HOSTILE.length]) || []
  return title && body ? { ...text, title, body } : text
}

const page = ({ title }: Sent) => `example.org/agenda/${slugOf(title)}`
const announced = (text: Sent): Sent => ({ ...text, source_url: `https://www.${page(text)}` })

/** Another author of the same commune, who announces the same event. */
const FRIENDS: Partial<Record<Author, Author>> = {
  foyer: 'bibliotheque',
  chorale: 'foyer',
  bibliotheque: 'librairie',
  animation: 'pompiers',
  pompiers: 'animation',
}

function relayed(text: Sent, repeats: number): Sent {
  return {
    ...text,
    by: FRIENDS[text.by] ?? text.by,
    title: `À noter : ${text.title.charAt(0).toLowerCase()}${text.title.slice(1)}`,
    body: `Nous relayons l’invitation de nos amis.\n\n${text.body}`,
    source_url: `https://${page(text)}/?utm_source=lettre`,
    repeats,
  }
}

function councilOf(today: string, number: number): Sent {
  const by = number % 2 === 0 ? 'mairieVal' : 'mairieEcluses'
  const days = between(nth(2, THURSDAY, ...YEAR_ROUND), daysAfter(today, -400), daysAfter(today, -7))
  const day = days.at(-1 - Math.floor(number / 2)) ?? today
  return {
    by,
    type: 'deliberation',
    title: `Procès-verbal du conseil de ${VILLAGES[NEIGHBOUR_ACTEURS[by].village].nom}, ${dated(day)}`,
    body: minutesOf(number),
  }
}
const dated = (day: string) => `${said(day).replace(/^\S+ /, '')} ${day.slice(0, 4)}`

////////////////////////////////////////////////////////////////////////////// one after the other

/** Events begin within so many days; of a text of thousands, the later ones in the next weeks. */
const [SOONEST, LATEST] = [2, 60]
/** The most even mixture of a list. */
const GOLDEN = 0.618_034

function writerOf(today: string) {
  const subjects = SUBJECTS.filter(({ season }) => !season || isIn(season, today))
    .map((subject, at) => ({ subject, at, place: (at * GOLDEN) % 1 }))
    .sort((one, other) => one.place - other.place)
  const turns = new Map<Subject, number>()
  const titles = new Set<string>()
  const taken = new Set<string>()
  const slots = remembered((subject: Subject) =>
    remembered((by: Author) => remembered((round: number) => slotsOf(today, subject, by, round))),
  )
  let next = 0
  let round = 0

  /** Further turns of a subject bring other words, days and authors. */
  const write = ({ subject, at }: (typeof subjects)[number], fits: (by: Author) => boolean) => {
    const turn = turns.get(subject) ?? 0
    turns.set(subject, turn + 1)
    const by = pick(subject.by, turn)
    if (!fits(by)) return undefined
    const when = freeSlot(slots(subject)(by)(round), turn)
    if (subject.event && !when) return undefined
    const day = when?.date_debut ?? workingDay(daysAfter(today, 3 + ((turn * 11) % 40)))
    const words = (text: string) => filled(text, day, turn + at * 5)
    const title = words(pick(subject.titles, turn))
    if (titles.has(title)) return undefined
    titles.add(title)
    const body = words(pick(subject.bodies, turn + Math.floor(turn / subject.titles.length)))
    if (!when) return { by, title, body, type: subject.type ?? 'actualite' }
    taken.add(keyOf(when))
    const { kind, date_debut, heure_debut, lieu } = when
    return { by, title, body, type: 'evenement', kind, date_debut, heure_debut, lieu }
  }

  const freeSlot = (slots: readonly Slot[], turn: number) =>
    slots.map((_, at) => slots[(at + turn * 3) % slots.length]).find(one => one && !taken.has(keyOf(one)))

  /** Once everything is said, it is said again of the weeks after. */
  const nextOf = (fits: (by: Author) => boolean, onlyEvents = false): Sent => {
    for (let tries = 0; tries < subjects.length * 4; tries++) {
      const one = subjects[next++ % subjects.length]
      if (!one || (onlyEvents && !one.subject.event)) continue
      const text = write(one, fits)
      if (text) return text
    }
    titles.clear()
    round++
    return nextOf(fits, onlyEvents)
  }
  return { next: () => nextOf(() => true), relayed: () => nextOf(by => by in FRIENDS, true) }
}

interface Slot {
  readonly kind: Kind
  readonly commune: string
  readonly date_debut: string
  readonly heure_debut: string
  readonly lieu: string
}

/** Evenings without events. */
const AT_HOME = ['12-24', '12-31']

function slotsOf(today: string, { event, season }: Subject, by: Author, round: number): Slot[] {
  if (!event) return []
  const { kind, days, hours, venue } = event
  const from = SOONEST + round * (LATEST - SOONEST)
  const span = Array.from({ length: LATEST - SOONEST }, (_, at) => daysAfter(today, from + at))
  return span
    .filter(day => days.includes(dayOfWeek(day)) && (!season || isIn(season, day)))
    .filter(day => !isHoliday(day, null) && !AT_HOME.includes(day.slice(5)))
    .flatMap(date_debut =>
      hours.map(heure_debut => ({
        kind,
        commune: communeOf(by),
        date_debut,
        heure_debut,
        lieu: VENUES[by][venue],
      })),
    )
}

/** One event a half-day at a place. */
function keyOf({ commune, lieu, date_debut, heure_debut }: Slot): string {
  const part = heure_debut < '13:00' ? 'morning' : heure_debut < '18:00' ? 'afternoon' : 'evening'
  return [commune, lieu, date_debut, part].join()
}

const pick = <T>(among: readonly T[], turn: number): T => among[turn % among.length] as T

const filled = (text: string, day: string, turn: number): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, word: string) => {
    if (word === 'date') return said(day)
    if (word === 'plus') return said(daysAfter(day, 7))
    return pick(WORDS[word as keyof typeof WORDS] as readonly string[], turn)
  })
