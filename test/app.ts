import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type pg from 'pg'
import type { Role } from '../shared/words/access.ts'
import { AUDIT_FIELDS, AUDIT_UNSAID } from '../shared/words/audit.ts'
import type { JobTable } from '../src/kernel/jobs/jobs.ts'
import { errorsOf } from '../src/kernel/openapi/refusals.ts'
import type { Row } from '../src/kernel/routes/route.ts'
import { createLog } from '../src/kernel/telemetry/log.ts'
import type { Clock } from '../src/kernel/tokens/key-cache.ts'
import type { Audience } from '../src/people/access/blocks.ts'
import type { HashCost } from '../src/people/users/hash-in-thread.ts'
import { createUser, grantRole, subjectForToken } from '../src/people/users/queries.ts'
import { routes } from '../src/routes.ts'
import { openService, type Service, type ServiceOptions } from '../src/service.ts'
import { ask } from './ask.ts'
import { TEST_SECRET, testConfig } from './config.ts'
import { connectOwner, copyOf, type TEMPLATES } from './databases.ts'

export { TEST_SECRET, testConfig } from './config.ts'

/**
 * A whole service on its own copy of the database, called over HTTP: `app.as(admin).patch('/admin/…', {…})`. Checks
 * every reply against its shape, and every error against the codes that its route declares.
 */
export interface TestApp {
  readonly service: Service
  readonly url: string
  /** Its DATA_DIR, removed with it. */
  readonly dataDir: string
  /** Queries the database as its owner, without the service's restrictions. */
  readonly owner: pg.Client
  /** The owner's connection settings, for other processes on the same database. */
  readonly connection: pg.ClientConfig
  user(roles?: readonly Role[]): Promise<TestUser>
  /** An anonymous visitor, from the public app. */
  readonly anyone: Requests
  /** A user with a token. */
  as(user: Bearer | undefined, source?: string | null): Requests
  /** Another node of the same service, on the same database; with other settings, if given. */
  beside(
    env?: Record<string, string>,
  ): Promise<{ url: string; service: Service; as: TestApp['as']; stop(): Promise<void> }>
  stop(): Promise<void>
}

export interface TestUser {
  readonly id: string
  readonly email: string
  /** The token's subject at the embedded issuer. */
  readonly subject: string
  readonly token: string
}

/** A caller. */
type Bearer = Partial<TestUser> & Pick<TestUser, 'token'> & { readonly language?: 'fr' | 'en' }

export interface Answer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came
  readonly body: any
}

type Options = { headers?: Record<string, string>; raw?: string | Uint8Array<ArrayBuffer> }
type WithoutBody = (path: string, options?: Options) => Promise<Answer>
type WithBody = (path: string, body?: unknown, options?: Options) => Promise<Answer>
export interface Requests {
  get: WithoutBody
  head: WithoutBody
  post: WithBody
  patch: WithBody
  delete: WithBody
  send(method: string, path: string, body?: unknown, options?: Options): Promise<Answer>
}

export interface AppOptions {
  readonly template?: keyof typeof TEMPLATES
  readonly env?: Record<string, string>
  readonly rows?: readonly Row<Audience>[]
  readonly jobs?: JobTable
  /** The replica for public reads. */
  readonly replica?: pg.ClientConfig
  /** The service's log, one line each. */
  readonly log?: (line: string) => void
  readonly clock?: Clock
  /** The pages of the back-office; none by default. */
  readonly backoffice?: ServiceOptions['backoffice']
  /** The API page; none by default. */
  readonly apiPage?: ServiceOptions['apiPage']
  /** The cost of password hashes; minimal by default. */
  readonly hashCost?: HashCost
}

export const QUICK_HASH: HashCost = { N: 16, r: 1, p: 1 }
/** A quarter of the production cost, for tests of the queue for hashing. */
export const FELT_HASH: HashCost = { N: 4_096, r: 16, p: 1 }

/** Generous, since machines may be slow; timeouts of the service are tested in `resilience.test.ts`. */
const TIMEOUT_MS = 20_000

/** Prints the log line of a 500 beside the failing test. */
const tellOfFault = (line: string) => {
  if (line.includes('"msg":"request failed"')) process.stderr.write(line)
}

/** Stopped automatically at the end of the file. */
export async function startApp(options: AppOptions = {}): Promise<TestApp> {
  const database = await copyOf(options.template ?? 'empty')
  const dataDir = mkdtempSync(join(tmpdir(), 'parvis-app-'))
  const node = async (env: Record<string, string> = {}) => {
    const service = await openService({
      config: testConfig({ DATA_DIR: dataDir, ...options.env, ...env }),
      log: options.log
        ? createLog('trace', { write: options.log })
        : process.env.TEST_LOG
          ? createLog(process.env.TEST_LOG)
          : createLog('error', { write: tellOfFault }),
      replica: options.replica,
      secret: TEST_SECRET,
      connection: { ...database.service, connectionTimeoutMillis: TIMEOUT_MS },
      ...(options.rows && { rows: options.rows }),
      ...(options.clock && { clock: options.clock }),
      backoffice: options.backoffice,
      apiPage: options.apiPage,
      jobs: options.jobs ?? {},
      hashCost: options.hashCost ?? QUICK_HASH,
    })
    nodes.push(service)
    return { service, url: await service.listen() }
  }
  const nodes: Service[] = []
  const { url } = await node()
  const first = () => nodes[0] ?? assert.fail('The service of this test has been stopped.')
  const owner = await connectOwner(database.owner)
  let users = 0
  const rows = options.rows ?? routes

  const app: TestApp = {
    get service() {
      return first()
    },
    url,
    dataDir,
    owner,
    connection: database.owner,
    async user(roles = []) {
      const email = `user${++users}@example.org`
      const service = first()
      return await service.db.transaction(async tx => {
        const { id = '' } = (await createUser(tx, { email, nom: null })) ?? {}
        for (const role of roles) await grantRole(tx, id, role)
        const subject = (await subjectForToken(tx, id)) ?? ''
        return { id, email, subject, token: await service.tokens.sign(subject, 3600) }
      })
    },
    as: (user, source = user ? 'backoffice' : 'public') => requests(url, rows, user, source),
    async beside(env) {
      const other = await node(env)
      return {
        ...other,
        as: (user, source = user ? 'backoffice' : 'public') => requests(other.url, rows, user, source),
        async stop() {
          nodes.splice(nodes.indexOf(other.service), 1)
          await other.service.stop()
        },
      }
    },
    anyone: requests(url, rows, undefined, 'public'),
    async stop() {
      if (nodes.length === 0) return
      const unnamed = options.template === undefined ? await unnamedAuditFields(owner) : []
      await owner.end()
      // Closes the test's keep-alive connections, which would delay the stop by a third of a second.
      for (const { server } of nodes) server.server.closeIdleConnections()
      // Releases references: a test file stays in memory until its process ends.
      await Promise.all(nodes.splice(0).map(one => one.stop()))
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
      assert.deepEqual(unnamed, [], 'fields of the audit trail without words in shared/words/audit.ts')
    },
  }
  after(() => app.stop())
  return app
}

/** The fields that the audit trail of this file holds, without those that the back-office can name or leaves out. */
async function unnamedAuditFields(owner: pg.Client): Promise<string[]> {
  const kept = await owner.query<{ fields: object | null }>(`
    select distinct unnest(array[before, after]) as fields from (select * from audit_log limit 10000) a`)
  const names = new Set<string>()
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) collect(item)
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) {
        if (AUDIT_UNSAID.has(name)) continue
        names.add(name)
        // Counts by the code of the reason.
        if (name !== 'refused') collect(inner)
      }
  }
  for (const { fields } of kept.rows) collect(fields)
  return [...names].filter(name => !Object.hasOwn(AUDIT_FIELDS, name)).sort()
}

function requests(
  url: string,
  rows: readonly Row<Audience>[],
  user: Bearer | undefined,
  source: string | null,
): Requests {
  const send = async (
    method: string,
    path: string,
    body?: unknown,
    options: Options = {},
  ): Promise<Answer> => {
    const payload = options.raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const full = path.startsWith('/api/') || path.startsWith('/openapi') ? path : `/api/v1${path}`
    const reply = await ask(url + full, {
      method,
      follow: true,
      headers: {
        ...(source !== null && { 'x-app-source': source }),
        ...(user && { authorization: `Bearer ${user.token}` }),
        ...(user?.language && { 'accept-language': user.language }),
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      body: payload,
    })
    const { status, text } = reply
    const answer = {
      status,
      get headers() {
        return reply.headers
      },
      body: text === '' ? undefined : parse(text),
    }
    refuseUndeclared(rows, method, full, answer)
    return answer
  }
  return {
    send,
    get: (path, options) => send('GET', path, undefined, options),
    head: (path, options) => send('HEAD', path, undefined, options),
    post: (path, body, options) => send('POST', path, body, options),
    patch: (path, body, options) => send('PATCH', path, body, options),
    delete: (path, body, options) => send('DELETE', path, body, options),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Every error code must be documented for its route. */
export function refuseUndeclared(
  rows: readonly Row<Audience>[],
  method: string,
  path: string,
  { status, body }: Answer,
): void {
  if (status < 400 || body === undefined) return
  const plain = path.split('?')[0] ?? ''
  const row = rows.find(one => one.method === method && matches(one.path, plain))
  if (!row) return
  const declared = refusals.get(row) ?? new Set(errorsOf(row))
  refusals.set(row, declared)
  assert.ok(
    declared.has(body.error),
    `${method} ${row.path} answered ${status} ${body.error}, which its description does not list`,
  )
}

const refusals = new WeakMap<Row<Audience>, ReadonlySet<string>>()
const patterns = new Map<string, RegExp>()

function matches(pattern: string, path: string): boolean {
  const known = patterns.get(pattern) ?? new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`)
  patterns.set(pattern, known)
  return known.test(path)
}
