import type { Static } from 'typebox'
import { about, named, Obj, Optional, WordOf } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { DIGEST_FREQUENCIES } from '../../../shared/words/mail.ts'

const fields = {
  frequency: WordOf(DIGEST_FREQUENCIES),
}
const Alerts = Type.Boolean({
  description:
    'Whether the caller gets a mail about publications that several people reported, and about alerts',
})

export const Digest = named('Digest', Obj({ ...fields, alerts: Alerts }), {
  frequency: 'daily',
  alerts: true,
})
export type Digest = Static<typeof Digest>

export const DigestChoice = named(
  'DigestChoice',
  Obj({ ...fields, alerts: Optional(about('Absent: as before; at first, with a digest alone', Alerts)) }),
  { frequency: 'daily', alerts: true },
)
export type DigestChoice = Static<typeof DigestChoice>
