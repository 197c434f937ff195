import { namesOf } from '../../shared/fields/field.ts'
import { MODERATION_REASONS } from '../../shared/words/moderation.ts'
import { inSentence } from '../../shared/words/word.ts'
import { teamSettings } from '../people/teamwork/settings.ts'
import { latestMonths } from '../publishing/transparency/months.ts'
import type { TransparencyMonth } from '../publishing/transparency/shapes.ts'
import { type Html, html } from './html.ts'
import { number } from './text.ts'
import type { Page, Visit } from './visit.ts'

/** The transparency report for everybody, if the team publishes it: the months of the last year, of all communes together. */
export async function transparency({ db }: Visit): Promise<Page | undefined> {
  if (!(await teamSettings(db)).transparency_public) return undefined
  const months = await latestMonths(db, 12)
  return {
    title: 'Rapport de transparence',
    description: 'Les chiffres de la modération, mois par mois.',
    body: html`<div class="top"><h1>Rapport de transparence</h1></div>
<p class="chapo">Les chiffres de la modération, mois par mois, toutes communes ensemble. Aucune décision n’est prise sans intervention humaine.</p>
${months.length > 0 ? html`<ul class="cards">${months.map(inWords)}</ul>` : html`<p class="empty">Aucun mois n’est encore achevé.</p>`}`,
  }
}

const MONTH = new Intl.DateTimeFormat('fr', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const within = (hours: number | null) => (hours === null ? '' : `, délai médian ${number(hours)}\u00a0h`)

function inWords(of: TransparencyMonth): Html {
  const reasons = namesOf(MODERATION_REASONS).flatMap(code => {
    const n = of[`refused_${code}`]
    return n > 0 ? [`${inSentence(MODERATION_REASONS[code].fr)} ${number(n)}`] : []
  })
  const lines = [
    `Publications proposées\u00a0: ${number(of.submitted)}.`,
    `Décisions\u00a0: ${number(of.decisions)}${within(of.decisions_median_hours)}\u00a0; acceptées ${number(of.accepted)}, renvoyées à leur auteur ${number(of.changes_requested)}, refusées ou retirées ${number(of.refused)}${reasons.length > 0 ? ` (${reasons.join(', ')})` : ''}.`,
    `Signalements\u00a0: reçus ${number(of.reports_received)}, traités ${number(of.reports_closed)}${within(of.reports_median_hours)}\u00a0; publication retirée ${number(of.reports_removed)}, dont contraire à la loi ${number(of.reports_removed_illegal)}.`,
    `Contestations\u00a0: reçues ${number(of.appeals_received)}, décision maintenue ${number(of.appeals_upheld)}, revue ${number(of.appeals_overturned)}${within(of.appeals_median_hours)}.`,
  ]
  return html`<li><h2>${MONTH.format(new Date(`${of.month}-01T00:00:00Z`))}</h2>${lines.map(line => html`<p>${line}</p>`)}</li>`
}
