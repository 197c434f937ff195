import type { AdminActeur } from '../../kit/api/contract.ts'
import { client, reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'

export const acteurOf = (id: string) => reading('GET /api/v1/admin/acteurs/{id}', { params: { id } })

/** The current record, whatever is cached. */
export const newest = async (id: string): Promise<AdminActeur> =>
  (await client.fetchQuery({ ...acteurOf(id), staleTime: 0 })).data

/** After a change: refetches every cached reply about acteurs. A claim shows the contacts of its acteur. */
export const readAgain = () =>
  client.invalidateQueries({
    predicate: ({ queryKey: [path] }) => typeof path === 'string' && /\/admin\/(acteurs|claims)/.test(path),
  })

export const undoMerge = (id: string, mergeId: string) =>
  call('POST /api/v1/admin/acteurs/{id}/merges/{mergeId}/undo', { params: { id, mergeId } })
