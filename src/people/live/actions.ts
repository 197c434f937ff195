import { namesOf } from '../../../shared/fields/field.ts'
import { about, Data, Id, List, named, Obj, SOME_ID, Word } from '../../../shared/shapes.ts'
import { ITEM_KINDS } from '../access/item-kinds.ts'
import { signedIn } from '../access/visitors.ts'

const Changed = named(
  'DeskChange',
  Obj({
    kind: Word([...namesOf(ITEM_KINDS), 'appeal'], {
      publication: 'a publication',
      acteur: 'an acteur',
      claim: 'a claim',
      thread: 'a conversation',
      commune: 'a commune',
      defibrillateur: 'a defibrillator',
      import_source: 'an import source',
      user: 'somebody',
      subscription: 'a subscription',
      appeal: 'an appeal',
    }),
    id: about('Read it again for what it is now', Id),
  }),
  { kind: 'publication', id: SOME_ID },
)

/** The service behind it is `follow.ts`. */
export const live = signedIn.read({
  summary: 'What changes at the desks, within the rights of the caller, as it happens (`text/event-stream`)',
  description: `Events: \`changed\` (these items are new, decided, assigned or noted), \`presence\` (a colleague came to them
or left), and \`reset\` (too much was missed: read again what is shown). A stream ends after a quarter of an hour, with the
session, and when rights change: open it again with the \`Last-Event-ID\` that came last.`,
  reply: Data(List(Changed)),
  errors: ['rate_limited', 'unavailable'],
  streams: true,
  run: ({ openStream }) => openStream(),
})
