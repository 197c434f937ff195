import type { TObject } from 'typebox'
import type { ErrorCode } from '../kernel/errors.ts'
import { describedRefusals, parameters } from '../kernel/routes/openapi.ts'
import { BASE, type Endpoint, endpoints } from './endpoints.ts'

/** `/auth` on the API page, from the table that serves it. */
export function signInPaths(): Record<string, Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const path = BASE + endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, path) }
  }
  return paths
}

function operation(endpoint: Endpoint, path: string) {
  const words = path.replaceAll(/[{}]/g, '').split(/[/-]/).filter(Boolean)
  return {
    operationId:
      endpoint.method.toLowerCase() + words.map(word => word[0]?.toUpperCase() + word.slice(1)).join(''),
    summary: endpoint.summary,
    tags: ['auth'],
    'x-extension': true,
    ...(endpoint.session === 'needed' && { security: [{ session: [] }] }),
    parameters: [
      ...parameters(endpoint.params as TObject | undefined, 'path'),
      ...parameters(endpoint.query as TObject | undefined, 'query'),
    ],
    ...(endpoint.body && {
      requestBody: { required: true, content: { 'application/json': { schema: endpoint.body } } },
    }),
    responses: endpoint.page ? asPageToo(responses(endpoint)) : responses(endpoint),
  }
}

const responses = (endpoint: Endpoint): Responses => ({
  200: {
    description: 'The answer',
    headers: { 'X-Request-Id': { schema: { type: 'string' } } },
    content: { 'application/json': { schema: endpoint.reply } },
  },
  ...(endpoint.redirects && {
    302: { description: 'On to callbackURL', headers: { Location: { schema: { type: 'string' } } } },
  }),
  ...describedRefusals(errorsAt(endpoint)),
})

type Responses = Record<string, { readonly content?: object; readonly [more: string]: unknown }>

/** What a browser is shown that asks for a page. */
const asPageToo = (all: Responses): Responses =>
  Object.fromEntries(
    Object.entries(all).map(([status, response]) => [
      status,
      response.content
        ? { ...response, content: { ...response.content, 'text/html': { schema: { type: 'string' } } } }
        : response,
    ]),
  )

/** Every code that this endpoint may answer with. */
export function errorsAt({ method, params, session, errors }: Endpoint): readonly ErrorCode[] {
  return [
    ...new Set<ErrorCode>([
      'invalid_request',
      'uri_too_long',
      'headers_too_large',
      'request_timeout',
      'validation_failed',
      'method_not_allowed',
      'internal_error',
      'rate_limited',
      'unavailable',
      ...(params ? (['not_found'] as const) : []),
      ...(method === 'POST'
        ? (['invalid_json', 'payload_too_large', 'unsupported_media_type'] as const)
        : []),
      ...(session === 'needed' ? (['unauthenticated'] as const) : []),
      ...errors,
    ]),
  ]
}
