import { Type } from 'typebox'
import { describeError } from '../kernel/log.ts'
import { read } from '../kernel/routes/action.ts'
import { Obj, Optional } from '../kernel/routes/shapes.ts'
import { BLOCKS } from './blocks.ts'

/** Two rounds of blocks that wait for a lock still make an answer within a second. */
const PATIENCE_MS = 300

/** What a moderator sees first. Each number is computed on its own: one that cannot be is left out. */
export const dashboard = read({
  summary: 'The numbers of the day; one that cannot be computed in time is left out',
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
  async run({ briefly, log }) {
    const blocks = await Promise.all(
      Object.entries(BLOCKS).map(async ([name, { compute }]) => {
        try {
          return [[name, await briefly<unknown>(PATIENCE_MS, compute)] as const]
        } catch (error) {
          log.warn({ block: name, error: describeError(error) }, 'a block of the dashboard is left out')
          return []
        }
      }),
    )
    return Object.fromEntries(blocks.flat())
  },
})
