import { type Config, ownUrl } from '../kernel/config.ts'

/** Where mails lead, in the pages of the back-office. */

type Place = Pick<Config, 'publicUrl' | 'host' | 'port'>

const pageOf = (config: Place, path: string): string => `${config.publicUrl ?? ownUrl(config)}${path}`

/** The house of whoever writes for an acteur, with this one chosen. */
export const houseOf = (config: Place, acteurId: string): string => pageOf(config, `/espace?pour=${acteurId}`)

/** Where somebody opens an account with the address that waits for them. */
export const signUpPage = (config: Place, email: string): string =>
  pageOf(config, `/inscription?adresse=${encodeURIComponent(email)}`)

/** Where a new address is confirmed. */
export const addressPage = (config: Place, token: string): string =>
  pageOf(config, `/espace/moi?confirmer=${encodeURIComponent(token)}`)
