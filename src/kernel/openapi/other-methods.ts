import { ANSWER_HEADERS, CACHED_HEADERS } from './headers.ts'

interface Operation {
  readonly operationId?: string
  readonly parameters?: readonly { readonly in: string }[]
  readonly requestBody?: unknown
  readonly 'x-errors'?: readonly string[]
  readonly responses?: object
}

/** Every path answers OPTIONS, and HEAD where it answers GET: described briefly, since neither has content of its own. */
export function withOtherMethods(paths: Readonly<Record<string, object>>): Record<string, object> {
  return Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => {
      const [first] = Object.values(methods) as Operation[]
      const get = 'get' in methods ? (methods.get as Operation) : undefined
      return [
        path,
        { ...methods, ...(get && { head: headOf(get) }), ...(first && { options: optionsOf(first) }) },
      ]
    }),
  )
}

const headOf = ({ operationId = '', 'x-errors': _, ...get }: Operation) => ({
  ...get,
  operationId: operationId.replace(/^get/, 'head'),
  summary: 'As GET, without the body',
  description: 'The status and the headers that GET would answer.',
  'x-scalar-ignore': true,
  // A class of refusals each: GET tells them apart, and two hundred operations said it all again.
  responses: Object.fromEntries(
    Object.keys(get.responses ?? {}).map(status => [status < '400' ? status : `${status[0]}XX`, BODILESS]),
  ),
})

const optionsOf = ({ operationId = '', parameters = [], ...first }: Operation) => ({
  operationId: operationId.replace(/^[a-z]+/, 'options'),
  summary: 'Which methods and headers may be sent',
  description: 'Asked by browsers before they send anything from another origin; needs no header of ours.',
  'x-scalar-ignore': true,
  ...('tags' in first && { tags: first.tags }),
  security: [],
  parameters: parameters.filter(one => one.in === 'path'),
  responses: {
    204: { $ref: '#/components/responses/Allowed' },
    400: { $ref: '#/components/responses/R400' },
  },
})

const BODILESS = { $ref: '#/components/responses/Bodiless' }
const text = (description: string) => ({ description, schema: { type: 'string' } })
export const OTHER_RESPONSES = {
  Bodiless: { description: 'The status and the headers of GET', headers: CACHED_HEADERS },
  NotModified: { description: 'What is at hand is still true', headers: CACHED_HEADERS },
  Allowed: {
    description: 'What may be sent here',
    headers: {
      'X-Request-Id': ANSWER_HEADERS['X-Request-Id'],
      Allow: text('The methods that this address takes'),
      'Access-Control-Allow-Methods': text('The same, for another origin'),
      'Access-Control-Allow-Headers': text('The headers that another origin may send'),
      'Access-Control-Max-Age': text('For how many seconds this may be remembered'),
    },
  },
}
