import { sql } from '../kernel/db/db.ts'
import { found, invalid, Problem } from '../kernel/refusals/errors.ts'
import { DONE, plain } from './answers.ts'
import { holdsRole, passkeysOf } from './issuer/accounts.ts'
import { currentExchange } from './issuer/exchange.ts'
import { prove, record, stillThere } from './issuer/proof.ts'
import { isStandIn } from './issuer/provider.ts'
import { passkeyHost } from './passkey-host.ts'
import type { CurrentSession, Run, SignInParts, SignInRequest } from './row.ts'

/** What the rows of passkeys do around the library. */

/** More would only hide one that a stranger added. */
const MOST = 20

/** Accounts of an outside provider have none: they end with the account there. */
export const beginRegistration: Run = async (request, { call, publicUrl }, current) => {
  const { user, session } = needed(current)
  if (!passkeyHost(publicUrl)) throw new Problem('not_found')
  if (isStandIn(user.email)) throw new Problem('address_elsewhere')
  await prove(user, session)
  if ((await passkeysOf(user.id)).length >= MOST)
    throw invalid('name', `pas plus de ${MOST} clés d’accès`, `not more than ${MOST} passkeys`)
  return await call('GET', '/passkey/generate-register-options', { ...request, body: {} })
}

export const register: Run = async (request, { call, mails }, current) => {
  const { user, session } = needed(current)
  const { name } = request.body
  const response = await call('POST', '/passkey/verify-registration', {
    ...request,
    body: { name, response: registrationOf(request) },
  })
  if (response.status !== 200) return response
  const { id } = response.body as { id: string }
  const tx = await currentExchange().writes()
  // The person has just unlocked the device: the session has two factors from here on.
  await tx.run(
    sql`update auth_sessions set passkey_id = ${id} where id = ${session.id} and passkey_id is null`,
  )
  await mails.queue(user, { template: 'passkey-changed', data: { at: new Date(), added: true } })
  const userId = await stillThere(user)
  await record(tx, userId, { id: userId, action: 'user.passkey_added', after: { passkey: id } })
  return { ...response, body: found((await passkeysOf(user.id)).find(one => one.id === id)) }
}

/** Without the caller's session: its reply would list the passkeys of one account. */
export const beginSignIn: Run = async (request, { call, publicUrl }) => {
  if (!passkeyHost(publicUrl)) throw new Problem('not_found')
  const headers = new Headers(request.headers)
  headers.delete('cookie')
  headers.delete('authorization')
  const response = await call('GET', '/passkey/generate-authenticate-options', {
    ...request,
    headers,
    body: {},
  })
  return { ...response, body: { ...(response.body as object), userVerification: 'required' } }
}

export const signInByPasskey: Run = async (request, { call }) => {
  const { id, response } = request.body.response as Credential
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  const body = {
    response: {
      id,
      rawId: id,
      type: 'public-key',
      response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
      clientExtensionResults: {},
    },
  }
  const answer = await call('POST', '/passkey/verify-authentication', { ...request, body })
  if (answer.status !== 200) return answer
  const token = answer.headers.get('set-auth-token')
  return { ...answer, body: { token, user: (answer.body as { user: unknown }).user } }
}

export const list: Run = async (_, __, current) => plain(await passkeysOf(needed(current).user.id))

/** Ends the other sessions that began with it: the device may be in other hands. */
export const remove: Run = async (request, parts, current) => {
  const { user, session } = needed(current)
  await prove(user, session)
  const tx = await currentExchange().writes()
  const userId = await stillThere(user)
  const all = await passkeysOf(user.id)
  const one = found(all.find(({ id }) => id === request.body.id))
  if (all.length === 1) await refuseTheLast(parts, current)
  await tx.run(sql`delete from auth_sessions where passkey_id = ${one.id} and id <> ${session.id}`)
  await tx.run(sql`delete from auth_passkeys where id = ${one.id}`)
  await parts.mails.queue(user, { template: 'passkey-changed', data: { at: new Date(), added: false } })
  await record(tx, userId, { id: userId, action: 'user.passkey_removed', after: { passkey: one.id } })
  return plain(DONE)
}

/** Like turning the second factor off. */
async function refuseTheLast({ config }: SignInParts, current: CurrentSession | undefined) {
  const { user } = needed(current)
  if (config.secondFactor === 'required' && !user.twoFactorEnabled && (await holdsRole(user.id)))
    throw new Problem('second_factor_required')
}

function needed(current: CurrentSession | undefined): CurrentSession {
  if (!current) throw new Problem('unauthenticated')
  return current
}

interface Credential {
  readonly id: string
  readonly response: {
    readonly clientDataJSON: string
    readonly authenticatorData: string
    readonly transports?: readonly string[]
    readonly signature?: string
    readonly userHandle?: string | null
  }
}

/**
 * The maker of the device does not matter, so its attestation is replaced by `none`: its certificates are never read.
 */
function registrationOf({ body }: SignInRequest) {
  const { id, response } = body.response as Credential
  const { clientDataJSON, authenticatorData, transports = [] } = response
  return {
    id,
    rawId: id,
    type: 'public-key',
    response: { clientDataJSON, attestationObject: withoutStatement(authenticatorData), transports },
    clientExtensionResults: {},
  }
}

/** CBOR of `{fmt: "none", attStmt: {}, authData}`, up to the two bytes of the length of the last. */
const NO_STATEMENT = Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex')

function withoutStatement(authenticatorData: string): string {
  const data = Buffer.from(authenticatorData, 'base64url')
  const length = Buffer.alloc(2)
  length.writeUInt16BE(data.length)
  return Buffer.concat([NO_STATEMENT, length, data]).toString('base64url')
}
