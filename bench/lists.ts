/**
 * Large lists of payments and support: time of a page and of its exact total, and sequential scans: `node launch.mjs
 * bench/lists.ts [--plans] [--only=threads]`. With `--plans` prints every plan.
 */
import pg from 'pg'
import * as payments from '../src/exchange/payments/lists.ts'
import type { EventsQuery, SubscriptionsQuery } from '../src/exchange/payments/shapes.ts'
import { connect } from '../src/kernel/db/database.ts'
import type { Db } from '../src/kernel/db/db.ts'
import { prepareSession, STATEMENT_MS } from '../src/kernel/db/session.ts'
import { pageOf } from '../src/kernel/lists/paging.ts'
import {
  countThreads,
  LAST_WRITTEN_FIRST,
  listThreads,
  type ThreadFilter,
} from '../src/letters/support/queries.ts'
import { openFrance } from './database.ts'
import { fillLists } from './lists-fill.ts'
import { telling } from './telling.ts'

const say = (line: string) => process.stderr.write(`${line}\n`)
const withPlans = process.argv.includes('--plans')

const FIRST = { per_page: 100, page: 1 }
const DEEP = { per_page: 100, page: 1_000 }

interface Question {
  readonly heading: string
  readonly page: (db: Db) => Promise<unknown>
  readonly total: (db: Db) => Promise<number>
}

const events = (heading: string, query: EventsQuery, at = FIRST): Question => ({
  heading: `events, ${heading}`,
  page: db => payments.listEvents(db, payments.eventConditions(query), pageOf(at, payments.NEWEST_EVENTS)),
  total: db => payments.countEvents(db, payments.eventConditions(query)),
})
const subscriptions = (heading: string, query: SubscriptionsQuery, at = FIRST): Question => ({
  heading: `subscriptions, ${heading}`,
  async page(db) {
    const conditions = await payments.subscriptionConditions(db, query)
    return await payments.listSubscriptions(db, conditions, pageOf(at, payments.NEWEST_SUBSCRIPTIONS))
  },
  total: async db => payments.countSubscriptions(db, await payments.subscriptionConditions(db, query)),
})
const threads = (heading: string, asked: Omit<ThreadFilter, 'territory'>, at = FIRST): Question => {
  const filter = { ...asked, territory: null }
  return {
    heading: `threads, ${heading}`,
    page: db => listThreads(db, filter, pageOf(at, LAST_WRITTEN_FIRST)),
    total: db => countThreads(db, filter),
  }
}

const questions = (acteur_id: string): Question[] => [
  events('newest first', {}),
  events('page 1000 of 100', {}, DEEP),
  events('`status=processed`', { status: 'processed' }),
  events('`status=failed`', { status: 'failed' }),
  events('`status=received`', { status: 'received' }),
  events('`type=invoice.paid`', { type: 'invoice.paid' }),
  events('a rare `type`', { type: 'customer.subscription.paused' }),
  events('a `type` that never came', { type: 'x.y' }),
  events('`status=failed`, a common `type`', { status: 'failed', type: 'invoice.paid' }),
  events('`status=failed`, a rare `type`', { status: 'failed', type: 'customer.subscription.paused' }),
  events('`status=processed`, a common `type` it never has', {
    status: 'processed',
    type: 'charge.succeeded',
  }),
  events('`status=stale`, a `type` it never has', { status: 'stale', type: 'charge.succeeded' }),
  subscriptions('newest first', {}),
  subscriptions('page 1000 of 100', {}, DEEP),
  subscriptions('`status=active`', { status: 'active' }),
  subscriptions('`status=paused`', { status: 'paused' }),
  subscriptions('`plan=association`', { plan: 'association' }),
  subscriptions('a rare `plan`', { plan: 'mairie-sur-mesure' }),
  subscriptions('`status=trialing`, a rare `plan`', { status: 'trialing', plan: 'mairie-sur-mesure' }),
  subscriptions('`acteur_id`', { acteur_id }),
  subscriptions('`q` of nobody', { q: 'axolotl' }),
  subscriptions('`q` of one id', { q: 'sub_c4ca4238a0b923' }),
  subscriptions('`q` of a plan', { q: 'mairie-sur' }),
  subscriptions('`q` of one acteur', { q: 'club c81e728d' }),
  subscriptions('`q=association`', { q: 'association' }),
  subscriptions('`q=a`', { q: 'a' }),
  threads('newest first', {}),
  threads('page 1000 of 100', {}, DEEP),
  threads('`status=open`', { status: 'open' }),
  threads('`status=closed`', { status: 'closed' }),
  threads('`unread=true`', { unread: true }),
  threads('`unread=false`', { unread: false }),
  threads('`flag=red`', { flag: 'red' }),
  threads('a `flag` that none has', { flag: 'purple' }),
  threads('`status=open&unread=true&flag=red`', { status: 'open', unread: true, flag: 'red' }),
  threads('`status=open&unread=false`', { status: 'open', unread: false }),
  threads('`q` of nobody', { q: 'axolotl' }),
  threads('`q` of one address', { q: 'personne123456@' }),
  threads('`q` in 40 texts', { q: 'ornithorynque' }),
  threads('`q` in every other text', { q: 'bibliotheque' }),
  threads('`q` in every other text, page 10 of 100', { q: 'bibliotheque' }, { ...FIRST, page: 10 }),
  threads('`q=a`', { q: 'a' }),
  threads('`q` of two letters that are rare', { q: 'xq' }),
  threads('`q` in every other text, `status=open`', { q: 'bibliotheque', status: 'open' }),
]

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
await using scope = new AsyncDisposableStack()
say('Preparing a PostgreSQL with all communes…')
const { connection } = scope.use(await openFrance(stop.signal))
await fillLists(connection, say)
const answering = connect(connection)
scope.defer(() => answering.close())
const client = new pg.Client(connection)
await client.connect()
scope.defer(() => client.end())
await prepareSession(client, STATEMENT_MS)
const acteur = await client.query('select acteur_id from subscriptions where acteur_id is not null limit 1')

interface Told {
  readonly plan: string
  readonly ms: number
}
/** Of all its statements. */
function timeOf(told: readonly Told[]): string {
  const ms = told.reduce((all, one) => all + one.ms, 0)
  return `${ms.toFixed(ms < 10 ? 1 : 0)} ms`
}
const scansOf = (told: readonly Told[]) =>
  [
    ...new Set(
      told.flatMap(({ plan }) => [...plan.matchAll(/Seq Scan on (\w+)/g)].map(([, table]) => table)),
    ),
  ].join(', ')
process.stdout.write('| asked | page of 100 | total | whole tables |\n|---|---:|---:|---|\n')
const only = process.argv.find(word => word.startsWith('--only='))?.slice(7) ?? ''
for (const { heading, page, total } of questions(acteur.rows[0]?.acteur_id)) {
  if (!heading.startsWith(only)) continue
  stop.signal.throwIfAborted()
  const told: Told[] = []
  const db = telling(answering.pool, client, 'auto', (plan, ms) => told.push({ plan, ms }))
  await page(db)
  const ofPage = told.splice(0)
  const n = await total(db)
  process.stdout.write(
    `| ${heading} | ${timeOf(ofPage)} | ${timeOf(told)} (${n}) | ${scansOf([...ofPage, ...told])} |\n`,
  )
  if (withPlans)
    for (const { plan } of [...ofPage, ...told]) process.stderr.write(`\n## ${heading}\n${plan}\n`)
}
