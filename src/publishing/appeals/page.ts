import { APPEAL_STATUSES } from '../../../shared/words/appeals.ts'
import { MODERATION_REASONS } from '../../../shared/words/moderation.ts'
import type { Language } from '../../kernel/refusals/errors.ts'
import { escaped } from '../../letters/mail/templates/layout.ts'
import { moment } from '../../letters/mail/templates/words.ts'
import type { Contestable } from './create.ts'
import type { Decision } from './queries.ts'

/** The part of the page of a link that shows the decisions, and the form. Without scripts. */

const WORDS = {
  fr: {
    was: {
      rejected: 'Refusée le',
      hidden: 'Cachée le',
      kept: 'Signalement examiné, publication laissée en ligne le',
      removed: 'Signalement examiné, publication retirée le',
    },
    ground: 'Motif :',
    which: 'Quelle décision contestez-vous ?',
    message: 'Pourquoi contestez-vous cette décision ?',
    hint: '2 000 caractères au plus. Une décision se conteste une seule fois.',
    button: 'Contester la décision',
    contested: 'Contestation :',
  },
  en: {
    was: {
      rejected: 'Rejected on',
      hidden: 'Hidden on',
      kept: 'Report examined, publication kept on',
      removed: 'Report examined, publication removed on',
    },
    ground: 'Ground:',
    which: 'Which decision do you contest?',
    message: 'Why do you contest this decision?',
    hint: 'At most 2,000 characters. A decision can be contested once.',
    button: 'Contest the decision',
    contested: 'Appeal:',
  },
} as const

export function contestForm({ decisions }: Contestable, language: Language): string {
  const t = WORDS[language]
  const open = decisions.filter(({ status }) => status === null)
  const others = decisions.filter(({ status }) => status !== null)
  const choices =
    open.length > 1
      ? `<fieldset><legend>${t.which}</legend>${open
          .map(
            (one, at) =>
              `<label><input type="radio" name="id" value="${one.id}" required${at === 0 ? ' checked' : ''}><span>${about(one, language)}</span></label>`,
          )
          .join('\n')}</fieldset>`
      : open
          .map(
            one =>
              `<input type="hidden" name="id" value="${one.id}"><div class="record">${about(one, language)}</div>`,
          )
          .join('')
  const form =
    open.length === 0
      ? ''
      : `<form method="post">${choices}
<label for="message">${t.message}</label>
<textarea id="message" name="message" rows="8" maxlength="2000" required aria-describedby="most"></textarea>
<p class="soft" id="most">${t.hint}</p>
<button>${t.button}</button></form>`
  return [...others.map(one => `<div class="record">${about(one, language)}</div>`), form].join('\n')
}

function about(
  { nom, decision, decided_at, reason, reason_code, status, answer }: Decision,
  language: Language,
) {
  const t = WORDS[language]
  const ground =
    reason_code && !(reason_code === 'other' && reason) && MODERATION_REASONS[reason_code].author[language]
  const lines = [
    `<b dir="auto">${escaped(nom)}</b>`,
    `<small>${t.was[decision]} ${moment(language, new Date(decided_at))}</small>`,
    ...(ground ? [`<small>${t.ground} ${escaped(ground)}</small>`] : []),
    ...(reason ? [`<q dir="auto">${escaped(reason)}</q>`] : []),
    ...(status ? [`<small><b>${t.contested} ${APPEAL_STATUSES[status][language]}</b></small>`] : []),
    ...(status && answer ? [`<q dir="auto">${escaped(answer)}</q>`] : []),
  ]
  return lines.join('\n')
}
