import type { Audience } from '../../../../../shared/words/publications.ts'
import { foldedWords } from '../../../../kernel/texts/texts.ts'

/** For whom an event is, and whether it is free, as sources say it. Null where they say it in a way that is not sure. */

const [CHILD, TEEN, YOUNG, ADULT, OLD, ANY_AGE] = [13, 11, 26, 18, 55, 90]

/** By the ages that are welcome. */
export function audienceOfAges(min: number | undefined, max: number | undefined): Audience | null {
  if (min === undefined && max === undefined) return null
  const [from, to] = [min ?? 0, max ?? ANY_AGE]
  if (from > to) return null
  if (from >= OLD) return 'seniors'
  if (to >= ANY_AGE) return from === 0 ? 'tous' : from < CHILD ? 'familles' : from >= ADULT ? 'adultes' : null
  if (from >= TEEN && to <= YOUNG && from < ADULT) return 'jeunes'
  if (to < ADULT) return 'enfants'
  return from >= ADULT ? 'adultes' : from < CHILD ? 'familles' : null
}

const WORDS: readonly (readonly [Audience, RegExp])[] = [
  [
    'tous',
    /\b(?:tout public|tous publics|tous les publics|tout le monde|pour tous|ouvert a tous|tous ages|all ages|everybody|everyone)\b/,
  ],
  ['familles', /\b(?:en famille|familles?|familial(?:e|es)?|family|families)\b/],
  ['enfants', /\b(?:enfants?|jeune public|tout petits|bebes?|children|kids)\b/],
  ['jeunes', /\b(?:ados?|adolescents?|jeunes|teenagers?)\b/],
  ['adultes', /\b(?:adultes?|adults?)\b/],
  ['seniors', /\b(?:seniors?|aines|retraites|personnes agees)\b/],
]

/** `Jeune public`, `Dès 6 ans`, `3-12`, `18+`. Of several groups the one that holds them all. */
export function audienceIn(text: string | undefined): Audience | null {
  if (text === undefined || text.length > 200) return null
  const range = /(\d{1,2})\s*(?:ans?)?\s*(?:-|–|à|to)\s*(\d{1,3})(?:\s*ans?)?/i.exec(text)
  if (range) return audienceOfAges(Number(range[1]), Number(range[2]))
  const from =
    /(?:à partir de|\ba partir de|dès|\bdes|\bfrom|\+)\s*(\d{1,2})\b/i.exec(text) ??
    /\b(\d{1,2})\s*(?:ans)?\s*(?:et plus|\+|-$)/i.exec(text)
  if (from) return audienceOfAges(Number(from[1]), undefined)
  const words = foldedWords(text)
  const found = WORDS.filter(([, pattern]) => pattern.test(words)).map(([audience]) => audience)
  if (found.length < 2) return found[0] ?? null
  if (found.includes('tous')) return 'tous'
  return found.includes('familles') || (found.includes('enfants') && found.includes('adultes'))
    ? 'familles'
    : null
}

const FREE =
  /^(?:evenement |entree |acces |tarif |c est |spectacle |animation |atelier )?(?:libre|gratuite?s?|libre et gratuite?|gratuite? et libre|free|free entry|oui|true|vrai|yes)(?: (?:et ouvert(?:e|es|s)? a tous|pour tous|ouvert(?:e|es|s)? a tous|sur (?:inscription|reservation)|dans la limite des places disponibles))*$/
const PAID = /^(?:payante?s?|paid|non|false|faux|no)$/
const PRICE =
  /(?:^|[^\d])(\d{1,4}(?:[.,]\d{1,2})?)\s*(?:€|euros?\b|eur\b)|(?:€|eur)\s*(\d{1,4}(?:[.,]\d{1,2})?)/gi

/** `Entrée libre`, `0 €`: true; `5 €, gratuit pour les enfants`: false. `Participation libre` is neither. */
export function freeIn(text: string | undefined): boolean | null {
  if (text === undefined || text.length > 500) return null
  const prices = [...text.matchAll(PRICE)].map(([, before, after]) => numberOf(before ?? after ?? ''))
  if (prices.length > 0) return prices.every(price => price === 0)
  const number = /^\d+(?:[.,]\d+)?$/.test(text.trim()) ? numberOf(text) : undefined
  // `1` may be a price, or a yes.
  if (number !== undefined) return number === 0 ? true : number > 1 ? false : null
  const words = foldedWords(text)
  return FREE.test(words) ? true : PAID.test(words) ? false : null
}

const numberOf = (text: string) => Number(text.trim().replace(',', '.'))
