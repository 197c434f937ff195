/**
 * The floor: the best that Node and pg can do without checks, logs, limits or names. Same SQL and answers, no
 * framework. Deliberately hand-written, without code of the product.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import pg from 'pg'
import { publicationsFloor, types } from './floor-publications.ts'
import { measuredProcess } from './measured.ts'

const PER_PAGE = 15
const withUrl = <C extends { slug: string }>(commune: C) => ({
  ...commune,
  url: `http://parvis.bench/place/${commune.slug}`,
})
const columns = `id, slug, nom, code_insee, codes_postaux, departement, region, population, latitude, longitude,
  mairie_actor_id, version`
const page = 'order by cle, id limit $1 offset $2'
const ofToday = 'successor_id is null'
const postal = `codes_postaux @> array[$3] and ${ofToday}`
const list = (condition: string) => `select ${columns}, cle from communes ${condition} ${page}`
const count = (condition: string) =>
  `select count(*) as total from communes where ${condition.replaceAll('$3', '$1')}`

const LIST = { name: 'list', text: list(`where ${ofToday}`) }
const TOTAL = { name: 'total', text: `select total from counters where name = 'communes'` }
const LIST_POSTAL = { name: 'list_postal', text: list(`where ${postal}`) }
const TOTAL_POSTAL = { name: 'total_postal', text: count(postal) }
const BY_SLUG = { name: 'by_slug', text: `select ${columns} from communes where slug = $1` }
const TYPES = {
  name: 'types',
  text: 'select id, slug, nom, couleur, icone, retired_at is not null as retired from publication_types order by ordre, slug',
}

const pack = promisify(gzip)

await measuredProcess(async ({ connection, replayed, pages, packs }) => {
  const pool = new pg.Pool({ ...connection, max: 6, types })
  pool.on('error', () => {})

  const communes = async (search: URLSearchParams) => {
    const number = Number(search.get('page') ?? 1)
    const q = search.get('q')
    const values = [PER_PAGE + 1, (number - 1) * PER_PAGE]
    const [rows, total] =
      q === null
        ? await both(LIST, values, TOTAL, [])
        : await both(LIST_POSTAL, [...values, q], TOTAL_POSTAL, [q])
    const shown = rows.slice(0, PER_PAGE)
    const last = shown.at(-1)
    const next = rows.length > PER_PAGE && last ? cursor(number + 1, last) : null
    const last_page = Math.max(1, Math.ceil(total / PER_PAGE))
    return {
      data: shown.map(({ cle, ...commune }) => withUrl(commune)),
      meta: { page: number, per_page: PER_PAGE, total, last_page, next },
    }
  }
  type Statement = { name: string; text: string }
  type CommuneRow = { cle: string; id: string; slug: string }
  const both = async (one: Statement, oneValues: unknown[], two: Statement, twoValues: unknown[]) => {
    const [rows, totals] = await Promise.all([
      pool.query<CommuneRow>({ ...one, values: oneValues }),
      pool.query<{ total: number }>({ ...two, values: twoValues }),
    ])
    return [rows.rows, totals.rows[0]?.total ?? 0] as const
  }
  const cursor = (number: number, { cle, id }: CommuneRow) =>
    Buffer.from(JSON.stringify([number, cle, id])).toString('base64url')

  // Arrays are sent in the driver's format; everything else unchanged.
  const texts = [...new Set(replayed.flatMap(({ statements }) => statements.map(({ text }) => text)))]
  const nameOf = new Map(texts.map((text, at) => [text, `replayed_${at}`]))
  const named = new Map(
    replayed.map(({ path, statements }) => [
      path,
      statements.map(({ text, values }) => ({ name: nameOf.get(text), text, values: [...values] })),
    ]),
  )
  const replay = async (statements: readonly pg.QueryConfig[]) => {
    let rows: unknown[] = []
    for (const statement of statements) ({ rows } = await pool.query(statement))
    return { data: rows }
  }

  const answer = async (url: string) => {
    const statements = named.get(url)
    if (statements) return await replay(statements)
    const [path = '', search = ''] = url.split('?', 2)
    if (path === '/api/v1/communes') return await communes(new URLSearchParams(search))
    if (path === '/api/v1/publications/types') return { data: (await pool.query(TYPES)).rows }
    if (path.includes('publications')) return await publicationsFloor(pool, path, 'http://parvis.bench')
    const slug = path.slice('/api/v1/communes/'.length)
    return { data: withUrl((await pool.query({ ...BY_SLUG, values: [slug] })).rows[0]) }
  }

  const stored = new Map(
    pages.map(({ path, headers, base64 }) => [path, { headers, bytes: Buffer.from(base64, 'base64') }]),
  )

  const server = createServer((request, response) => {
    const page = stored.get(request.url ?? '')
    if (page && packs)
      return void replay(named.get(request.url ?? '') ?? [])
        .then(() => pack(page.bytes))
        .then(bytes =>
          response.writeHead(200, { ...page.headers, 'content-length': bytes.length }).end(bytes),
        )
        .catch(error => response.writeHead(500).end(String(error)))
    if (page) return response.writeHead(200, page.headers).end(page.bytes)
    answer(request.url ?? '').then(
      body => {
        const text = JSON.stringify(body)
        const length = Buffer.byteLength(text)
        response.writeHead(200, {
          'content-type': 'application/json; charset=utf-8',
          'content-length': length,
        })
        response.end(text)
      },
      error => response.writeHead(500).end(String(error)),
    )
  })
  server.keepAliveTimeout = 72_000
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port }
})
