import { namesOf } from '../../../shared/fields/field.ts'
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
import { Problem } from '../../kernel/refusals/errors.ts'
import { ITEM_KINDS } from '../access/item-kinds.ts'
import { can, territoryOf } from '../access/permissions.ts'
import { idsInside } from '../access/territory.ts'
import { signedIn } from '../access/visitors.ts'
import { tellPresence } from '../live/number.ts'
import { othersAt, stay } from './queries.ts'

const ITEMS = namesOf(ITEM_KINDS)
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
    const [area, kind] = ITEM_KINDS[body.entity]
    const asked = { id: caller.id, territory: territoryOf(caller, area) }
    const outside = (await idsInside(tx, kind, [body.id], asked)).length === 0
    const verdict = can(caller, { action: 'administer', area, outside })
    if (verdict !== 'allowed') throw new Problem(verdict)
    const left = await stay(tx, caller.id, body)
    if (left !== 'stays') await tellPresence(tx, [body, ...(left ? [left] : [])])
    return { data: { others: await othersAt(tx, caller.id, body) } }
  },
})
