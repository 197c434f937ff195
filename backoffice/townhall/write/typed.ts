import { having, namesOf, type RecordOf } from '../../../shared/fields/field.ts'
import { ALONE, WRITTEN } from '../../../shared/fields/publications.ts'
import { dayAsTyped } from '../../../shared/typed/day.ts'
import { ALERT_LEVELS } from '../../../shared/words/publications.ts'
import type { Document, Draft, DraftContent, OwnPublication, ShownImage } from '../../kit/api/contract.ts'
import { Refused } from '../../kit/api/refused.ts'
import { readAlert } from '../../kit/forms/alert.ts'
import { faultsOf, sentOf, typedOf as textsOf } from '../../kit/forms/described.ts'
import { readWhen } from '../../kit/forms/event-time.ts'
import { labelOf } from '../../kit/words/language.ts'
import type { Going } from './files.ts'
import { t } from './texts.ts'

/** The fields of the form as typed, and their parsed values. Pure: the clock is an argument. */

const DRAFTED = having(WRITTEN, 'draft')
const DESCRIBED = having(ALONE, 'draft')
export type TextName = Exclude<keyof typeof DRAFTED, 'commune_ids'>
const TEXTS = namesOf(DRAFTED).filter((name): name is TextName => name !== 'commune_ids')

export interface Typed extends Readonly<Record<TextName, string>> {
  /** The acteur's own commune first. */
  readonly commune_ids: readonly string[]
  /** In their order. */
  readonly images: readonly ShownImage[]
  readonly documents: readonly Document[]
}
type Field = keyof Typed
export type Errors = Readonly<Partial<Record<Field, string>>>

const eachText = (textOf: (name: TextName) => string) =>
  Object.fromEntries(TEXTS.map(name => [name, textOf(name)])) as Record<TextName, string>

export const NOTHING: Typed = { ...eachText(() => ''), commune_ids: [], images: [], documents: [] }

/** An alert without an end of its own ends with its last day; the form has no other field for it. */
const lastDayOf = ({ type, date_debut, date_fin }: OwnPublication): string =>
  type.slug === 'alerte' && date_debut !== null ? dayAsTyped(date_fin ?? date_debut) : ''

export const typedOf = (one: OwnPublication): Typed => ({
  ...eachText(name => String(one[name] ?? '')),
  ...textsOf(having(DRAFTED, 'input'), one),
  ...(one.fin_le === null && { fin_le: lastDayOf(one) }),
  commune_ids: one.commune_ids,
  images: one.images,
  documents: one.documents,
})

/** A copy to publish anew: the end of another alert is none of this one. */
export const copyOf = (one: OwnPublication): Typed => ({ ...typedOf(one), fin_le: '' })

export const fromDraft = ({ content, uploads }: Pick<Draft, 'content' | 'uploads'>): Typed => ({
  ...eachText(name => content[name] ?? ''),
  commune_ids: content.commune_ids ?? [],
  images: (content.images ?? []).flatMap(({ id, alt = '' }) => {
    const image = uploads.find(one => one.id === id)?.image
    return image ? [{ ...image, alt }] : []
  }),
  documents: (content.documents ?? []).flatMap(({ id, name }) => {
    const document = uploads.find(one => one.id === id)?.document
    return document ? [{ ...document, name: name || document.name }] : []
  }),
})

/** An input that cuts a pasted title would publish it without its end. */
const LONGEST_TITLE = 200

/** The beginning of a text that a draft has room for. It never ends within a sign of two code units. */
const drafted = (name: TextName, text: string) =>
  text
    .slice(0, (WRITTEN[name].draft as { readonly maxLength?: number }).maxLength)
    .replace(/[\ud800-\udbff]$/, '')

export const toDraft = (typed: Typed): DraftContent => ({
  ...eachText(name => drafted(name, typed[name])),
  type_id: typed.type_id || null,
  commune_ids: [...typed.commune_ids],
  images: typed.images.map(({ id, alt }) => ({ id, alt })),
  documents: typed.documents.map(({ id, name }) => ({ id, name })),
})

/** Such a draft is not stored. */
export const isBlank = (typed: Typed): boolean =>
  typed.images.length + typed.documents.length === 0 &&
  TEXTS.every(name => name === 'type_id' || typed[name].trim() === '')

export interface Words extends Omit<RecordOf<typeof WRITTEN>, 'image_url'> {
  readonly commune_ids: string[]
  readonly images: { readonly id: string; readonly alt: string }[]
  readonly documents: { readonly id: string; readonly name: string }[]
}

/**
 * `type`: the slug of the chosen type. An alert has an end and a level, everything else days and hours. `endSoFar`: that of the
 * alert that is edited.
 */
export function read(
  typed: Typed,
  type: string | undefined,
  now: Date,
  endSoFar: string | null = null,
): { readonly words: Words; readonly errors: Errors } {
  const isAlert = type === 'alerte'
  const { alert, isPast, errors: wrongEnd } = readAlert(isAlert ? typed : NOTHING, now, endSoFar)
  const { when, errors: wrongTimes } = readWhen(isAlert ? NOTHING : typed, now)
  const [own = '', ...others] = typed.commune_ids
  const words: Words = {
    title: typed.title.trim(),
    body: typed.body.trim(),
    type_id: typed.type_id,
    commune_id: own,
    commune_ids: others,
    ...when,
    ...alert,
    ...sentOf(DESCRIBED, typed, now),
    ...(isAlert && { public: null, gratuit: null }),
    images: typed.images.map(({ id, alt }) => ({ id, alt: alt.trim() })),
    documents: typed.documents.map(({ id, name }) => ({ id, name: name.trim() || name })),
  }
  const errors: Errors = {
    ...(words.title === '' && { title: t.wrong.title }),
    ...([...words.title].length > LONGEST_TITLE && { title: t.wrong.titleLong(LONGEST_TITLE) }),
    ...(words.body === '' && { body: t.wrong.body }),
    ...wrongTimes,
    ...wrongEnd,
    ...(isAlert && !Object.hasOwn(ALERT_LEVELS, typed.niveau) && { niveau: t.wrong.level }),
    ...(isPast && { fin_le: t.wrong.endPast }),
    ...faultsOf(DESCRIBED, typed, now),
    ...(words.images.some(({ alt }) => alt === '') && { images: t.wrong.alt }),
    ...(own === '' && { commune_ids: t.wrong.communes }),
  }
  return { words, errors }
}

/** The fields with an error by their names; each photograph without a description counts. */
export const wrongNames = (errors: Errors, { images }: Pick<Typed, 'images'>): readonly string[] =>
  (Object.keys(errors) as Field[]).flatMap(name =>
    name === 'images'
      ? images.flatMap(({ alt }, at) => (alt.trim() === '' ? [t.wrong.photo(at + 1)] : []))
      : [t.wrong.named[name as keyof typeof t.wrong.named] ?? labelOf(WRITTEN[name as TextName])],
  )

/** An unfinished upload is an error: it would not be published. */
export function waitedFor([first]: readonly Pick<Going, 'file' | 'failure'>[]): Errors {
  if (!first) return {}
  const { file, failure } = first
  return { documents: (failure ? t.wrong.notArrived : t.wrong.onTheWay)(file.name) }
}

/** The service's errors by field; undefined where none belongs to a field. */
export function errorsOf(error: unknown): Errors | undefined {
  if (!(error instanceof Refused)) return undefined
  const found = error.details.flatMap(({ path, message }) => {
    const [name = ''] = path.split(/[./[]/)
    const field = name === 'commune_id' ? 'commune_ids' : name
    return field in NOTHING
      ? [[field, `${message.slice(0, 1).toUpperCase()}${message.slice(1)}.`] as const]
      : []
  })
  return found.length > 0 ? Object.fromEntries(found) : undefined
}
