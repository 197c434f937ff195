import { createAuthEndpoint, sensitiveSessionMiddleware } from 'better-auth/api'
import { sql } from '../../kernel/db/db.ts'
import { currentExchange } from './exchange.ts'

/**
 * In place of the library's own, which compares tokens to spare the session that asks: ours are stored hashed. The
 * endpoint bears the library's name, and so takes its place.
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
