import { Temporal } from 'temporal-polyfill'
import type { AlertLevel } from '../../../shared/words/publications.ts'
import { type Db, sql } from '../../kernel/db/db.ts'
import { firstLetters } from '../../kernel/texts.ts'
import type { Publication } from '../../publications/shapes.ts'
import { endOf, isAlert } from '../alerts.ts'
import { html } from '../html.ts'
import { plainText, shownText } from '../text.ts'
import type { Visit } from '../visit.ts'
import { type FeedSource, shortAddress, type Written } from './feed.ts'

/** An alert as CAP 1.2 (Common Alerting Protocol), which aggregators of alerts read. */

const CAP_SECONDS = 60
const LONGEST_HEADLINE = 160

/** What a level means there. The service does not know more than the town hall said. */
const LEVELS: Readonly<
  Record<AlertLevel | 'none', readonly [urgency: string, severity: string, certainty: string]>
> = {
  danger: ['Immediate', 'Severe', 'Likely'],
  vigilance: ['Expected', 'Moderate', 'Likely'],
  information: ['Unknown', 'Minor', 'Likely'],
  none: ['Unknown', 'Unknown', 'Unknown'],
}

/** An alert that waited for a decision changed when it was published: that is its first message too. */
const FIRST_MS = 1_000

export async function cap(visit: Visit, { publications: [one] }: FeedSource): Promise<Written | undefined> {
  if (!one || !isAlert(one)) return undefined
  const { fuseau, origin } = visit
  const at = (instant: string | Date) =>
    Temporal.Instant.fromEpochMilliseconds(new Date(instant).getTime())
      .toZonedDateTimeISO(fuseau)
      .toString({ smallestUnit: 'second', offset: 'auto', timeZoneName: 'never' })
  const sender = new URL(origin).host
  const nameOf = (version: number) => `${sender}.${one.id}.${version}`
  const published = one.publie_le ?? one.created_at
  const isFirst = one.version === 1 || Date.parse(one.updated_at) - Date.parse(published) < FIRST_MS
  const kind = one.leve_le !== null ? 'Cancel' : isFirst ? 'Alert' : 'Update'
  const [urgency, severity, certainty] = LEVELS[one.niveau ?? 'none']
  const areas = await areasOf(visit.db, one)
  const body = html`<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2">
<identifier>${nameOf(isFirst ? 1 : one.version)}</identifier>
<sender>${sender}</sender>
<sent>${at(isFirst ? published : one.updated_at)}</sent>
<status>Actual</status>
<msgType>${kind}</msgType>
<scope>Public</scope>
${!isFirst && html`<references>${sender},${nameOf(1)},${at(published)}</references>\n`}<info>
<language>fr-FR</language>
<category>Other</category>
<event>Alerte communale</event>
<urgency>${one.en_vigueur ? urgency : 'Past'}</urgency>
<severity>${severity}</severity>
<certainty>${certainty}</certainty>
<effective>${at(published)}</effective>
<expires>${at(endOf(one, visit))}</expires>
<senderName>${line(one.acteur?.nom ?? visit.town.nom)}</senderName>
<headline>${firstLetters(line(one.title), LONGEST_HEADLINE)}</headline>
<description>${xmlText(plainText(one.body))}</description>
<web>${shortAddress(visit, one)}</web>
${areas.map(
  ({ nom, departement, code_insee }) =>
    html`<area><areaDesc>${nom}${departement && ` (${departement})`}</areaDesc>${code_insee && html`<geocode><valueName>INSEE</valueName><value>${code_insee}</value></geocode>`}</area>\n`,
)}</info>
</alert>
`
  return {
    type: 'application/cap+xml; charset=utf-8',
    text: `<?xml version="1.0" encoding="utf-8"?>\n${body}`,
    seconds: CAP_SECONDS,
  }
}

/** XML has no control characters. */
const xmlText = (text: string) => text.replaceAll(/[^\P{Cc}\n]|[\ufffe\uffff]/gu, ' ').trim()
const line = (text: string) => xmlText(shownText(text)).replaceAll('\n', ' ')

const areasOf = (db: Db, { commune_ids }: Publication) =>
  db.all<{ nom: string; departement: string | null; code_insee: string | null }>(sql`
    select nom, departement, code_insee from communes where id = any(${[...commune_ids]}::uuid[])
    order by array_position(${[...commune_ids]}::uuid[], id)`)
