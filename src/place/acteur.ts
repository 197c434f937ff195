import { hoursInBrief } from '../../shared/typed/opening-hours.ts'
import { ACTEUR_TYPES, BADGES } from '../../shared/words/acteurs.ts'
import { findOpenAt, shownActeur } from '../territory/acteurs/queries.ts'
import { baseOf } from './addresses.ts'
import { nextDaysOf } from './event-days.ts'
import { leadOn } from './former-paths.ts'
import { html, link, type Value } from './html.ts'
import { ACTEUR_WORDS, closingsShown, openNow, openShown } from './opening.ts'
import { crumbs, dayItems, dialled, picture, story } from './parts.ts'
import { structuredActeur } from './structured.ts'
import { shownText, summaryOf, textOf } from './text.ts'
import { firstOpen } from './town.ts'
import { Elsewhere, type Page, publicationsOf, shownByOpen, type Visit } from './visit.ts'

const MOST = 12
const DAYS = 5

/** One acteur: who it is, how to reach it, what it published. A town hall is at `/mairie`. */
export async function acteur(visit: Visit, slug: string): Promise<Page | Elsewhere | undefined> {
  const { base, home, town, today, config } = visit
  const stored = await shownAt(visit, slug)
  if (!stored) return undefined
  // An imported acteur may have had here what is the short address of another commune's.
  if (!stored.commune_ids.includes(town.id))
    return (await leadOn(visit, `/annuaire/${slug}`)) ?? (await elsewhere(visit, stored))
  if (stored.slug === town.mairie) return new Elsewhere(`${base}/mairie`)
  if (stored.slug !== slug) return new Elsewhere(`${base}/annuaire/${stored.slug}`)
  const one = shownActeur(stored, config)
  const [newest, coming] = await Promise.all([
    publicationsOf(visit, { order: 'pinned', most: MOST, acteurId: one.id }),
    publicationsOf(visit, { order: 'date_debut_asc', most: MOST, acteurId: one.id, from: today }),
  ])
  const isShown = await shownByOpen(visit, [...newest.data, ...coming.data])
  visit.holds.show([one.id, ...[...newest.data, ...coming.data].flatMap(({ commune_ids }) => commune_ids)])
  const days = nextDaysOf(coming.data.filter(isShown), today).slice(0, DAYS)
  const ahead = new Set(days.flatMap(({ events }) => events.map(({ id }) => id)))
  const publications = newest.data.filter(item => isShown(item) && !ahead.has(item.id))
  const closings = closingsShown(visit, one)
  const open = openNow(visit, one, ACTEUR_WORDS)
  const contact = (label: string, words: Value) => html`<dt>${label}</dt><dd>${words}</dd>`
  const contacts = [
    one.telephone && contact('Téléphone', html`<a href="${dialled(one.telephone)}">${one.telephone}</a>`),
    one.email && contact('Courriel', html`<a href="mailto:${encodeURI(one.email)}">${one.email}</a>`),
    one.adresse && contact('Adresse', one.adresse),
    (one.horaires || open || closings.length > 0) &&
      contact(
        'Horaires',
        html`${open && html`${openShown(open)}<br>`}${one.horaires && html`<span class="lines">${hoursInBrief(one.horaires)}</span>`}${closings.map(one => html`<br>${one}`)}`,
      ),
    one.site_web &&
      contact(
        'Site',
        html`<a href="${link(one.site_web)}" rel="noopener ugc">${one.site_web.replace(/^https?:\/\/|\/$/g, '')}</a>`,
      ),
  ].filter(Boolean)
  return {
    title: one.nom,
    description: summaryOf(one.description ?? one.nom, 160),
    canonical: `${base}/annuaire/${one.slug}`,
    structured: structuredActeur(visit, one),
    picture: one.image ?? undefined,
    body: html`${crumbs([home, 'À la une'], [`${base}/annuaire`, 'Annuaire'])}
<div class="two acteur"><div><p class="kind">${ACTEUR_TYPES[one.type].fr}</p><h1 dir="auto">${shownText(one.nom)}${one.badge && html` <span class="tag ok">${BADGES[one.badge].fr}</span>`}</h1>
${one.image && html`<figure>${picture(one.image, 'big', true)}</figure>`}${one.description && html`<div class="text" dir="auto">${textOf(one.description)}</div>`}</div>
<aside class="side" aria-label="Joindre">${contacts.length > 0 && html`<dl class="contact">${contacts}</dl>`}<p class="more"><a href="${base}/suivre?acteur=${one.slug}">Être prévenu de ses publications</a></p><p class="claim"><b>Cette page est la vôtre ?</b> <a href="${base}/annuaire/${one.slug}/revendiquer">Demandez à la tenir vous-même</a></p><p class="meta">Une erreur ? <a href="${base}/annuaire/${one.slug}/signaler">Dites-le</a></p></aside>
<div class="works">${days.length > 0 && html`<section aria-labelledby="venir"><h2 id="venir" class="rule">Ses rendez-vous</h2><ol class="days">${dayItems(visit, days, false)}</ol></section>`}
${publications.length > 0 && html`<section aria-labelledby="publie"><h2 id="publie" class="rule">Ses publications</h2><ul class="stories">${publications.map(item => story(visit, item, 'h3', { named: 'nobody' }))}</ul></section>`}</div></div>`,
  }
}

const shownAt = async ({ db, source }: Visit, slug: string) => {
  const stored = await findOpenAt(db, slug)
  return stored && source.acteurIds && !source.acteurIds.includes(stored.id) ? undefined : stored
}

/** The acteur whose page this commune has; undefined for a town hall, which has another one. */
export async function shownHere(visit: Visit, slug: string) {
  const stored = await shownAt(visit, slug)
  const isHere = stored?.commune_ids.includes(visit.town.id) && stored.slug !== visit.town.mairie
  return isHere ? stored : undefined
}

/** In the commune that it belongs to. */
async function elsewhere(
  visit: Visit,
  one: { readonly commune_ids: readonly string[]; readonly slug: string },
) {
  const commune = await firstOpen(visit.db, one.commune_ids)
  return commune && new Elsewhere(`${baseOf(visit, commune)}/annuaire/${one.slug}`)
}
