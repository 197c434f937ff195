import { type Config, ownUrl } from '../kernel/config.ts'

/** The back-office pages that mails link to. */

type Place = Pick<Config, 'publicUrl' | 'host' | 'port'>

const pageOf = (config: Place, path: string): string => `${config.publicUrl ?? ownUrl(config)}${path}`

/** The pages of an acteur's members. */
export const houseOf = (config: Place, acteurId: string): string => pageOf(config, `/espace?pour=${acteurId}`)

/** Sign-up with the invited address. */
export const signUpPage = (config: Place, email: string): string =>
  pageOf(config, `/inscription?adresse=${encodeURIComponent(email)}`)

/** Confirmation of a new address. */
export const addressPage = (config: Place, token: string): string =>
  pageOf(config, `/espace/moi?confirmer=${encodeURIComponent(token)}`)
