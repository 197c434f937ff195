import type { ImportSource } from '../../kit/api/contract.ts'
import { call } from '../../kit/api/session.ts'
import { changeOnNewest } from '../../kit/forms/newest.ts'

export const readSource = async (id: string): Promise<ImportSource> =>
  (await call('GET /api/v1/admin/import-sources/{id}', { params: { id } })).data

/** Enables or disables a source, whatever else a colleague changed on it meanwhile. Answers the source as it is then. */
export const switchSource = (source: ImportSource, enabled: boolean): Promise<ImportSource> =>
  changeOnNewest(
    source,
    { enabled },
    {
      send: change =>
        call('PATCH /api/v1/admin/import-sources/{id}', { params: { id: source.id }, ...change }),
      reread: () => readSource(source.id),
    },
  )
