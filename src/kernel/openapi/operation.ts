import type { TObject, TSchema } from 'typebox'
import { named } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { receivingOf } from '../routes/received.ts'
import { type AnyRow, hasTable, isExchange, isSigned, takesKey } from '../routes/route.ts'
import type { Form } from './brief.ts'
import {
  ANSWER_HEADERS,
  CACHED_HEADERS,
  IGNORING_HEADERS,
  MOVED_HEADERS,
  REPEATABLE_HEADERS,
  SESSION_HEADERS,
} from './headers.ts'
import { operationId } from './operation-id.ts'
import { parameters } from './parameters.ts'
import { ANY_REFUSAL, errorsOf, hasPage, PAGE, pageRefusals, refusals } from './refusals.ts'
import { keyScopeOf, requirements } from './security.ts'
import { descriptionOf } from './words.ts'

/** Builds the operation of a row. */
export function operation(row: AnyRow, path: string, tag: string, form: Form) {
  const { action } = row
  const body = 'body' in action ? (action.body as TSchema | undefined) : undefined
  const brief = form === 'brief'
  const codes = errorsOf(row)
  const description = descriptionOf(row, form)
  const expected = [
    ...parameters(action.params as TObject | undefined, 'path', form, path),
    ...parameters(action.query as TObject | undefined, 'query', form),
    ...headers(row, form),
  ]
  return {
    operationId: operationId(row.method, path),
    summary: action.summary,
    ...(description && { description }),
    tags: [tag],
    ...(row.extension && { 'x-extension': true }),
    security: requirements(row),
    ...(keyScopeOf(row) && { 'x-scopes': [keyScopeOf(row)] }),
    ...(expected.length > 0 && { parameters: expected }),
    ...(body && {
      requestBody: {
        required: !mayBeLeftOut(body),
        content: { [contentTypeOf(row)]: { schema: body, ...(brief && exampleOf(body)) } },
      },
    }),
    responses: {
      ...('mayBeDone' in action && action.mayBeDone && { 200: success(row, 200, form) }),
      [row.status]: success(row, row.status, form),
      ...('redirects' in action && action.redirects && (isExchange(row) ? { 302: ONWARD } : { 301: MOVED })),
      ...(hasEtag(row) && !brief && { 304: { $ref: '#/components/responses/NotModified' } }),
      ...(brief ? ANY_REFUSAL : hasPage(row) ? pageRefusals(codes) : refusals(codes)),
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

/** The brief form has examples beside the shapes: generators repeat those of shapes in each type. */
const exampleOf = ({ examples }: { readonly examples?: readonly unknown[] }) =>
  examples && { examples: { example: { value: examples[0] } } }

const contentTypeOf = (row: AnyRow) =>
  isSigned(row) ? row.access.type : receivingOf(row) ? 'application/octet-stream' : 'application/json'

const hasEtag = (row: AnyRow) =>
  row.action.kind === 'read' &&
  !isSigned(row) &&
  (row.access.readers === 'everybody' || row.action.revalidated === true)

////////////////////////////////////////////////////////////////////////////// requests

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string' },
})
const IDEMPOTENCY_KEY = {
  ...header('Idempotency-Key', 'Makes a retry safe for 24 h: the reply is that of the first time'),
  'x-extension': true,
}
const IF_MATCH = {
  ...header('If-Match', 'The `version` that was read, in quotes: `"3"`'),
  'x-extension': true,
}
const IF_NONE_MATCH = header('If-None-Match', 'The `ETag` of a cached reply')

const FILE_NAME = {
  ...header('X-File-Name', 'The name of the file, as percent-encoded UTF-8. Used only for downloads'),
  'x-extension': true,
}

const LAST_EVENT_ID = {
  ...header('Last-Event-ID', 'The `id` of the event that came last: the stream goes on behind it'),
  'x-extension': true,
}

const headers = (row: AnyRow, form: Form) => [
  ...(isStream(row) ? [LAST_EVENT_ID] : []),
  ...(receivingOf(row) ? [FILE_NAME] : []),
  ...(takesKey(row) ? [IDEMPOTENCY_KEY] : []),
  ...('versioned' in row.action && row.action.versioned ? [IF_MATCH] : []),
  ...(hasEtag(row) && form === 'whole' ? [IF_NONE_MATCH] : []),
]

////////////////////////////////////////////////////////////////////////////// replies

const MOVED = { description: 'Moved permanently', headers: MOVED_HEADERS }
const ONWARD = { description: 'Redirect to callbackURL', headers: { ...MOVED_HEADERS, ...SESSION_HEADERS } }
const OUTCOMES = {
  200: 'Success',
  201: 'The created record',
  202: 'Accepted: a job does the work later',
} as const

const isStream = ({ action }: AnyRow) => action.kind === 'read' && action.streams === true

const success = (row: AnyRow, status: keyof typeof OUTCOMES, form: Form) => ({
  description: form === 'brief' && status === 200 ? 'OK' : OUTCOMES[status],
  ...(form === 'whole' && { headers: headersOf(row) }),
  content: {
    [isStream(row) ? 'text/event-stream' : 'application/json']: { schema: row.action.reply },
    ...(row.action.kind === 'read' && row.action.alternative && alternativeOf(row.action.alternative)),
    ...(hasTable(row) && { 'text/csv': { schema: TABLE } }),
    ...('page' in row.action && row.action.page && PAGE),
  },
})

function headersOf(row: AnyRow) {
  if (isExchange(row)) return { ...ANSWER_HEADERS, ...SESSION_HEADERS }
  if (takesKey(row)) return REPEATABLE_HEADERS
  const isIgnoring = row.action.kind === 'read' && !isSigned(row) && row.access.unknownParameters === 'ignore'
  return { ...(hasEtag(row) ? CACHED_HEADERS : ANSWER_HEADERS), ...(isIgnoring && IGNORING_HEADERS) }
}

const alternativeOf = ({ type, description }: { readonly type: string; readonly description: string }) => ({
  [type]: { schema: { type: 'object', description } },
})

const TABLE = named(
  'Table',
  Type.String({
    description:
      'With `Accept: text/csv`, the whole list for a spreadsheet; `page` and `after` are ignored. UTF-8 with a byte order mark, times in Paris time. Cells are separated by `;` with decimal commas, or by `,` with decimal points for `Accept-Language: en`. An apostrophe is put before text that a spreadsheet would execute as a formula: at the beginning of a cell, or after `;`, `,`, a tab or a line break in it; also before text that consists of digits (codes, SIRET, telephone numbers), which would lose its leading zeros',
  }),
)
