import { type Config, ownUrl } from '../kernel/config.ts'

/** Where mails lead. */

type Place = Pick<Config, 'publicUrl' | 'host' | 'port'>

export const pageOf = (config: Place, path: string): string => `${config.publicUrl ?? ownUrl(config)}${path}`

/** The house of whoever writes for an acteur, with this one chosen. */
export const houseOf = (config: Place, acteurId: string): string => pageOf(config, `/?acteur=${acteurId}`)
