import type { Config } from '../kernel/config.ts'
import type { ProviderSettings } from '../kernel/provider-settings.ts'

/** A provider at which people sign in. */
export type SignInProvider = ProviderSettings & { readonly client: NonNullable<ProviderSettings['client']> }

export const signInProviders = ({ providers }: Pick<Config, 'providers'>): readonly SignInProvider[] =>
  providers.flatMap(one => (one.client ? [{ ...one, client: one.client }] : []))

/** The field of a sign-in's state that holds its provider: set by our row of `/sign-in/social`, not by clients. */
export const STATE_PROVIDER = 'provider'
