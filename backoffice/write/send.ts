import type { OwnPublication } from '../api/contract.ts'
import { client } from '../api/queries.ts'
import { call } from '../api/session.ts'
import type { Acteur } from '../clerk/acteur.ts'
import type { Way } from './fate.ts'
import type { Words } from './typed.ts'

interface Sent {
  readonly acteur: Acteur
  readonly publication: OwnPublication | undefined
  readonly words: Words
  readonly way: Way
  readonly publie_le: string | undefined
  readonly once: string
  readonly pin: boolean
  /** Whatever a colleague made of it meanwhile. */
  readonly overwrite: boolean
}

/** Written, or written over: as it stands then. */
export async function send({ acteur, publication, words, way, publie_le, once, pin, overwrite }: Sent) {
  const { data } = publication
    ? await call('PATCH /api/v1/publications/{id}', {
        params: { id: publication.id },
        body: { ...words, ...(way === 'again' && { resubmit: true }) },
        version: overwrite ? undefined : publication.version,
      })
    : await call('POST /api/v1/publications', {
        body: {
          ...words,
          acteur_id: acteur.acteur_id,
          ...(publie_le && { publie_le }),
          ...(pin && { epingle: true }),
        },
        once,
      })
  void client.invalidateQueries()
  return data
}
