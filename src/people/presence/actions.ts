import {
  Data,
  Id,
  List,
  Nullable,
  named,
  Obj,
  SOME_ID,
  Text,
  Timestamp,
  Word,
} from '../../../shared/shapes.ts'
import type { Area } from '../../../shared/words/access.ts'
import { Problem } from '../../kernel/refusals/errors.ts'
import { can, territoryOf } from '../access/permissions.ts'
import { idsInside } from '../access/territory.ts'
import { signedIn } from '../access/visitors.ts'
import { othersAt, stay } from './queries.ts'

/** The kinds of items, each with its area and its name in a territory: presence is shown to those who see the item. */
const KINDS = {
  publication: ['moderation', 'publications'],
  acteur: ['claims', 'acteurs'],
  claim: ['claims', 'claims'],
  thread: ['support', 'threads'],
  commune: ['communes', 'communes'],
  defibrillateur: ['communes', 'defibrillateurs'],
  import_source: ['imports', 'import_sources'],
  user: ['reserved', 'users'],
  subscription: ['reserved', 'subscriptions'],
} as const satisfies Record<string, readonly [Area, string]>
type Entity = keyof typeof KINDS

const ITEMS = Object.keys(KINDS) as Entity[]
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
  errors: ['not_found'],
  whileReadOnly: { data: { others: [] } },
  async run({ tx, body, caller }) {
    const [area, kind] = KINDS[body.entity]
    const asked = { id: caller.id, territory: territoryOf(caller, area) }
    const outside = (await idsInside(tx, kind, [body.id], asked)).length === 0
    const verdict = can(caller, { action: 'administer', area, outside })
    if (verdict !== 'allowed') throw new Problem(verdict)
    await stay(tx, caller.id, body)
    return { data: { others: await othersAt(tx, caller.id, body) } }
  },
})
