import { Problem } from '../kernel/errors.ts'
import { areasOf } from '../kernel/permissions.ts'
import { read } from '../kernel/routes/action.ts'
import { Data } from '../kernel/routes/shapes.ts'
import { findMyself, mairiesOf } from './queries.ts'
import { Me } from './shapes.ts'

export const me = read({
  summary: 'Who I am and what I may do',
  reply: Data(Me),
  async run({ db, caller }) {
    const [user, mairies] = caller
      ? await Promise.all([findMyself(db, caller.id), mairiesOf(db, caller.id)])
      : [undefined, []]
    if (!user) throw new Problem('unauthenticated')
    return { data: { ...user, areas: [...areasOf(user.roles)], mairies } }
  },
})
