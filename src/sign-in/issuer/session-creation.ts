import { APIError } from 'better-auth/api'
import { sql } from '../../kernel/db/db.ts'
import { rememberClientNetwork } from '../known-client-networks.ts'
import { mapRoles, userBehind } from './accounts.ts'
import { currentExchange } from './exchange.ts'
import { keepProviderSession, wasEndedMeanwhile } from './provider-sessions.ts'

/** Hooks that the library calls before and after it creates a session. */
export const sessionCreation = {
  /** No session before the address is verified, nor for a suspended user. */
  async before({ userId }: { userId: string }, context: { context: { session: unknown } } | null) {
    const somebody = await userBehind(userId)
    // The user was erased after the session was checked.
    if (!somebody && context?.context.session) throw refused('UNAUTHORIZED', 'ACCOUNT_GONE')
    if (!somebody) throw refused('FORBIDDEN', 'EMAIL_NOT_VERIFIED')
    if (somebody.status === 'suspended') throw refused('FORBIDDEN', 'ACCOUNT_SUSPENDED')
    const exchange = currentExchange()
    if (exchange.arrival && (await wasEndedMeanwhile(exchange, exchange.arrival.session)))
      throw refused('FORBIDDEN', 'SIGNED_OUT')
    await mapRoles(somebody.id)
  },
  async after({ id, userId }: { id: string; userId: string }) {
    const { arrival, passkeyId, writes, clientNetworkHash } = currentExchange()
    const tx = await writes()
    if (passkeyId) await tx.run(sql`update auth_sessions set passkey_id = ${passkeyId} where id = ${id}`)
    if (arrival) await keepProviderSession(tx, id, arrival.session)
    await rememberClientNetwork(tx, userId, await clientNetworkHash())
  },
}

export const refused = (status: 'BAD_REQUEST' | 'UNAUTHORIZED' | 'FORBIDDEN', code: string) =>
  new APIError(status, { code, message: code })
