import type { JsonEvent } from '../json-events.ts'
import { type Json, list, number, record, records, text } from '../json-fields.ts'
import { html } from '../normalize-item.ts'
import { audienceIn, audienceOfAges, freeIn } from '../texts/audience.ts'
import { whenOf } from './periods.ts'

/** Objects of Apidae, by its API or in its exports. Contacts are not read. */

const EVENT = 'FETE_ET_MANIFESTATION'

/** The objects of a document; undefined where it is not Apidae's. */
export function apidaeObjects(document: unknown): readonly Json[] | undefined {
  const answer = record(document)
  const objects = records(answer?.objetsTouristiques ?? document)
  if (Array.isArray(answer?.objetsTouristiques)) return objects
  const all = answer ? [answer] : objects
  return all.length > 0 && all.every(isApidae) ? all : undefined
}

const isApidae = (object: Json): boolean =>
  french(object.nom) !== undefined &&
  /^[A-Z_]{5,40}$/.test(text(object.type) ?? '') &&
  text(object.id) !== undefined

export const isApidaeEvent = (object: Json): boolean => text(object.type) === EVENT

/** Only the French text: a French town reads it. */
const french = (value: unknown): string | undefined => text(record(value)?.libelleFr)

const WEB_PAGE = 205

export function apidaeEvent(object: Json, url: string, now: Date): JsonEvent {
  const { presentation, ouverture, localisation, informations, descriptionTarif } = object
  const texts = record(presentation)
  const opening = record(ouverture)
  const prices = record(descriptionTarif)
  const place = record(localisation)
  const address = record(place?.adresse)
  const commune = record(address?.commune)
  const periods = list(opening?.periodesOuvertures).map(each => {
    const period = record(each)
    return {
      first: text(period?.dateDebut),
      last: text(period?.dateFin),
      from: text(period?.horaireOuverture),
      to: text(period?.horaireFermeture),
    }
  })
  const pages = list(record(informations)?.moyensCommunication).flatMap(each => {
    const means = record(each)
    return number(record(means?.type)?.id) === WEB_PAGE ? [text(record(means?.coordonnees)?.fr)] : []
  })
  const body = [
    french(texts?.descriptifDetaille) ?? french(texts?.descriptifCourt),
    french(opening?.periodeEnClair),
    french(prices?.tarifsEnClair) ?? french(prices?.indicationTarif),
  ]
  const lieu = [
    french(record(informations)?.nomLieu) ?? text(address?.nomDuLieu),
    text(address?.adresse1),
    [text(address?.codePostal), text(commune?.nom)].filter(Boolean).join(' '),
  ]
  const { when, further } = whenOf(periods, now)
  return {
    ids: [`apidae:${text(object.id)}`],
    title: html(french(object.nom)),
    texts: [html(body.filter(Boolean).join('\n\n'))],
    links: pages,
    images: list(object.illustrations).flatMap(each =>
      list(record(each)?.traductionFichiers).map(file => text(record(file)?.url)),
    ),
    base: url,
    published: [text(record(object.gestion)?.dateModification)],
    event: { ...when, lieu: lieu.filter(Boolean).join(', ') },
    further,
    public: audienceOf(record(object.prestations)),
    gratuit: isFree(prices),
    cancelled: false,
    code_insee: text(commune?.code),
  }
}

/** The ages say more than the kinds of visitors, `Familles`, `Scolaires`. */
function audienceOf(services: Json | undefined) {
  const ages = audienceOfAges(number(services?.ageMin), number(services?.ageMax))
  const kinds = list(services?.typesClientele)
    .map(french)
    .filter(kind => kind !== undefined)
  return ages ?? audienceIn(kinds.join(', '))
}

/** Said as such, by a word of a list, or by the prices in words. */
function isFree(prices: Json | undefined): boolean | null {
  if (typeof prices?.gratuit === 'boolean') return prices.gratuit
  return freeIn(text(prices?.indicationTarif)) ?? freeIn(french(prices?.tarifsEnClair)?.replace(/\.\s*$/, ''))
}
