import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { jobs } from '../../src/jobs.ts'
import type { ConnectionConfig } from '../../src/kernel/db/db.ts'
import { readConfig } from '../../src/kernel/settings/config.ts'
import { createLog } from '../../src/kernel/telemetry/log.ts'
import { createUser, findUserByEmail, grantRole, subjectForToken } from '../../src/people/users/queries.ts'
import { openService } from '../../src/service.ts'
import { SECRET } from '../secrets.ts'

/** The service on the filled database, with an administrator and a feed. */
export interface Office extends AsyncDisposable {
  /** Paths below `/api/v1`; throws unless successful. */
  get(path: string): Promise<Answer>
  asAdmin(method: string, path: string, body?: object): Promise<Answer>
  readonly feed: string
}

export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: any answer of the API, asked for what the bench knows it holds.
  readonly body: any
}

/** Only measured jobs run: invented pictures must not be fetched. */
const MEASURED_JOBS = {
  'imports.run': jobs['imports.run'],
  'operations.continue': jobs['operations.continue'],
}
export const FEED_ITEMS = 200

export async function openOffice(connection: ConnectionConfig): Promise<Office> {
  await using opened = new AsyncDisposableStack()
  const feed = opened.use(await serveFeed())
  const config = readConfig({
    PORT: '0',
    PROCESS: 'all',
    PUBLIC_URL: 'http://parvis.bench',
    DATABASE_URL: 'postgres://localhost/of-the-bench',
    PARVIS_SECRET: SECRET,
    RATE_LIMIT_SCALE: '0',
    IMPORT_ALLOW_PRIVATE: feed.pair,
  })
  const log = createLog('silent')
  const service = await openService({ config, log, secret: SECRET, connection, jobs: MEASURED_JOBS })
  opened.defer(() => service.stop())
  const url = await service.listen()
  const email = 'administrator@parvis.bench'
  const subject = await service.db.transaction(async tx => {
    const user = (await createUser(tx, { email, nom: null })) ?? (await findUserByEmail(tx, email))
    await grantRole(tx, user?.id ?? '', 'admin')
    return (await subjectForToken(tx, user?.id ?? '')) ?? ''
  })
  const authorization = `Bearer ${await service.tokens.sign(subject, 12 * 3600)}`
  const ask = async (path: string, request: RequestInit): Promise<Answer> => {
    const answer = await fetch(`${url}/api/v1${path}`, request)
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${request.method ?? 'GET'} ${path}: ${answer.status} ${text}`)
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
  }
  const kept = opened.move()
  return {
    feed: `http://${feed.pair}/feed.json`,
    get: path => ask(path, { headers: { 'x-app-source': 'public' } }),
    asAdmin: (method, path, body) =>
      ask(path, {
        method,
        headers: { authorization, 'x-app-source': 'backoffice', 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

/** Returns different items each time. */
async function serveFeed(): Promise<AsyncDisposable & { readonly pair: string }> {
  let made = 0
  const server = createServer((_request, response) => {
    const items = Array.from({ length: FEED_ITEMS }, () => {
      const name = `${process.pid}-${++made}`
      return {
        id: `item-${name}`,
        url: `https://www.exemple.test/agenda/${name}`,
        title: `Agenda ${name}`,
        content_text: `Renseignements à la mairie, ${name}. ${'Venez nombreux au marché. '.repeat(20)}`,
        date_published: new Date().toISOString(),
      }
    })
    const feed = { version: 'https://jsonfeed.org/version/1.1', title: 'Agenda', items }
    response.writeHead(200, { 'content-type': 'application/feed+json' }).end(JSON.stringify(feed))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    pair: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    },
  }
}
