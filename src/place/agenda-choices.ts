import { namesOf } from '../../shared/fields/field.ts'
import type { Publication } from '../publishing/publications/shapes.ts'
import type { Choice } from './parts.ts'

/** For whom and at what price: choices of the agenda beside its days, `?pour=enfants&prix=gratuit`. */

const CHOICES = {
  prix: {
    value: 'gratuit',
    words: 'Gratuit',
    nothing: ' de gratuit',
    holds: ({ gratuit }: Publication) => gratuit === true,
  },
  pour: {
    value: 'enfants',
    words: 'Pour les enfants',
    nothing: ' pour les enfants',
    holds: ({ public: audience }: Publication) => audience === 'enfants' || audience === 'familles',
  },
} as const
type Name = keyof typeof CHOICES
const NAMES = namesOf(CHOICES)

export interface Chosen {
  readonly type: string | undefined
  readonly names: readonly Name[]
}

/** Undefined where the address names a value that does not exist. */
export function chosenIn(query: URLSearchParams): Chosen | undefined {
  const named = NAMES.filter(name => query.has(name))
  const isKnown = named.every(name => query.get(name) === CHOICES[name].value)
  return isKnown ? { type: query.get('nature') ?? undefined, names: named } : undefined
}

export const isChosen = ({ type, names }: Chosen, one: Publication): boolean =>
  (type === undefined || one.type.slug === type) && names.every(name => CHOICES[name].holds(one))

/** `?nature=evenement&prix=gratuit`, or nothing. */
export function searchOf({ type, names }: Chosen, more: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({
    ...(type !== undefined && { nature: type }),
    ...Object.fromEntries(names.map(name => [name, CHOICES[name].value])),
    ...more,
  })
  return query.size > 0 ? `?${query}` : ''
}

/** Each is offered only where an event says it; one that is chosen is taken back. */
export const choicesOf = (here: string, chosen: Chosen, rows: readonly Publication[]): Choice[] =>
  NAMES.toReversed()
    .filter(name => chosen.names.includes(name) || rows.some(CHOICES[name].holds))
    .map(name => {
      const on = chosen.names.includes(name)
      const names = on
        ? chosen.names.filter(one => one !== name)
        : NAMES.filter(one => one === name || chosen.names.includes(one))
      return { href: here + searchOf({ ...chosen, names }), words: CHOICES[name].words, on }
    })

/** Rien de gratuit pour les enfants. */
export const nothingOf = ({ type, names }: Chosen): string =>
  `Rien${NAMES.filter(name => names.includes(name))
    .map(name => CHOICES[name].nothing)
    .join('')}${type === undefined ? '' : ' de cette nature'}`
