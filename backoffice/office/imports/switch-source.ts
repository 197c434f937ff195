import type { ImportSource } from '../../kit/api/contract.ts'
import { call } from '../../kit/api/session.ts'
import { sendOnNewest } from '../../kit/forms/newest.ts'

export const readSource = async (id: string): Promise<ImportSource> =>
  (await call('GET /api/v1/admin/import-sources/{id}', { params: { id } })).data

/** Enables or disables a source, whatever else a colleague changed on it meanwhile. Answers the source as it is then. */
export async function switchSource(source: ImportSource, enabled: boolean): Promise<ImportSource> {
  const params = { id: source.id }
  const outcome = await sendOnNewest(source, {
    send: ({ version }) =>
      call('PATCH /api/v1/admin/import-sources/{id}', { params, version, body: { enabled } }),
    reread: () => readSource(source.id),
    // Otherwise a colleague has switched it already.
    follow: now => now.enabled !== enabled,
  })
  return 'theirs' in outcome ? outcome.theirs : outcome.reply.data
}
