import { Refusal } from '../refusals/refusal.ts'
import type { EnvironmentReader } from './environment.ts'

/** Settings of what pages show: the credit of map tiles, the legal notice. */

export interface MapTiles {
  readonly url: string
  readonly by: string
}

export function mapTilesFrom(read: EnvironmentReader): MapTiles | undefined {
  const url = read.tiles('MAP_TILES_URL')
  const by = read.text('MAP_TILES_ATTRIBUTION')
  if (url && by) return { url, by }
  if (url)
    throw new Refusal(
      'MAP_TILES_ATTRIBUTION is required with MAP_TILES_URL: makers of maps require attribution.',
    )
  if (by) throw new Refusal('MAP_TILES_URL is required with MAP_TILES_ATTRIBUTION.')
  return undefined
}

/** What the law wants a site to say: who publishes it, who directs that, and who hosts it. */
export interface LegalNotice {
  readonly publisher: string
  readonly director: string
  readonly host: string
}

const LEGAL = ['LEGAL_PUBLISHER', 'LEGAL_DIRECTOR', 'LEGAL_HOST'] as const

export function legalNoticeFrom(read: EnvironmentReader): LegalNotice | undefined {
  const [publisher, director, host] = LEGAL.map(name => read.text(name))
  if (publisher && director && host) return { publisher, director, host }
  if (!publisher && !director && !host) return undefined
  const missing = LEGAL.find(name => !read.text(name))
  const others = LEGAL.filter(name => name !== missing)
  throw new Refusal(`${missing} is required with ${others.join(' or ')}: a legal notice has all three.`)
}
