import { useQuery } from '@tanstack/react-query'
import type { Line } from '../api/contract.ts'
import { reading } from '../api/queries.ts'
import { common } from '../words/texts.ts'

/** What a picker offers, with the route that finds it by name or id. */
export const PICKED = {
  apiKeys: 'GET /api/v1/admin/pick/api-keys',
  acteurs: 'GET /api/v1/admin/pick/acteurs',
  communes: 'GET /api/v1/admin/pick/communes',
  epcis: 'GET /api/v1/admin/pick/epcis',
  importSources: 'GET /api/v1/admin/pick/import-sources',
  users: 'GET /api/v1/admin/pick/users',
} as const
export type PickedKind = keyof typeof PICKED

export const nameOfLine = ({ nom, hint }: Line) => nom ?? hint ?? common.nameless

/** The line of a record that was picked. */
export const usePicked = (kind: PickedKind, id: string | undefined) =>
  useQuery({
    ...reading(PICKED[kind], { query: { ids: id ?? '' } }),
    enabled: id !== undefined,
    staleTime: 300_000,
  })
