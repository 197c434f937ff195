import { ERRORS, type ErrorCode } from '../refusals/errors.ts'
import type { Limit } from '../routes/limits.ts'
import { type AnyRow, isSigned } from '../routes/route.ts'
import type { Form } from './brief.ts'
import { ownErrorsOf } from './refusals.ts'
import { keyScopeOf } from './security.ts'

/**
 * Describes an operation: its own text, who may call it, limits, audit and refusals. The brief form names its refusals
 * without their meaning, and leaves out what chapter and security schemes say.
 */
export function descriptionOf(row: AnyRow, form: Form): string {
  const { action } = row
  const posture = 'posture' in row ? row.posture : undefined
  const whole = form === 'whole'
  const own = ownErrorsOf(row)
  return [
    action.description,
    keyScopeOf(row) && `**API keys:** with the scope \`${keyScopeOf(row)}\`.`,
    whole && `**Who:** ${whoMay(row)}`,
    posture?.limit && `**How often:** ${allowances(posture.limit)}.`,
    whole && posture && 'audit' in posture && `**Trace:** \`${posture.audit}\` in the audit trail.`,
    whole && posture && 'silent' in posture && `**Trace:** none, for ${posture.silent}.`,
    row.personal && '**Personal:** contact details; each read is logged with the user.',
    own.length > 0 &&
      `**Refuses:** ${whole ? `\n\n${own.map(explained).join('\n')}` : `${own.map(code => `\`${code}\``).join(', ')}.`}`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

const explained = (code: ErrorCode) => `- \`${code}\` (${ERRORS[code][0]}): ${ERRORS[code][2]}`

const whoMay = (row: AnyRow) =>
  isSigned(row)
    ? `whoever signs the body under the shared secret, in \`${row.access.header}\`.`
    : row.access.document.who

const allowances = (limits: readonly (Pick<Limit, 'most' | 'seconds'> & { readonly by: string })[]) =>
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
