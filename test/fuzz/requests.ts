import fc from '../fast-check.ts'
import { signature } from '../payments/events.ts'
import type { Operation, Parameter, Schema } from './document.ts'
import { BROKEN_BYTES, TEXTS } from './hostile.ts'
import { HEADERS } from './hostile-headers.ts'
import { SIGNED_IN } from './subject.ts'
import { addressText, encoded, jsonText, valid, type Words } from './values.ts'

/** A raw request. Texts are bytes as latin1, so that any byte can be sent. */
export interface Hostile {
  readonly method: string
  readonly target: string
  /** The caller: an index into the tokens, the first of which is for anonymous. */
  readonly caller: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string | undefined
}

type Made<T> = fc.Arbitrary<T>
const bytesOf = (text: string) => Buffer.from(text).toString('latin1')

export function requestsTo(operation: Operation, callers: number, words: Words): Made<Hostile> {
  const schema = operation.requestBody?.content['application/json']?.schema
  // Half of all requests come from permitted callers, since refusals are less interesting.
  const welcome = operation.path.startsWith('/auth/') ? SIGNED_IN : 1
  const caller = fc.oneof(fc.constant(welcome), fc.nat(callers - 1))
  return fc
    .record({
      caller,
      target: targets(operation, words),
      headers: headersOf(operation),
      body: bodies(schema, words),
    })
    .map(({ headers, ...rest }) => ({ ...rest, method: operation.method, headers: [...headers] }))
}

////////////////////////////////////////////////////////////////////////////// addresses

function targets({ path, parameters }: Operation, words: Words): Made<string> {
  const inPath = parameters.filter(one => one.in === 'path')
  const inQuery = parameters.filter(one => one.in === 'query')
  const filled = fc
    .tuple(...inPath.map(one => addressText(one.schema, one.name, words)))
    .map(values =>
      inPath.reduce((text, one, at) => text.replace(`{${one.name}}`, () => values[at] ?? ''), path),
    )
  return fc
    .tuple(filled, queries(inQuery, words))
    .map(([plain, query]) => (query ? `${plain}?${query}` : plain))
}

const withoutStructure = /[\s#]/g

function queries(parameters: readonly Parameter[], words: Words): Made<string> {
  const stranger = fc
    .tuple(fc.constantFrom(...TEXTS, 'a[b]', 'Page'), fc.constantFrom(...TEXTS))
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
  const none = fc.constant('')
  if (parameters.length === 0)
    return fc.oneof({ weight: 9, arbitrary: none }, { weight: 1, arbitrary: stranger })
  const pairs = parameters.map(({ name, schema }) =>
    addressText(schema, name, words).map(text => `${name}=${text}`),
  )
  const pair = fc.constantFrom(...pairs).chain(made => made)
  return fc
    .array(fc.oneof({ weight: 12, arbitrary: pair }, { weight: 1, arbitrary: stranger }), {
      maxLength: Math.min(parameters.length + 1, 4),
    })
    .map(parts => parts.join('&').replaceAll(withoutStructure, '+'))
}

////////////////////////////////////////////////////////////////////////////// headers

const DOUBLED = [
  'authorization',
  'x-app-source',
  'content-type',
  'if-match',
  'accept-language',
  'x-request-id',
]

function headersOf({ method, parameters, requestBody, security }: Operation): Made<[string, string][]> {
  const good = fc.constantFrom(
    ...(security?.some(one => 'backoffice' in one) ? ['backoffice'] : ['public', 'backoffice']),
  )
  const app = fc.option(good, { freq: 30 }).map(pairOf('x-app-source'))
  const type = fc
    .option(fc.constant('application/json'), { freq: 30 })
    .map(pairOf('content-type'))
    .map(pair => (requestBody ? pair : []))
  const named = parameters.filter(one => one.in === 'header').map(one => one.name.toLowerCase())
  const own = fc
    .constantFrom(...named, ...Object.keys(HEADERS))
    .chain(name =>
      fc.constantFrom(...(HEADERS[name] ?? [''])).map(value => [name, value] as [string, string]),
    )
  // A version other than the current one, the only way to a 412.
  const stale = fc.oneof(
    { weight: 2, arbitrary: fc.constant<[string, string][]>([]) },
    {
      weight: named.includes('if-match') ? 1 : 0,
      arbitrary: fc.constant<[string, string][]>([OTHER_VERSION]),
    },
  )
  // A read that the caller has already, the only way to a 304.
  const known = fc.oneof(
    { weight: 9, arbitrary: fc.constant<[string, string][]>([]) },
    {
      weight: method === 'GET' ? 1 : 0,
      arbitrary: fc.constant<[string, string][]>([['if-none-match', '*']]),
    },
  )
  const twice = fc.constantFrom(...DOUBLED).map(name => [name, HEADERS[name]?.[0] ?? ''] as [string, string])
  const more = fc.oneof(
    { weight: 12, arbitrary: fc.constant<[string, string][]>([]) },
    { weight: 4, arbitrary: fc.array(own, { maxLength: 3 }) },
    { weight: 1, arbitrary: fc.array(twice, { minLength: 1, maxLength: 2 }) },
  )
  return fc
    .tuple(app, type, stale, known, more, fc.boolean())
    .map(([one, two, three, four, rest, instead]) => {
      const names = new Set(rest.map(([name]) => name))
      // Sometimes replaces the good header, sometimes is sent beside it.
      const kept = [...one, ...two, ...three, ...four].filter(([name]) => !instead || !names.has(name))
      return [...kept, ...rest]
    })
}

const OTHER_VERSION: [string, string] = ['if-match', '"4000000000"']

const pairOf =
  (name: string) =>
  (value: string | null): [string, string][] =>
    value === null ? [] : [[name, value]]

////////////////////////////////////////////////////////////////////////////// bodies

function bodies(schema: Schema | undefined, allWords: Words): Made<string | undefined> {
  if (!schema) return fc.constantFrom(...Array<undefined>(12).fill(undefined), '', '{}', '{"a":1}', 'x')
  // Ids of other records must exist; other existing values would mostly conflict.
  const words = new Map([...allWords].filter(([name]) => name.endsWith('id') || SIGN_IN.test(name)))
  const text = fc.oneof(jsonText(schema, '', words), jsonText(schema, '', allWords)).map(bytesOf)
  const good = valid(schema, '', words).map(value => bytesOf(JSON.stringify(value)))
  return fc.oneof(
    { weight: 20, arbitrary: good },
    { weight: 20, arbitrary: text },
    { weight: 2, arbitrary: fc.tuple(text, fc.constantFrom(...BROKEN_BYTES), fc.nat(1000)).map(spoil) },
    { weight: 1, arbitrary: fc.tuple(text, fc.nat(30)).map(([whole, cut]) => whole.slice(0, -1 - cut)) },
    { weight: 1, arbitrary: text.map(one => Buffer.from(one, 'utf16le').toString('latin1')) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(undefined, '', ' ', '\n', 'null', '"x"', '{}x', '\xef\xbb\xbf{}'),
    },
  )
}

const SIGN_IN = /^(email|\w*password|callbackURL|redirectTo|code)$/i

const spoil = ([text, bytes, at]: [string, string, number]) => {
  const place = at % (text.length + 1)
  return text.slice(0, place) + bytes + text.slice(place)
}

////////////////////////////////////////////////////////////////////////////// as it is sent, and as it is told

/** Most signatures are right, since refusals are less interesting. */
const SIGNED = /^\/api\/v1\/webhooks\//

export function bytesFor(request: Hostile, tokens: readonly (string | undefined)[]): Buffer {
  const lines = [`${request.method} ${bytesOf(request.target)} HTTP/1.1`, 'host: parvis.test']
  for (const [name, value] of allHeaders(request, tokens[request.caller])) lines.push(`${name}: ${value}`)
  if (SIGNED.test(request.target) && !request.headers.some(([name]) => name === 'payment-signature'))
    lines.push(`payment-signature: ${signature(Buffer.from(request.body ?? '', 'latin1').toString())}`)
  if (request.body !== undefined) lines.push(`content-length: ${request.body.length}`)
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${request.body ?? ''}`, 'latin1')
}

/** A generated Authorization replaces the caller's token; an empty one is sent beside it. */
function allHeaders({ headers }: Hostile, token: string | undefined) {
  const own = headers.some(([name, value]) => name === 'authorization' && value !== '')
  return token === undefined || own ? headers : [['authorization', `Bearer ${token}`] as const, ...headers]
}

/** A curl command that sends the same bytes, without the token. */
export function curlOf(request: Hostile, url: string, caller: string): string {
  const headers = allHeaders(request, caller === 'nobody' ? undefined : '$TOKEN').map(([name, value]) =>
    // curl drops a header that ends in a colon, and sends an empty one for a semicolon.
    value === `Bearer $TOKEN`
      ? `-H "${name}: ${value}"`
      : `-H ${quoted(value ? `${name}: ${value}` : `${name};`)}`,
  )
  return [
    `curl -i --path-as-is -g -X ${request.method} ${quoted(url + bytesOf(request.target))}`,
    ...headers,
    ...(request.body === undefined ? [] : [`--data-binary ${quoted(request.body)}`]),
    `# as ${caller}`,
  ].join(' ')
}

function quoted(bytes: string): string {
  const shown = bytes.replaceAll(/[^\x20-\x7e]|['\\]/g, one => {
    return one === "'" || one === '\\' ? `\\${one}` : `\\x${one.charCodeAt(0).toString(16).padStart(2, '0')}`
  })
  const short = shown.length > 4000 ? `${shown.slice(0, 4000)}…` : shown
  return `$'${short}'`
}
