import { FairSemaphore } from '../kernel/concurrency/fair-semaphore.ts'
import type { Db } from '../kernel/db/db.ts'
import type { Door } from '../kernel/fetch/fetch.ts'
import { FetchRefused } from '../kernel/fetch/refused.ts'
import type { Addresses } from '../kernel/http/addresses.ts'
import { Problem } from '../kernel/refusals/errors.ts'
import { perHour, subjectsOf, takeOne } from '../kernel/routes/limits.ts'
import type { Config } from '../kernel/settings/config.ts'
import type { Point } from '../territory/defibrillateurs/lists/geography.ts'
import type { Town } from './town.ts'

/**
 * Where an address is: asked of the operator's geocoder (GEOCODER_URL) by the service, so that the geocoder does not see
 * who asks. The API is that of Addok and of the Géoplateforme: GeoJSON, the best match first.
 */

export interface Located extends Point {
  readonly label: string
}
/**
 * `unknown`: no such address. `away`: the geocoder gave no answer in time, or none that can be read. `limited`: too many questions
 * from this client network.
 */
type Answer = Located | 'unknown' | 'away' | 'limited'
type Place = Pick<Town, 'nom' | 'code_insee' | 'latitude' | 'longitude'>
export type Geocode = (address: string, town: Place) => Promise<Answer>

/** The timeout is short: the reader may be beside a person who does not breathe. */
const TIMEOUT_MS = 2_000
const MOST_BYTES = 200_000
/** More wait for a geocoder that is slow than it would answer. */
const AT_ONCE = { places: 8, each: 2, waiting: 2, patienceMs: TIMEOUT_MS }
/** A geocoder bans a service that asks too much. Answers that are known count for nothing. */
const BY_NETWORK = perHour('geocoder', 60, 'address')
/** Addresses of residents: only in memory, and not for long. */
const KEPT_MS = 3_600_000
const MOST_KEPT = 1_000
/** The longest address that geocoders accept. */
const LONGEST = 200
/** Below it the match is another street. */
const LEAST_SCORE = 0.4
/** Communes whose addresses have the codes of their arrondissements. */
const WITH_ARRONDISSEMENTS = ['75056', '69123', '13055']

interface Services {
  readonly config: Pick<Config, 'geocoderUrl' | 'rateLimitScale'>
  readonly door: Door
  readonly db: Db
  readonly addresses: Addresses
}

/** For each client network its own. */
export function geocoderFor({
  config,
  door,
  db,
  addresses,
}: Services): ((clientNetwork: string) => Geocode) | undefined {
  const { geocoderUrl, rateLimitScale } = config
  if (geocoderUrl === undefined) return undefined
  const turns = new FairSemaphore(AT_ONCE)
  const kept = new Map<string, { readonly answer: Located | 'unknown'; readonly until: number }>()

  async function ask(url: string, clientNetwork: string): Promise<Answer> {
    try {
      if (rateLimitScale > 0)
        await takeOne(db, BY_NETWORK, await subjectsOf(addresses, clientNetwork), rateLimitScale)
    } catch (error) {
      if (error instanceof Problem) return error.code === 'rate_limited' ? 'limited' : 'away'
      throw error
    }
    try {
      return await turns.run(clientNetwork, async () => {
        const answer = await door.fetch(url, {
          timeoutMs: TIMEOUT_MS,
          maxBytes: MOST_BYTES,
          redirects: 0,
          operatorsOwn: true,
        })
        return answer.status === 'ok' ? bestIn(answer.bytes) : 'away'
      })
    } catch (error) {
      if (error instanceof FetchRefused || error instanceof Problem) return 'away'
      throw error
    }
  }

  return clientNetwork => async (address, town) => {
    const url = addressOf(geocoderUrl, address, town)
    const known = kept.get(url)
    if (known && performance.now() < known.until) return known.answer
    const answer = await ask(url, clientNetwork)
    if (answer === 'away' || answer === 'limited') return answer
    kept.delete(url)
    kept.set(url, { answer, until: performance.now() + KEPT_MS })
    const [oldest] = kept.keys()
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
    return answer
  }
}

function addressOf(geocoder: string, address: string, town: Place): string {
  const { nom, code_insee, latitude, longitude } = town
  const isWhole = code_insee !== null && !WITH_ARRONDISSEMENTS.includes(code_insee)
  const url = new URL(geocoder)
  const asked = isWhole ? address : `${address.slice(0, LONGEST - nom.length - 1)} ${nom}`
  url.searchParams.set('q', asked.slice(0, LONGEST))
  url.searchParams.set('limit', '1')
  url.searchParams.set('autocomplete', '0')
  if (isWhole) url.searchParams.set('citycode', code_insee)
  if (latitude !== null && longitude !== null) {
    url.searchParams.set('lat', `${latitude}`)
    url.searchParams.set('lon', `${longitude}`)
  }
  return url.href
}

interface Feature {
  readonly geometry?: { readonly coordinates?: readonly unknown[] } | null
  readonly properties?: { readonly label?: unknown; readonly score?: unknown } | null
}

function bestIn(bytes: Buffer): Answer {
  const features = featuresIn(bytes)
  if (!features) return 'away'
  const [best] = features
  if (!best) return 'unknown'
  const [longitude, latitude] = best.geometry?.coordinates ?? []
  const { label, score } = best.properties ?? {}
  if (!isWithin(latitude, 90) || !isWithin(longitude, 180) || typeof label !== 'string') return 'away'
  return typeof score === 'number' && score < LEAST_SCORE
    ? 'unknown'
    : { latitude, longitude, label: label.slice(0, LONGEST) }
}

const isWithin = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Math.abs(value) <= most

function featuresIn(bytes: Buffer): readonly (Feature | null)[] | undefined {
  try {
    const { features } = JSON.parse(bytes.toString()) as { features?: unknown }
    return Array.isArray(features) ? features : undefined
  } catch {
    return undefined
  }
}
