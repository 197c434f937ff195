/** A refusal of the API: a code for programs, a sentence for people, and the invalid fields. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  readonly requestId: string
  readonly details: Told['details']
  /** `Retry-After`, in seconds. */
  readonly retryAfter: number | undefined

  constructor(status: number, told: Told, retryAfter?: number) {
    super(told.message)
    this.status = status
    this.code = told.error
    this.requestId = told.request_id
    this.details = told.details
    this.retryAfter = retryAfter
  }

  /** No answer: the network failed, or the service is restarting. */
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

/** The answer of a proxy in place of the service counts as no answer. */
export async function refusalOf(response: Response): Promise<Refused> {
  const told: Partial<Told> = await response.json().catch(() => ({}))
  const retryAfter = Number(response.headers.get('retry-after')) || undefined
  if (typeof told.error !== 'string') return new Refused(0, SILENCE, retryAfter)
  return new Refused(response.status, { ...SILENCE, ...told }, retryAfter)
}

export const unreachable = (): Refused => new Refused(0, SILENCE)

/** The record changed since it was read (412). */
export const isVersionConflict = (error: unknown): boolean =>
  error instanceof Refused && error.code === 'stale_version'
