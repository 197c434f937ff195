import { type Closing, FURTHEST_CLOSING_DAYS } from '../../../shared/closings.ts'
import { ACTEUR_FIELDS } from '../../../shared/fields/acteurs.ts'
import { absentOf, tracedAs } from '../../../shared/fields/field.ts'
import { isRna, isSiret, withoutGaps } from '../../../shared/registration-numbers.ts'
import { invalid } from '../../kernel/refusals/errors.ts'
import { slugOf } from '../../kernel/texts/texts.ts'
import { oneAddress } from '../../letters/mail/addresses.ts'
import type { AdminActeur, StoredActeur } from './shapes.ts'

/** The rules of acteurs, without SQL and HTTP. */

/** The fields of an acteur that people enter. */
export type ActeurFields = Pick<
  StoredActeur<AdminActeur>,
  Exclude<keyof typeof ACTEUR_FIELDS, 'slug'> | 'image'
>

type Changes = { readonly [Field in keyof ActeurFields]?: ActeurFields[Field] | undefined }
interface SentClosing extends Omit<Closing, 'motif'> {
  readonly motif?: string | null | undefined
}

/** Absent fields stay. Another own commune replaces the first of `commune_ids`. */
export function withFields(before: ActeurFields, changes: Changes): ActeurFields {
  const after = { ...before, ...named(changes) }
  const { siret, rna } = after
  const own = changes.commune_id ?? before.commune_id
  const others = changes.commune_ids ?? before.commune_ids.filter(id => id !== before.commune_id)
  const commune_ids = [...new Set([...(own ? [own] : []), ...others])]
  return {
    ...after,
    commune_id: own,
    commune_ids,
    siret: siret === null ? null : siretOf(siret),
    rna: rna === null ? null : rnaOf(rna),
  }
}

const named = (changes: Changes): Partial<ActeurFields> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))

/** Mails go there, so it must be exactly one address. */
export const withAddress = <T extends { email?: string | null | undefined }>(body: T): T =>
  body.email ? { ...body, email: oneAddress(body.email, 'email') } : body

/** In order, without those that are over: past them it is a later day everywhere in France. */
export function withClosings<T extends { readonly fermetures?: readonly SentClosing[] | undefined }>(
  { fermetures, ...body }: T,
  now: Date,
) {
  if (fermetures === undefined) return body
  for (const [at, { du, au }] of fermetures.entries()) {
    if (au < du)
      throw invalid(
        `fermetures[${at}].au`,
        'ne peut pas précéder le premier jour',
        'must not be before the first day',
      )
    if (au > dayOf(now, FURTHEST_CLOSING_DAYS))
      throw invalid(
        `fermetures[${at}].au`,
        `${FURTHEST_CLOSING_DAYS} jours à l’avance au plus`,
        `${FURTHEST_CLOSING_DAYS} days ahead at most`,
      )
  }
  const order = ({ du, au }: SentClosing) => `${du} ${au}`
  const current = fermetures
    .filter(({ au }) => au >= dayOf(now, -1))
    .toSorted((one, other) => (order(one) < order(other) ? -1 : 1))
  return { ...body, fermetures: current.map(({ du, au, motif }) => ({ du, au, motif: motif ?? null })) }
}

const dayOf = (now: Date, ahead: number) =>
  new Date(now.getTime() + ahead * 86_400_000).toISOString().slice(0, 10)

export const NO_FIELDS: Omit<ActeurFields, 'nom' | 'type'> = {
  ...absentOf(ACTEUR_FIELDS),
  commune_id: null,
  commune_ids: [],
  fermetures: [],
  image: null,
}

////////////////////////////////////////////////////////////////////////////// numbers

function siretOf(text: string): string {
  const siret = withoutGaps(text)
  if (isSiret(siret)) return siret
  throw invalid('siret', 'n’est pas un numéro SIRET', 'is not a SIRET number')
}

function rnaOf(text: string): string {
  const rna = withoutGaps(text)
  if (isRna(rna)) return rna
  throw invalid('rna', 'n’est pas un numéro RNA', 'is not an RNA number')
}

////////////////////////////////////////////////////////////////////////////// how it is called in an address

/** From its name; homonyms get their commune added. Names without a Latin letter get a part of the id. */
export function slugsFor(nom: string, communeSlug: string): string[] {
  const slug = slugOf(nom)
  return slug === '' ? [] : [slug, slugOf(`${slug.slice(0, 60)}-${communeSlug}`)]
}

////////////////////////////////////////////////////////////////////////////// how it is searched

/** Numbers are found however they are spaced, other words one by one. */
export function searchable(q: string | undefined): string | undefined {
  if (q === undefined) return undefined
  const number = withoutGaps(q)
  return /^\d{9,14}$/.test(number) || /^W\d[\dA-Z]\d{1,7}$/.test(number) ? number : q
}

////////////////////////////////////////////////////////////////////////////// what the trail keeps

export function acteurTrace(before: StoredActeur<AdminActeur> | undefined, after: StoredActeur<AdminActeur>) {
  const shownActeur = (one: StoredActeur<AdminActeur>) => ({
    ...Object.fromEntries(tracedAs(ACTEUR_FIELDS, 'value').map(name => [name, one[name]])),
    image: one.image?.id ?? null,
    valide: one.valide,
    badge: one.badge,
    active: one.active,
    can_publish: one.can_publish,
    deleted: one.deleted_at !== null,
  })
  const textOf = (
    one: StoredActeur<AdminActeur> | undefined,
    field: 'fermetures' | keyof typeof ACTEUR_FIELDS,
  ) => (one?.[field]?.length ? JSON.stringify(one[field]) : null)
  const moved = tracedAs(ACTEUR_FIELDS, 'change').filter(
    field => textOf(before, field) !== textOf(after, field),
  )
  return {
    id: after.id,
    before: before && shownActeur(before),
    after: {
      ...shownActeur(after),
      ...Object.fromEntries(moved.map(field => [field, textOf(after, field) && '…'])),
    },
  }
}
