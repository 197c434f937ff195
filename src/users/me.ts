import { areasOf } from '../access/permissions.ts'
import { signedIn } from '../access/visitors.ts'
import { Problem } from '../kernel/errors.ts'
import { Data } from '../kernel/routes/shapes.ts'
import { findMyself, mairiesOf } from './queries.ts'
import { Me } from './shapes.ts'

export const me = signedIn.read({
  summary: 'Who I am and what I may do',
  reply: Data(Me),
  async run({ db, caller }) {
    const [user, mairies] = await Promise.all([findMyself(db, caller.id), mairiesOf(db, caller.id)])
    if (!user) throw new Problem('unauthenticated')
    return { data: { ...user, areas: [...areasOf(user.roles)], mairies } }
  },
})
