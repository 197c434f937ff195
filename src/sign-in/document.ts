import type { TObject } from 'typebox'
import { ERRORS, type ErrorCode, statusOf } from '../kernel/errors.ts'
import { ANSWER_HEADERS, MOVED_HEADERS, SESSION_HEADERS } from '../kernel/openapi/headers.ts'
import { parameters } from '../kernel/openapi/parameters.ts'
import { EVERYWHERE, refusalOf, refusals } from '../kernel/openapi/refusals.ts'
import { allowances } from '../kernel/openapi/words.ts'
import { BASE, type Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'

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
    description: wordsOf(endpoint),
    tags: ['auth'],
    'x-extension': true,
    security: SECURITY[endpoint.session],
    parameters: [
      ...parameters(endpoint.params as TObject | undefined, 'path', path),
      ...parameters(endpoint.query as TObject | undefined, 'query'),
    ],
    ...(endpoint.body && {
      requestBody: { required: true, content: { 'application/json': { schema: endpoint.body } } },
    }),
    responses: responses(endpoint),
    'x-errors': errorsAt(endpoint),
  }
}

const SECURITY = {
  needed: [{ session: [] }, { cookie: [] }],
  'if any': [{}, { session: [] }, { cookie: [] }],
  none: [],
} as const
const WHO = {
  needed: 'somebody signed in, by the cookie or with their session as a bearer.',
  'if any': 'anybody; whose session it is, where there is one.',
  none: 'anybody.',
} as const

const wordsOf = ({ about, session, limits, errors }: Endpoint) =>
  [
    about,
    `**Who:** ${WHO[session]}`,
    limits && `**How often:** ${allowances(limits)}.`,
    errors.length > 0 &&
      `**Refuses:**\n\n${errors.map(code => `- \`${code}\` (${statusOf(code)}): ${ERRORS[code][2]}`).join('\n')}`,
  ]
    .filter(Boolean)
    .join('\n\n')

function responses(endpoint: Endpoint): Record<string, object> {
  const codes = errorsAt(endpoint)
  const answer = {
    description: 'What was asked for',
    headers: { ...ANSWER_HEADERS, ...SESSION_HEADERS },
    content: { 'application/json': { schema: endpoint.reply } },
  }
  return {
    200: endpoint.page ? asPageToo(answer) : answer,
    ...(endpoint.redirects && {
      302: { description: 'On to callbackURL', headers: { ...MOVED_HEADERS, ...SESSION_HEADERS } },
    }),
    ...(endpoint.page
      ? Object.fromEntries(codes.map(statusOf).map(status => [status, pageOfRefusal(status)]))
      : refusals(codes)),
  }
}

const pageOfRefusal = (status: number) => {
  const { description, headers } = refusalOf(status)
  const schema = { $ref: '#/components/schemas/Refusal' }
  return asPageToo({ description, headers, content: { 'application/json': { schema } } })
}

/** The page that a browser gets. */
const asPageToo = <T extends { readonly content: object }>(response: T) => ({
  ...response,
  content: { ...response.content, 'text/html': { schema: { type: 'string' } } },
})

/** Every code that this endpoint may answer with. */
export function errorsAt({ method, params, session, errors }: Endpoint): readonly ErrorCode[] {
  return [
    ...new Set<ErrorCode>([
      ...EVERYWHERE,
      'validation_failed',
      ...(params ? (['not_found'] as const) : []),
      ...(method === 'POST'
        ? (['invalid_json', 'payload_too_large', 'unsupported_media_type'] as const)
        : []),
      ...(session === 'needed' ? (['unauthenticated'] as const) : []),
      ...errors,
    ]),
  ]
}
