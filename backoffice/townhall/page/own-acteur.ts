import type { OwnActeur } from '../../kit/api/contract.ts'
import { client, reading } from '../../kit/api/queries.ts'

export const ownActeur = (id: string) => reading('GET /api/v1/me/acteurs/{id}', { params: { id } })

/** The current record, whatever is cached. */
export const newestActeur = async (id: string): Promise<OwnActeur> =>
  (await client.fetchQuery({ ...ownActeur(id), staleTime: 0 })).data

/** Replaces the cached record, and refetches what the town hall's screens show of it. */
export function savedActeur(now: OwnActeur): void {
  client.setQueryData(ownActeur(now.id).queryKey, { data: now })
  void client.invalidateQueries({ predicate: ({ queryKey: [route] }) => String(route).includes('/mairie/') })
}
