import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, paymentEvent, publication, type Request, send } from '../requests.ts'
import type { Service } from '../service.ts'

/** A write and its acknowledged answer. */
export interface Done {
  readonly kind: 'publication' | 'decision' | 'message' | 'reply' | 'event'
  /** Its unique title, address or id. */
  readonly name: string
  readonly request: Request
  /** Undefined: never acknowledged, so it may or may not have been done. */
  answer: Answer | undefined
  /** Attempts before it was acknowledged. */
  tries: number
  /** From the first attempt to the acknowledgement. */
  waitedMs: number
  /** When it was acknowledged. */
  at: number
}

export interface Load {
  /** Acknowledged so far. */
  readonly acknowledged: readonly Done[]
  /** How often each status refused a request; 0 is no answer in time. */
  readonly refusals: ReadonlyMap<number, number>
  /** The longest time that a single attempt waited for its answer. */
  readonly slowestMs: number
  /** Time from that moment to the first request that was both started after it and acknowledged. */
  firstAcknowledgedAfter(moment: number): Promise<number>
  stop(): Promise<readonly Done[]>
}

const LANES = 2
const AGAIN_MS = 25
const HOPELESS_MS = 60_000

interface Pace {
  /** Pause of a client between two things that it does. */
  readonly pauseMs?: number
  /** How long a client goes on with one request. */
  readonly hopelessMs?: number
  /** Goes on where a record that was acknowledged is gone: the ledger tells it. */
  readonly mayLose?: boolean
}

export function startLoad(
  nodes: Service,
  prefix: string,
  { pauseMs = 0, hopelessMs = HOPELESS_MS, mayLose = false }: Pace = {},
): Load {
  const ledger: Done[] = []
  const acknowledged: Done[] = []
  const refusals = new Map<number, number>()
  let slowestMs = 0
  let running = true
  let count = 0

  /** Retries with the same idempotency key until acknowledged, like a careful client. */
  async function insist(kind: Done['kind'], name: string, request: Request): Promise<string | undefined> {
    const done: Done = { kind, name, request, answer: undefined, tries: 0, waitedMs: 0, at: 0 }
    ledger.push(done)
    const asked = performance.now()
    const first = Math.floor(Math.random() * nodes.urls.length)
    while (running || done.tries === 0) {
      if (performance.now() - asked > hopelessMs) throw new Error(`${name} was not taken in ${hopelessMs} ms`)
      done.tries++
      const sent = performance.now()
      const answer = await send(nodes.urls, request, first + done.tries)
      slowestMs = Math.max(slowestMs, performance.now() - sent)
      const { status } = answer
      if (status > 0 && status < 300) {
        done.answer = answer
        done.at = performance.now()
        done.waitedMs = done.at - asked
        acknowledged.push(done)
        return answer.body
      }
      refusals.set(status, (refusals.get(status) ?? 0) + 1)
      if (mayLose && status === 404) return undefined
      if (status > 0 && status < 500 && status !== 409)
        throw new Error(`${request.method} ${request.path} answered ${status}: ${answer.body}`)
      await sleep(AGAIN_MS)
    }
    return undefined
  }

  const admin = { source: 'backoffice', token: nodes.token }
  const publishes = async () => {
    const name = `${prefix} publication ${++count}`
    const body = await insist('publication', name, {
      ...publication(nodes, name, `Place de la mairie, ${name}.`),
      source: admin.source,
      key: name.replaceAll(' ', '-'),
    })
    if (body === undefined) return
    await insist('decision', name, {
      ...admin,
      method: 'PATCH',
      path: `/admin/publications/${JSON.parse(body).data.id}/moderate`,
      body: JSON.stringify({ moderation_status: 'published' }),
    })
  }
  const writes = async () => {
    const name = `${prefix}-${++count}@example.fr`
    const body = await insist('message', name, {
      method: 'POST',
      path: '/messages',
      key: `message-${name}`,
      body: JSON.stringify({ nom: 'Quelqu’un', email: name, subject: 'Une question', body: 'Bonjour ?' }),
    })
    if (body === undefined) return
    await insist('reply', name, {
      ...admin,
      method: 'POST',
      path: `/admin/messages/threads/${JSON.parse(body).data.id}/reply`,
      key: `reply-${name}`,
      body: JSON.stringify({ body: 'Bonjour, oui.' }),
    })
  }
  const pays = async () => {
    const name = `evt_${prefix}_${++count}`
    await insist('event', name, paymentEvent(name))
  }
  const lanes = [publishes, writes, pays].flatMap(what =>
    Array.from({ length: LANES }, async () => {
      while (running) {
        await what()
        await sleep(pauseMs)
      }
    }),
  )
  const all = Promise.all(lanes)
  all.catch(() => {})
  return {
    acknowledged,
    refusals,
    get slowestMs() {
      return slowestMs
    },
    async firstAcknowledgedAfter(moment) {
      for (;;) {
        const first = acknowledged.find(({ at }) => at > moment)
        if (first) return Math.round(first.at - moment)
        await Promise.race([sleep(5), all])
      }
    },
    async stop() {
      running = false
      await all
      return ledger
    },
  }
}
