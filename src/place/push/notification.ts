import { shortId } from '../../../shared/short-id.ts'
import { shortened } from '../../kernel/texts/texts.ts'
import type { Publication } from '../../publishing/publications/shapes.ts'
import { endOf, levelOf, until } from '../alerts.ts'
import { capital, todayIn } from '../days.ts'
import { shownText } from '../text.ts'

/** What a notification says about an alert, and how it is delivered (RFC 8030). */

/** Read by `scripts/alertes-recues.js`. */
interface Notification {
  readonly title: string
  readonly body: string
  /** A later notification of the same alert replaces it. */
  readonly tag: string
  /** The page of the alert, on any host. */
  readonly path: string
}

export interface Delivery {
  readonly text: Buffer
  readonly headers: Readonly<Record<'ttl' | 'urgency' | 'topic', string>>
}

const A_DAY = 86_400
/** Push services keep nothing for longer. */
const LONGEST_SECONDS = 28 * A_DAY
const MOST_LETTERS = 200

const tagOf = (id: string) => id.replaceAll('-', '')

/** Undefined for an alert that is over without having been lifted. */
export function deliveryOf(
  alert: Publication,
  { commune, fuseau, now }: { readonly commune: string; readonly fuseau: string; readonly now: Date },
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
    text: Buffer.from(JSON.stringify(notification)),
    headers: {
      ttl: String(isLifted ? A_DAY : Math.min(seconds, LONGEST_SECONDS)),
      urgency: isLifted || alert.niveau === 'information' ? 'normal' : 'high',
      // A push service drops an older message of the same alert that it still has.
      topic: tag,
    },
  }
}

/** Of an alert that was told of and is withdrawn or deleted. It repeats nothing of its text. */
export function withdrawal(id: string, commune: string): Delivery {
  const tag = tagOf(id)
  const notification: Notification = {
    title: `Alerte retirée · ${commune}`,
    body: 'Cette alerte n’est plus publiée.',
    tag,
    path: `/p/${shortId(id)}`,
  }
  return {
    text: Buffer.from(JSON.stringify(notification)),
    headers: { ttl: String(A_DAY), urgency: 'normal', topic: tag },
  }
}
