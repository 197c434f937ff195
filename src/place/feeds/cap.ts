import { Temporal } from 'temporal-polyfill'
import type { AlertLevel } from '../../../shared/words/publications.ts'
import { type Db, sql } from '../../kernel/db/db.ts'
import { firstLetters } from '../../kernel/texts/texts.ts'
import { legalTexts } from '../../kernel/texts/xml-text.ts'
import type { Publication } from '../../publishing/publications/shapes.ts'
import { endOf, isAlert } from '../alerts.ts'
import { html } from '../html.ts'
import { xmlDocument } from '../sitemap.ts'
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

export async function cap(visit: Visit, { publications: [alert] }: FeedSource): Promise<Written | undefined> {
  if (!alert || !isAlert(alert)) return undefined
  const one = legalTexts(alert)
  const { fuseau, origin } = visit
  const at = (instant: string | Date) =>
    Temporal.Instant.fromEpochMilliseconds(new Date(instant).getTime())
      .toZonedDateTimeISO(fuseau)
      .toString({ smallestUnit: 'second', offset: 'auto', timeZoneName: 'never' })
  const sender = new URL(origin).host
  const nameOf = (version: number) => `${sender}.${one.id}.${version}`
  const published = one.publie_le ?? one.created_at
  const earlier = await earlierMessages(visit.db, one)
  const kind = one.leve_le !== null ? 'Cancel' : earlier.length === 0 ? 'Alert' : 'Update'
  const references = earlier.map(({ version, sent_at }) => `${sender},${nameOf(version)},${at(sent_at)}`)
  const [urgency, severity, certainty] = LEVELS[one.niveau ?? 'none']
  const areas = await areasOf(visit.db, one)
  const body = html`<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2">
<identifier>${nameOf(one.version)}</identifier>
<sender>${sender}</sender>
<sent>${at(sentAt(one.version, one.updated_at, published))}</sent>
<status>Actual</status>
<msgType>${kind}</msgType>
<scope>Public</scope>
${references.length > 0 && html`<references>${references.join(' ')}</references>\n`}<info>
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
<description>${plainText(one.body)}</description>
<web>${shortAddress(visit, one)}</web>
${areas.map(
  ({ nom, departement, code_insee }) =>
    html`<area><areaDesc>${nom}${departement && ` (${departement})`}</areaDesc>${code_insee && html`<geocode><valueName>INSEE</valueName><value>${code_insee}</value></geocode>`}</area>\n`,
)}</info>
</alert>
`
  return {
    type: 'application/cap+xml; charset=utf-8',
    text: xmlDocument(body),
    seconds: CAP_SECONDS,
  }
}

/** As `keep_alert_message` of the database keeps it: an alert may be published later than it was written. */
const sentAt = (version: number, updated: string, published: string): string =>
  version > 1 && Date.parse(updated) > Date.parse(published) ? updated : published

/** Versions that were visible before this one. */
const earlierMessages = (db: Db, { id, version }: Publication) =>
  db.all<{ version: number; sent_at: Date }>(sql`
    select version, sent_at from alert_messages where publication_id = ${id} and version < ${version} order by version`)

const line = (text: string) =>
  shownText(text)
    .replaceAll(/[\t\n\r]+/g, ' ')
    .trim()

const areasOf = (db: Db, { commune_ids }: Publication) =>
  db.all<{ nom: string; departement: string | null; code_insee: string | null }>(sql`
    select nom, departement, code_insee from communes where id = any(${[...commune_ids]}::uuid[])
    order by array_position(${[...commune_ids]}::uuid[], id)`)
