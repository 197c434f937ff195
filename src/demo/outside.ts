import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { insertRun } from '../exchange/imports/runs/queries.ts'
import { runImport } from '../exchange/imports/runs/work.ts'
import { applyDueEvents } from '../exchange/payments/work.ts'
import { sql } from '../kernel/db/db.ts'
import { openDoor } from '../kernel/fetch/fetch.ts'
import { found } from '../kernel/refusals/errors.ts'
import type { Config } from '../kernel/settings/config.ts'
import { createLog } from '../kernel/telemetry/log.ts'
import { daysAfter } from '../kernel/values/local-time.ts'
import { backdate } from '../publishing/publications/demo-dates.ts'
import type { Service } from '../service.ts'
import type { Asker } from './asking.ts'
import { isIn, next, SATURDAY, type Season } from './town/days.ts'

/** What arrives from outside: an agenda feed, served here for the import, and events of a payment provider. */

export const PAYMENT_SECRET = 'whsec_of_the_demo_and_nobody_else'
const log = createLog('silent')

export interface Agenda extends AsyncDisposable {
  readonly url: string
  /** For IMPORT_ALLOW_PRIVATE. */
  readonly pair: string
}

interface Item {
  readonly title: string
  readonly day: string
}

/** What the tourist office announces, in the seasons in which it does. */
const ITEMS: readonly (readonly [title: string, ...seasons: Season[]])[] = [
  ['Foire aux vins et aux fromages'],
  ['Randonnée des moulins'],
  ['Visite du château et de ses caves'],
  ['Concours de peinture dans la rue'],
  ['Rallye à énigmes dans la vieille ville'],
  ['Nuit des étoiles', ['05-01', '09-30']],
  ['Marché de Noël du canton', ['11-01', '12-10']],
  ['Festival de la lumière', ['12-11', '02-28']],
  ['Fête des plantes', ['03-01', '04-30']],
  ['Fête des vendanges', ['08-15', '10-31']],
  ['Salon du livre ancien'],
]

/** The number of publications that it imports. */
export const BROUGHT = 6

/** On the coming Saturdays. */
export const agendaFrom = (today: string): readonly Item[] =>
  ITEMS.filter(([, season]) => !season || isIn(season, today))
    .slice(0, BROUGHT)
    .map(([title], at) => ({ title, day: daysAfter(next(SATURDAY, today), 7 * (at + 1)) }))

export async function serveAgenda(items: readonly Item[]): Promise<Agenda> {
  const events = items.map(({ title, day }, at) => ({
    id: `canton-${at}`,
    status: 'confirmed',
    summary: title,
    description: `${title} : renseignements à l’office de tourisme du canton.`,
    location: 'Sully',
    htmlLink: `https://www.example.org/canton/${at}`,
    start: { date: day },
    end: { date: daysAfter(day, 1) },
  }))
  const feed = JSON.stringify({ kind: 'calendar#events', summary: 'Canton', items: events })
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(feed),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const pair = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${pair}/agenda.json`,
    pair,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    },
  }
}

/** Runs the import here, without a job: the worker of a service that runs meanwhile may not read this address. */
export async function importAgenda(
  {
    service,
    config,
    agenda,
  }: { readonly service: Service; readonly config: Config; readonly agenda: Agenda },
  by: Asker,
  acteur_id: string,
): Promise<void> {
  const source = await by.ask('POST', '/admin/import-sources', {
    // It is there only now: nobody reads it again by itself.
    nom: 'Agenda du canton (exemple : lu une fois, pendant la démonstration)',
    url: agenda.url,
    schedule: 'manual',
    moderation: 'pending',
    acteur_id,
  })
  const { db, secrets, metrics } = service
  const asked = { trigger: 'manual', dry_run: false, ...(by.id && { requested_by: by.id }) } as const
  const run = found(await insertRun(db.pool, source.id, asked))
  const door = openDoor({ userAgent: 'Parvis demo', log })
  try {
    const own = { ...config, importAllowPrivate: [agenda.pair] }
    const context = {
      db,
      secrets,
      config: own,
      door,
      log,
      metrics,
      enqueue: async () => {},
      onStop: () => {},
    }
    await runImport({ run: run.id }, context, AbortSignal.timeout(30_000))
  } finally {
    door.close()
  }
}

const PLANS = ['commerce-mensuel', 'vitrine', 'commerce-annuel', 'association']
const STATES = ['active', 'past_due', 'trialing', 'canceled']

/** Signed events, received by the webhook and applied in their order. */
export async function subscribe({ db }: Service, url: string, acteurs: readonly string[]): Promise<void> {
  const now = Math.floor(Date.now() / 1000)
  for (const [at, acteur_id] of acteurs.entries()) {
    const status = STATES[at % STATES.length]
    const item = {
      price: { id: `price_${at}`, lookup_key: PLANS[at % PLANS.length] },
      current_period_start: now - 86_400,
      current_period_end: now + 29 * 86_400,
    }
    const subscription = { id: `sub_demo_${at}`, object: 'subscription', status, customer: `cus_demo_${at}` }
    const body = JSON.stringify({
      id: `evt_demo_${at}`,
      object: 'event',
      type: 'customer.subscription.updated',
      created: now,
      data: { object: { ...subscription, metadata: { acteur_id }, items: { data: [item] } } },
    })
    const signature = createHmac('sha256', PAYMENT_SECRET).update(`${now}.${body}`).digest('hex')
    const answer = await fetch(`${url}/api/v1/webhooks/payment`, {
      method: 'POST',
      headers: { 'payment-signature': `t=${now},v1=${signature}` },
      body,
    })
    await answer.body?.cancel()
  }
  await db.transaction(async tx => {
    const events = await tx.all<{ id: string }>(
      sql`select id from payment_events where status = 'received' order by id`,
    )
    await applyDueEvents(tx, events, { log, enqueue: async () => {} })
  })
}

const DAYS = 30

/** Backdates publications over a month, which the API cannot do. */
export const spreadOverMonth = (service: Service, ids: readonly string[]) => {
  const minutes = ids.map((_, at) => Math.round(((ids.length - at) * DAYS * 1_440) / ids.length))
  return service.db.transaction(tx => backdate(tx, ids, minutes))
}
