import { randomBytes } from 'node:crypto'
import type { Config } from '../../kernel/settings/config.ts'
import { slugOf } from '../../kernel/texts/texts.ts'
import { installationOf, readsAnswers } from './addresses.ts'

/**
 * The address of an acteur: `support+mairie-de-saint-jean-<token>@ville.fr`. A mail to it becomes a draft. The name tells
 * people whose address it is; only the token is read.
 */

const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567'
const TOKEN_LETTERS = 24
/** RFC 5321. */
const LONGEST_LOCAL_PART = 64
/** Shorter, and the name says nothing. */
const SHORTEST_NAME = 4

export const newActeurToken = (): string =>
  [...randomBytes(TOKEN_LETTERS)].map(byte => LETTERS[byte % LETTERS.length]).join('')

type Settings = Pick<Config, 'mailFrom' | 'publicUrl' | 'inboundMailSecrets' | 'inboundMailServers'>

/** Whether mails come in here, and the server that takes them says who sent them. */
export const takesDrafts = (config: Settings): boolean =>
  readsAnswers(config) && config.inboundMailServers.length > 0 && nameRoom(config) >= SHORTEST_NAME

const ownAddress = (config: Settings): readonly [local: string, domain: string] => {
  const { address } = installationOf(config).from
  const at = address.lastIndexOf('@')
  return [address.slice(0, at), address.slice(at)]
}

const nameRoom = (config: Settings): number =>
  LONGEST_LOCAL_PART - ownAddress(config)[0].length - '+-'.length - TOKEN_LETTERS

export function acteurAddress(config: Settings, nom: string, token: string): string {
  const [local, domain] = ownAddress(config)
  const name = slugOf(nom).slice(0, nameRoom(config)).replace(/-+$/, '') || 'acteur'
  return `${local}+${name}-${token}${domain}`
}

/** The tokens in the addresses of a mail's headers. */
export const acteurTokensIn = (headers: readonly string[]): string[] => [
  ...new Set(
    headers.flatMap(header =>
      [...header.toLowerCase().matchAll(/\+[a-z0-9-]{1,60}-([a-z2-7]{24})@/g)].map(([, token = '']) => token),
    ),
  ),
]
