import { createAuthEndpoint, sensitiveSessionMiddleware } from 'better-auth/api'
import { endSessions, userBehind } from './accounts.ts'
import { currentExchange } from './exchange.ts'

/**
 * Replaces the library's endpoints of the same names. One of them finds the calling session by comparing tokens, which
 * we store hashed; and neither ends access tokens without a session.
 */
export const otherSessions = () => ({
  id: 'parvis-other-sessions',
  endpoints: {
    revokeOtherSessions: endpoint('/revoke-other-sessions', session => session.id),
    revokeSessions: endpoint('/revoke-sessions', () => undefined),
  },
})

const endpoint = (path: string, except: (session: { readonly id: string }) => string | undefined) =>
  createAuthEndpoint(
    path,
    { method: 'POST', requireHeaders: true, use: [sensitiveSessionMiddleware] },
    async context => {
      const { session, user } = context.context.session
      const tx = await currentExchange().writes()
      const somebody = await userBehind(user.id)
      if (somebody) await endSessions(tx, somebody.id, except(session))
      return context.json({ status: true })
    },
  )
