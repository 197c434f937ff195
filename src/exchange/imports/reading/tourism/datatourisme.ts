import type { JsonEvent } from '../json-events.ts'
import { type Json, list, number, record, records, text } from '../json-fields.ts'
import { html } from '../normalize-item.ts'
import { whenOf } from './periods.ts'

/**
 * Objects of DATAtourisme: the files of its flux (JSON-LD: `rdfs:label`) and the answers of its API (`label`). Contacts are
 * not read, but for the page of the event.
 */

/** The objects of a document; undefined where it is not DATAtourisme's. */
export function datatourismeObjects(document: unknown): readonly Json[] | undefined {
  const answer = record(document)
  const objects = answer ? list(answer.objects ?? answer['@graph'] ?? [answer]) : list(document)
  const all = records(objects)
  return all.some(isDatatourismeEvent) ? all : undefined
}

/** `takesPlaceAt` is a word of its ontology alone. */
export const isDatatourismeEvent = (object: Json): boolean =>
  Array.isArray(object.takesPlaceAt) && wordsOf(fieldOf(object, 'label')) !== undefined

/** `rdfs:label` in the files, `label` in the API. */
function fieldOf(object: Json | undefined, name: string): unknown {
  for (const prefix of PREFIXES) {
    const value = object?.[`${prefix}${name}`]
    if (value !== undefined) return value
  }
  return undefined
}
const PREFIXES = ['', 'rdfs:', 'schema:', 'dc:', 'foaf:', 'ebucore:']

/** The first record of a list, or the record that stands in its place. */
const one = (object: Json | undefined, name: string): Json | undefined => {
  const value = fieldOf(object, name)
  return record(Array.isArray(value) ? value[0] : value)
}

/** `{"fr": ["…"]}`, `{"@fr": "…"}`, `[{"@language": "fr", "@value": "…"}]`, or a text. */
function wordsOf(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    const own = value.find(each => record(each)?.['@language'] === 'fr') ?? value[0]
    return wordsOf(own)
  }
  const languages = record(value)
  if (!languages) return text(value)
  return wordsOf(languages.fr ?? languages['@fr'] ?? languages['@value'] ?? languages['@none'])
}

export function datatourismeEvent(object: Json, url: string, now: Date): JsonEvent {
  const periods = list(object.takesPlaceAt).map(each => {
    const period = record(each)
    return {
      first: wordsOf(fieldOf(period, 'startDate')),
      last: wordsOf(fieldOf(period, 'endDate')),
      from: wordsOf(fieldOf(period, 'startTime')),
      to: wordsOf(fieldOf(period, 'endTime')),
    }
  })
  const description = one(object, 'hasDescription')
  const place = one(object, 'isLocatedAt')
  const address = one(place, 'address')
  const city = one(address, 'hasAddressCity')
  const picture = one(
    one(object, 'hasMainRepresentation') ?? one(object, 'hasRepresentation'),
    'hasRelatedResource',
  )
  const lieu = [
    wordsOf(fieldOf(place, 'label')) ?? wordsOf(fieldOf(place, 'name')),
    wordsOf(fieldOf(address, 'streetAddress')),
    [wordsOf(fieldOf(address, 'postalCode')), wordsOf(fieldOf(address, 'addressLocality'))]
      .filter(Boolean)
      .join(' '),
  ]
  const { when, further } = whenOf(periods, now)
  return {
    ids: [text(object['@id']), text(object.uri), text(object.uuid), wordsOf(fieldOf(object, 'identifier'))],
    title: html(wordsOf(fieldOf(object, 'label'))),
    texts: [
      html(wordsOf(fieldOf(description, 'description'))),
      html(wordsOf(fieldOf(description, 'shortDescription'))),
      html(wordsOf(fieldOf(object, 'comment'))),
    ],
    // The address of the object is an identifier, and shows nothing to people.
    links: [
      wordsOf(fieldOf(one(object, 'hasBookingContact'), 'homepage')),
      wordsOf(fieldOf(one(object, 'hasContact'), 'homepage')),
    ],
    images: [wordsOf(fieldOf(picture, 'locator'))],
    base: url,
    published: [wordsOf(object.lastUpdate)],
    event: { ...when, lieu: lieu.filter(Boolean).join(', ') },
    further,
    gratuit: isFree(object),
    cancelled: false,
    code_insee: wordsOf(fieldOf(city, 'insee')),
  }
}

/** By its policy, or by all its prices. Null where no offer says a price. */
function isFree(object: Json): boolean | null {
  const offers = records(list(fieldOf(object, 'offers')))
  const prices = offers.flatMap(offer => records(list(fieldOf(offer, 'priceSpecification'))))
  if (prices.length === 0) return null
  const said = prices.map(price => {
    const policies = [fieldOf(price, 'hasEligiblePolicy')].flat().map(policy => text(record(policy)?.['@id']))
    if (policies.some(policy => /[:/#]Free$/.test(policy ?? ''))) return true
    const amounts = ['price', 'minPrice', 'maxPrice'].flatMap(name => fieldOf(price, name) ?? [])
    const numbers = amounts.map(amount => Number(text(amount) ?? number(amount) ?? Number.NaN))
    return numbers.length === 0 || numbers.some(Number.isNaN) ? null : numbers.every(amount => amount === 0)
  })
  if (said.includes(false)) return false
  return said.every(one => one === true) ? true : null
}
