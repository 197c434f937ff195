import { UNNAMED } from '../kernel/settings/providers.ts'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../people/users/passwords.ts'
import { plain } from './answers.ts'
import { passkeyHost } from './passkey-host.ts'
import type { Run } from './row.ts'

/** Options for a sign-in page; not secret, since trying would reveal them. */
export const options: Run = async (_, { config, publicUrl }) => {
  const providers = config.providers.flatMap(({ id, label, client }) => (client ? [{ id, label }] : []))
  const unnamed = providers.find(({ id }) => id === UNNAMED)
  return plain({
    signup: config.signup,
    provider: unnamed ? { label: unnamed.label } : null,
    providers,
    password: { min: SHORTEST_PASSWORD, max: LONGEST_PASSWORD },
    passkeys: passkeyHost(publicUrl) !== undefined,
  })
}
