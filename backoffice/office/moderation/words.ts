import { useQuery } from '@tanstack/react-query'
import type { ApprovedWords } from '../../kit/api/contract.ts'
import { reading } from '../../kit/api/queries.ts'
import { dayRange } from '../../kit/words/format.ts'
import { t } from './texts.ts'

/** What a publication says, field by field, as a person reads it: to lay two of them beside each other. */

export type Words = Omit<ApprovedWords, 'at'>

export const FIELDS = [
  'title',
  'type',
  'dates',
  'place',
  'communes',
  'body',
  'source',
  'picture',
  'images',
  'documents',
] as const
export type Field = (typeof FIELDS)[number]
export type Said = Readonly<Record<Field, string>>

export type Names = (id: string) => string

export const saidOf = (words: Words, names: Names): Said => ({
  title: words.title,
  type: names(words.type_id),
  dates: words.date_debut === null ? '' : dayRange(words.date_debut, words.date_fin),
  place: words.lieu ?? '',
  communes: words.commune_ids.map(names).sort().join(', '),
  body: words.body,
  source: words.source_url ?? '',
  picture: words.image_url ?? '',
  // Another picture with the same words is another picture.
  images: words.images.map(({ id, alt }) => `${alt || t.picture.untold} (${id.slice(-4)})`).join(', '),
  documents: words.documents.map(({ id, name }) => `${name} (${id.slice(-4)})`).join(', '),
})

export interface Difference {
  readonly field: Field
  readonly label: string
  readonly before: string
  readonly after: string
}

export const fieldsApart = (before: Said, after: Said): readonly Difference[] =>
  FIELDS.filter(field => before[field] !== after[field]).map(field => ({
    field,
    label: t.facts[field],
    before: before[field],
    after: after[field],
  }))

const HOUR_MS = 3_600_000

export const useTypes = () =>
  useQuery({
    ...reading('GET /api/v1/publications/types', { query: { with_retired: true } }),
    staleTime: HOUR_MS,
  }).data?.data ?? []

/** Of types and communes; what is not known yet, or not any more, keeps its place. */
export function useNames(texts: readonly Words[]): Names {
  const ids = [...new Set(texts.flatMap(({ commune_ids }) => commune_ids))].sort().slice(0, MOST_IDS)
  const communes = useQuery({
    ...reading('GET /api/v1/admin/pick/communes', { query: { ids: ids.join() } }),
    enabled: ids.length > 0,
    staleTime: HOUR_MS,
  }).data?.data
  const types = useTypes()
  const names = new Map([...types, ...(communes ?? [])].map(({ id, nom }) => [id, nom]))
  return id => names.get(id) ?? '…'
}

/** What the service answers at once. */
const MOST_IDS = 100
