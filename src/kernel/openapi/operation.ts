import type { TObject, TSchema } from 'typebox'
import { receivingOf } from '../routes/received.ts'
import { type AnyRow, API, hasTable, isExchange, isSigned, takesKey } from '../routes/route.ts'
import { ANSWER_HEADERS, CACHED_HEADERS, MOVED_HEADERS, SESSION_HEADERS } from './headers.ts'
import { parameters } from './parameters.ts'
import { errorsOf, hasPage, PAGE, pageRefusals, refusals } from './refusals.ts'
import { requirements } from './security.ts'
import { descriptionOf } from './words.ts'

/** Builds the operation of a row. */
export function operation(row: AnyRow, path: string, tag: string) {
  const { action } = row
  const body = 'body' in action ? (action.body as TSchema | undefined) : undefined
  const codes = errorsOf(row)
  return {
    operationId: operationId(row.method, path),
    summary: action.summary,
    description: descriptionOf(row),
    tags: [tag],
    ...(row.extension && { 'x-extension': true }),
    security: requirements(row),
    parameters: [
      ...parameters(action.params as TObject | undefined, 'path', path),
      ...parameters(action.query as TObject | undefined, 'query'),
      ...headers(row),
    ],
    ...(body && {
      requestBody: {
        required: !mayBeLeftOut(body),
        content: { [contentTypeOf(row)]: { schema: body } },
      },
    }),
    responses: {
      ...('mayBeDone' in action && action.mayBeDone && { 200: success(row, 200) }),
      [row.status]: success(row, row.status),
      ...('redirects' in action && action.redirects && (isExchange(row) ? { 302: ONWARD } : { 301: MOVED })),
      ...(hasEtag(row) && { 304: { $ref: '#/components/responses/NotModified' } }),
      ...(hasPage(row) ? pageRefusals(codes) : refusals(codes)),
    },
    'x-errors': codes,
  }
}

/** A missing body is read as `{}`: `PATCH …/switch` without a body toggles. */
const mayBeLeftOut = ({ type, required = [], minProperties = 0 }: TSchema & Fields) =>
  type === 'object' && required.length === 0 && minProperties === 0
interface Fields {
  readonly type?: unknown
  readonly required?: readonly string[]
  readonly minProperties?: number
}

const contentTypeOf = (row: AnyRow) =>
  isSigned(row) ? row.access.type : receivingOf(row) ? 'application/octet-stream' : 'application/json'

const hasEtag = (row: AnyRow) =>
  row.action.kind === 'read' &&
  !isSigned(row) &&
  (row.access.readers === 'everybody' || row.action.revalidated === true)

/** `GET /api/v1/admin/places/{id}/full` → `getAdminPlacesByIdFull`. */
function operationId(method: string, path: string): string {
  const words = path
    .replace(API, '')
    .split('/')
    .filter(Boolean)
    .map(part =>
      part
        .replace(/^\{(\w+)\}$/, path.startsWith(API) ? 'by-$1' : '$1')
        .replaceAll(/(^|-)(\w)/g, (_, _dash, letter) => letter.toUpperCase()),
    )
  return method.toLowerCase() + words.join('')
}

////////////////////////////////////////////////////////////////////////////// requests

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string' },
})
const IDEMPOTENCY_KEY = {
  ...header(
    'Idempotency-Key',
    'Makes a retry safe: a request with the same key and body within 24 h is not executed again and gets the first reply. 1 to 255 visible ASCII characters',
  ),
  'x-extension': true,
}
const IF_MATCH = {
  ...header(
    'If-Match',
    'The `version` that was read, in quotes (`"3"`): 412 when the record has changed since. `*` or no header skips the check; any other value is answered 400',
  ),
  'x-extension': true,
}
const IF_NONE_MATCH = header('If-None-Match', 'The `ETag` of a cached reply: 304 when it is still current')

const FILE_NAME = {
  ...header('X-File-Name', 'The name of the file, as percent-encoded UTF-8. Used only for downloads'),
  'x-extension': true,
}

const headers = (row: AnyRow) => [
  ...(receivingOf(row) ? [FILE_NAME] : []),
  ...(takesKey(row) ? [IDEMPOTENCY_KEY] : []),
  ...('versioned' in row.action && row.action.versioned ? [IF_MATCH] : []),
  ...(hasEtag(row) ? [IF_NONE_MATCH] : []),
]

////////////////////////////////////////////////////////////////////////////// replies

const MOVED = { description: 'Moved permanently', headers: MOVED_HEADERS }
const ONWARD = { description: 'Redirect to callbackURL', headers: { ...MOVED_HEADERS, ...SESSION_HEADERS } }
const OUTCOMES = {
  200: 'Success',
  201: 'The created record',
  202: 'Accepted: a job does the work later',
} as const

const success = (row: AnyRow, status: keyof typeof OUTCOMES) => ({
  description: OUTCOMES[status],
  headers: isExchange(row)
    ? { ...ANSWER_HEADERS, ...SESSION_HEADERS }
    : hasEtag(row)
      ? CACHED_HEADERS
      : ANSWER_HEADERS,
  content: {
    'application/json': { schema: row.action.reply },
    ...(row.action.kind === 'read' && row.action.alternative && alternativeOf(row.action.alternative)),
    ...(hasTable(row) && { 'text/csv': { schema: TABLE } }),
    ...('page' in row.action && row.action.page && PAGE),
  },
})

const alternativeOf = ({ type, description }: { readonly type: string; readonly description: string }) => ({
  [type]: { schema: { type: 'object', description } },
})

const TABLE = {
  type: 'string',
  description:
    'With `Accept: text/csv`, the whole list for a spreadsheet; `page` and `after` are ignored. UTF-8 with a byte order mark, times in Paris time. Cells are separated by `;` with decimal commas, or by `,` with decimal points for `Accept-Language: en`. An apostrophe is put before text that a spreadsheet would execute as a formula: at the beginning of a cell, or after `;`, `,`, a tab or a line break in it; also before text that consists of digits (codes, SIRET, telephone numbers), which would lose its leading zeros',
}
