import { deepEqual } from 'node:assert/strict'
import type pg from 'pg'
import { asModerator, type Bench, inTurns, requestLine, type Server, statementsOf, turnAt } from '../bench.ts'
import { startChild } from '../child.ts'
import { buildGo, type GoSetting, goSetting } from '../floor-go/floor.ts'
import type { Replayed, Setting, Started } from '../measured.ts'
import type { Measured } from '../table.ts'
import { againstOf, browserHeaders, headers, type Workload } from '../workloads.ts'
import { pageOf } from './pages.ts'

const WARM_UP = 0.5

/** Every read, compared with a server that only queries the database and writes the answer. */
export async function reads(bench: Bench, asked: readonly Workload[]): Promise<Measured[]> {
  const { connection, parvis, folder, options, say, stop } = bench
  const places = await placesIn(bench.client)
  const all = asked.map(one => ({
    ...one,
    path: one.path.replace(/:(\w+)/, (_, name: string) => places[name] ?? ''),
  }))
  const replayed: Replayed[] = []
  for (const one of all)
    if (one.replayed || (options.go && !one.page)) {
      const request = { method: 'GET', path: one.path, headers: headersOf(one, parvis) } as const
      replayed.push({ path: one.path, statements: await statementsOf(parvis, request) })
    }
  const pages = await Promise.all(
    all.filter(({ page }) => page).map(({ path }) => pageOf(parvis, path, browserHeaders)),
  )
  await using child = startChild(options.go ? buildGo(folder) : 'floor.ts', stop)
  const setting: Setting | GoSetting = options.go
    ? goSetting(connection, replayed, pages)
    : { connection, dataDir: folder, replayed, pages }
  const floor: Server = { child, ...(await child.ask<Started>(setting)) }
  for (const one of all) if (!one.page) await compare(one, parvis, floor, options.go)

  const measured: Measured[] = []
  for (const one of all) {
    say(`Measuring ${one.name}…`)
    const request = await requestFor(one, parvis)
    const { seconds } = options
    const connections = Math.min(options.connections, one.connections ?? options.connections)
    const turn = (server: Server, time = seconds) =>
      turnAt(bench, server, { status: one.status, request, seconds: time, connections })
    for (const side of one.revalidates ? [parvis] : [floor, parvis])
      await turn(side, Math.min(seconds, WARM_UP))
    const turns = await inTurns(bench, one.revalidates ? undefined : () => turn(floor), () => turn(parvis))
    measured.push({
      name: one.name,
      against: againstOf(one, options.go),
      wanted: options.go ? undefined : one.wanted,
      ...turns,
    })
  }
  return measured
}

/** A hand-written floor must give the service's answers; a replayed one must return rows. */
async function compare(one: Workload, parvis: Server, floor: Server, go: boolean): Promise<void> {
  const [ours, theirs] = await Promise.all(
    [parvis, floor].map(({ port }) => fetchJson(port, one.path, headersOf(one, parvis))),
  )
  if (!one.replayed && !go)
    deepEqual(
      withoutCursor(ours),
      withoutCursor(theirs),
      `Parvis and the floor answer ${one.path} differently`,
    )
}

/** The floor cannot create the service's cursors. */
export function withoutCursor(answer: unknown): unknown {
  const { meta, ...rest } = answer as { meta?: { next?: unknown } }
  if (!meta) return rest
  const { next: _, ...others } = meta
  return { ...rest, meta: others }
}

/** A popular commune of medium size, and its newest publication. */
async function placesIn(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ commune: string; publication: string }>(`
    select town.commune_id as commune, c.slug, p.id as publication
    from (select commune_id from publications where visible_le <= now() group by 1 order by count(*) desc offset 50 limit 1) town
    join communes c on c.id = town.commune_id
    join publications p on p.commune_id = town.commune_id and p.visible_le <= now()
    order by p.visible_le desc limit 1`)
  return { ...rows[0] }
}

const headersOf = ({ office, page }: Workload, parvis: Started) =>
  office ? asModerator(parvis) : page ? { ...browserHeaders } : { ...headers }

async function fetchJson(port: number, path: string, sent: Record<string, string>): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: sent })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${path} answers ${response.status}: ${text}`)
  return JSON.parse(text)
}

async function requestFor(workload: Workload, parvis: Started): Promise<string> {
  const { path, revalidates, packed } = workload
  const all: Record<string, string> = headersOf(workload, parvis)
  if (packed) all['accept-encoding'] = 'gzip'
  if (revalidates) {
    const response = await fetch(`http://127.0.0.1:${parvis.port}${path}`, { headers })
    await response.text()
    all['if-none-match'] = response.headers.get('etag') ?? ''
  }
  return requestLine('GET', path, all)
}
