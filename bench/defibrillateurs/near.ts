/**
 * The nearest defibrillators among as many as the register has: through the service's own door, and beside it the bare
 * statement that the service sends, on one `pg` connection. Asked in turns, each time from another place. Takes --rows
 * and --data.
 */
import pg from 'pg'
import { matchingWords } from '../../src/defibrillateurs/lists/catalogue.ts'
import type { Point } from '../../src/defibrillateurs/lists/geography.ts'
import { listNear, NEAREST } from '../../src/defibrillateurs/lists/near.ts'
import { readConfig } from '../../src/kernel/config.ts'
import { type Db, type Sql, sql } from '../../src/kernel/db/db.ts'
import { clientSettings, prepareSession, STATEMENT_MS } from '../../src/kernel/db/session.ts'
import { pageOf } from '../../src/kernel/lists/paging.ts'
import { createLog } from '../../src/kernel/log.ts'
import { openService } from '../../src/service.ts'
import { openDefibrillateurs, readSize } from './open.ts'

const TIMES = 1_000
const say = (line: string) => process.stderr.write(`${line}\n`)
await using filled = await openDefibrillateurs(readSize(process.argv.slice(2)), say)

const secret = 'the secret of the bench, long enough for all'
const config = readConfig({
  PORT: '0',
  PUBLIC_URL: 'http://parvis.test',
  DATABASE_URL: 'postgres://localhost/of-the-bench',
  PARVIS_SECRET: secret,
  PROCESS: 'web',
  RATE_LIMIT_SCALE: '0',
})
const service = await openService({
  config,
  log: createLog('silent'),
  secret,
  connection: filled.connection,
  jobs: {},
})
const url = await service.listen()
const client = new pg.Client({ ...filled.connection, ...clientSettings('floor', STATEMENT_MS) })
await client.connect()
await prepareSession(client, STATEMENT_MS)
await client.query(`set plan_cache_mode = 'force_generic_plan'`)

/** Answers by the bare statement, under a name as the service sends it. */
const names = new Map<string, string>()
const bare: Db = {
  async all<Row>({ text, values }: Sql) {
    const name = names.get(text) ?? `floor_${names.size}`
    names.set(text, name)
    return (await client.query({ name, text, values })).rows as Row[]
  },
  one: () => Promise.reject(new Error('not asked')),
  run: () => Promise.reject(new Error('not asked')),
}

const { rows: places } = await client.query<Point>(sql`
  select latitude + (random() - 0.5) * 0.05 as latitude, longitude + (random() - 0.5) * 0.05 as longitude
  from defibrillateurs where actif and latitude is not null order by random() limit ${TIMES}`)
const words = await matchingWords(service.db.pool, 'gymnase')
const page = pageOf({ per_page: 15 }, NEAREST)

const KINDS = [
  { name: 'nearest, 5 km', search: '', radius: 5_000, words: [] },
  { name: 'nearest, 50 km', search: '&rayon=50000', radius: 50_000, words: [] },
  { name: 'with a word, 5 km', search: '&q=gymnase', radius: 5_000, words },
  { name: 'with a word, 50 km', search: '&rayon=50000&q=gymnase', radius: 50_000, words },
]
const at = (times: readonly number[], share: number) =>
  (times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0).toFixed(2)

try {
  say(`${places.length} places`)
  const line = (cells: readonly string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`)
  line(['', 'bare statement p50 / p99 ms', 'the service p50 / p99 ms', 'ratio p50'])
  line(['---', '---:', '---:', '---:'])
  for (const kind of KINDS) {
    const floor: number[] = []
    const door: number[] = []
    for (const here of places) {
      const began = performance.now()
      const rows = await listNear(
        { db: bare, slow: bare },
        { places: [], communeIds: null, words: kind.words, box: undefined },
        { here, radius: kind.radius },
        page,
      )
      const between = performance.now()
      const answer = await fetch(
        `${url}/api/v1/defibrillateurs?near=${here.latitude.toFixed(12)},${here.longitude.toFixed(12)}${kind.search}`,
        { headers: { 'x-app-source': 'public' } },
      )
      const { data } = (await answer.json()) as { data: unknown[] }
      door.push(performance.now() - between)
      floor.push(between - began)
      if (data.length !== Math.min(15, rows.length)) throw new Error('Both must find the same.')
    }
    const measured = [floor, door].map(times => times.slice(50))
    const [bareTimes = [], ours = []] = measured
    line([
      kind.name,
      `${at(bareTimes, 0.5)} / ${at(bareTimes, 0.99)}`,
      `${at(ours, 0.5)} / ${at(ours, 0.99)}`,
      (Number(at(bareTimes, 0.5)) / Number(at(ours, 0.5))).toFixed(2),
    ])
  }
} finally {
  await client.end()
  await service.stop()
}
