import { areasOf, publishesAtOnce } from '../access/permissions.ts'
import { signedIn } from '../access/visitors.ts'
import type { Db } from '../kernel/db/db.ts'
import { Problem } from '../kernel/errors.ts'
import { Data } from '../kernel/routes/shapes.ts'
import { findMyself, leftAlone, lockUser, mairiesOf, saveUser } from './queries.ts'
import { Closing, Me, MyChanges } from './shapes.ts'

export const me = signedIn.read({
  summary: 'Who I am and what I may do',
  reply: Data(Me),
  run: async ({ db, caller }) => ({ data: await myself(db, caller.id) }),
})

export const rename = signedIn.write({
  summary: 'Say what I am called, as colleagues see it',
  body: MyChanges,
  reply: Data(Me),
  async run({ tx, caller, body, audit }) {
    const before = await lockUser(tx, caller.id)
    if (!before) throw new Problem('unauthenticated')
    await saveUser(tx, caller.id, { ...before, ...body })
    // A name is personal data: the trail says that it changed, not to what.
    const renamed = before.nom !== body.nom
    audit.record({ id: caller.id, before: {}, after: renamed ? { nom: '…' } : {} })
    return { data: await myself(tx, caller.id) }
  },
})

export const closing = signedIn.read({
  summary: 'What closing one’s account would leave: acteurs of which nobody else is in charge',
  reply: Data(Closing),
  run: async ({ db, caller }) => ({ data: { left_alone: await leftAlone(db, caller.id) } }),
})

async function myself(db: Db, id: string): Promise<Me> {
  const [user, mairies] = await Promise.all([findMyself(db, id), mairiesOf(db, id)])
  if (!user) throw new Problem('unauthenticated')
  const acteurs = user.acteurs.map(({ can_publish, ...one }) => ({
    ...one,
    publishes_at_once: publishesAtOnce(user, { ...one, can_publish, open: true }),
  }))
  return { ...user, acteurs, areas: [...areasOf(user.roles)], mairies }
}
