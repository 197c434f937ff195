import { isEmail } from '../../kernel/texts/email-address.ts'
import { type Html, html, type Value } from '../html.ts'
import { crumbs } from '../parts.ts'
import type { Page, Visit } from '../visit.ts'

/** A form without script: what it asks, what is wrong with the answers, and its page. */

/** By the names of its fields. */
export type Answers = Readonly<Record<string, string>>
/** By field: what to do, in a sentence. */
export type Mistakes = Readonly<Record<string, string>>

interface Field {
  readonly name: string
  readonly label: string
  readonly kind: 'choice' | 'lines' | 'text' | 'email' | 'tel'
  /** The labels of a choice, by value. */
  readonly choices?: Readonly<Record<string, string>>
  /** What to do where the answer is missing; absent if it may be. */
  readonly missing?: string
  /** In letters. */
  readonly most?: number
  readonly hint?: string
  readonly autocomplete?: string
}

export interface Form {
  /** Its address, and that of what it is about. */
  readonly path: string
  readonly about: { readonly path: string; readonly words: string }
  readonly heading: string
  /** The title of the page, where it is not the heading. */
  readonly title?: string
  readonly intro: Value
  readonly fields: readonly Field[]
  readonly button: string
  readonly note?: Value
  /** The API's own route, and what it gets. */
  readonly route: string
  payload(answers: Answers): object
  /** The page that says thanks, below the base of the commune. */
  readonly thanks: string
}

export const EMAIL_MISTAKE = 'Complétez l’adresse, comme dans nom@exemple.fr'

/** What can be seen without the API; it checks everything once more. */
export function mistakesIn({ fields }: Form, answers: Answers): Mistakes {
  return Object.fromEntries(
    fields.flatMap(field => {
      const answer = answers[field.name] ?? ''
      const isUnknown = field.choices && !Object.hasOwn(field.choices, answer)
      if ((answer === '' || isUnknown) && field.missing) return [[field.name, field.missing]]
      return mistakeIn(field, answer)
    }),
  )
}

function mistakeIn({ name, kind, most }: Field, answer: string): [string, string][] {
  if (kind === 'email' && answer !== '' && !isEmail(answer)) return [[name, EMAIL_MISTAKE]]
  return most !== undefined && [...answer].length > most ? [[name, tooLong(most)]] : []
}

const tooLong = (most: number) => `Écrivez ${signs(most)} au plus`
const signs = (most: number) => `${most.toLocaleString('fr').replaceAll('\u202f', '\u00a0')} signes`

interface Shown {
  /** The fields that people do not see. */
  readonly honeypot: Value
  readonly answers?: Answers
  readonly mistakes?: Mistakes
  /** Why it cannot be sent at all. */
  readonly refused?: Value
}

export function formPage(
  { home }: Visit,
  form: Form,
  { honeypot, answers = {}, mistakes = {}, refused }: Shown,
): Page {
  const wrong = form.fields.filter(({ name }) => mistakes[name])
  const isRefused = wrong.length > 0 || refused !== undefined
  return {
    title: `${isRefused ? 'Erreur : ' : ''}${form.title ?? form.heading}`,
    canonical: form.about.path,
    robots: 'noindex',
    personal: true,
    body: html`<div class="form">${crumbs([home, 'À la une'], [form.about.path, form.about.words])}
${
  wrong.length > 0 &&
  html`<div class="problem" role="alert" aria-labelledby="pb"><h2 id="pb">${headingOf(wrong.map(({ name }) => answers[name] ?? ''))}</h2><ul>${wrong.map(({ name }) => html`<li><a href="#${name}">${mistakes[name]}</a></li>`)}</ul></div>`
}${refused && html`<div class="problem" role="alert">${refused}</div>`}
<h1>${form.heading}</h1>${form.intro}${needed(form)}
<form method="post" action="${form.path}" novalidate>
${form.fields.map(field => fieldShown(field, answers[field.name] ?? '', mistakes[field.name]))}
${honeypot}<p class="acts"><button class="btn primary">${form.button}</button></p>${form.note && html`<p class="last">${form.note}</p>`}</form></div>`,
  }
}

/** Before the fields, because those that must be filled have no mark of their own. */
function needed({ fields }: Form): Value {
  const must = fields.filter(({ missing }) => missing !== undefined).length
  if (must === 0) return undefined
  const words = must === fields.length ? '' : ', sauf là où «\u00a0facultatif\u00a0» est écrit'
  const which = fields.length === 1 ? 'La réponse est nécessaire' : 'Toutes les réponses sont nécessaires'
  return html`<p class="meta">${which}${words}.</p>`
}

function headingOf(answers: readonly string[]): string {
  const missing = answers.filter(answer => answer === '').length
  if (missing > 0) return missing > 1 ? 'Il manque des réponses' : 'Il manque une réponse'
  return answers.length > 1 ? 'Des réponses sont à corriger' : 'Une réponse est à corriger'
}

function fieldShown(field: Field, answer: string, mistake: string | undefined): Html {
  const { name, label, kind, choices, hint, missing, autocomplete } = field
  const told = mistake && html`<span class="err" id="e-${name}">${mistake}</span>`
  if (choices)
    return html`<fieldset${mistake && html` class="wrong" aria-describedby="e-${name}"`}><legend>${label}</legend>${told}${Object.entries(
      choices,
    ).map(
      ([value, words], at) =>
        html`<label class="radio"><input type="radio" name="${name}"${at === 0 && html` id="${name}"`} value="${value}"${answer === value && html` checked`}> ${words}</label>`,
    )}</fieldset>`
  const described = [mistake && `e-${name}`, hint && `h-${name}`].filter(Boolean).join(' ')
  const marks = html`${mistake && html` aria-invalid="true"`}${described && html` aria-describedby="${described}"`}${missing && html` required`}`
  const hinted = hint && html`<small id="h-${name}">${hint}</small>`
  const control =
    kind === 'lines'
      ? html`<textarea id="${name}" name="${name}" rows="4"${marks}>${answer}</textarea>`
      : html`<input id="${name}" name="${name}" type="${kind}"${autocomplete && html` autocomplete="${autocomplete}"`} value="${answer}"${marks}>`
  return html`<p class="field${mistake && ' wrong'}"><label for="${name}">${label}${!missing && html` <span>facultatif</span>`}</label>${told}${control}${hinted}</p>`
}

/** Below the base of the commune, so that no address leads elsewhere. */
const PAGE = /^(?:\/[\w-]+){1,2}$/

/** The page after it was sent, which a reload sends no second time. `page`: what the form was about. */
export const sent =
  (title: string, words: string, more?: Value) =>
  async ({ base, home }: Visit, query: URLSearchParams): Promise<Page> => {
    const page = query.get('page') ?? ''
    return {
      title,
      robots: 'noindex',
      body: html`<div class="form"><div class="done"><h1>${title}</h1><p>${words}</p></div>${more}<p class="more">${PAGE.test(page) && html`<a href="${base}${page}">Revenir à la page</a> `}<a href="${home}">Revenir à la commune</a></p></div>`,
    }
  }
