import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Service } from '../service.ts'

/** 90 % public requests, 8 % of members, 2 % of moderators. */
const SHARES = { everybody: 0.9, members: 0.08, moderators: 0.02 } as const
/** Limit of waiting requests. */
const MOST = 64
export type Who = keyof typeof SHARES

export interface Answered {
  readonly at: number
  readonly who: Who
  readonly milliseconds: number
  /** Undefined if it was as expected. */
  readonly failed: string | undefined
}

interface Wanted {
  readonly who: Who
  readonly method: string
  readonly path: string
  readonly body?: object
}

const WORDS = [
  'marché',
  'réunion',
  'fête',
  'conseil',
  'travaux',
  'école',
  'concert',
  'place',
  'mairie',
  'jardin',
]
const one = <T>(all: readonly T[]) => all[Math.floor(Math.random() * all.length)] as T

/** An open-loop load: a fixed rate of requests, whether earlier ones are answered or not. */
export class Load {
  readonly answered: Answered[] = []
  /** Requests dropped because too many waited. */
  turnedAway = 0
  readonly #agent = new Agent({ keepAlive: true, maxSockets: MOST })
  readonly #service: Service
  readonly #known: string[] = []
  #inFlight = 0
  #ended = false
  #running: Promise<void> | undefined

  constructor(service: Service) {
    this.#service = service
  }

  start(perSecond: number): void {
    this.#running = (async () => {
      const began = performance.now()
      for (let sent = 0; !this.#ended; sent++) {
        const due = began + (sent * 1000) / perSecond
        const early = due - performance.now()
        if (early > 1) await sleep(early)
        // Drops requests that wait too long: otherwise an outage would be followed by its backlog.
        if (this.#inFlight < MOST) void this.#ask(this.#next())
        else this.turnedAway++
      }
    })()
  }

  async stop(): Promise<void> {
    this.#ended = true
    await this.#running
    while (this.#inFlight > 0) await sleep(10)
    this.#agent.destroy()
  }

  /** Times of the answered requests. */
  between(from: number, to: number): readonly Answered[] {
    return this.answered.filter(({ at }) => at >= from && at < to)
  }

  #next(): Wanted {
    const dice = Math.random()
    const { commune, acteur } = this.#service
    const known = this.#known.length > 0 ? one(this.#known) : undefined
    if (dice < SHARES.everybody) {
      const paths = [
        '/publications?per_page=15',
        `/communes/${commune}/publications?per_page=20`,
        `/publications?q=${encodeURIComponent(one(WORDS))}`,
        '/communes/rennes',
        `/communes?q=${one(WORDS).slice(0, 2)}`,
        '/publications/types',
        ...(known ? [`/publications/${known}`] : []),
      ]
      return { who: 'everybody', method: 'GET', path: one(paths) }
    }
    if (dice < SHARES.everybody + SHARES.members) {
      if (known && Math.random() < 0.5)
        return { who: 'members', method: 'GET', path: '/me/publications?per_page=15' }
      const body = `${Array.from({ length: 60 }, () => one(WORDS)).join(' ')}.`
      const title = `${one(WORDS)} ${one(WORDS)} ${Math.random()}`
      return {
        who: 'members',
        method: 'POST',
        path: '/publications',
        body: { acteur_id: acteur, commune_id: commune, title, body },
      }
    }
    if (known && Math.random() < 0.4)
      return {
        who: 'moderators',
        method: 'PATCH',
        path: `/admin/publications/${known}/moderate`,
        body: { moderation_status: one(['published', 'pending']) },
      }
    return {
      who: 'moderators',
      method: 'GET',
      path: one(['/admin/publications?moderation_status=pending&per_page=20', '/admin/counts']),
    }
  }

  async #ask(wanted: Wanted): Promise<void> {
    const { who, method, path } = wanted
    this.#inFlight++
    const at = performance.now()
    const { status, text } = await this.#send(wanted)
    const milliseconds = performance.now() - at
    // Hidden again, or not yet on the replica.
    const isHidden = status === 404 && who === 'everybody' && path.startsWith('/publications/')
    const isFine = (status >= 200 && status < 300) || isHidden
    this.answered.push({
      at,
      who,
      milliseconds,
      failed: isFine ? undefined : `${path} ${status} ${text.slice(0, 120)}`,
    })
    if (isFine && method === 'POST') {
      this.#known.push(JSON.parse(text).data.id)
      if (this.#known.length > 500) this.#known.shift()
    }
    this.#inFlight--
  }

  #send({ who, method, path, body }: Wanted): Promise<{ status: number; text: string }> {
    const { urls, token } = this.#service
    const sent = body && JSON.stringify(body)
    return new Promise(resolve => {
      const asked = request(
        `${one(urls)}/api/v1${path}`,
        {
          method,
          agent: this.#agent,
          headers: {
            'x-app-source': who === 'moderators' ? 'backoffice' : 'public',
            ...(who !== 'everybody' && { authorization: `Bearer ${token}` }),
            ...(sent && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
          },
        },
        answer => {
          let text = ''
          answer.setEncoding('utf8')
          answer.on('data', piece => {
            text += piece
          })
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
          answer.on('error', error => resolve({ status: 0, text: error.message }))
        },
      )
      asked.setTimeout(30_000, () => asked.destroy(new Error('no answer within 30 s')))
      asked.on('error', error => resolve({ status: 0, text: error.message }))
      asked.end(sent)
    })
  }
}

/** A percentile of the response times. */
export function within(answered: readonly Answered[], share: number): number {
  const times = answered.map(({ milliseconds }) => milliseconds).sort((first, second) => first - second)
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
}
