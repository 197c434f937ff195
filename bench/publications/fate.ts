import { namesOf } from '../../shared/fields/field.ts'
import { MODERATION_REASONS } from '../../shared/words/moderation.ts'
import type { Chance } from './chance.ts'
import { reasonOf } from './texts.ts'

/** What became of a publication once it was written. */
export interface Fate {
  readonly moderation_status: 'pending' | 'approved' | 'published' | 'rejected'
  readonly valide: boolean
  readonly publie_le: string | null
  readonly moderation_by: 'member' | 'mairie' | 'backoffice' | 'import'
  readonly reason: string | null
  readonly reason_code: string | null
  readonly moderated_at: string | null
  readonly created_at: string
  readonly updated_at: string
  readonly deleted_at: string | null
  readonly en_avant: boolean
  readonly featured_until: string | null
  readonly reports_count: number
}

interface Setting {
  readonly now: number
  readonly created: number
  readonly rows: number
}

const DAY = 86_400_000
const FATES = ['visible', 'pending', 'rejected', 'scheduled', 'undated', 'held', 'deleted'] as const
const WEIGHTS = [0.93, 0.03, 0.015, 0.003, 0.002, 0.01, 0.01]
const CODES = namesOf(MODERATION_REASONS)
/** A few hundred featured publications at any size; a third has expired. */
const FEATURED = 400
const REPORTED_SHARE = 0.003

const time = (milliseconds: number) => new Date(milliseconds).toISOString()

export function fateOf(chance: Chance, { now, created, rows }: Setting): Fate {
  const fate = FATES[chance.weighted(WEIGHTS)] ?? 'visible'
  const straight = chance.happens(0.5)
  const decided = straight ? created : Math.min(now, created + chance.below(3 * DAY))
  const featured = fate === 'visible' && chance.happens(FEATURED / rows / 0.93)
  const lapses = chance.share()
  return {
    moderation_status:
      fate === 'pending' || fate === 'rejected'
        ? fate
        : fate === 'scheduled' || fate === 'undated' || chance.happens(0.2)
          ? 'approved'
          : 'published',
    valide: fate !== 'pending' && fate !== 'rejected' && fate !== 'held',
    publie_le:
      fate === 'scheduled'
        ? time(now + DAY + chance.below(60 * DAY))
        : fate === 'pending' || fate === 'rejected' || fate === 'undated'
          ? null
          : time(decided),
    moderation_by:
      fate === 'pending' ? 'member' : straight ? chance.pick(['member', 'import']) : 'backoffice',
    reason: fate === 'rejected' ? reasonOf(chance).slice(0, 1000) : null,
    reason_code: fate === 'rejected' ? chance.pick(CODES) : null,
    moderated_at: straight || fate === 'pending' ? null : time(decided),
    created_at: time(created),
    updated_at: time(decided),
    deleted_at: fate === 'deleted' ? time(Math.min(now, decided + chance.below(30 * DAY))) : null,
    en_avant: featured,
    featured_until:
      !featured || lapses < 0.2
        ? null
        : time(lapses < 0.5 ? now - chance.below(90 * DAY) : now + DAY + chance.below(90 * DAY)),
    reports_count: chance.happens(REPORTED_SHARE) ? 1 + chance.rank(6) : 0,
  }
}
