import { Data } from '../../../shared/shapes.ts'
import { type Db, sql } from '../../kernel/db/db.ts'
import { Problem } from '../../kernel/refusals/errors.ts'
import { areasOf, publishesAtOnce } from '../access/permissions.ts'
import { signedIn } from '../access/visitors.ts'
import { leftAlone, mairiesOf } from '../users/members.ts'
import { findMyself, lockUser, saveUser } from '../users/queries.ts'
import { Closing, MyChanges } from '../users/shapes.ts'
import { Me, type Myself } from './shapes.ts'

export const me = signedIn.read({
  summary: 'The signed-in user with their permissions',
  reply: Data(Me),
  run: async ({ db, caller }) => ({ data: await myself(db, caller.id) }),
})

export const rename = signedIn.write({
  summary: 'Change the caller’s name, which colleagues see',
  body: MyChanges,
  reply: Data(Me),
  async run({ tx, caller, body, audit }) {
    const before = await lockUser(tx, caller.id)
    if (!before) throw new Problem('unauthenticated')
    await saveUser(tx, caller.id, { ...before, ...body })
    // A name is personal data: the audit trail records that it changed, not its value.
    const renamed = before.nom !== body.nom
    audit.record({ id: caller.id, before: {}, after: renamed ? { nom: '…' } : {} })
    return { data: await myself(tx, caller.id) }
  },
})

export const closing = signedIn.read({
  summary: 'The acteurs that would lose their last owner if the caller closed the account',
  reply: Data(Closing),
  run: async ({ db, caller }) => ({ data: { left_alone: await leftAlone(db, caller.id) } }),
})

/** Further fields of each acteur, for the user's first page. */
const mine = sql`, 'type', a.type, 'can_publish', a.can_publish,
  'communes', coalesce((
    select jsonb_agg(jsonb_build_object('id', c.id, 'nom', c.nom, 'departement', c.departement)
                     order by c.id is distinct from a.commune_id, c.cle, c.id)
    from communes c
    where c.id = a.commune_id or c.id in (select commune_id from acteur_communes where acteur_id = a.id)), '[]')`

async function myself(db: Db, id: string): Promise<Me> {
  const [user, mairies] = await Promise.all([findMyself<Myself>(db, id, mine), mairiesOf(db, id)])
  if (!user) throw new Problem('unauthenticated')
  const acteurs = user.acteurs.map(({ can_publish, ...one }) => ({
    ...one,
    publishes_at_once: publishesAtOnce(user, { ...one, can_publish, open: true }),
  }))
  return { ...user, acteurs, areas: [...areasOf(user.roles)], mairies }
}
