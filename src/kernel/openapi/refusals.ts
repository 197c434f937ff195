import { ERRORS, type ErrorCode, statusOf } from '../refusals/errors.ts'
import type { Conflicts } from '../routes/action.ts'
import { receivingOf } from '../routes/received.ts'
import {
  type AnyRow,
  type ExchangeRow,
  type GuardedRow,
  isExchange,
  isSigned,
  takesKey,
} from '../routes/route.ts'
import { REFUSAL_HEADERS } from './headers.ts'

/** The refusals of operations: one response per status, and the codes of each operation. */

/** Codes that every operation may return. */
const EVERYWHERE = [
  'invalid_request',
  'uri_too_long',
  'headers_too_large',
  'request_timeout',
  'method_not_allowed',
  'internal_error',
  'rate_limited',
  'unavailable',
] as const satisfies readonly ErrorCode[]

/** Every code that this row may return; tests refuse others. */
export function errorsOf(row: AnyRow): readonly ErrorCode[] {
  const { action } = row
  return [
    ...new Set<ErrorCode>([
      ...EVERYWHERE,
      ...(isSigned(row) ? SIGNED_ERRORS : isExchange(row) ? exchangeErrors(row) : guardedErrors(row)),
      ...(takesKey(row) ? (['idempotency_key_reused', 'request_in_progress'] as const) : []),
      ...(action.params ? (['not_found'] as const) : []),
      ...(isVersioned(row) ? (['invalid_if_match'] as const) : []),
      ...ownErrorsOf(row),
    ]),
  ]
}

/** The codes that come from what the operation does, beside those of its guard, body and headers. */
export function ownErrorsOf(row: AnyRow): readonly ErrorCode[] {
  const { action } = row
  const conflicts = 'conflicts' in action ? Object.values((action.conflicts ?? {}) as Conflicts) : []
  return [
    ...new Set<ErrorCode>([
      ...(isVersioned(row) ? (['stale_version'] as const) : []),
      ...(action.errors ?? []),
      ...conflicts.map(one => (typeof one === 'string' ? one : one.code)),
    ]),
  ]
}

const isVersioned = ({ action }: AnyRow) => 'versioned' in action && action.versioned === true

/** Further codes of webhooks. */
const SIGNED_ERRORS = ['invalid_webhook_signature', 'payload_too_large'] as const

const exchangeErrors = ({ method, access }: ExchangeRow): readonly ErrorCode[] => [
  'validation_failed',
  ...(method === 'POST' ? BODY_ERRORS : []),
  ...access.document.errors,
]
const BODY_ERRORS = ['invalid_json', 'payload_too_large', 'unsupported_media_type'] as const

/** Codes of the guard and of a JSON body. */
function guardedErrors(row: GuardedRow): readonly ErrorCode[] {
  const receiving = receivingOf(row)
  const writes = 'posture' in row
  return [
    ...row.access.document.errors,
    'validation_failed',
    ...(writes ? (['unsupported_media_type', 'conflict'] as const) : []),
    ...(receiving ? [receiving.tooLarge] : writes ? (['invalid_json', 'payload_too_large'] as const) : []),
  ]
}

////////////////////////////////////////////////////////////////////////////// in the document

/** Short, because it is repeated for every status of hundreds of operations. */
const nameOfStatus = (status: number) => `R${status}`

/** `{400: {$ref: …}, …}` for these codes; `REFUSALS` describes each status once. */
const refusalsNamed = (nameOf: (status: number) => string) => (codes: readonly ErrorCode[]) =>
  Object.fromEntries(
    [...new Set(codes.map(statusOf))]
      .sort((one, other) => one - other)
      .map(status => [status, { $ref: `#/components/responses/${nameOf(status)}` }]),
  )
export const refusals = refusalsNamed(nameOfStatus)

/** An HTML page beside the JSON. */
export const PAGE = { 'text/html': { schema: { type: 'string' } } } as const

/** Refusals of operations that return a page to browsers. */
const nameOfPage = (status: number) => `P${status}`
export const pageRefusals = refusalsNamed(nameOfPage)
const pageRefusalOf = (status: number) => {
  const { description, headers } = refusalOf(status)
  const schema = { $ref: '#/components/schemas/Refusal' }
  return { description, headers, content: { 'application/json': { schema }, ...PAGE } }
}

/** Errors of file downloads, which are not in the document. */
const OF_FILES: ReadonlySet<ErrorCode> = new Set(['removed'])

const CODES = Map.groupBy(
  (Object.keys(ERRORS) as ErrorCode[]).filter(code => !OF_FILES.has(code)),
  statusOf,
)

/** The response of a status with all its codes. */
const refusalOf = (status: number) => {
  const codes = CODES.get(status) ?? []
  return {
    description: codes.map(code => `\`${code}\`: ${ERRORS[code][2]}`).join('\n\n'),
    headers: REFUSAL_HEADERS(status),
    content: {
      'application/json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Refusal' },
            { type: 'object', properties: { error: { enum: codes } } },
          ],
        },
      },
    },
  }
}

/** All refusal responses by name. */
export const REFUSALS = Object.fromEntries(
  [...CODES.keys()].map(status => [nameOfStatus(status), refusalOf(status)]),
)

/** Those of the rows that return a page. */
export const pageResponses = (rows: readonly AnyRow[]) =>
  Object.fromEntries(
    rows
      .filter(hasPage)
      .flatMap(errorsOf)
      .map(statusOf)
      .map(status => [nameOfPage(status), pageRefusalOf(status)]),
  )

/** For the brief form: one response for every refusal. Some generators write `4XX` as a number, which does not compile. */
export const ANY_REFUSAL = { default: { $ref: '#/components/responses/Refused' } }
export const ANY_REFUSALS = {
  Refused: {
    description: 'Refused, or failed (5xx): `error` says why',
    headers: { 'Retry-After': REFUSAL_HEADERS(429)['Retry-After'] },
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
  },
}

export const hasPage = ({ action }: AnyRow): boolean => 'page' in action && action.page !== undefined

export const refusalShape = (error: object) => ({
  type: 'object',
  description: 'The body of every error: `error` is for programs, `message` for people.',
  required: ['error', 'message', 'request_id'],
  additionalProperties: false,
  properties: {
    error,
    message: {
      type: 'string',
      description: 'The text to show: French, or English if `Accept-Language` prefers it',
    },
    request_id: {
      type: 'string',
      description: 'The id of this request in the log of the service; also in `X-Request-Id`',
    },
    details: {
      type: 'array',
      description: 'The invalid values, ten at most',
      items: {
        type: 'object',
        required: ['path', 'message'],
        additionalProperties: false,
        properties: {
          path: { type: 'string', description: 'The field or parameter, such as `ids.0`' },
          message: { type: 'string', description: 'Why the value is invalid; can be shown beside the field' },
        },
      },
    },
  },
})

/** Each code is explained at the response that has it. */
export const ALL_CODES = {
  type: 'string',
  description: 'The error code. Each code is explained at the operations that may return it.',
  enum: Object.keys(ERRORS),
}

/** The codes of these rows. */
export const codesOf = (rows: readonly AnyRow[]) => ({
  type: 'string',
  description: 'The error code; `/openapi.json` explains each one',
  enum: [...new Set(rows.flatMap(errorsOf))].sort(),
})
