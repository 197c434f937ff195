import type { Temporal } from 'temporal-polyfill'
import type { ActeurType } from '../../shared/words/acteurs.ts'
import { AUDIENCES, type Audience } from '../../shared/words/publications.ts'
import { ACTE } from '../publishing/actes/rules.ts'
import type { Publication } from '../publishing/publications/shapes.ts'
import type { Acteur } from '../territory/acteurs/shapes.ts'
import { publicationPath } from './addresses.ts'
import { endOf, isAlert } from './alerts.ts'
import type { CanonicalPlace } from './canonical.ts'
import { type Event, isEvent } from './days.ts'
import { eventHours } from './event-hours.ts'
import { type Hours, structuredHours } from './opening.ts'
import { shownText, summaryOf } from './text.ts'
import type { Structured, Visit } from './visit.ts'

/** What search engines read: JSON-LD in the vocabulary of schema.org. */

const CONTEXT = 'https://schema.org'

export function structuredPublication(place: CanonicalPlace, one: Publication): Structured {
  const { nom, address, fuseau, now } = place
  const acteur = one.acteur && {
    '@type': KINDS[one.acteur.type],
    name: one.acteur.nom,
    url: `${address}/annuaire/${one.acteur.slug}`,
  }
  const common = {
    '@context': CONTEXT,
    '@id': `urn:uuid:${one.id}`,
    url: address + publicationPath(one),
    inLanguage: 'fr',
    ...(one.images.length > 0 && { image: one.images.map(({ url }) => url) }),
  }
  if (isEvent(one) && one.type.slug !== 'alerte')
    return {
      ...common,
      '@type': 'Event',
      name: shownText(one.title),
      description: summaryOf(one.body, 500),
      ...timesOf(one, fuseau),
      eventStatus: `${CONTEXT}/${one.annule_le === null ? 'EventScheduled' : 'EventCancelled'}`,
      eventAttendanceMode: `${CONTEXT}/OfflineEventAttendanceMode`,
      location: {
        '@type': 'Place',
        name: one.lieu ? shownText(one.lieu) : nom,
        address: { '@type': 'PostalAddress', addressLocality: nom, addressCountry: 'FR' },
      },
      ...(one.gratuit !== null && { isAccessibleForFree: one.gratuit }),
      ...(one.public !== null && audienceOf(one.public)),
      ...(acteur && { organizer: acteur }),
    }
  return {
    ...common,
    '@type': 'NewsArticle',
    headline: shownText(one.title),
    description: summaryOf(one.body, 500),
    datePublished: publishedHere(one),
    dateModified: one.updated_at,
    ...(isAlert(one) && { expires: endOf(one, { fuseau, now }).toISOString() }),
    ...(acteur && { author: acteur, publisher: acteur }),
  }
}

/** An act that was brought has the day of its register as `publie_le`: it appeared here later. */
const publishedHere = ({ type, publie_le, created_at }: Publication): string =>
  publie_le === null || (type.slug === ACTE && publie_le < created_at) ? created_at : publie_le

const AGES: Readonly<Partial<Record<Audience, string>>> = {
  enfants: '0-12',
  jeunes: '11-25',
  adultes: '18-',
  seniors: '60-',
}
const audienceOf = (audience: Audience) => ({
  audience: { '@type': 'PeopleAudience', audienceType: AUDIENCES[audience].fr },
  ...(AGES[audience] !== undefined && { typicalAgeRange: AGES[audience] }),
})

/** Days where no hour is known, else instants with the offset of the commune. */
function timesOf(event: Event, fuseau: string) {
  const { begin, end } = eventHours(event, fuseau) ?? {}
  const last = end ? inFull(end) : event.date_fin
  return {
    startDate: begin ? inFull(begin) : event.date_debut,
    ...(last !== null && { endDate: last }),
  }
}

const inFull = (time: Temporal.ZonedDateTime) =>
  time.toString({ timeZoneName: 'never', smallestUnit: 'second' })

const KINDS: Readonly<Record<ActeurType, string>> = {
  association: 'Organization',
  commerce: 'Store',
  artisan: 'LocalBusiness',
  mairie: 'GovernmentOffice',
  service_public: 'GovernmentOffice',
  ecole: 'School',
  sante: 'MedicalOrganization',
  autre: 'Organization',
}

export const structuredActeur = (
  { origin, base, town, today }: Visit,
  one: Pick<
    Acteur,
    'nom' | 'slug' | 'type' | 'description' | 'adresse' | 'telephone' | 'email' | 'site_web'
  > &
    Hours,
): Structured => ({
  '@context': CONTEXT,
  '@type': KINDS[one.type],
  name: one.nom,
  url: `${origin}${base}/annuaire/${one.slug}`,
  ...(one.description && { description: summaryOf(one.description, 500) }),
  ...(one.adresse && { address: one.adresse }),
  ...(one.telephone && { telephone: one.telephone }),
  ...(one.email && { email: one.email }),
  ...(one.site_web && { sameAs: one.site_web }),
  ...structuredHours(today, one),
  areaServed: town.nom,
})

export const structuredTownHall = ({ origin, base, town, today }: Visit): Structured => ({
  '@context': CONTEXT,
  '@type': 'GovernmentOffice',
  name: `Mairie de ${town.nom}`,
  url: `${origin}${base}/mairie`,
  ...(town.contacts.adresse && { address: town.contacts.adresse }),
  ...(town.contacts.telephone && { telephone: town.contacts.telephone }),
  ...(town.contacts.email && { email: town.contacts.email }),
  ...structuredHours(today, town.contacts),
})

export const structuredTown = ({ origin, base, town }: Visit): Structured => ({
  '@context': CONTEXT,
  '@type': 'WebSite',
  name: town.nom,
  url: origin + base,
  inLanguage: 'fr',
  potentialAction: {
    '@type': 'SearchAction',
    target: `${origin}${base}/recherche?q={search_term_string}`,
    'query-input': 'required name=search_term_string',
  },
})
