import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from '../../test/fixtures/cluster.ts'
import { pushBrowser } from '../../test/fixtures/push-service.ts'
import { selfSigned } from '../../test/fixtures/self-signed.ts'

/** Browsers that follow some communes, and their push service, which answers after a while as the real ones do. */

const ANSWER_MS = 80
/** Looked up by push-host.mjs: Parvis pushes to public addresses alone. */
const HOST = 'push.example.com'
const TIMEOUT_MS = 600_000
/** The most pushes of two runs: those whose outcome could not be stored when the primary died are sent again. */
const IN_FLIGHT = 2 * 256

export interface Pushes {
  /** The settings of the nodes and the worker. */
  readonly settings: Readonly<Record<string, string>>
  /** Publishes one alert in each of these towns; `subscribers` counts those of all of them. */
  raise(primary: Server, slugs: readonly string[], subscribers: number): Promise<void>
  /** How many subscribers got it so far. */
  reached(): number
  /** Notes the moment: what was accepted around it may come again. */
  primaryDies(): void
  /** Waits until none is left; says what came, and whether all is as promised. */
  ended(primary: Server): Promise<{ says: string; isKept: boolean }>
  stop(): void
}

export async function startPushService(folder: string, port: number): Promise<Pushes> {
  const tls = selfSigned(HOST)
  const authority = join(folder, 'push-service.pem')
  writeFileSync(authority, tls.cert)
  /** How often each browser got the alert of its town, and when first. */
  const times = new Map<string, { first: number; count: number }>()
  let others = 0
  let wanted = 0
  let began = 0
  let diedAt = 0
  const service = createServer(tls, async (request, response) => {
    for await (const _ of request);
    await sleep(ANSWER_MS)
    response.writeHead(201).end()
    // What was lifted before is pushed too, without urgency.
    if (request.headers.urgency !== 'high') return void others++
    const path = request.url ?? ''
    const { first, count } = times.get(path) ?? { first: performance.now(), count: 0 }
    times.set(path, { first, count: count + 1 })
  })
  service.listen(port, '127.0.0.1')
  await once(service, 'listening')
  const waiting = async (primary: Server) => {
    const [row] = await primary.ask<{ n: number }>(
      `select ((select count(*) from push_messages)
        + (select count(*) from push_announcements where queued_to is not null))::int as n`,
    )
    return row?.n ?? 0
  }
  return {
    settings: {
      NODE_OPTIONS: `--import ${join(import.meta.dirname, 'push-host.mjs')}`,
      NODE_EXTRA_CA_CERTS: authority,
      TRIAL_PUSH_HOST: `${HOST}:${port}`,
    },
    async raise(primary, slugs, subscribers) {
      const { p256dh, auth } = pushBrowser().keys
      await primary.ask(
        `insert into push_subscriptions (commune_id, endpoint, p256dh, auth)
         select c.id, $1 || '/' || n, $2, $3
         from (select id, row_number() over (order by slug) as at from communes where slug = any($4::text[])) c
         join generate_series(1, $5::int) n on n % cardinality($4::text[]) = c.at - 1`,
        [`https://${HOST}`, p256dh, auth, slugs, subscribers],
      )
      wanted = subscribers
      began = performance.now()
      await primary.ask(
        `insert into publications (title, body, acteur_id, type_id, commune_id, commune_ids, moderation_status, valide,
           publie_le, moderation_by, niveau, duplicate_key, duplicate_reason)
         select 'Crue : évacuez les quais', 'Gagnez les hauteurs.', c.mairie_actor_id,
           (select id from publication_types where slug = 'alerte'), c.id, array[c.id], 'published', true,
           now(), 'member', 'danger', gen_random_uuid(), 'signature'
         from communes c where c.slug = any($1::text[])`,
        [slugs],
      )
      await primary.ask(`insert into pgboss.job (name, data) values ('place.push', '{}')`)
    },
    reached: () => times.size,
    primaryDies() {
      diedAt = performance.now()
    },
    async ended(primary) {
      const until = performance.now() + TIMEOUT_MS
      while ((await waiting(primary)) > 0 && performance.now() < until) await sleep(1_000)
      const seconds = Math.round((performance.now() - began) / 1_000)
      const all = [...times.values()]
      const again = all.filter(({ count }) => count > 1)
      const since = again.map(({ first }) => (first - diedAt) / 1_000)
      const [from, to] = [Math.min(...since), Math.max(...since)].map(at => Math.round(at))
      const missing = wanted - all.length
      return {
        says:
          `${wanted} pushes, in ${seconds} s, beside ${others} that alerts were lifted: ${all.length - again.length} came once, ` +
          `${again.length} again${again.length > 0 ? ` (sent first ${from} to ${to} s after the primary died)` : ''}, ${missing} never`,
        isKept: missing === 0 && again.length <= IN_FLIGHT,
      }
    },
    stop() {
      service.closeAllConnections()
      service.close()
    },
  }
}
