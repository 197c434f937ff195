import { MODERATION_REASONS, type ReasonCode } from '../../../shared/words/moderation.ts'
import type { Publication } from '../../publications/shapes.ts'
import { publicationPath } from '../addresses.ts'
import { html, type Value } from '../html.ts'
import { crumbs } from '../parts.ts'
import { shownText } from '../text.ts'
import type { Page, Visit } from '../visit.ts'

/** The form that reports a publication: one question, two optional fields. */

export type Form = Readonly<Record<string, string>>
/** By field: what to do, in a sentence. */
export type Mistakes = Readonly<Partial<Record<'reason' | 'message' | 'email', string>>>

const REASONS: Readonly<Record<ReasonCode, string>> = {
  false_information: 'L’information est fausse',
  duplicate: 'C’est déjà publié ailleurs',
  off_topic: 'Ce n’est pas sa place ici',
  spam: 'C’est de la publicité',
  inappropriate: 'C’est choquant ou insultant',
  illegal: 'C’est contraire à la loi',
  other: 'Autre chose',
}
export const isReason = (text: string | undefined): text is ReasonCode =>
  text !== undefined && Object.hasOwn(MODERATION_REASONS, text)

export function reportForm(
  visit: Visit,
  one: Publication,
  honeypot: Value,
  form: Form = {},
  mistakes: Mistakes = {},
): Page {
  const title = shownText(one.title)
  const path = visit.base + publicationPath(one)
  const wrong = Object.entries(mistakes)
  const mistake = (field: keyof Mistakes) =>
    mistakes[field] && html`<span class="err" id="e-${field}">${mistakes[field]}</span>`
  const invalid = (field: keyof Mistakes, hint: string) =>
    mistakes[field]
      ? html` aria-invalid="true" aria-describedby="e-${field} ${hint}"`
      : html` aria-describedby="${hint}"`
  return {
    title: `${wrong.length > 0 ? 'Erreur : ' : ''}Signaler « ${title} »`,
    canonical: path,
    robots: 'noindex',
    personal: true,
    body: html`<div class="form">${crumbs([visit.base, 'À la une'], [path, title])}
${
  wrong.length > 0 &&
  html`<div class="problem" role="alert" aria-labelledby="pb"><h2 id="pb">${wrong.length > 1 ? 'Il manque des réponses' : 'Il manque une réponse'}</h2><ul>${wrong.map(([field, words]) => html`<li><a href="#${field}">${words}</a></li>`)}</ul></div>`
}
<h1>Signaler une publication</h1><p class="quoted" dir="auto">« ${title} »${one.acteur && html`, ${one.acteur.nom}`}</p>
<form method="post" action="${path}/signaler" novalidate>
<fieldset${mistakes.reason && html` class="wrong" aria-describedby="e-reason"`}><legend>Qu’est-ce qui ne va pas ?</legend>${mistake('reason')}${Object.entries(
      REASONS,
    ).map(
      ([code, words], at) =>
        html`<label class="radio"><input type="radio" name="reason"${at === 0 && html` id="reason"`} value="${code}"${form.reason === code && html` checked`}> ${words}</label>`,
    )}</fieldset>
<p class="field${mistakes.message && ' wrong'}"><label for="message">Voulez-vous en dire plus ? <span>facultatif</span></label>${mistake('message')}<textarea id="message" name="message" rows="4"${invalid('message', 'h-message')}>${form.message ?? ''}</textarea><small id="h-message">1 000 signes au plus. N’écrivez rien de personnel.</small></p>
<p class="field${mistakes.email && ' wrong'}"><label for="email">Votre courriel, pour savoir ce qui a été décidé <span>facultatif</span></label>${mistake('email')}<input id="email" name="email" type="email" autocomplete="email" value="${form.email ?? ''}"${invalid('email', 'h-email')}><small id="h-email">Il n’est montré à personne d’autre que la modération, et effacé au bout d’un an.</small></p>
${honeypot}<p class="acts"><button class="btn primary">Envoyer le signalement</button></p></form></div>`,
  }
}

export const reported = async ({ base }: Visit): Promise<Page> => ({
  title: 'Merci, votre signalement est arrivé',
  robots: 'noindex',
  body: html`<div class="form"><div class="done"><h1>Merci, votre signalement est arrivé</h1><p>Quelqu’un le lit et décide. La publication reste en ligne d’ici là. Si vous avez laissé un courriel, vous saurez ce qui a été décidé.</p></div><p>Quelqu’un est en danger ? N’attendez pas : <a href="tel:112">112</a>.</p><p class="more"><a href="${base}">Revenir à la commune</a></p></div>`,
})
