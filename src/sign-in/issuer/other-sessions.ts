import { createAuthEndpoint, sensitiveSessionMiddleware } from 'better-auth/api'
import { sql } from '../../kernel/db/db.ts'
import { currentExchange } from './exchange.ts'

/**
 * Replaces the library's endpoint of the same name, which recognises the calling session by comparing tokens: ours are
 * stored hashed.
 */
export const otherSessions = () => ({
  id: 'parvis-other-sessions',
  endpoints: {
    revokeOtherSessions: createAuthEndpoint(
      '/revoke-other-sessions',
      { method: 'POST', requireHeaders: true, use: [sensitiveSessionMiddleware] },
      async context => {
        const { session, user } = context.context.session
        const tx = await currentExchange().writes()
        await tx.run(sql`delete from auth_sessions where user_id = ${user.id} and id <> ${session.id}`)
        return context.json({ status: true })
      },
    ),
  },
})
