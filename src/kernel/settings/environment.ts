import { isIP } from 'node:net'
import { Refusal } from '../refusals/refusal.ts'
import { isEmail, isMailbox } from '../texts/email-address.ts'
import { isInvalidAddress, readAddresses } from './database-addresses.ts'
import { misspeltIn } from './misspelt.ts'
import { settingIn } from './secret-files.ts'

/** Reads and validates environment variables. */

export type Environment = Readonly<Record<string, string | undefined>>

/** Each method returns undefined for an absent or empty variable, and throws a Refusal that names a wrong one. */
export type EnvironmentReader = ReturnType<typeof environmentReader>
export function environmentReader(env: Environment) {
  const refuse = (name: string, wanted: string): never => {
    throw new Refusal(`${name} must be ${wanted}.`)
  }
  const settings = new Set<string>()
  const given = (name: string) => {
    settings.add(name)
    return settingIn(env, name)
  }
  const text = (name: string) => given(name)?.trim() || undefined
  const matching = (name: string, test: (value: string) => boolean, wanted: string) => {
    const value = text(name)
    return value === undefined || test(value) ? value : refuse(name, wanted)
  }
  const number = (name: string, min: number, max: number) => {
    const value = text(name)
    if (value === undefined) return undefined
    const parsed = /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN
    return parsed >= min && parsed <= max ? parsed : refuse(name, `a number between ${min} and ${max}`)
  }
  return {
    text,
    matching,
    number,
    integer(name: string, min: number, max: number) {
      const value = number(name, min, max)
      return value === undefined || Number.isInteger(value)
        ? value
        : refuse(name, `a whole number between ${min} and ${max}`)
    },
    oneOf<const T extends string>(name: string, allowed: readonly T[]): T | undefined {
      const value = text(name)
      if (value === undefined) return undefined
      return allowed.find(one => one === value) ?? refuse(name, `one of: ${allowed.join(', ')}`)
    },
    /** Not trimmed, since it may begin or end with a space; never shown. */
    secret(name: string, minimum: number) {
      const value = given(name) || undefined
      if (value !== undefined && value.length < minimum) refuse(name, `at least ${minimum} characters long`)
      return value
    },
    token: (name: string) =>
      matching(
        name,
        value => /^[!-~]{16,}$/.test(value),
        'at least 16 letters, digits or signs, without spaces',
      ),
    url(name: string, protocols: readonly string[], more = '') {
      const wanted = `an address that starts with ${protocols.map(p => `${p}//`).join(' or ')} and names a host${more}`
      return matching(name, value => namesHost(value, protocols), wanted)
    },
    tiles: (name: string) =>
      matching(name, areTiles, 'an address such as https://tiles.example.fr/{z}/{x}/{y}.png'),
    database(name: string, whose: 'primary' | 'replica') {
      const value = text(name)
      const read = value === undefined ? undefined : readAddresses(value, whose)
      return read && isInvalidAddress(read) ? refuse(name, read.wanted) : value
    },
    email: (name: string) => matching(name, isEmail, 'one e-mail address'),
    mailbox: (name: string) =>
      matching(name, isMailbox, 'one e-mail address, or a name with one: Parvis <parvis@example.fr>'),
    list(name: string, test: (value: string) => boolean, wanted: string): readonly string[] {
      const values = (text(name) ?? '').split(',').flatMap(part => part.trim() || [])
      return values.every(test) ? values : refuse(name, `a comma-separated list of ${wanted}`)
    },
    proxies(name: string): readonly string[] {
      const value = text(name)
      return value === undefined || value === 'false'
        ? []
        : this.list(name, isCidr, 'addresses or CIDRs of your proxies, or false')
    },
    /** After all settings were read. */
    misspelt: () => misspeltIn(env, settings),
  }
}

/** Stricter than the URL parser, which accepts `https:host` and `smtp:host`. */
export function namesHost(value: string, protocols: readonly string[]): boolean {
  const url = URL.parse(value)
  return (
    url !== null &&
    url.hostname !== '' &&
    protocols.some(one => url.protocol === one && value.toLowerCase().startsWith(`${one}//`))
  )
}

/** The host must not vary by tile, because the page's Content-Security-Policy names it. */
function areTiles(value: string): boolean {
  const url = URL.parse(value.replaceAll(/\{[zxy]\}/g, '0'))
  const parts = ['{z}', '{x}', '{y}']
  return (
    /^https?:\/\/[^{}/?#@]+\//.test(value) &&
    url !== null &&
    /^https?:\/\/[\w.:[\]-]+$/.test(url.origin) &&
    parts.every(part => value.split(part).length === 2) &&
    !/[\s"'<>\\]|[{}]/.test(value.replaceAll(/\{[zxy]\}/g, ''))
  )
}

function isCidr(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/')
  const family = isIP(address)
  if (family === 0 || address.includes('%') || rest.length > 0) return false
  return (
    bits === undefined ||
    (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128))
  )
}

/** An origin as browsers send it: of a web page, or of a packaged mobile app (`capacitor://localhost`). */
export const isOrigin = (value: string) => {
  const { protocol = '', origin } = URL.parse(value) ?? {}
  if (/^https?:$/.test(protocol)) return origin === value
  return origin === 'null' && /^[a-z][a-z\d.+-]*:\/\/[a-z\d.-]+$/.test(value)
}
export const isWebOrigin = (value: string) => /^https?:/.test(value) && isOrigin(value)
