import type { Config } from '../kernel/settings/config.ts'
import type { ProviderSettings } from '../kernel/settings/providers.ts'
import { type RoleMap, roleMapFrom } from '../people/users/role-map.ts'

/** A provider at which people sign in. */
export type SignInProvider = ProviderSettings & {
  readonly client: NonNullable<ProviderSettings['client']>
  readonly roles: RoleMap | undefined
}

/** Refuses a wrong role map. */
export const signInProviders = ({ providers }: Pick<Config, 'providers'>): readonly SignInProvider[] =>
  providers.flatMap(({ client, ...one }) =>
    client ? [{ ...one, client, roles: one.roleMap && roleMapFrom(one.roleMap) }] : [],
  )

/** The field of a sign-in's state that holds its provider: set by our row of `/sign-in/social`, not by clients. */
export const STATE_PROVIDER = 'provider'
