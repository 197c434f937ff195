import { clockTime } from '../../shared/event-time.ts'
import { ALERT_LEVELS, type AlertLevel } from '../../shared/words/publications.ts'
import { localTime as timeOn } from '../kernel/values/local-time.ts'
import { endOfAlert } from '../publishing/publications/alerts.ts'
import type { Publication } from '../publishing/publications/shapes.ts'
import { daysAfter, localDay, localTime, longDay, nearDay, shortDay } from './days.ts'
import { type Html, html, link } from './html.ts'
import { dialled, icon } from './parts.ts'
import { withOrdinals } from './text.ts'
import type { Visit } from './visit.ts'

/** The state of an alert, its level, and where its readers get help. */

type Clock = Pick<Visit, 'today' | 'fuseau' | 'now'>

export const isAlert = ({ type }: Publication): boolean => type.slug === 'alerte'

/** When it was lifted, else when it ends or ended. A visible alert has an end. */
export const endOf = (alert: Publication, { fuseau, now }: Pick<Clock, 'fuseau' | 'now'>): Date =>
  alert.leve_le === null ? (endOfAlert(alert, fuseau) ?? now) : new Date(alert.leve_le)

/** Alerte; Danger. */
export const levelOf = ({ niveau }: Publication): string => (niveau ? ALERT_LEVELS[niveau].fr : 'Alerte')

/** Levels differ in word, shape and colour (`data-niveau`). */
const SHAPES = { information: 'info', vigilance: 'warn', danger: 'danger' } as const satisfies Readonly<
  Record<AlertLevel, unknown>
>
export const shapeOf = ({ niveau }: Publication): Html => icon(niveau ? SHAPES[niveau] : 'warn')

/** The day, and the hour on the clock of the commune. An end at midnight belongs to the day before. */
function momentOf(
  end: Date,
  { fuseau }: Pick<Clock, 'fuseau'>,
): { readonly day: string; readonly hour?: string } {
  const [day = '', time = ''] = timeOn(end, fuseau).split('T')
  return time === '00:00:00.000'
    ? { day: daysAfter(day, -1) }
    : { day, hour: clockTime('fr', time.slice(0, 5)) }
}

/** jusqu’à ce soir; jusqu’à 18 h; jusqu’au mardi 24 novembre à 18 h. */
export function until(alert: Publication, clock: Clock): string {
  const { day, hour } = momentOf(endOf(alert, clock), clock)
  const isToday = day === clock.today
  if (isToday) return `jusqu’à ${hour ?? 'ce soir'}`
  return `jusqu’au ${longDay(day, clock.today)}${hour ? ` à ${hour}` : ''}`
}

/** le 11 novembre à 12 h. */
function ended(alert: Publication, clock: Clock): string {
  const { day, hour } = momentOf(endOf(alert, clock), clock)
  return `le ${shortDay(day, clock.today)}${hour ? ` à ${hour}` : ''}`
}

/** En cours jusqu’au mardi 24 novembre; Terminée le 11 novembre à 12 h. */
export const stateInWords = (alert: Publication, clock: Clock): string =>
  alert.en_vigueur ? `En cours ${until(alert, clock)}` : `Terminée ${ended(alert, clock)}`

/** Above the text of an alert. */
export function alertState(alert: Publication, clock: Clock): Html {
  if (!alert.en_vigueur)
    return html`<p class="state ok"><strong>Terminée</strong> ${withOrdinals(ended(alert, clock))}.</p>`
  const { today, fuseau } = clock
  const changed = `${nearDay(localDay(alert.updated_at, fuseau), today)} à ${localTime(alert.updated_at, fuseau)}`
  return html`<p class="state bad">${shapeOf(alert)} <strong>${levelOf(alert)} en cours</strong> ${withOrdinals(`${until(alert, clock)}. Mise à jour ${changed}.`)}</p>`
}

/** Below the text of an alert in force. Nobody is in danger where the level is “information”. */
export const helpShown = ({ town, base }: Visit, alert: Publication): Html =>
  html`<section class="help" aria-labelledby="aide"><h2 id="aide">Besoin d’aide ?</h2>${alert.niveau !== 'information' && html`<p>Danger immédiat : appelez le <a href="tel:112">112</a> ou les pompiers au <a href="tel:18">18</a>.</p>`}<p class="acts">${town.contacts.telephone && html`<a class="btn" href="${dialled(town.contacts.telephone)}">${icon('phone')} Mairie : ${town.contacts.telephone}</a>`}${alert.source_url && html`<a class="btn" href="${link(alert.source_url)}" rel="noopener ugc">La situation sur ${hostOf(alert.source_url)}</a>`}<a class="btn" href="${base}/suivre">Être prévenu des prochaines alertes</a></p></section>`

const hostOf = (address: string): string => URL.parse(address)?.hostname.replace(/^www\./, '') ?? address

const LATER_DAYS = 30
/** Search engines need not find an alert that has been over for a month. */
export const isLongOver = (alert: Publication, clock: Clock): boolean =>
  daysAfter(localDay(endOf(alert, clock).toISOString(), clock.fuseau), LATER_DAYS) < clock.today

/** Seconds until the first of these alerts ends; in its last second pages are kept too, however many ask for them. */
export const secondsToEnd = (
  alerts: readonly Publication[],
  clock: Pick<Clock, 'fuseau' | 'now'>,
): number | undefined =>
  alerts.length === 0
    ? undefined
    : Math.max(
        1,
        Math.floor(
          Math.min(...alerts.map(alert => endOf(alert, clock).getTime() - clock.now.getTime())) / 1_000,
        ),
      )
