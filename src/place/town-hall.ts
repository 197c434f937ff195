import { clockTime } from '../../shared/event-time.ts'
import { hoursInBrief } from '../../shared/typed/opening-hours.ts'
import { COLLECTE_TYPES, FREQUENCES, isMonthly } from '../../shared/words/communes.ts'
import { ACTE } from '../publishing/actes/rules.ts'
import { LAST_DEPUTY, rankOf } from '../territory/communes/details/persons.ts'
import { collectesOf, elusOf, registerOfElus } from '../territory/communes/details/queries.ts'
import type { Elu, InfoRow, Infos } from '../territory/communes/details-shapes.ts'
import { changesSaid, type Planned, plannedOf } from './collections.ts'
import { capital, longDay, nearDay, shortDay, weekday } from './days.ts'
import { type Html, html, link, type Value } from './html.ts'
import {
  COUNTER_WORDS,
  HALL_WORDS,
  hallClosingsShown,
  type OpenNow,
  openNow,
  openShown,
  weekShown,
} from './opening.ts'
import { type Choice, dialled, filters, icon, story, wayTo } from './parts.ts'
import { structuredTownHall } from './structured.ts'
import { withOrdinals } from './text.ts'
import { type Page, publicationsOf, type Visit } from './visit.ts'

/** The town hall: hours, contacts, collections, councillors, deliberations and other counters. */

const DELIBERATION = 'deliberation'

export async function townHall(visit: Visit): Promise<Page> {
  const { town, db } = visit
  const { adresse, telephone, email, site_web, horaires, complements } = town.contacts
  const [collectes, elus, register, decided] = await Promise.all([
    collectesOf(db, town.id),
    elusOf(db, town.id),
    registerOfElus(db, town.id),
    publicationsOf(visit, { order: 'publie_le_desc', most: 3, type: [ACTE, DELIBERATION] }),
  ])
  const open = openNow(visit, town.contacts, HALL_WORDS)
  const closings = hallClosingsShown(visit, town.contacts)
  const planned = plannedOf(visit, collectes)
  const contact = (label: string, words: Value) => html`<dt>${label}</dt><dd>${words}</dd>`
  const contacts = [
    adresse && contact('Adresse', html`${adresse}<br><a href="${wayTo(adresse)}">Itinéraire</a>`),
    telephone && contact('Téléphone', html`<a href="${dialled(telephone)}">${telephone}</a>`),
    email && contact('Courriel', html`<a href="mailto:${encodeURI(email)}">${email}</a>`),
    site_web &&
      contact('Site', html`<a href="${link(site_web)}">${site_web.replace(/^https?:\/\/|\/$/g, '')}</a>`),
  ].filter(Boolean)
  const isAny = (slug: string) => decided.data.some(({ type }) => type.slug === slug)
  const sections = [
    planned.length > 0 &&
      section(
        'collectes',
        'Collectes',
        html`<p class="acts"><a class="btn" href="${visit.base}/suivre">${icon('calendar')} Dans mon agenda, la veille au soir</a></p><ul class="cards">${planned.map(one => collecteShown(visit, one))}</ul>`,
      ),
    elus.length > 0 && section('elus', 'Élus', elusShown(elus)),
    decided.data.length > 0 &&
      section(
        'deliberations',
        'Délibérations et actes',
        html`<ul class="stories list">${decided.data.map(one => story(visit, one, 'h3'))}</ul><p class="more">${isAny(ACTE) && html`<a href="${visit.base}/actes">Tous les actes officiels</a> `}${isAny(DELIBERATION) && html`<a href="${visit.base}/actualites/deliberation">Toutes les délibérations</a>`}</p>`,
      ),
    complements.length > 0 &&
      section(
        'autres',
        'Autres guichets',
        html`<ul class="cards">${complements.map(one => counterShown(visit, one))}</ul>`,
      ),
  ].filter(one => one !== false)
  const hours =
    (horaires !== null || closings.length > 0) &&
    section(
      'horaires',
      'Horaires',
      html`${open && html`<p class="open">${openShown(open)}</p>`}${horaires !== null && weekShown(visit, horaires, 'mairie')}${closings.length > 0 && html`<ul class="closings">${closings.map(one => html`<li>${one}</li>`)}</ul>`}`,
    )
  const jumps: Choice[] = (hours ? [hours, ...sections] : sections).map(({ id, title }) => ({
    href: `#${id}`,
    words: title,
  }))
  return {
    title: 'Mairie',
    structured: structuredTownHall(visit),
    description: `Horaires, contacts, collectes et élus de la mairie de ${town.nom}.`,
    body: html`<div class="top"><h1>Mairie</h1>${telephone && html`<p class="acts"><a class="btn primary" href="${dialled(telephone)}">${icon('phone')} ${telephone}</a></p>`}</div>
${jumps.length > 1 && filters('Dans cette page', jumps)}
<div class="two"><div>${
      hours
        ? hours.body
        : html`<p>Les horaires ne sont pas connus ici.${telephone && ' Téléphonez avant de venir.'}</p>`
    }</div>
${contacts.length > 0 && html`<aside class="side" aria-label="Joindre la mairie"><dl class="contact">${contacts}</dl></aside>`}</div>
${sections.map(({ body }) => body)}
<p class="last">${withOrdinals(sourcesOf(town.contacts, register))} Une erreur dans un horaire, un contact, une collecte ? <a href="${visit.base}/mairie/signaler">Dites-le</a></p>`,
  }
}

/** Names the sources of the hours, the contacts and the councillors. The directory's licence asks for its file and its date. */
function sourcesOf({ sources, mentions }: Infos, register: { du: string | null } | undefined): string {
  const own = [
    sources.horaires === 'mairie' && 'horaires',
    sources.adresse === 'mairie' && 'adresse',
    sources.telephone === 'mairie' && 'téléphone',
  ].filter(one => one !== false)
  return [
    own.length > 0 && `${capital(own.join(', '))} : la mairie.`,
    register &&
      `Élus : Répertoire national des élus${register.du ? ` (fichier du ${shortDay(register.du, '')})` : ''}, Licence Ouverte ; la mairie peut les corriger.`,
    ...mentions.map(mention => `Annuaire : ${mention}.`),
  ]
    .filter(Boolean)
    .join(' ')
}

const section = (id: string, title: string, body: Value) => ({
  id,
  title,
  body: html`<section aria-labelledby="${id}"><h2 id="${id}" class="rule">${title}</h2>${body}</section>`,
})

/** `Chaque mois, le 2e mercredi`: other days of a week are in its next dates. */
const frequenceShown = ({ frequence, jours }: Planned): string =>
  isMonthly(frequence)
    ? `${FREQUENCES[frequence].fr} ${jours.map(day => weekday(`2024-01-0${day}`)).join(', ')}`
    : FREQUENCES[frequence].fr

/** `href`: where its name leads. */
export function collecteShown({ today }: Visit, one: Planned, href?: string): Html {
  const changes = changesSaid({ today }, one)
  const [next, ...later] = one.prochaines_dates
  const from = one.heure_debut === null ? undefined : `dès ${clockTime('fr', one.heure_debut)}`
  const what = [one.zone, withOrdinals(frequenceShown(one).toLowerCase()), from]
  const name = one.libelle ?? COLLECTE_TYPES[one.type].fr
  return html`<li><h3>${href === undefined ? name : html`<a href="${href}">${name}</a>`}</h3><p><b>${next ? withOrdinals(capital(nearDay(next, today))) : FREQUENCES[one.frequence].fr}</b></p>${next && html`<p class="meta">${what.filter(Boolean).map((words, at) => html`${at > 0 && '\u00a0· '}${words}`)}</p>`}${later.length > 0 && html`<p class="meta">Puis ${withOrdinals(later.map(day => longDay(day, today)).join(', '))}</p>`}${changes.map(change => html`<p class="note"><b>${withOrdinals(capital(change))}</b></p>`)}${one.notes && html`<p class="note lines">${one.notes}</p>`}</li>`
}

/** The mayor and the deputies as cards, by rank: who is added last may be the mayor. All others by name. */
function elusShown(elus: readonly Elu[]): Html {
  const isFirst = ({ fonction }: Elu) => rankOf(fonction) <= LAST_DEPUTY
  const name = ({ prenom, nom }: Elu) => `${prenom} ${nom}`
  const others = elus.filter(elu => !isFirst(elu))
  return html`<ul class="cards people">${elus
    .filter(isFirst)
    .toSorted((one, other) => rankOf(one.fonction) - rankOf(other.fonction))
    .map(
      elu => html`<li><h3>${name(elu)}</h3><p>${withOrdinals(elu.fonction)}</p></li>`,
    )}</ul>${others.length > 0 && html`<h3 class="sub">Conseil municipal</h3><ul class="names">${others.map(elu => html`<li>${name(elu)}</li>`)}</ul>`}`
}

/** A counter: whether it is open now, its hours, and how to reach it. */
export function counterShown(place: CounterPlace, info: InfoRow): Html {
  const { libelle, horaires, adresse, email, telephone } = info
  const open = counterOpen(place, info)
  const where = [adresse, email].filter(Boolean).join('\u00a0· ')
  return html`<li><h3>${libelle ?? 'Autre contact'}</h3>${open && html`<p>${openShown(open)}</p>`}${horaires && html`<p class="lines">${hoursInBrief(horaires)}</p>`}<p class="meta">${where}${where && telephone && '\u00a0· '}${telephone && html`<a href="${dialled(telephone)}">${telephone}</a>`}</p></li>`
}

type CounterPlace = Parameters<typeof openNow>[0] & {
  readonly town: { readonly contacts: Pick<Infos, 'adresse' | 'fermetures'> }
}

/**
 * A counter without another address may lie in the town hall: where a closing of the town hall would change the answer, nothing is
 * said.
 */
function counterOpen(place: CounterPlace, { horaires, adresse }: InfoRow): OpenNow | undefined {
  const { contacts } = place.town
  const open = openNow(place, { horaires, fermetures: [] }, COUNTER_WORDS)
  if (!open || (adresse !== null && adresse !== contacts.adresse)) return open
  const inHall = openNow(place, { horaires, fermetures: contacts.fermetures }, COUNTER_WORDS)
  return inHall?.words === open.words && inHall.until === open.until ? open : undefined
}
