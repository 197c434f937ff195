import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { runImport } from '../imports/runs/work.ts'
import type { Config } from '../kernel/config.ts'
import { sql } from '../kernel/db/db.ts'
import { openDoor } from '../kernel/fetch/fetch.ts'
import { createLog } from '../kernel/log.ts'
import { applyDueEvents } from '../payments/work.ts'
import { makeOlder } from '../publications/ages.ts'
import type { Service } from '../service.ts'
import type { Asker } from './play.ts'

/** What arrives from outside: an agenda feed, served here for the import, and events of a payment provider. */

export const PAYMENT_SECRET = 'whsec_of_the_demo_and_nobody_else'
const DAY_MS = 86_400_000
const log = createLog('silent')

export interface Agenda extends AsyncDisposable {
  readonly url: string
  /** For IMPORT_ALLOW_PRIVATE. */
  readonly pair: string
}

const ITEMS = [
  'Foire aux vins',
  'Randonnée des moulins',
  'Nuit des étoiles',
  'Marché de Noël',
  'Fête du <lac>',
  'Œnologie',
]

/** The number of publications that it imports. */
export const BROUGHT = ITEMS.length

export async function serveAgenda(): Promise<Agenda> {
  const items = ITEMS.map((title, at) => ({
    id: `canton-${at}`,
    url: `https://www.example.org/canton/${at}`,
    title,
    content_text: `${title} : renseignements à l’office de tourisme du canton.`,
    date_published: new Date(Date.now() - at * DAY_MS).toISOString(),
  }))
  const feed = JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'Canton', items })
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/feed+json' }).end(feed),
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

/** Runs the import here; the worker that gets the job later finds it done. */
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
    nom: 'Agenda du canton (essai)',
    url: agenda.url,
    schedule: 'manual',
    moderation: 'pending',
    acteur_id,
  })
  const run = await by.ask('POST', `/admin/import-sources/${source.id}/run`, {})
  const { db, secrets, metrics } = service
  const door = openDoor({ allowPrivate: [agenda.pair], userAgent: 'Parvis demo', log })
  try {
    const context = { db, secrets, config, door, log, metrics, enqueue: async () => {}, onStop: () => {} }
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
  return service.db.transaction(tx => makeOlder(tx, ids, minutes))
}
