import { ERRORS, type ErrorCode } from '../errors.ts'
import type { Limit } from '../routes/limits.ts'
import { type AnyRow, isSigned } from '../routes/route.ts'

/** Describes an operation: its own text, who may call it, limits, audit and refusals. */
export function descriptionOf(row: AnyRow): string {
  const { action } = row
  const posture = 'posture' in row ? row.posture : undefined
  const own = [
    ...('versioned' in action && action.versioned ? (['stale_version'] as const) : []),
    ...ownCodes(action),
  ]
  return [
    action.description,
    `**Who:** ${whoMay(row)}`,
    posture?.limit && `**How often:** ${allowances(posture.limit)}.`,
    posture && 'audit' in posture && `**Trace:** \`${posture.audit}\` in the audit trail.`,
    posture && 'silent' in posture && `**Trace:** none, for ${posture.silent}.`,
    row.personal && '**Personal:** contact details; each read is logged with the user.',
    own.length > 0 &&
      `**Refuses:**\n\n${[...new Set(own)].map(code => `- \`${code}\` (${ERRORS[code][0]}): ${ERRORS[code][2]}`).join('\n')}`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

function ownCodes(action: AnyRow['action']): ErrorCode[] {
  const conflicts = 'conflicts' in action ? Object.values(action.conflicts ?? {}) : []
  const codes = conflicts.map(one => (typeof one === 'string' ? one : one.code) as ErrorCode)
  return [...(action.errors ?? []), ...codes]
}

const whoMay = (row: AnyRow) =>
  isSigned(row)
    ? `whoever signs the body under the shared secret, in \`${row.access.header}\`.`
    : row.access.document.who

export const allowances = (limits: readonly (Pick<Limit, 'most' | 'seconds'> & { readonly by: string })[]) =>
  limits.map(({ most, seconds, by }) => `${most} ${within(seconds)} for each ${by}`).join(', ')

const within = (seconds: number) =>
  seconds === 86_400 ? 'a day' : seconds === 3600 ? 'an hour' : `in ${seconds / 60} minutes`

/** The limits of a value in words, for tools that show only descriptions. */
export function limitsOf(schema: object): string {
  const { type, minimum, maximum, minLength, maxLength, format, items, maxItems } = schema as Limits
  const default_ = (schema as Limits).default
  return [
    minimum !== undefined && maximum !== undefined && `${minimum} to ${maximum}`,
    minimum !== undefined && maximum === undefined && `${minimum} at least`,
    type === 'string' &&
      maxLength !== undefined &&
      `${minLength ? `${minLength} to ` : 'at most '}${maxLength} characters`,
    items && maxItems !== undefined && `at most ${maxItems}`,
    format && FORMATS[format],
    type === 'boolean' && '`true` or `false`',
    default_ !== undefined && `without it \`${default_}\``,
  ]
    .filter(Boolean)
    .join(', ')
}

interface Limits {
  readonly type?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly format?: string
  readonly items?: unknown
  readonly maxItems?: number
  readonly default?: unknown
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  date: 'a day, `YYYY-MM-DD`',
  'date-time': 'an instant of ISO 8601',
}
