import { client, reading } from '../api/queries.ts'

/** The views that somebody sees: their own, and those of colleagues. */
export const views = () => ({ ...reading('GET /api/v1/admin/views', {}), staleTime: 60_000 })

export const reloadViews = () => client.invalidateQueries({ queryKey: views().queryKey })
