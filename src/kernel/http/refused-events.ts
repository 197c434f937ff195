import type { FastifyRequest } from 'fastify'
import { ERRORS, type ErrorCode, type Problem, statusOf } from '../refusals/errors.ts'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'

/** Refused permissions and failed proofs of a person or program, as events of the log and as figures. */

const FAILED_PROOFS: readonly ErrorCode[] = [
  'invalid_credentials',
  'invalid_code',
  'invalid_password',
  'api_key_expired',
  'api_key_revoked',
  'api_key_paused',
]
export const EVENT_CODES = (Object.keys(ERRORS) as ErrorCode[]).filter(
  code => statusOf(code) === 403 || FAILED_PROOFS.includes(code),
)
const EVENTS: ReadonlySet<ErrorCode> = new Set(EVENT_CODES)

/** Lines in a second: a flood of one client network leaves room for those of others. */
const MOST = 20
const MOST_PER_NETWORK = 3
const WINDOW_MS = 1_000

type Hash = (clientNetwork: string) => Promise<string>

export class RefusedEvents {
  readonly #log: Pick<Log, 'warn'>
  readonly #count: (code: string) => void
  readonly #now: () => number
  #hash: Hash = async () => ''
  #began = Number.NEGATIVE_INFINITY
  #written = new Map<string, number>()
  #left = MOST
  #more = 0

  constructor(log: Pick<Log, 'warn'>, metrics: Metrics, now = () => performance.now()) {
    this.#log = log
    this.#now = now
    this.#count = metrics.counter(
      'parvis_refused',
      'Refused permissions and failed proofs',
      'code',
      EVENT_CODES,
    )
  }

  /** The keys of the hashes are in the database. */
  hashWith(hash: Hash): void {
    this.#hash = hash
  }

  tell({ code }: Problem, request: FastifyRequest): void {
    if (!EVENTS.has(code)) return
    this.#count(code)
    const { clientNetwork } = request
    if (!this.#hasRoom(clientNetwork)) {
      this.#more++
      return
    }
    const more = this.#more
    this.#more = 0
    const about = {
      event: 'refused',
      code,
      method: request.method,
      route: request.routeOptions.url,
      request_id: request.id,
      user_id: request.seenUserId,
      ...(more > 0 && { more }),
    }
    void this.#hash(clientNetwork)
      .catch(() => '')
      .then(hash => this.#log.warn({ ...about, ...(hash !== '' && { network: hash }) }, 'refused'))
  }

  #hasRoom(clientNetwork: string): boolean {
    const now = this.#now()
    if (now - this.#began >= WINDOW_MS) {
      this.#began = now
      this.#written = new Map()
      this.#left = MOST
    }
    const written = this.#written.get(clientNetwork) ?? 0
    if (this.#left === 0 || written === MOST_PER_NETWORK) return false
    this.#left--
    this.#written.set(clientNetwork, written + 1)
    return true
  }
}
