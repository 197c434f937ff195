import { client, reading } from '../api/queries.ts'

/** The saved views of the person and those that colleagues share. */
export const views = () => ({ ...reading('GET /api/v1/admin/views', {}), staleTime: 60_000 })

export const reloadViews = () => client.invalidateQueries({ queryKey: views().queryKey })
