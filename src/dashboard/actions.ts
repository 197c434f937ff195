import { Obj, Optional } from '../../shared/shapes.ts'
import { Type } from '../../shared/type.ts'
import { signedIn } from '../access/visitors.ts'
import { BLOCKS } from './blocks.ts'
import { inTime } from './in-time.ts'

/** The numbers of the first page. Each is computed separately: one that fails or is too slow is left out. */
export const dashboard = signedIn.read({
  summary: 'Numbers of the day; one that takes too long is left out',
  reply: Obj({
    publications: Optional(BLOCKS.publications.shape),
    publications_pending: Optional(BLOCKS.publications_pending.shape),
    publications_reported: Optional(BLOCKS.publications_reported.shape),
    acteurs: Optional(BLOCKS.acteurs.shape),
    users: Optional(BLOCKS.users.shape),
    claims_pending: Optional(Type.Integer({ minimum: 0, 'x-extension': true })),
    subscription_plans: Optional(BLOCKS.subscription_plans.shape),
    subscription_logs: Optional(BLOCKS.subscription_logs.shape),
    imports_failing: Optional(BLOCKS.imports_failing.shape),
    threads_unread: Optional(BLOCKS.threads_unread.shape),
  }),
  run: context => inTime<unknown>(context, BLOCKS),
})
