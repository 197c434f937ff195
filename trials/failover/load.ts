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
  /** When it was acknowledged. */
  at: number
}

interface Load {
  /** Time from that moment to the first request that was both started after it and acknowledged. */
  firstAcknowledgedAfter(moment: number): Promise<number>
  stop(): Promise<readonly Done[]>
}

const LANES = 2
const AGAIN_MS = 25
const HOPELESS_MS = 60_000

export function startLoad(nodes: Service, prefix: string): Load {
  const ledger: Done[] = []
  const acknowledged: Done[] = []
  let running = true
  let count = 0

  /** Retries with the same idempotency key until acknowledged, like a careful client. */
  async function insist(kind: Done['kind'], name: string, request: Request): Promise<string | undefined> {
    const done: Done = { kind, name, request, answer: undefined, tries: 0, at: 0 }
    ledger.push(done)
    const asked = performance.now()
    const first = Math.floor(Math.random() * nodes.urls.length)
    while (running || done.tries === 0) {
      if (performance.now() - asked > HOPELESS_MS)
        throw new Error(`${name} was not taken in ${HOPELESS_MS} ms`)
      done.tries++
      const answer = await send(nodes.urls, request, first + done.tries)
      const { status } = answer
      if (status > 0 && status < 300) {
        done.answer = answer
        done.at = performance.now()
        acknowledged.push(done)
        return answer.body
      }
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
      while (running) await what()
    }),
  )
  const all = Promise.all(lanes)
  all.catch(() => {})
  return {
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
