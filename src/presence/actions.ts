import { Data, Id, List, Nullable, named, Obj, SOME_ID, Text, Timestamp, Word } from '../../shared/shapes.ts'
import type { Area } from '../../shared/words/access.ts'
import { can } from '../access/permissions.ts'
import { signedIn } from '../access/visitors.ts'
import { Problem } from '../kernel/errors.ts'
import { othersAt, stay } from './queries.ts'

/** The kinds of items and their areas: presence is shown to operators of the area only. */
const AREA_OF = {
  publication: 'moderation',
  acteur: 'claims',
  claim: 'claims',
  thread: 'support',
  commune: 'communes',
  defibrillateur: 'communes',
  import_source: 'imports',
  user: 'reserved',
  subscription: 'reserved',
} as const satisfies Record<string, Area>
type Entity = keyof typeof AREA_OF

const ITEMS = Object.keys(AREA_OF) as Entity[]
const Place = named(
  'Place',
  Obj({
    entity: Word(ITEMS, {
      publication: 'a publication',
      acteur: 'an acteur',
      claim: 'a claim',
      thread: 'a conversation',
      commune: 'a commune',
      defibrillateur: 'a defibrillator',
      import_source: 'an import source',
      user: 'somebody',
      subscription: 'a subscription',
    }),
    id: Id,
  }),
  { entity: 'publication', id: SOME_ID },
)
const Others = Obj({ others: List(Obj({ id: Id, nom: Nullable(Text(254)), since: Timestamp })) })

/** A colleague is shown, not locked out: conflicting decisions are prevented by the version. */
export const here = signedIn.write({
  summary:
    'Report every 15 s that the caller looks at this item; expires after 30 s. Returns the colleagues who do too (none while the database is read-only)',
  body: Place,
  reply: Data(Others),
  whileReadOnly: { data: { others: [] } },
  async run({ tx, body, caller }) {
    const verdict = can(caller, { action: 'administer', area: AREA_OF[body.entity] })
    if (verdict !== 'allowed') throw new Problem(verdict)
    await stay(tx, caller.id, body)
    return { data: { others: await othersAt(tx, caller.id, body) } }
  },
})
