import { setTimeout as sleep } from 'node:timers/promises'
import { publication, type Request, send } from '../requests.ts'
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

interface Wanted extends Request {
  readonly who: Who
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
  }

  /** Times of the answered requests. */
  between(from: number, to: number): readonly Answered[] {
    return this.answered.filter(({ at }) => at >= from && at < to)
  }

  #next(): Wanted {
    const dice = Math.random()
    const { commune, token } = this.#service
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
        return { who: 'members', token, method: 'GET', path: '/me/publications?per_page=15' }
      const body = `${Array.from({ length: 60 }, () => one(WORDS)).join(' ')}.`
      const title = `${one(WORDS)} ${one(WORDS)} ${Math.random()}`
      return { who: 'members', ...publication(this.#service, title, body) }
    }
    const moderator = { who: 'moderators', token, source: 'backoffice' } as const
    if (known && Math.random() < 0.4)
      return {
        ...moderator,
        method: 'PATCH',
        path: `/admin/publications/${known}/moderate`,
        body: JSON.stringify({ moderation_status: one(['published', 'pending']) }),
      }
    return {
      ...moderator,
      method: 'GET',
      path: one(['/admin/publications?moderation_status=pending&per_page=20', '/admin/counts']),
    }
  }

  async #ask(wanted: Wanted): Promise<void> {
    const { who, method, path } = wanted
    this.#inFlight++
    const at = performance.now()
    const { status, body } = await send(this.#service.urls, wanted)
    const milliseconds = performance.now() - at
    // Hidden again, or not yet on the replica.
    const isHidden = status === 404 && who === 'everybody' && path.startsWith('/publications/')
    const isFine = (status >= 200 && status < 300) || isHidden
    this.answered.push({
      at,
      who,
      milliseconds,
      failed: isFine ? undefined : `${path} ${status} ${body.slice(0, 120)}`,
    })
    if (isFine && method === 'POST') {
      this.#known.push(JSON.parse(body).data.id)
      if (this.#known.length > 500) this.#known.shift()
    }
    this.#inFlight--
  }
}
