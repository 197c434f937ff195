/** Measures the cost of making each page for residents, without its statements. Prints Markdown. Options: publications/options.ts. */
import { parseArgs, promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import pg from 'pg'
import { connect, type Database } from '../src/kernel/db/database.ts'
import type { Db, Sql } from '../src/kernel/db/db.ts'
import { readConfig } from '../src/kernel/settings/config.ts'
import type { AppSources } from '../src/people/access/app-sources.ts'
import { Address } from '../src/place/address.ts'
import { epciPath, publicationPath } from '../src/place/addresses.ts'
import { makerOf } from '../src/place/make.ts'
import { bytesOf } from '../src/place/page-cache.ts'
import { readScripts } from '../src/place/scripts.ts'
import { readStyle } from '../src/place/style.ts'
import { openPublications } from './publications/open.ts'
import { SIZE_OPTIONS, sizeOf } from './publications/options.ts'
import { median } from './table.ts'

const [WARM, TIMES, ROUNDS] = [2_000, 100, 15]

const say = (line: string) => process.stdout.write(`${line}\n`)
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())

interface Town {
  readonly slug: string
  readonly acteur: string
  readonly publication: string
  readonly epci: string
}

/** The commune with most publications, its intercommunality, and one of each. */
async function townOf(client: pg.Client): Promise<Town> {
  const { rows } = await client.query(`
    select c.slug, e.code, e.nom, p.id, p.title, a.slug as acteur from communes c join epcis e on e.code = c.epci_code
    join lateral (select id, title, acteur_id from publications where commune_id = c.id and acteur_id is not null
      and visible_le <= now() order by visible_le desc limit 1) p on true join acteurs a on a.id = p.acteur_id
    where c.id = (select commune_id from publications group by 1 order by count(*) desc limit 1)`)
  const [row] = rows
  return { ...row, publication: publicationPath(row), epci: epciPath(row) }
}

const pathsOf = ({ slug, acteur, publication, epci }: Town): readonly string[] => [
  ...['', '/agenda', '/agenda/passes', '/actualites', '/annuaire', `/annuaire/${acteur}`, '/mairie'].map(
    page => `/place/${slug}${page}`,
  ),
  ...['/defibrillateurs', '/recherche?q=fete', '/suivre', '/semaine', '/panneau', '/a-propos'].map(
    page => `/place/${slug}${page}`,
  ),
  ...[publication, `${publication}/affiche`].map(page => `/place/${slug}${page}`),
  epci,
  '/place',
  '/place?q=saint',
]

/** A page is made from the same statements in the same order: the rows of the first time, so that only making is measured. */
function replaying(db: Database) {
  const known: unknown[] = []
  let at = 0
  const through = (one: Db): Db => {
    const by = (name: keyof Db) => async (query: Sql) => {
      const place = at++
      if (place >= known.length) known[place] = (one[name] as (query: Sql) => Promise<unknown>)(query)
      return await known[place]
    }
    return { all: by('all'), one: by('one'), run: by('run') } as Db
  }
  const publicReads: Database['publicReads'] = network => {
    const { db: short, slow } = db.publicReads(network)
    return { db: through(short), slow: through(slow) }
  }
  return {
    db: { publicReads },
    again() {
      at = 0
    },
    another() {
      known.length = 0
    },
    asked: () => known.length,
  }
}

async function making(connection: pg.ClientConfig, paths: readonly string[]): Promise<void> {
  const database = connect(connection as Parameters<typeof connect>[0])
  const { db, again, another, asked } = replaying(database)
  const { element: style, font } = readStyle()
  const config = readConfig({ PUBLIC_URL: 'http://parvis.bench', SMTP_URL: 'smtp://127.0.0.1:9' })
  const sources = { resolve: async () => ({ communeIds: null, acteurIds: null }) } as unknown as AppSources
  const services = { config, db: db as Database, sources, publicUrl: () => 'http://parvis.bench' }
  const maker = makerOf(services, { style, font, scripts: readScripts() })
  const request = { ip: '127.0.0.1' } as FastifyRequest
  say('| page | statements | kB | packed | CPU µs |\n|---|---:|---:|---:|---:|')
  for (const path of paths) {
    const make = async () => {
      again()
      return bytesOf((await maker.make(new Address(path, undefined), request)).html)
    }
    another()
    const bytes = await make()
    for (let time = 0; time < WARM; time++) await make()
    const rounds: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const began = process.cpuUsage()
      for (let time = 0; time < TIMES; time++) await make()
      const { user, system } = process.cpuUsage(began)
      rounds.push((user + system) / TIMES)
    }
    const packed = await promisify(gzip)(bytes)
    const kB = (size: number) => (size / 1_000).toFixed(1)
    say(
      `| \`${path}\` | ${asked()} | ${kB(bytes.length)} | ${kB(packed.length)} | ${median(rounds).toFixed(0)} |`,
    )
  }
  await database.close()
}

await using filled = await openPublications(
  sizeOf(parseArgs({ options: SIZE_OPTIONS }).values),
  stop.signal,
  line => process.stderr.write(`${line}\n`),
)
const client = new pg.Client(filled.connection)
await client.connect()
try {
  const town = await townOf(client)
  await making(filled.connection, pathsOf(town))
} finally {
  await client.end()
}
