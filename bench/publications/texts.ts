import type { Chance } from './chance.ts'
import { SMALL, VOCABULARY } from './words.ts'

const FLAT = 30
const SMALL_SHARE = 0.44

const word = (chance: Chance) => VOCABULARY[chance.rank(VOCABULARY.length, FLAT)] as string
const small = (chance: Chance) => SMALL[chance.rank(SMALL.length, 4)] as string
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** 20 to 90 characters, beginning with the required words. */
export function titleOf(chance: Chance, words: readonly string[]): string {
  const length = 20 + Math.floor(60 * chance.share() * Math.sqrt(chance.share()))
  let text = words.join(' ')
  while (text.length < length) {
    const link = text === '' ? '' : chance.happens(0.5) ? ` ${small(chance)} ` : ' '
    text += `${link}${word(chance)}`
  }
  return capital(text.slice(0, 90).trim())
}

/** Mostly 200 to 2 000 characters; one in two hundred has 10 000 or more. */
export function bodyLength(chance: Chance): number {
  if (chance.happens(0.005)) return chance.between(10_000, 16_000)
  return Math.min(2_000, 200 + Math.floor(-500 * Math.log(1 - chance.share())))
}

/** Sentences and paragraphs; each required word is in its own sentence. */
export function bodyOf(chance: Chance, length: number, words: readonly string[]): string {
  const missing = [...words]
  let text = ''
  while (text.length < length || missing.length > 0) {
    if (text !== '') text += chance.happens(0.2) ? '\n\n' : ' '
    text += sentence(chance, missing.pop())
  }
  // Cuts the last sentence at a word.
  return text.length <= 19_000 ? text : text.slice(0, text.lastIndexOf(' ', 19_000))
}

function sentence(chance: Chance, held: string | undefined): string {
  const count = chance.between(6, 20)
  const place = held === undefined ? -1 : chance.below(count)
  let text = ''
  for (let at = 0; at < count; at++) {
    const next = at === place ? (held as string) : chance.happens(SMALL_SHARE) ? small(chance) : token(chance)
    text += at === 0 ? capital(next) : `${chance.happens(0.06) ? ',' : ''} ${next}`
  }
  return `${text}${chance.happens(0.1) ? ' !' : '.'}`
}

function token(chance: Chance): string {
  if (!chance.happens(0.04)) return word(chance)
  return chance.happens(0.5)
    ? `${chance.between(1, 31)} ${chance.pick(['mars', 'mai', 'juin', 'septembre', 'octobre'])}`
    : `${chance.between(8, 22)}h${chance.pick(['00', '15', '30'])}`
}

export const placeOf = (chance: Chance): string =>
  `${chance.pick(['Salle', 'Place', 'Parc', 'Gymnase', 'Rue', 'Maison'])} ${capital(word(chance))}`

export const reasonOf = (chance: Chance): string => sentence(chance, undefined)

/** In the spelling of file names and paths. */
export const spelled = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
