import type { OwnPublication } from '../../kit/api/contract.ts'
import { client } from '../../kit/api/queries.ts'
import { Refused } from '../../kit/api/refused.ts'
import { call } from '../../kit/api/session.ts'
import type { Acteur } from '../acteur.ts'
import type { Way } from './fate.ts'
import { read, typedOf, type Words } from './typed.ts'

interface Sent {
  readonly acteur: Acteur
  readonly publication: OwnPublication | undefined
  readonly words: Words
  readonly way: Way
  readonly publie_le: string | undefined
  readonly once: string
  readonly pin: boolean
  /** Overwrites a colleague's change. */
  readonly overwrite: boolean
}

/** Creates or updates, and answers the saved publication. */
export async function send({ acteur, publication, words, way, publie_le, once, pin, overwrite }: Sent) {
  const { data } = publication
    ? await call('PATCH /api/v1/publications/{id}', {
        params: { id: publication.id },
        body: { ...words, ...(way === 'again' && { resubmit: true }) },
        version: overwrite ? undefined : publication.version,
      }).catch(error => arrivedBefore(error, publication.id, words, way))
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

const RETURNED: ReadonlySet<string> = new Set([
  'changes_requested',
  'rejected',
] satisfies OwnPublication['moderation_status'][])

const wordsIn = (one: OwnPublication) => read(typedOf(one), one.type.slug, new Date(), one.fin_le).words

/** Whether a version conflict is our own lost answer: the record has exactly what we sent. */
async function arrivedBefore(error: unknown, id: string, words: Words, way: Way) {
  if (!(error instanceof Refused) || error.status !== 412) throw error
  const now = await call('GET /api/v1/me/publications/{id}', { params: { id } }).catch(() => undefined)
  const isOurs =
    now !== undefined &&
    JSON.stringify(wordsIn(now.data)) === JSON.stringify(words) &&
    (way !== 'again' || !RETURNED.has(now.data.moderation_status))
  if (!isOurs) throw error
  return now
}
