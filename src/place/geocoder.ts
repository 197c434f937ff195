import type { Point } from '../defibrillateurs/lists/geography.ts'
import type { Config } from '../kernel/config.ts'
import type { Door } from '../kernel/fetch/fetch.ts'
import { FetchRefused } from '../kernel/fetch/refused.ts'
import type { Town } from './town.ts'

/**
 * Where an address is: asked of the operator's geocoder (GEOCODER_URL) by the service, so that the geocoder does not see
 * who asks. The API is that of Addok and of the Géoplateforme: GeoJSON, the best match first.
 */

export interface Located extends Point {
  readonly label: string
}
/** `unknown`: no such address. `away`: the geocoder gave no answer in time, or none that can be read. */
type Answer = Located | 'unknown' | 'away'
export type Geocode = (
  address: string,
  town: Pick<Town, 'nom' | 'code_insee' | 'latitude' | 'longitude'>,
) => Promise<Answer>

/** Somebody may be waiting beside a person who does not breathe. */
const PATIENCE_MS = 2_000
const MOST_BYTES = 200_000
/** More wait for a geocoder that is slow than it would answer. */
const MOST_AT_ONCE = 8
/** The longest address that geocoders accept. */
const LONGEST = 200
/** Below it the match is another street. */
const LEAST_SCORE = 0.4
/** Communes whose addresses have the codes of their arrondissements. */
const WITH_ARRONDISSEMENTS = ['75056', '69123', '13055']

export function geocoderFor({ geocoderUrl }: Pick<Config, 'geocoderUrl'>, door: Door): Geocode | undefined {
  if (geocoderUrl === undefined) return undefined
  let asking = 0
  return async (address, town) => {
    if (asking >= MOST_AT_ONCE) return 'away'
    asking++
    try {
      const answer = await door.fetch(addressOf(geocoderUrl, address, town), {
        ...{ timeoutMs: PATIENCE_MS, maxBytes: MOST_BYTES, redirects: 0, operatorsOwn: true },
      })
      return answer.status === 'ok' ? bestIn(answer.bytes) : 'away'
    } catch (error) {
      if (error instanceof FetchRefused) return 'away'
      throw error
    } finally {
      asking--
    }
  }
}

function addressOf(geocoder: string, address: string, town: Parameters<Geocode>[1]): string {
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
