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

const Published = about(
  'Whether a daily mail says which of the caller’s publications went online',
  Type.Boolean(),
)

export const Digest = named('Digest', Obj({ ...fields, alerts: Alerts, published: Published }), {
  frequency: 'daily',
  alerts: true,
  published: true,
})
export type Digest = Static<typeof Digest>

export const DigestChoice = named(
  'DigestChoice',
  Obj({
    ...fields,
    alerts: Optional(about('Absent: as before; at first, with a digest alone', Alerts)),
    published: Optional(Published),
  }),
  { frequency: 'daily', alerts: true },
)
export type DigestChoice = Static<typeof DigestChoice>
