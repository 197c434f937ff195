import { namesOf } from '../../../shared/fields/field.ts'
import { MODERATION_REASONS } from '../../../shared/words/moderation.ts'
import { isWithin } from '../../people/access/app-sources.ts'
import { findVisible } from '../../publishing/publications/queries.ts'
import { record } from '../../publishing/publications/record.ts'
import { idIn, publicationPath } from '../addresses.ts'
import { html } from '../html.ts'
import { shownText } from '../text.ts'
import type { Visit } from '../visit.ts'
import { type Form, sent } from './form.ts'

/** The form that reports a publication: one question, two optional fields. */

const REASONS = Object.fromEntries(
  namesOf(MODERATION_REASONS).map(code => [code, MODERATION_REASONS[code].reporter]),
)

export async function reportForm(visit: Visit, named: string): Promise<Form | undefined> {
  const id = idIn(named)
  const row = id === undefined ? undefined : await findVisible(visit.db, id)
  // Like its page, which is in the communes that it is for.
  if (!row || !isWithin(visit.source, row) || !row.commune_ids.includes(visit.town.id)) return undefined
  const one = record(row, visit.config)
  const title = shownText(one.title)
  const path = visit.base + publicationPath(one)
  return {
    path: `${path}/signaler`,
    about: { path, words: title },
    heading: 'Signaler une publication',
    title: `Signaler « ${title} »`,
    intro: html`<p class="quoted" dir="auto">« ${title} »${one.acteur && html`, ${one.acteur.nom}`}</p>`,
    fields: [
      {
        name: 'reason',
        label: 'Qu’est-ce qui ne va pas ?',
        kind: 'choice',
        choices: REASONS,
        missing: 'Choisissez ce qui ne va pas',
      },
      {
        name: 'message',
        label: 'Voulez-vous en dire plus ?',
        kind: 'lines',
        most: 1_000,
        hint: '1 000 signes au plus. N’écrivez rien de personnel.',
      },
      {
        name: 'email',
        label: 'Votre courriel, pour savoir ce qui a été décidé',
        kind: 'email',
        autocomplete: 'email',
        hint: 'Il n’est montré à personne d’autre que la modération, et effacé au bout d’un an.',
      },
    ],
    button: 'Envoyer le signalement',
    route: `/publications/${one.id}/report`,
    payload: ({ reason, message, email }) => ({ reason, message: message || null, email: email || null }),
    thanks: '/signale',
  }
}

export const reported = sent(
  'Merci, votre signalement est arrivé',
  'Quelqu’un le lit et décide. La publication reste en ligne d’ici là. Si vous avez laissé un courriel, vous saurez ce qui a été décidé.',
  html`<p>Quelqu’un est en danger ? N’attendez pas${'\u00a0'}: <a href="tel:112">112</a>.</p>`,
)
