import { useQuery } from '@tanstack/react-query'
import { differingFacts, FACTS, type Fact, factsOf } from '../../../shared/fields/publications.ts'
import type { ApprovedWords } from '../../kit/api/contract.ts'
import { reading } from '../../kit/api/queries.ts'
import { labelOf, language } from '../../kit/words/language.ts'

/** The fields of a publication in words, for comparing two of them. */

type Words = Omit<ApprovedWords, 'at' | 'decision' | 'reason'>

type Names = (id: string) => string
export type FactTexts = Readonly<Record<Fact, string>>

export const factTexts = (words: Words, names: Names): FactTexts => factsOf(words, names, language)

export interface Difference {
  readonly field: Fact
  readonly label: string
  readonly before: string
  readonly after: string
}

export const differencesBetween = (before: FactTexts, after: FactTexts): readonly Difference[] =>
  differingFacts(before, after).map(field => ({
    field,
    label: labelOf(FACTS[field]),
    before: before[field],
    after: after[field],
  }))

const HOUR_MS = 3_600_000

export const useTypes = () =>
  useQuery({
    ...reading('GET /api/v1/publications/types', { query: { with_retired: true } }),
    staleTime: HOUR_MS,
  }).data?.data ?? []

/** The names of types and communes by id; “…” for an unknown id. */
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

/** Most ids that the route accepts. */
const MOST_IDS = 100
