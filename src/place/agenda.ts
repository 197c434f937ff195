import { dayOfWeek } from '../kernel/values/local-time.ts'
import type { Publication } from '../publishing/publications/shapes.ts'
import { listTypes } from '../publishing/publications/types.ts'
import { type Chosen, choicesOf, chosenIn, isChosen, nothingOf, searchOf } from './agenda-choices.ts'
import { capital, daysAfter, dayToShow, isEvent, isUnderWay, longDay, monthName } from './days.ts'
import { agendaFrame } from './embed.ts'
import {
  type Day,
  daysOf,
  type EventPublication,
  lastWholeDay,
  nextDaysOf,
  weeklyOnce,
} from './event-days.ts'
import { type Html, html, type Value } from './html.ts'
import { nearbyShown } from './near.ts'
import { type Choice, dayItems, eventItem, filters, icon, isCancelled, plural, titleLink } from './parts.ts'
import { withOrdinals } from './text.ts'
import { type Page, publicationsOf, type Visit } from './visit.ts'

/** Events by day: those to come, those of the next days, of one month, or of the last days; of all types or of one. */

const MONTHS_AHEAD = 3
const MOST = 100
/** What is chosen is left of so many: a choice by audience or price is made here, not in the database. */
const MOST_READ = 300
/** Fewer leave room for the communes nearby. */
const FEW_DAYS = 5
const MOST_NOW = 30
const MONTH = /^(?:19|20|21)\d\d-(?:0[1-9]|1[0-2])$/
const PAST = 'passes'
/** Fewer where more happens than a page shows. */
const PAST_DAYS = [30, 7, 1]
const SUNDAY = 7

/** The next days that have an address of their own: from and to, as days after today, whose weekday is given. */
const SOON = {
  'aujourd-hui': { words: 'Aujourd’hui', days: () => [0, 0] },
  'ce-week-end': {
    words: 'Ce week-end',
    days: weekday => [Math.max(0, SUNDAY - 1 - weekday), SUNDAY - weekday],
  },
  'cette-semaine': { words: 'Cette semaine', days: weekday => [0, SUNDAY - weekday] },
} as const satisfies Readonly<
  Record<string, { readonly words: string; days(weekday: number): readonly [from: number, to: number] }>
>
type Soon = keyof typeof SOON
const isSoon = (chosen: string | undefined): chosen is Soon =>
  chosen !== undefined && Object.hasOwn(SOON, chosen)

export async function agenda(
  visit: Visit,
  rest: readonly string[],
  query: URLSearchParams,
): Promise<Page | undefined> {
  const [chosen] = rest
  if (chosen === 'cadre' && rest.length === 1) return await agendaFrame(visit)
  const isKnown = chosen === undefined || chosen === PAST || isSoon(chosen) || MONTH.test(chosen)
  if (rest.length > 1 || !isKnown) return undefined
  const { today, base } = visit
  const choices = chosenIn(query)
  if (!choices) return undefined
  const { type } = choices
  const isNarrow = type !== undefined || choices.names.length > 0
  const most = choices.names.length > 0 ? MOST_READ : MOST
  const since = query.get('depuis') ?? undefined
  const isAhead = chosen === undefined
  const soon = isSoon(chosen) ? daysOfSoon(chosen, today) : undefined
  const month = isAhead || soon || chosen === PAST ? undefined : chosen
  const from = soon?.first ?? today
  if (since !== undefined && !(month !== undefined && isDayOf(month, since))) return undefined
  const [all, underWay] = await Promise.all([
    between(visit, chosen, since, { most, pastDays: type === undefined ? PAST_DAYS : PAST_DAYS.slice(0, 1) }),
    isAhead || soon
      ? publicationsOf(visit, { order: 'date_debut_asc', most: MOST_NOW, on: from })
      : { data: [], next: null },
  ])
  // A full page may leave events of the type out.
  const { data, first, last, isCut, ...stretch } =
    type !== undefined && (all.further !== undefined || all.isCut)
      ? await between(visit, chosen, since, { type, most, pastDays: PAST_DAYS })
      : all
  const isShown = (one: Publication) =>
    isChosen(choices, one) && !(chosen === PAST && isEvent(one) && isUnderWay(one, today))
  const begun = (underWay.data.filter(isEvent) as EventPublication[]).filter(
    one => isUnderWay(one, from) && one.type.slug !== 'alerte',
  )
  const now = begun.filter(isShown)
  const { days, left } = fitting(data.filter(isShown), first, last, chosen)
  const further = left?.day ?? stretch.further
  const isPast = chosen === PAST || (month !== undefined && lastOf(month) < today)
  const search = searchOf(choices)
  const here = base + (isAhead ? '/agenda' : `/agenda/${chosen}`)
  const ahead = monthsFrom(today)
  const choice = (at: string | undefined, words: string): Choice => ({
    href: `${base}/agenda${at === undefined ? '' : `/${at}`}${search}`,
    words,
    on: at === chosen,
  })
  const months = month === undefined || ahead.includes(month) ? ahead : [month, ...ahead]
  const natures = naturesOf([...all.data, ...begun])
  if (type !== undefined && !natures.some(({ slug }) => slug === type)) {
    const ofType = ({ slug }: Nature) => slug === type
    const named = data.map(one => one.type).find(ofType) ?? (await listTypes(visit.db, false)).find(ofType)
    if (!named) return undefined
    natures.push(named)
  }
  const offered =
    isPast && choices.names.length === 0 ? [] : choicesOf(here, choices, [...all.data, ...begun])
  const isEmpty = days.length + now.length === 0
  const hasNothingAhead = isAhead && !isNarrow && isEmpty
  const isShort = isAhead && !isNarrow && days.length < FEW_DAYS
  const byMonth = [...Map.groupBy(days, ({ day }) => day.slice(0, 7))]
  const named = soon?.words ?? (month !== undefined && monthName(month, today))
  const title = named ? `Agenda, ${named.toLowerCase()}` : 'Agenda'
  return {
    title: chosen === PAST ? 'Agenda, rendez-vous passés' : title,
    description: `Les rendez-vous à ${visit.town.nom}, jour par jour.`,
    ...((isPast ||
      soon ||
      since !== undefined ||
      choices.names.length > 0 ||
      (!isAhead && days.length === 0)) && {
      robots: 'noindex,follow' as const,
    }),
    body: html`<div class="top"><h1>Agenda</h1><p class="acts"><a class="btn" href="${base}/suivre">${icon('calendar')} S’abonner</a> ${!hasNothingAhead && html`<a class="btn" href="${base}/semaine">${icon('print')} Imprimer la semaine</a>`}</p></div>
${filters('Quand', [choice(undefined, 'À venir'), ...(Object.keys(SOON) as Soon[]).map(one => choice(one, SOON[one].words)), ...months.map(one => choice(one, monthName(one, today))), choice(PAST, 'Passés')])}
${
  natures.length > 1 &&
  filters('Nature', [
    { href: here + searchOf({ ...choices, type: undefined }), words: 'Tout', on: type === undefined },
    ...natures.map(({ slug, nom }) => ({
      href: here + searchOf({ ...choices, type: slug }),
      words: plural(nom),
      on: slug === type,
    })),
  ])
}
${offered.length > 0 && filters('Pour qui, à quel prix', offered)}
${now.length > 0 && nowShown(visit, now, from)}
${byMonth.map(([name, of]) => monthShown(visit, name, of))}
${isEmpty && html`<p class="empty">${soon || choices.names.length > 0 ? `${nothingOf(choices)} ${isPast ? 'n’a eu lieu' : 'n’est annoncé'} ${soon ? soon.words.toLowerCase() : WHEN[isAhead ? 'ahead' : chosen === PAST ? 'past' : 'month']}.` : EMPTY[isAhead ? 'ahead' : chosen === PAST ? 'past' : 'month']}</p>`}
${isEmpty && last !== undefined && !isPast && (soon || isNarrow) && (await nextShown(visit, daysAfter(last, 1), choices))}
${isEmpty && choices.names.length > 0 && html`<p><a href="${here}">Tout l’agenda${soon && ` ${soon.words.toLowerCase()}`}</a></p>`}
${isCut && html`<p class="note">D’autres rendez-vous de ce jour-là ne tiennent pas ici : choisissez une nature, ou <a href="${base}/recherche">cherchez un mot</a>.</p>`}
${further !== undefined && html`<nav class="pager" aria-label="Suite">${furtherLink(visit, further, chosen === PAST, choices)}</nav>`}
${(isShort || (soon && isEmpty && choices.names.length === 0)) && (await nearbyShown(visit))}
${!isAhead && !soon && html`<nav class="pager" aria-label="Autres mois">${pager(visit, month, search)}</nav>`}`,
  }
}

type Nature = Pick<Publication['type'], 'slug' | 'nom'>

/** The types of these publications, of most of them first. */
function naturesOf(rows: readonly Publication[]): Nature[] {
  const bySlug = Map.groupBy(rows, ({ type }) => type.slug)
  return [...bySlug.values()]
    .sort((one, other) => other.length - one.length)
    .flatMap(([first]) => (first ? [first.type] : []))
}

const EMPTY = {
  ahead: 'Aucun rendez-vous n’est annoncé pour l’instant.',
  past: 'Aucun rendez-vous ces derniers jours.',
  month: 'Aucun rendez-vous ce mois-là.',
} as const
/** Where something is chosen: Rien de gratuit n’est annoncé ce mois-là. */
const WHEN = { ahead: 'pour l’instant', past: 'ces derniers jours', month: 'ce mois-là' } as const

function daysOfSoon(chosen: Soon, today: string) {
  const { words, days } = SOON[chosen]
  const [from, to] = days(dayOfWeek(today))
  return { words, first: daysAfter(today, from), last: daysAfter(today, to) }
}

/** Where nothing happens soon: what comes next. */
async function nextShown(visit: Visit, from: string, choices: Chosen): Promise<Value> {
  const { type, names } = choices
  const { data } = await publicationsOf(visit, {
    order: 'date_debut_asc',
    most: names.length > 0 ? MOST_READ : FEW_DAYS,
    from,
    ...(type !== undefined && { type }),
  })
  const [next] = data.filter(
    one => isEvent(one) && !isCancelled(one) && isChosen(choices, one),
  ) as EventPublication[]
  return (
    next &&
    html`<p>Ensuite : ${titleLink(visit, next)}, ${withOrdinals(longDay(dayToShow(next, from), visit.today))}.</p>`
  )
}

interface Stretch {
  readonly data: readonly Publication[]
  readonly first: string
  readonly last: string | undefined
  /** The day where the next page begins; of past events the day before the first one. */
  readonly further: string | undefined
  /** A single day has more events than a page. */
  readonly isCut: boolean
}

/**
 * As many whole days as fit on a page, and the next one. Who reads what is to come looks for what there is: an event that
 * is repeated stands once, on its next day. A month and the past have each date of it, but once what comes back each week.
 * A day, a weekend or a week has whatever takes place on each of its days.
 */
function fitting(
  rows: readonly Publication[],
  first: string,
  last: string | undefined,
  chosen: string | undefined,
) {
  const each = chosen === undefined ? nextDaysOf(rows, first, last) : daysOf(rows, first, last)
  if (chosen === PAST) each.reverse()
  const all = chosen === undefined || isSoon(chosen) ? each : weeklyOnce(each)
  const count = fit(all)
  return { days: all.slice(0, count), left: all[count] }
}

function fit(days: readonly Day[]): number {
  let lines = 0
  const end = days.findIndex(({ events }) => {
    lines += events.length
    return lines > MOST
  })
  return end === -1 ? days.length : Math.max(1, end)
}

/** The events of what was chosen, in whole days: the next days, a month, the last days, or what is to come. */
async function between(
  visit: Visit,
  chosen: string | undefined,
  since: string | undefined,
  {
    type,
    most,
    pastDays,
  }: { readonly type?: string; readonly most: number; readonly pastDays: readonly number[] },
): Promise<Stretch> {
  const { today } = visit
  const listed = (from: string, to: string | undefined) =>
    publicationsOf(visit, {
      order: 'date_debut_asc',
      most,
      from,
      ...(to !== undefined && { to }),
      ...(type !== undefined && { type }),
    })
  if (chosen === PAST) return await lastDays(today, pastDays, listed)
  const soon = isSoon(chosen) ? daysOfSoon(chosen, today) : undefined
  const first = since ?? soon?.first ?? (chosen === undefined ? today : `${chosen}-01`)
  const end = soon?.last ?? (chosen === undefined ? undefined : lastOf(chosen))
  const { data, next } = await listed(first, end)
  if (next === null) return { data, first, last: end, further: undefined, isCut: false }
  const { last, isCut } = lastWholeDay(data, first)
  const further = daysAfter(last, 1)
  return { data, first, last, isCut, further: end !== undefined && further > end ? undefined : further }
}

/** The latest days before today, as many as fit on a page. */
async function lastDays(
  today: string,
  [most = 1, ...fewer]: readonly number[],
  listed: (from: string, to: string) => ReturnType<typeof publicationsOf>,
): Promise<Stretch> {
  const last = daysAfter(today, -1)
  let first = daysAfter(today, -most)
  let { data, next } = await listed(first, last)
  for (const days of fewer) {
    if (next === null) break
    first = daysAfter(today, -days)
    ;({ data, next } = await listed(first, last))
  }
  const isAll = first === daysAfter(today, -most)
  return { data, first, last, further: isAll ? undefined : daysAfter(first, -1), isCut: next !== null }
}

/** To the month of that day: from that day on, or from its beginning. */
function furtherLink({ base, today }: Visit, day: string, isPast: boolean, choices: Chosen): Html {
  const words = isPast
    ? `Plus tôt en ${monthName(day.slice(0, 7), today).toLowerCase()}`
    : withOrdinals(`À partir du ${longDay(day, today)}`)
  return html`<a href="${base}/agenda/${day.slice(0, 7)}${searchOf(choices, isPast ? {} : { depuis: day })}">${words}</a>`
}

/** Those that began on an earlier day; the days below have what begins or comes again. */
const nowShown = (visit: Visit, events: readonly EventPublication[], from: string): Html =>
  html`<section aria-labelledby="now"><h2 id="now" class="rule">${from === visit.today ? 'En ce moment' : 'Déjà commencé'}</h2><ul class="wide">${events.map(one => eventItem(visit, one, visit.today, true, { level: 'h3' }))}</ul></section>`

const monthShown = (visit: Visit, month: string, days: readonly Day[]): Html =>
  html`<section aria-labelledby="m${month}"><h2 id="m${month}" class="rule">${monthName(month, visit.today)}</h2><ol class="days wide">${dayItems(visit, days, true)}</ol></section>`

/**
 * Beside a month; of past events, which this month ends, the earlier one alone. Links end two years away: robots that follow
 * each of them come to an end.
 */
const pager = ({ base, today }: Visit, chosen: string | undefined, search: string): Html => {
  const now = today.slice(0, 7)
  const month = chosen ?? now
  const beside = (step: -1 | 1, rel: string): Value => {
    const other = monthAfter(month, step)
    const isNear = other >= monthAfter(now, -MOST_MONTHS) && other <= monthAfter(now, MOST_MONTHS)
    return (
      isNear &&
      html`<a rel="${rel}" href="${base}/agenda/${other}${search}">${capital(monthName(other, today))}</a> `
    )
  }
  return html`${beside(-1, 'prev')}${chosen !== undefined && beside(1, 'next')}`
}
const MOST_MONTHS = 24

const monthsFrom = (today: string) =>
  Array.from({ length: MONTHS_AHEAD }, (_, at) => monthAfter(today.slice(0, 7), at))

const monthAfter = (month: string, months: number): string => {
  const number = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + months
  return `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`
}
const lastOf = (month: string) => daysAfter(`${monthAfter(month, 1)}-01`, -1)
const isDayOf = (month: string, day: string) =>
  /-\d\d$/.test(day) && day.slice(0, -3) === month && day >= `${month}-01` && day <= lastOf(month)
