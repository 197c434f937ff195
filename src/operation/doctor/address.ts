import { isIP } from 'node:net'
import { connect, type PeerCertificate } from 'node:tls'
import type { Db } from '../../kernel/db/db.ts'
import { type Door, doorFor, FetchRefused } from '../../kernel/fetch/fetch.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { publicKeys } from '../../kernel/tokens/signing-keys.ts'
import { BASE } from '../../sign-in/paths.ts'
import { explain } from './explanations.ts'
import { type Finding, note, ok, wrong } from './finding.ts'

/** Whether PUBLIC_URL leads to this service, and how long its certificate is good. */

/** Only tests change it. */
interface World {
  readonly door?: Pick<Door, 'fetch'>
  readonly ca?: string
  readonly timeoutMs: number
}
const WORLD: World = { timeoutMs: 5_000 }
const MOST_BYTES = 64 * 1_024
const DAY_MS = 86_400_000
/** Certificates are renewed weeks before their end. */
const RENEWED_DAYS = 14

export async function address(db: { readonly pool: Db }, config: Config, world = WORLD): Promise<Finding> {
  const { publicUrl } = config
  if (publicUrl === undefined)
    return ok('address', 'PUBLIC_URL is not set: links lead to this machine', explain('address_none'))
  const url = new URL(publicUrl)
  const unreached = note(
    'address',
    `${publicUrl} does not answer from this machine: open it in a browser`,
    explain('address_unreached'),
  )
  const shown = url.protocol === 'https:' ? await certificateOf(url, world) : undefined
  if (shown === 'away') return unreached
  if (shown?.daysLeft !== undefined && shown.daysLeft < 0)
    return wrong(
      'address',
      `the certificate of ${publicUrl} has expired on ${shown.until}: renew it`,
      explain('address_expired'),
    )
  if (shown?.refusal)
    return (shown.refusal === 'ERR_TLS_CERT_ALTNAME_INVALID' ? wrong : note)(
      'address',
      `the certificate of ${publicUrl} is not trusted here (${shown.refusal})`,
      explain('address_untrusted'),
    )
  switch (await leadsHere(publicUrl, db.pool, config, world)) {
    case 'away':
      return unreached
    case 'elsewhere':
      return wrong(
        'address',
        `${publicUrl} leads to another service: correct PUBLIC_URL, the proxy or the domain name`,
        explain('address_elsewhere'),
      )
    case 'here':
  }
  const says = `${publicUrl} leads to this service`
  if (!shown) return ok('address', says, explain('address'))
  const days = Math.floor(shown.daysLeft)
  return days < RENEWED_DAYS
    ? note(
        'address',
        `${says}; its certificate is good for ${days} days only: it was not renewed`,
        explain('address_renew', { days }),
      )
    : ok(
        'address',
        `${says}; its certificate is good for ${days} days`,
        explain('address_certified', { days }),
      )
}

/** Another service, or this one on another database, has other keys for its tokens. */
async function leadsHere(
  publicUrl: string,
  db: Db,
  config: Config,
  { door: given, timeoutMs }: World,
): Promise<'here' | 'elsewhere' | 'away'> {
  const opened = given ? undefined : doorFor(config, { debug: () => {}, warn: () => {} })
  const door = given ?? opened
  try {
    const answer = await door?.fetch(`${publicUrl.replace(/\/$/, '')}${BASE}/jwks`, {
      operatorsOwn: true,
      timeoutMs,
      maxBytes: MOST_BYTES,
    })
    const own = new Set((await publicKeys(db)).map(({ kid }) => kid))
    return answer?.status === 'ok' && kidsIn(answer.bytes).some(kid => own.has(kid)) ? 'here' : 'elsewhere'
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    // A proxy answers so while the service is stopped or busy.
    const isBusy = error.status === 429 || (error.status ?? 0) >= 500
    return error.code === 'bad_status' && !isBusy ? 'elsewhere' : 'away'
  } finally {
    opened?.close()
  }
}

function kidsIn(bytes: Buffer): readonly string[] {
  try {
    const { keys } = JSON.parse(bytes.toString('utf8')) as { keys?: { kid?: string }[] }
    return (keys ?? []).flatMap(({ kid }) => kid ?? [])
  } catch {
    return []
  }
}

interface Shown {
  readonly until: string
  readonly daysLeft: number
  /** The code of why Node does not trust it. */
  readonly refusal: string | undefined
}

const certificateOf = ({ hostname, port }: URL, { timeoutMs, ca }: World) =>
  new Promise<Shown | 'away'>(resolve => {
    const host = hostname.replace(/^\[|\]$/g, '')
    const socket = connect({
      host,
      port: Number(port) || 443,
      ...(isIP(host) === 0 && { servername: host }),
      // Nothing is sent: the certificate is looked at.
      rejectUnauthorized: false,
      timeout: timeoutMs,
      ca,
    })
    const done = (shown: Shown | 'away') => {
      socket.destroy()
      resolve(shown)
    }
    socket
      .once('secureConnect', () => done(shownBy(socket.getPeerCertificate(), socket.authorizationError)))
      .once('error', () => done('away'))
      .once('timeout', () => done('away'))
  })

const shownBy = ({ valid_to }: PeerCertificate, refusal: Error | undefined): Shown => ({
  until: new Date(valid_to).toISOString().slice(0, 10),
  daysLeft: (Date.parse(valid_to) - Date.now()) / DAY_MS,
  refusal: refusal && codeOf(refusal),
})

/** Node gives the code alone, whatever its types say, or an error with a code. */
const codeOf = (refusal: Error | string): string =>
  typeof refusal === 'string' ? refusal : 'code' in refusal ? String(refusal.code) : refusal.name
