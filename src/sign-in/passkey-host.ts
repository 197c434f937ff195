import type { Config } from '../kernel/settings/config.ts'

/** Passkeys belong to the host of PUBLIC_URL, and serve the pages of `CORS_ORIGINS` on it or below it. */

export type PasskeyConfig = Pick<Config, 'corsOrigins'> & { readonly publicUrl: string }

/** Browsers have passkeys for names of hosts, not for addresses of machines, and with https or on `localhost`. */
export function passkeyHost(publicUrl: string): string | undefined {
  const { protocol, hostname } = new URL(publicUrl)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isAddress = /^[\d.]+$|^\[/.test(hostname)
  return isLocal || (protocol === 'https:' && !isAddress) ? hostname : undefined
}

export function passkeyOrigins({ publicUrl, corsOrigins }: PasskeyConfig): string[] {
  const host = passkeyHost(publicUrl)
  const isBelow = (origin: string) => {
    const hostname = URL.parse(origin)?.hostname
    return hostname !== undefined && (hostname === host || hostname.endsWith(`.${host}`))
  }
  return [new URL(publicUrl).origin, ...corsOrigins.filter(isBelow)]
}
