import { shortId } from '../../../shared/short-id.ts'
import { shortened } from '../../kernel/texts/texts.ts'
import type { Publication } from '../../publishing/publications/shapes.ts'
import { endOf, levelOf, until } from '../alerts.ts'
import { capital, isEvent, todayIn, whenInFull } from '../days.ts'
import { shownText } from '../text.ts'

/** What a notification says about an alert or about what an acteur published, and how it is delivered (RFC 8030). */

interface Notification {
  readonly title: string
  readonly body: string
  /** A later notification of the same alert, or of the same acteur, replaces it. */
  readonly tag: string
  /** The page that it leads to, on any host. */
  readonly path: string
}

export interface Delivery {
  readonly text: Buffer
  readonly headers: Readonly<Record<'ttl' | 'urgency' | 'topic', string>>
}

interface Place {
  /** Its name. */
  readonly commune: string
  readonly fuseau: string
  readonly now: Date
  readonly origin: string
}

const A_DAY = 86_400
/** Push services keep nothing for longer. */
const LONGEST_SECONDS = 28 * A_DAY
const MOST_LETTERS = 200

/**
 * Declarative Web Push: Safari shows it without our worker, which it may have removed; other browsers hand it to
 * `scripts/alertes-recues.js`. Workers of 0.4.0 and before, which a browser may still have, read the outer fields.
 */
const bytesOf = ({ path, ...notification }: Notification, origin: string): Buffer =>
  Buffer.from(
    JSON.stringify({
      web_push: 8030,
      notification: { ...notification, lang: 'fr', navigate: origin + path },
      ...notification,
      path,
    }),
  )

const tagOf = (id: string) => id.replaceAll('-', '')

/** Undefined for an alert that is over without having been lifted. */
export function deliveryOf(
  alert: Publication,
  { commune, fuseau, now, origin }: Place,
): Delivery | undefined {
  const isLifted = alert.leve_le !== null
  if (!isLifted && !alert.en_vigueur) return undefined
  const title = shortened(shownText(alert.title), MOST_LETTERS)
  const tag = tagOf(alert.id)
  const end = until(alert, { fuseau, now, today: todayIn(fuseau, now) })
  const notification: Notification = {
    title: `${isLifted ? 'Alerte levée' : levelOf(alert)} · ${commune}`,
    body: isLifted ? title : `${title}\n${capital(end)}`,
    tag,
    path: `/p/${shortId(alert.id)}`,
  }
  const seconds = Math.ceil((endOf(alert, { fuseau, now }).getTime() - now.getTime()) / 1_000)
  return {
    text: bytesOf(notification, origin),
    headers: {
      ttl: String(isLifted ? A_DAY : Math.min(seconds, LONGEST_SECONDS)),
      urgency: isLifted || alert.niveau === 'information' ? 'normal' : 'high',
      // A push service drops an older message of the same alert that it still has.
      topic: tag,
    },
  }
}

/** Notifies that an announced alert was withdrawn or deleted. It repeats nothing of its text. */
export function withdrawal(id: string, { commune, origin }: Pick<Place, 'commune' | 'origin'>): Delivery {
  const tag = tagOf(id)
  const notification: Notification = {
    title: `Alerte retirée · ${commune}`,
    body: 'Cette alerte n’est plus publiée.',
    tag,
    path: `/p/${shortId(id)}`,
  }
  return {
    text: bytesOf(notification, origin),
    headers: { ttl: String(A_DAY), urgency: 'normal', topic: tag },
  }
}

const MOST_TITLES = 3
const MOST_TITLE_LETTERS = 100

/** Notifies of publications of an acteur. `path`: its page; `count`: the number of all, shown or not. */
export function noticeOf(
  shown: readonly Publication[],
  {
    acteur,
    acteurId,
    path,
    count,
    ...place
  }: Omit<Place, 'commune'> & {
    readonly acteur: string
    readonly acteurId: string
    readonly path: string
    readonly count: number
  },
): Delivery | undefined {
  const [first] = shown
  if (!first) return undefined
  const title = shortened(shownText(acteur), MOST_LETTERS)
  const tag = tagOf(acteurId)
  const notification: Notification =
    count === 1
      ? { title, body: lineOf(first, place), tag, path: `/p/${shortId(first.id)}` }
      : { title: `${title} · ${count} nouvelles publications`, body: titlesOf(shown, count), tag, path }
  return {
    text: bytesOf(notification, place.origin),
    headers: { ttl: String(A_DAY), urgency: 'normal', topic: tag },
  }
}

function lineOf(one: Publication, { fuseau, now }: Pick<Place, 'fuseau' | 'now'>): string {
  const title = shortened(shownText(one.title), MOST_LETTERS)
  return isEvent(one) ? `${title}\n${whenInFull(one, todayIn(fuseau, now))}` : title
}

function titlesOf(shown: readonly Publication[], count: number): string {
  const titles = shown
    .slice(0, MOST_TITLES)
    .map(({ title }) => shortened(shownText(title), MOST_TITLE_LETTERS))
  const others = count - titles.length
  return [...titles, ...(others > 0 ? [others === 1 ? 'et une autre' : `et ${others} autres`] : [])].join(
    '\n',
  )
}
