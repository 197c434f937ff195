import { Refusal } from '../refusals/refusal.ts'
import { type EnvironmentReader, namesHost } from './environment.ts'

/** Settings of what pages show: the credit of map tiles, the legal notice, the accessibility audit. */

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

/** Caches in front of the pages, which are told what changed. */
export interface PlacePurge {
  readonly urls: readonly string[]
  readonly key: string | undefined
}

export function placePurgeFrom(read: EnvironmentReader): PlacePurge | undefined {
  const urls = read.list(
    'PLACE_PURGE_URL',
    isPurged,
    'addresses such as https://cache.example.fr/purge, without an account',
  )
  const key = read.token('PLACE_PURGE_KEY')
  if (key && urls.length === 0) throw new Refusal('PLACE_PURGE_URL is required with PLACE_PURGE_KEY.')
  return urls.length > 0 ? { urls: [...new Set(urls)], key } : undefined
}
const isPurged = (value: string) => namesHost(value, ['http:', 'https:']) && !/[@#]/.test(value)

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

const ACCESSIBILITY_LEVELS = ['non', 'partielle', 'totale'] as const
export type AccessibilityLevel = (typeof ACCESSIBILITY_LEVELS)[number]

/** The result of an audit of the pages against the RGAA, for the declaration that the law asks for. */
export interface AccessibilityAudit {
  readonly level: AccessibilityLevel
  /** The share of the criteria that are met, in percent. */
  readonly rate: number
  /** The day of the audit: `2026-03-24`. */
  readonly date: string
  readonly auditor: string
  /** What is not accessible, one sentence each. */
  readonly issues: readonly string[]
}

const AUDIT = ['LEVEL', 'RATE', 'DATE', 'AUDITOR', 'ISSUES'].map(name => `ACCESSIBILITY_${name}`)

export function accessibilityAuditFrom(read: EnvironmentReader): AccessibilityAudit | undefined {
  const level = read.oneOf('ACCESSIBILITY_LEVEL', ACCESSIBILITY_LEVELS)
  const rate = read.number('ACCESSIBILITY_RATE', 0, 100)
  const date = read.matching('ACCESSIBILITY_DATE', isPastDay, 'the day of the audit, such as 2026-03-24')
  const auditor = read.text('ACCESSIBILITY_AUDITOR')
  const issues = (read.text('ACCESSIBILITY_ISSUES') ?? '').split(';').flatMap(issue => issue.trim() || [])
  if (level === undefined || rate === undefined || !date || !auditor) {
    const missing = AUDIT.slice(0, 4).find(name => !read.text(name))
    const given = AUDIT.find(name => read.text(name))
    if (given) throw new Refusal(`${missing} is required with ${given}: an audit has them all.`)
    return undefined
  }
  if (level !== levelBy(rate))
    throw new Refusal(
      `ACCESSIBILITY_LEVEL must be ${levelBy(rate)} with ACCESSIBILITY_RATE=${rate}: totale is 100, partielle 50 or more.`,
    )
  if (level !== 'totale' && issues.length === 0)
    throw new Refusal(
      `ACCESSIBILITY_ISSUES is required with ACCESSIBILITY_LEVEL=${level}: what is not accessible, with ; between.`,
    )
  return { level, rate, date, auditor, issues }
}

/** As the law divides them. */
function levelBy(rate: number): AccessibilityLevel {
  if (rate === 100) return 'totale'
  return rate >= 50 ? 'partielle' : 'non'
}

function isPastDay(value: string): boolean {
  const day = new Date(`${value}T00:00:00Z`)
  return (
    /^\d{4}-\d\d-\d\d$/.test(value) &&
    !Number.isNaN(day.getTime()) &&
    day.toISOString().startsWith(value) &&
    day.getTime() <= Date.now()
  )
}
