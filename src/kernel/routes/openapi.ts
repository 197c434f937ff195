import type { TObject, TSchema } from 'typebox'
import { ERRORS, type ErrorCode, statusOf } from '../errors.ts'
import { OTHER_RESPONSES, withOtherMethods } from '../http/other-methods.ts'
import type { Conflicts } from './action.ts'
import type { Row } from './route.ts'

const INTRODUCTION = `
Back-office and API of a local-community platform.

**Begin.** Every request says which app it comes from, in \`X-App-Source\` (1 to 40 lower-case letters, digits, \`-\` or
\`_\`): any name will do, \`public\` if you have none. Public reading needs nothing more. The back-office
(\`/api/v1/admin\`) asks for \`X-App-Source: backoffice\` and \`Authorization: Bearer <token>\`.

**Answers.** One record is \`{data}\`; a list is \`{data, meta}\`. \`meta.next\` is the \`after\` of the next page, null at
the end: following it costs the same at any depth and neither repeats nor misses a row.

**Refusals** are always \`{error, message, request_id}\`, with \`details: [{path, message}]\` when values are wrong.
\`error\` is for programs, \`message\` for people: French, or English when \`Accept-Language\` prefers it. A field or an
admin filter that does not exist is refused by name, never ignored.

**Saving.** Records carry a \`version\`: send it back as \`If-Match: "3"\` and a change that would overwrite somebody
else's is refused with 412. Send an \`Idempotency-Key\` with a POST and it is safe to send it again.
`.trim()

/** The API page's document, from the same table and shapes that serve the requests: it cannot promise anything else. */
export function openApiDocument(
  rows: readonly Row[],
  publicUrl: string,
  version: string,
  beside: Readonly<Record<string, Record<string, unknown>>> = {},
) {
  const paths: Record<string, Record<string, unknown>> = { ...beside }
  for (const row of rows) {
    const path = row.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    Object.assign(paths[path], { [row.method.toLowerCase()]: operation(row, path) })
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parvis',
      version,
      description: INTRODUCTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    paths: withOtherMethods(paths),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        session: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The token of a session, as /auth/sign-in/email gives it. Browsers hold it in a cookie.',
        },
      },
      schemas: { Error: ERROR_SHAPE },
      responses: OTHER_RESPONSES,
    },
  }
}

function operation(row: Row, path: string) {
  const { action } = row
  const body = 'body' in action ? (action.body as TSchema | undefined) : undefined
  return {
    operationId: operationId(row.method, path),
    summary: action.summary,
    tags: [tagOf(path)],
    ...(row.extension && { 'x-extension': true }),
    ...security(row.access),
    ...(row.retiring && { deprecated: true }),
    parameters: [
      ...headers(row),
      ...parameters(action.params as TObject | undefined, 'path'),
      ...parameters(action.query as TObject | undefined, 'query'),
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: { [row.access.kind === 'signed' ? row.access.type : 'application/json']: { schema: body } },
      },
    }),
    responses: {
      ...('repeats' in action && action.repeats && { 200: success(row) }),
      [row.status]: success(row),
      ...('moves' in action && action.moves && { 301: MOVED }),
      ...refusals(row),
    },
  }
}

/** An empty requirement: the token may be left out. */
const security = (access: Row['access']) =>
  access.kind === 'signed'
    ? {}
    : access.kind !== 'app'
      ? { security: [{ bearer: [] }] }
      : access.bearer === 'welcome'
        ? { security: [{}, { bearer: [] }] }
        : {}

/** `GET /api/v1/admin/communes/{id}/full` → `getAdminCommunesByIdFull`. */
function operationId(method: string, path: string): string {
  const words = path
    .replace('/api/v1', '')
    .split('/')
    .filter(Boolean)
    .map(part =>
      part
        .replace(/^\{(\w+)\}$/, 'by-$1')
        .replaceAll(/(^|-)(\w)/g, (_, _dash, letter) => letter.toUpperCase()),
    )
  return method.toLowerCase() + words.join('')
}

const tagOf = (path: string) =>
  path.split('/').filter(part => !['', 'api', 'v1', 'admin', 'mairie'].includes(part))[0]

function headers(row: Row) {
  const header = (
    name: string,
    description: string,
    required = false,
    schema: object = { type: 'string' },
  ) => ({
    name,
    in: 'header',
    required,
    description,
    schema,
  })
  const extra = <T extends object>(parameter: T) => ({ ...parameter, 'x-extension': true })
  if (row.access.kind === 'signed')
    return [header(row.access.header, 't=<unix time>,v1=<HMAC-SHA256 of "<t>.<body>" in hexadecimal>', true)]
  const source = { type: 'string', pattern: '^[a-z0-9_-]{1,40}$' }
  return [
    header(
      'X-App-Source',
      row.access.kind === 'admin' ? 'backoffice' : 'The app that calls, e.g. public',
      row.access.kind !== 'bearer',
      row.access.kind === 'admin' ? { ...source, const: 'backoffice' } : source,
    ),
    ...('posture' in row && row.method === 'POST'
      ? [extra(header('Idempotency-Key', 'The same key and body within 24 h: the first answer again'))]
      : []),
    ...('versioned' in row.action && row.action.versioned
      ? [
          extra(
            header(
              'If-Match',
              'The `version` that was read, in quotes (`"3"`), or `*` for any: 412 when it moved, 400 for anything else',
            ),
          ),
        ]
      : []),
    ...(hasEtag(row) ? [header('If-None-Match', 'An ETag: 304 when nothing moved')] : []),
  ]
}

export const parameters = (shape: TObject | undefined, place: 'path' | 'query') =>
  Object.entries(shape?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: place,
    ...(name === 'after' && { 'x-extension': true }),
    required: place === 'path' || ((shape?.required ?? []) as string[]).includes(name),
    schema,
  }))

const hasEtag = ({ action, access }: Row) =>
  action.kind === 'read' && (access.kind === 'app' || action.revalidated === true)

const MOVED = {
  description: 'It has another address, for good',
  headers: { Location: { schema: { type: 'string' } } },
}

function success(row: Row) {
  return {
    description: 'The answer',
    headers: { 'X-Request-Id': { schema: { type: 'string' } } },
    content: { 'application/json': { schema: row.action.reply } },
  }
}

/** Every code that this row may answer with. The tests refuse an answer that is not in this list. */
export function errorsOf(row: Row): readonly ErrorCode[] {
  const { action, access } = row
  return [
    ...new Set<ErrorCode>([
      'invalid_request',
      'uri_too_long',
      'headers_too_large',
      'request_timeout',
      'method_not_allowed',
      'internal_error',
      'rate_limited',
      'unavailable',
      ...(access.kind === 'signed' ? SIGNED_ERRORS : admittedErrors(row)),
      ...(action.params ? (['not_found'] as const) : []),
      ...('versioned' in action && action.versioned ? (['invalid_if_match', 'stale_version'] as const) : []),
      ...('conflicts' in action
        ? Object.values((action.conflicts ?? {}) as Conflicts).map(one =>
            typeof one === 'string' ? one : one.code,
          )
        : []),
      ...(action.errors ?? []),
    ]),
  ]
}

/** What a webhook may be told besides. */
const SIGNED_ERRORS = ['invalid_webhook_signature', 'payload_too_large'] as const

/** What comes of an app, a token and a body of JSON. */
function admittedErrors({ access, method, ...row }: Row): readonly ErrorCode[] {
  const writes = 'posture' in row
  return [
    'invalid_app_source',
    'validation_failed',
    ...(access.kind === 'bearer' ? [] : (['missing_app_source'] as const)),
    // A public read may be a heavy question, and a household has its share of those.
    ...(access.kind === 'app' && !writes ? (['rate_limited'] as const) : []),
    ...(access.kind === 'app'
      ? access.bearer === 'welcome'
        ? (['unauthenticated', 'account_suspended'] as const)
        : []
      : (['unauthenticated', 'account_suspended', 'scope_violation'] as const)),
    ...(access.kind === 'admin' ? (['admin_required'] as const) : []),
    ...(writes ? (['invalid_json', 'payload_too_large', 'unsupported_media_type', 'conflict'] as const) : []),
    ...(writes && method === 'POST' ? (['idempotency_key_reused', 'request_in_progress'] as const) : []),
  ]
}

function refusals(row: Row) {
  const notModified = hasEtag(row) ? { 304: { description: 'Not modified' } } : {}
  return { ...notModified, ...describedRefusals(errorsOf(row)) }
}

export function describedRefusals(all: readonly ErrorCode[]) {
  const byStatus = Map.groupBy(all, statusOf)
  const entries = [...byStatus].sort(([one], [other]) => one - other)
  return Object.fromEntries(
    entries.map(([status, codes]) => [
      status,
      {
        description: codes.map(code => `\`${code}\`: ${ERRORS[code][2]}`).join('\n\n'),
        content: {
          'application/json': {
            schema: {
              allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { error: { enum: codes } } }],
            },
          },
        },
      },
    ]),
  )
}

export const ERROR_SHAPE = {
  type: 'object',
  required: ['error', 'message', 'request_id'],
  additionalProperties: false,
  properties: {
    error: { type: 'string', enum: Object.keys(ERRORS) },
    message: { type: 'string' },
    request_id: { type: 'string' },
    details: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message'],
        additionalProperties: false,
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
}
