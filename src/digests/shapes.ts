import type { Static } from 'typebox'
import { named, Obj, WordOf } from '../../shared/shapes.ts'
import { DIGEST_FREQUENCIES } from '../../shared/words/mail.ts'

export const Digest = named('Digest', Obj({ frequency: WordOf(DIGEST_FREQUENCIES) }), { frequency: 'daily' })
export type Digest = Static<typeof Digest>
