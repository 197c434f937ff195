import { send } from '../api/send.ts'
import { begin } from '../api/session.ts'

/** Passkeys in this browser (WebAuthn). */

/** The browser was told to stop, or the person did not go on. It does not say which. */
export const isGivenUp = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError')

/** The device has one of this account already. */
export const isKnownDevice = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'InvalidStateError'

const written = (made: Credential | null): object => (made as PublicKeyCredential).toJSON()

export async function addPasskey(name: string, password: string): Promise<void> {
  const options = await send('POST /auth/passkeys/begin', { body: { password } })
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  const response = written(await navigator.credentials.create({ publicKey })) as never
  await send('POST /auth/passkeys/add', { body: { name, response } })
}

interface Asking {
  /** Among what the browser offers in the field of the address. */
  readonly quietly?: true
  readonly signal: AbortSignal
}

/** Waits until the person has chosen a passkey. */
export async function askForPasskey({ quietly, signal }: Asking): Promise<object> {
  const options = await send('POST /auth/sign-in/passkey/begin', {})
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  )
  const how = quietly ? { mediation: 'conditional' as const } : {}
  return written(await navigator.credentials.get({ publicKey, signal, ...how }))
}

export async function enterByPasskey(response: object): Promise<void> {
  await send('POST /auth/sign-in/passkey', { body: { response: response as never } })
  await begin()
}

export const canOfferQuietly = async (): Promise<boolean> =>
  (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false
