import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type Bench, inTurns, requestLine, type Server, turnAt } from '../bench.ts'
import { startChild } from '../child.ts'
import type { Setting, Started, Statement, StoredPage } from '../measured.ts'
import type { Measured } from '../table.ts'
import { browserHeaders } from '../workloads.ts'

const PAGES = 2_000

/**
 * The front pages of many communes in turn: they are kept until what they show changes. The floor runs the statements of each
 * page and packs the same bytes, each time.
 */
export async function pagesInTurn(bench: Bench): Promise<Measured> {
  const { connection, parvis, options, folder, stop } = bench
  const { rows } = await bench.client.query<{ slug: string }>(
    `select c.slug from communes c join (select commune_id, count(*) as n from publications where visible_le <= now() group by 1) p
     on p.commune_id = c.id order by p.n desc, c.slug limit $1`,
    [PAGES],
  )
  // A worker would have numbered them: pages are not kept for longer than ten seconds while changes wait.
  await bench.client.query('delete from changes_waiting where due_at <= now()')
  const paths = rows.map(({ slug }) => `/place/${slug}`)
  const pages: StoredPage[] = []
  const replayed: { path: string; statements: readonly Statement[] }[] = []
  for (const path of paths) {
    stop.throwIfAborted()
    // The first time: later it is known.
    const request = { method: 'GET', path, headers: { ...browserHeaders } } as const
    replayed.push({ path, ...(await parvis.child.ask<{ statements: Statement[] }>({ request })) })
    pages.push(await pageOf(parvis, path, { host: '127.0.0.1', accept: 'text/html' }))
  }
  await using child = startChild('floor.ts', stop)
  const setting: Setting = { connection, dataDir: folder, replayed, pages, packs: true }
  const floor: Server = { child, ...(await child.ask<Started>(setting)) }
  const request = paths.map(path => requestLine('GET', path, browserHeaders))
  const turn = (server: Server) => {
    const { seconds, connections } = options
    return turnAt(bench, server, { status: 200, request, seconds: 3 * seconds, connections })
  }
  await turn(floor)
  const turns = await inTurns(
    bench,
    () => turn(floor),
    () => turn(parvis),
  )
  return {
    name: 'place-in-turn',
    against: 'node:http, our own statements, gzip',
    wanted: undefined,
    ...turns,
  }
}

/** A page as a browser gets it, with its headers. */
export async function pageOf(
  { port }: Started,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<StoredPage> {
  const [response] = await once(get({ port, path, headers }), 'response')
  const answer = response as IncomingMessage
  const bytes = await buffer(answer)
  if (answer.statusCode !== 200) throw new Error(`${path} answers ${answer.statusCode}: ${bytes}`)
  const own = Object.entries(answer.headers).filter(
    ([name]) => !['connection', 'keep-alive', 'date'].includes(name),
  )
  return {
    path,
    headers: Object.fromEntries(own.map(([name, value]) => [name, String(value)])),
    base64: bytes.toString('base64'),
  }
}
