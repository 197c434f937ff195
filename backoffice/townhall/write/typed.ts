import type { Document, Draft, DraftContent, OwnPublication, ShownImage } from '../../kit/api/contract.ts'
import { Refused } from '../../kit/api/refused.ts'
import { date, namedDay } from '../../kit/words/format.ts'
import { typedDay } from '../../kit/words/typed-date.ts'
import type { Going } from './files.ts'
import { t } from './texts.ts'

/** What stands in the fields, and what it means: no request, no element, and the clock is an argument. */

export interface Typed {
  readonly type_id: string
  readonly title: string
  readonly body: string
  readonly from: string
  readonly to: string
  readonly place: string
  readonly link: string
  /** The own commune first. */
  readonly communes: readonly string[]
  /** In their order. */
  readonly images: readonly ShownImage[]
  readonly documents: readonly Document[]
}
export type Field = keyof Typed
export type Errors = Readonly<Partial<Record<Field, string>>>

export const NOTHING: Typed = {
  type_id: '',
  title: '',
  body: '',
  from: '',
  to: '',
  place: '',
  link: '',
  communes: [],
  images: [],
  documents: [],
}

const inFigures = (day: string | null): string => day?.split('-').reverse().join('/') ?? ''

export const typedOf = (one: OwnPublication): Typed => ({
  type_id: one.type_id,
  title: one.title,
  body: one.body,
  from: inFigures(one.date_debut),
  to: inFigures(one.date_fin),
  place: one.lieu ?? '',
  link: one.source_url ?? '',
  communes: one.commune_ids,
  images: one.images,
  documents: one.documents,
})

export const fromDraft = ({ content, uploads }: Pick<Draft, 'content' | 'uploads'>): Typed => ({
  type_id: content.type_id ?? '',
  title: content.title ?? '',
  body: content.body ?? '',
  from: content.date_debut ?? '',
  to: content.date_fin ?? '',
  place: content.lieu ?? '',
  link: content.source_url ?? '',
  communes: content.commune_ids ?? [],
  images: (content.images ?? []).flatMap(({ id, alt = '' }) => {
    const image = uploads.find(one => one.id === id)?.image
    return image ? [{ ...image, alt }] : []
  }),
  documents: (content.documents ?? []).flatMap(({ id, name }) => {
    const document = uploads.find(one => one.id === id)?.document
    return document ? [{ ...document, name: name || document.name }] : []
  }),
})

export const toDraft = (typed: Typed): DraftContent => ({
  title: typed.title,
  body: typed.body,
  type_id: typed.type_id || null,
  date_debut: typed.from.slice(0, 60),
  date_fin: typed.to.slice(0, 60),
  lieu: typed.place,
  source_url: typed.link,
  commune_ids: [...typed.communes],
  images: typed.images.map(({ id, alt }) => ({ id, alt })),
  documents: typed.documents.map(({ id, name }) => ({ id, name })),
})

/** Nobody misses a draft in which nothing was written. */
export const isBlank = ({ title, body, from, to, place, link, images, documents }: Typed): boolean =>
  images.length + documents.length === 0 &&
  [title, body, from, to, place, link].every(text => text.trim() === '')

export interface Words {
  readonly title: string
  readonly body: string
  readonly type_id: string
  readonly commune_id: string
  readonly commune_ids: string[]
  readonly date_debut: string | null
  readonly date_fin: string | null
  readonly lieu: string | null
  readonly source_url: string | null
  readonly images: { readonly id: string; readonly alt: string }[]
  readonly documents: { readonly id: string; readonly name: string }[]
}

export function read(typed: Typed, now: Date): { readonly words: Words; readonly errors: Errors } {
  const dayOf = (text: string) => (text.trim() === '' ? null : typedDay(text, now))
  const [from, to] = [dayOf(typed.from), dayOf(typed.to)]
  const [own = '', ...others] = typed.communes
  const words: Words = {
    title: typed.title.trim(),
    body: typed.body.trim(),
    type_id: typed.type_id,
    commune_id: own,
    commune_ids: others,
    date_debut: from ?? null,
    date_fin: to ?? null,
    lieu: typed.place.trim() || null,
    source_url: linkOf(typed.link),
    images: typed.images.map(({ id, alt }) => ({ id, alt: alt.trim() })),
    documents: typed.documents.map(({ id, name }) => ({ id, name: name.trim() || name })),
  }
  const errors: Errors = {
    ...(words.title === '' && { title: t.wrong.title }),
    ...(words.body === '' && { body: t.wrong.body }),
    ...(from === undefined && { from: t.wrong.day }),
    ...(to === undefined && { to: t.wrong.day }),
    ...(from === null && to && { from: t.wrong.first }),
    ...(from && to && to < from && { to: t.wrong.order(date(new Date(`${from}T12:00:00Z`), now)) }),
    ...(words.source_url && !/^https?:\/\/\S+$/i.test(words.source_url) && { link: t.wrong.link }),
    ...(words.images.some(({ alt }) => alt === '') && { images: t.wrong.alt }),
    ...(own === '' && { communes: t.wrong.communes }),
  }
  return { words, errors }
}

/** What has not arrived would not be published: it is waited for, or given up. */
export function waitedFor([first]: readonly Pick<Going, 'file' | 'failure'>[]): Errors {
  if (!first) return {}
  const { file, failure } = first
  return { documents: (failure ? t.wrong.notArrived : t.wrong.onTheWay)(file.name) }
}

/** People type an address as it stands on their posters. */
function linkOf(typed: string): string | null {
  const text = typed.trim()
  return /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*\.\p{L}{2,}([/?#]\S*)?$/u.test(text)
    ? `https://${text}`
    : text || null
}

/** A day, said back. */
export const saidOf = (day: string | null): string | undefined => (day === null ? undefined : namedDay(day))

const FIELD_OF: Readonly<Record<string, Field>> = {
  title: 'title',
  body: 'body',
  type_id: 'type_id',
  date_debut: 'from',
  date_fin: 'to',
  lieu: 'place',
  source_url: 'link',
  commune_id: 'communes',
  commune_ids: 'communes',
  images: 'images',
  documents: 'documents',
}

/** What the service found wrong, at the field that it is about; undefined where it is about none. */
export function errorsOf(error: unknown): Errors | undefined {
  if (!(error instanceof Refused)) return undefined
  const found = error.details.flatMap(({ path, message }) => {
    const field = FIELD_OF[path.split(/[./[]/)[0] ?? '']
    return field ? [[field, `${message.slice(0, 1).toUpperCase()}${message.slice(1)}.`] as const] : []
  })
  return found.length > 0 ? Object.fromEntries(found) : undefined
}
