import type { Refusal } from './contract.ts'

/** The code of a refusal; `unreachable` when the service did not answer. */
export type Code = Refusal['error'] | 'unreachable' | (string & {})

/** A refusal of the API, or no answer of it: a code for programs, a sentence for people, and the invalid values. */
export class Refused extends Error {
  /** 0 without an answer. */
  readonly status: number
  readonly code: Code
  /** The id of the request in the log of the service. */
  readonly requestId: string
  readonly details: readonly { readonly path: string; readonly message: string }[]
  /** `Retry-After`, in seconds. */
  readonly retryAfter: number | undefined

  constructor(
    status = 0,
    told: Partial<Omit<Refusal, 'error'>> & { readonly error?: string } = {},
    retryAfter?: number,
    options?: ErrorOptions,
  ) {
    super(told.message ?? '', options)
    this.name = 'Refused'
    this.status = status
    this.code = told.error ?? 'unreachable'
    this.requestId = told.request_id ?? ''
    this.details = told.details ?? []
    this.retryAfter = retryAfter
  }

  /** No answer: the network failed, or the service is restarting. */
  get isUnreachable(): boolean {
    return [0, 502, 503, 504].includes(this.status)
  }
}

/** `cause` is what `fetch` threw: no connection, or a browser that was not allowed to read the answer (CORS). */
export const unreachable = (cause: unknown): Refused =>
  new Refused(0, { message: cause instanceof Error ? cause.message : '' }, undefined, { cause })

/** The answer of a proxy in place of the service counts as no answer. */
export async function refusalOf(response: Response): Promise<Refused> {
  const told = (await response.json().catch(() => null)) as Partial<Refusal> | null
  const retryAfter = Number(response.headers.get('retry-after')) || undefined
  return typeof told?.error === 'string'
    ? new Refused(response.status, told, retryAfter)
    : new Refused(0, {}, retryAfter)
}
