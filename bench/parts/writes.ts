import { hash } from 'node:crypto'
import pg from 'pg'
import { outcomeOf } from '../asking.ts'
import { asModerator, type Bench, inTurns, requestLine, statementsOf, turnAt } from '../bench.ts'
import type { Request, Statement } from '../measured.ts'
import { nextNumber, OWN_NUMBER } from '../own-numbers.ts'
import { findPgbench, pgbench, WARM_SECONDS } from '../pgbench.ts'
import type { Measured, Turn } from '../table.ts'

const LANES = 8
/** Warm-up requests, until code is compiled. */
const WARM = 3_000

/** Creates publications with texts of their own over eight connections, compared with pgbench and our statements. */
export async function creating(bench: Bench): Promise<Measured> {
  const { client, connection, parvis, options } = bench
  const { rows } = await client.query<{ acteur: string; commune: string }>(
    'select id as acteur, commune_id as commune from acteurs where can_publish and commune_id is not null order by id limit 1',
  )
  const publication = (number: string) => ({
    acteur_id: rows[0]?.acteur,
    commune_id: rows[0]?.commune,
    title: `Réunion ${number} de quartier à la salle des fêtes`,
    body: 'Le conseil municipal invite les habitants à une réunion de quartier. '.repeat(12),
  })
  const path = '/api/v1/publications'
  const headers = asModerator(parvis)
  const statementsFor = (number: string) =>
    statementsOf(parvis, { method: 'POST', path, headers, body: publication(number) })
  const statements = await statementsFor(OWN_NUMBER)
  const own = ownIds(statements, await statementsFor(nextNumber()))
  const program = await findPgbench()
  const script = [
    `\\set n random(1${'0'.repeat(OWN_NUMBER.length - 1)}, ${'9'.repeat(OWN_NUMBER.length)})`,
    ...statements.map(statement => literally(statement, own)),
  ].join('\n')
  const bare = program
    ? () => pgbench(connection, script, LANES, options.seconds)
    : () => replay(bench, () => numbered(statements, own, nextNumber()))
  const request = requestLine('POST', path, headers, JSON.stringify(publication(OWN_NUMBER)))
  const ours = () =>
    turnAt(bench, parvis, { request, status: 201, seconds: options.seconds, connections: LANES })
  for (let asked = 0; asked < (options.quick ? WARM / 3 : WARM); ) asked += (await ours()).requests
  const turns = await inTurns(bench, bare, ours)
  return {
    name: 'create',
    against: program ? 'pgbench, our own statements' : 'pg, our own statements',
    wanted: 0.7,
    ...turns,
  }
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** The ids that differ between requests with two texts, such as the duplicate key: each replayed text needs its own. */
function ownIds(statements: readonly Statement[], others: readonly Statement[]): readonly string[] {
  const known = new Set(others.flatMap(({ values }) => values))
  const ids = statements.flatMap(({ values }) => values).filter(value => !known.has(value))
  return [...new Set(ids)].filter(value => typeof value === 'string').filter(value => UUID.test(value))
}

/** The statements of another text. */
function numbered(statements: readonly Statement[], own: readonly string[], number: string): Statement[] {
  const one = (value: unknown) => {
    if (typeof value !== 'string') return value
    const at = own.indexOf(value)
    return at < 0 ? value.replaceAll(OWN_NUMBER, number) : idFor(at, number)
  }
  return statements.map(({ text, values }) => ({ text, values: values.map(one) }))
}

const idFor = (at: number, number: string) =>
  `${hash('md5', `${at}${number}`)}`.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

/** With literal values, as pgbench scripts need; `:n` is the number of a text. */
function literally({ text, values }: Statement, own: readonly string[]): string {
  const filled = text.replaceAll(/\$(\d+)/g, (_, number) => literal(values[Number(number) - 1], own))
  return `${filled
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()};`
}

function literal(value: unknown, own: readonly string[]): string {
  if (value === null || value === undefined) return 'null'
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString())
  if (value instanceof Uint8Array) return `'\\x${Buffer.from(value).toString('hex')}'`
  if (Array.isArray(value)) return `array[${value.map(one => literal(one, own)).join(', ')}]`
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const at = own.indexOf(text)
  if (at >= 0) return `md5(concat('${at}', (:n)::text))::uuid`
  // pgbench treats a colon as a variable.
  const quoted = text.includes(':')
    ? `E'${text.replaceAll(/['\\]/g, '\\$&').replaceAll(':', '\\x3a')}'`
    : pg.escapeLiteral(text)
  if (!text.includes(OWN_NUMBER)) return quoted
  return `(${quoted.replaceAll(OWN_NUMBER, `' || (:n)::text || ${quoted.startsWith('E') ? 'E' : ''}'`)})`
}

async function replay({ connection, options }: Bench, next: () => readonly Statement[]): Promise<Turn> {
  const times: number[] = []
  const warm = performance.now() + WARM_SECONDS * 1000
  const until = warm + options.seconds * 1000
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      const client = new pg.Client(connection)
      await client.connect()
      for (let began = performance.now(); began < until; began = performance.now()) {
        for (const [at, { text, values }] of next().entries())
          await client.query({ name: `replayed_${at}`, text, values: [...values] })
        if (began >= warm) times.push(performance.now() - began)
      }
      await client.end()
    }),
  )
  return outcomeOf(times, options.seconds)
}

const MANY = 500

/** Five hundred decisions in one request, compared with its statements on five hundred other publications. */
export async function deciding(bench: Bench): Promise<Measured> {
  const { client, parvis } = bench
  const waiting = async () =>
    (
      await client.query<{ id: string }>(
        `select id from publications where moderation_status = 'pending' and deleted_at is null order by id limit ${MANY}`,
      )
    ).rows.map(({ id }) => id)
  const request = (ids: readonly string[]): Request => ({
    method: 'PATCH',
    path: '/api/v1/admin/publications/bulk/moderate',
    headers: asModerator(parvis),
    body: { ids, moderation_status: 'published' },
  })
  // Resets the decided publications, so that every round does the same.
  const again = async (ids: readonly string[]) => {
    // The operation too: replayed statements bring its id again.
    await client.query(
      `with gone as (delete from moderation_operation_items where publication_id = any($1) returning operation_id)
       delete from moderation_operations where id in (select operation_id from gone)`,
      [ids],
    )
    await client.query(
      `update publications set moderation_status = 'pending', valide = false, publie_le = null where id = any($1)`,
      [ids],
    )
  }
  const ids = await waiting()
  const { statements } = await parvis.child.ask<{ statements: Statement[] }>({ request: request(ids) })
  await again(ids)
  const timed = async (work: () => Promise<unknown>): Promise<Turn> => {
    const began = performance.now()
    await work()
    const milliseconds = performance.now() - began
    await again(ids)
    return outcomeOf([milliseconds], milliseconds / 1000)
  }
  const { path, headers, body } = request(ids)
  const turns = await inTurns(
    bench,
    () =>
      timed(async () => {
        for (const { text, values } of statements) await client.query(text, [...values])
      }),
    () =>
      timed(async () => {
        const answer = await fetch(`http://127.0.0.1:${parvis.port}${path}`, {
          method: 'PATCH',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
        if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
        await answer.arrayBuffer()
      }),
    // Repeats, since a round is only one request.
    3 * bench.options.rounds,
  )
  return { name: 'bulk-500', against: 'one pg connection, our own statements', wanted: 0.8, ...turns }
}

const insertOf = (id: string, subscription: string, kept: string) => `
  insert into payment_events (provider, event_id, type, created, subscription_id, kept)
  values ('floor', ${id}, 'customer.subscription.updated', now(), ${subscription}, ${kept}::jsonb)
  on conflict on constraint payment_events_once do nothing returning id`
const PGBENCH = `\\set id random(1, 9000000000000000)
\\set sub random(0, 499)
${insertOf(`'evt_' || :id`, `'sub_' || :sub`, `('{"status":"active","subscription_id":"sub_' || :sub || '"}')`).replaceAll('\n', ' ')};
`

/** Payment events of as many subscriptions as the floor has. */
const events = () =>
  Array.from({ length: 500 }, (_, at) => {
    const object = { object: 'subscription', id: `sub_${at}`, status: 'active', customer: 'cus_1' }
    const type = 'customer.subscription.updated'
    const created = Math.floor(Date.now() / 1000)
    const body = JSON.stringify({ id: `evt_${OWN_NUMBER}`, type, created, data: { object } })
    return requestLine('POST', '/api/v1/webhooks/payment', { host: 'parvis.bench' }, body)
  })

/** New payment events, compared with the bare insert. */
export async function webhook(bench: Bench): Promise<Measured> {
  const { connection, parvis, options } = bench
  const { seconds } = options
  const insert = () =>
    replay(bench, () => {
      const number = nextNumber()
      const values = [`evt_${number}`, `sub_${Number(number) % 500}`, JSON.stringify({ status: 'active' })]
      return [{ text: insertOf('$1', '$2', '$3'), values }]
    })
  const program = await findPgbench()
  const order = { request: events(), signs: true, status: 200, seconds, connections: LANES } as const
  const turns = await inTurns(
    bench,
    program ? () => pgbench(connection, PGBENCH, LANES, seconds) : insert,
    () => turnAt(bench, parvis, order),
  )
  return { name: 'webhook', against: `${program ? 'pgbench' : 'pg'}, the bare insert of the event`, ...turns }
}
