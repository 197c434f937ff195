import type { Decider, Row, Status } from './world.ts'

/** The specification's table of decisions, written a second time: state before × decision → state after. */

export const STATUSES: readonly Status[] = [
  'pending',
  'changes_requested',
  'approved',
  'published',
  'rejected',
]

export const HOUR = 3_600_000
const TIMES = { never: null, past: -5 * HOUR, future: 5 * HOUR } as const

export interface Standing {
  readonly moderation_status: Status
  readonly valide: boolean
  /** PostgreSQL's text with microseconds, which a decision must not round. */
  readonly publie_le: string | null
  readonly moderation_reason: string | null
  readonly moderation_reason_code: string | null
  readonly moderation_by: Decider
}

/** Every combination: decided by a member, by the back-office, and by it with a reason. */
export const STANDINGS: readonly Standing[] = STATUSES.flatMap(moderation_status =>
  [true, false].flatMap(valide =>
    Object.values(TIMES).flatMap(offset => {
      if (valide && moderation_status !== 'approved' && moderation_status !== 'published') return []
      if (moderation_status === 'published' && offset === null) return []
      const publie_le =
        offset === null ? null : new Date(Date.now() + offset).toISOString().replace('Z', '789Z')
      return [
        { moderation_reason: null, moderation_reason_code: null, moderation_by: 'member' as const },
        { moderation_reason: null, moderation_reason_code: null, moderation_by: 'backoffice' as const },
        {
          moderation_reason: 'Déjà dit',
          moderation_reason_code: 'spam',
          moderation_by: 'backoffice' as const,
        },
      ].map(said => ({ moderation_status, valide, publie_le, ...said }))
    }),
  ),
)

export interface Body {
  readonly moderation_status: Status
  readonly reason?: string
  readonly reason_code?: string
  readonly publie_le?: string
}

/** `now` is the time of the request. */
export type After = Omit<Standing, 'publie_le'> & { readonly publie_le: string | null | 'now' }

/** The result of a decision, whatever the state before. */
export function afterModeration(before: Standing, body: Body): After {
  const said = {
    moderation_status: body.moderation_status,
    moderation_reason: body.reason ?? null,
    moderation_reason_code: body.reason_code ?? null,
    moderation_by: 'backoffice' as const,
  }
  switch (body.moderation_status) {
    case 'published':
      return { ...said, valide: true, publie_le: before.publie_le ?? 'now' }
    case 'approved':
      return { ...said, valide: true, publie_le: body.publie_le ?? before.publie_le }
    case 'rejected':
    case 'changes_requested':
    case 'pending':
      return { ...said, valide: false, publie_le: before.publie_le }
  }
}

/** True publishes; false hides and changes nothing else. */
export const afterValide = (before: Standing, valide: boolean): After =>
  valide
    ? afterModeration(before, { moderation_status: 'published' })
    : { ...before, valide: false, moderation_by: 'backoffice' }

/** As text, with microseconds. */
export const standing = `id, moderation_status, valide, moderation_reason, moderation_reason_code,
  to_char(publie_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as publie_le,
  moderation_by, moderated_by, moderated_at, version`

export const changes = (before: Standing, after: After): boolean =>
  Object.entries(after).some(([name, value]) => before[name as keyof Standing] !== value)

/** The differences between a row and the expected state. */
export function differences(row: Row, after: After, [from, to]: readonly [number, number]): string[] {
  return Object.entries(after).flatMap(([name, ought]) => {
    const is = row[name]
    if (ought === 'now' && name === 'publie_le') {
      const at = Date.parse(is)
      return at >= from - 5 && at <= to + 5 ? [] : [`publie_le is ${is}, should be the time of the request`]
    }
    const same =
      name === 'publie_le' && is && ought ? microseconds(is) === microseconds(`${ought}`) : is === ought
    return same ? [] : [`${name} is ${is}, should be ${ought}`]
  })
}
const microseconds = (time: string) => time.replace(/(\.\d+)?Z$/, found => found.slice(0, -1).padEnd(7, '0'))
