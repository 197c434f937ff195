import { client, reading } from '../../kit/api/queries.ts'

export const acteurOf = (id: string) => reading('GET /api/v1/admin/acteurs/{id}', { params: { id } })

/** After a change: refetches every cached reply about acteurs. */
export const readAgain = () =>
  client.invalidateQueries({
    predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.includes('/admin/acteurs'),
  })
