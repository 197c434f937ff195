import { datesUntil } from '../../../shared/collection-days.ts'
import { COLLECTE_TYPES } from '../../../shared/words/communes.ts'
import type { JobContext } from '../../kernel/jobs/jobs.ts'
import { ownUrl } from '../../kernel/settings/config.ts'
import type { WeekEntry, WeekShown } from '../../letters/mail/templates/week.ts'
import type { AppSource } from '../../people/access/app-sources.ts'
import type { Publication } from '../../publishing/publications/shapes.ts'
import { collectesOf } from '../../territory/communes/details/queries.ts'
import type { Collecte } from '../../territory/communes/details-shapes.ts'
import { baseOf, publicationPath } from '../addresses.ts'
import { levelOf, until } from '../alerts.ts'
import {
  capital,
  daysAfter,
  hourIn,
  hoursOn,
  isEvent,
  isOver,
  laterInWords,
  longDay,
  nextInFull,
  todayIn,
} from '../days.ts'
import { daysOf, type EventPublication, weeklyOnce } from '../event-days.ts'
import { Holds } from '../holds.ts'
import { isCancelled, plainTitle } from '../parts.ts'
import { shownText } from '../text.ts'
import { townAt } from '../town.ts'
import { alertsInForce, publicationsOf } from '../visit.ts'

/**
 * What the weekly mail of a commune says: alerts in force, the agenda of the rest of today and of the seven days after it,
 * what was published, collections.
 */

export interface Week {
  /** Collections alone are none. */
  readonly hasNews: boolean
  readonly shown: Omit<WeekShown, 'stop'>
}

const DAYS = 7
const MOST_READ = 60
const MOST_EVENTS = 30
const MOST_NEWS = 15

interface Wanted {
  readonly communeId: string
  readonly source: AppSource
  readonly fuseau: string
  readonly now: Date
  /** What was published before was news of an earlier mail. */
  readonly since: Date
}

/** Undefined for a commune whose pages nobody can read. */
export async function weekOf(
  { db, config }: Pick<JobContext, 'db' | 'config'>,
  { communeId, source, fuseau, now, since }: Wanted,
): Promise<Week | undefined> {
  const reads = db.publicReads(() => 'weekly mail')
  const town = await townAt(reads.db, communeId)
  if (!town?.place.ouverte || source.communeIds?.includes(town.id) === false) return undefined
  const today = todayIn(fuseau, now)
  const tomorrow = daysAfter(today, 1)
  const last = daysAfter(today, DAYS)
  const visit = { ...reads, town, source, config, today, fuseau, now, holds: new Holds(fuseau, now) }
  const [alerts, events, newest, collectes] = await Promise.all([
    alertsInForce(visit),
    publicationsOf(visit, { order: 'date_debut_asc', most: MOST_READ, from: today, to: last }),
    publicationsOf(visit, { order: 'publie_le_desc', most: MOST_READ }),
    collectesOf(reads.db, town.id),
  ])
  const publicUrl = config.publicUrl ?? ownUrl(config)
  const base = baseOf({ portal: config.placeUrl ?? publicUrl, publicUrl }, town)
  const entry = (one: Publication, when: string): WeekEntry => ({
    when,
    title: plainTitle(one),
    link: base + publicationPath(one),
  })
  const hour = hourIn(fuseau, now)
  const days = weeklyOnce(
    daysOf(events.data, today, last).map(({ day, events: all }) => ({
      day,
      events: day === today ? all.filter(one => isStillOn(one, today, hour)) : all,
    })),
  )
  const shownAbove = new Set([...alerts, ...days.flatMap(day => day.events)].map(({ id }) => id))
  const news = newest.data.filter(
    one =>
      !shownAbove.has(one.id) &&
      one.type.slug !== 'alerte' &&
      !(isEvent(one) && isOver(one, tomorrow)) &&
      Date.parse(one.publie_le ?? one.created_at) >= since.getTime(),
  )
  return {
    hasNews: alerts.length + days.length + news.length > 0,
    shown: {
      commune: town.nom,
      alerts: alerts.map(alert => entry(alert, `${levelOf(alert)} ${until(alert, visit)}`)),
      agenda: days
        .flatMap(({ day, events: ofDay }) =>
          ofDay.map(event => {
            const where = event.lieu === null ? '' : shownText(event.lieu)
            const later = isCancelled(event) ? '' : laterInWords(event, day)
            const when = [capital(longDay(day, today)), hoursOn(event, day, today), later, where]
            return entry(event, when.filter(Boolean).join(', '))
          }),
        )
        .slice(0, MOST_EVENTS),
      news: news
        .map(one => {
          const by = one.acteur?.nom ?? one.type.nom
          return entry(one, isEvent(one) ? `${nextInFull(one, today)}, ${by}` : by)
        })
        .slice(0, MOST_NEWS),
      collections: collectionsOf(collectes, { today, tomorrow, last }),
      link: base,
    },
  }
}

/** Without an hour it lasts all day; without an end, what has begun is over. */
function isStillOn({ date_fin, heure_debut, heure_fin }: EventPublication, today: string, hour: string) {
  const end = heure_fin ?? heure_debut
  return (date_fin !== null && date_fin > today) || end === null || end > hour
}

interface Days {
  readonly today: string
  readonly tomorrow: string
  readonly last: string
}

/** None where the commune has several zones: the service does not know where its readers live. */
function collectionsOf(collectes: readonly Collecte[], { today, tomorrow, last }: Days): string[] {
  if (new Set(collectes.map(({ zone }) => zone)).size > 1) return []
  return collectes.flatMap(collecte => {
    const days = datesUntil(collecte, tomorrow, last)
    const what = collecte.libelle ?? COLLECTE_TYPES[collecte.type].fr
    return days.length > 0 ? [`${what} : ${days.map(day => longDay(day, today)).join(', ')}`] : []
  })
}
