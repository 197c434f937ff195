/** What the API refuses: a code for programs, a sentence for people, and the fields that are wrong. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  readonly requestId: string
  readonly details: Told['details']
  /** Seconds after which to try again, when the service says so. */
  readonly retryAfter: number | undefined

  constructor(status: number, told: Told, retryAfter?: number) {
    super(told.message)
    this.status = status
    this.code = told.error
    this.requestId = told.request_id
    this.details = told.details
    this.retryAfter = retryAfter
  }

  /** Nobody answered: the network, or a service that is being restarted. */
  get isUnreachable(): boolean {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504
  }
}

interface Told {
  readonly error: string
  readonly message: string
  readonly request_id: string
  readonly details: readonly { readonly path: string; readonly message: string }[]
}

const SILENCE: Told = { error: 'unreachable', message: '', request_id: '', details: [] }

/** Whatever a proxy in between answers instead of the service counts as no answer. */
export async function refusalOf(response: Response): Promise<Refused> {
  const told: Partial<Told> = await response.json().catch(() => ({}))
  const retryAfter = Number(response.headers.get('retry-after')) || undefined
  if (typeof told.error !== 'string') return new Refused(0, SILENCE, retryAfter)
  return new Refused(response.status, { ...SILENCE, ...told }, retryAfter)
}

export const unreachable = (): Refused => new Refused(0, SILENCE)
