import { type Catalogue, type Explanation, fillIn } from '../refusals/explanations.ts'

const FORBIDDEN = {
  invalid_url: true,
  forbidden_scheme: true,
  forbidden_port: true,
  credentials: true,
  forbidden_address: true,
  downgrade: true,
} as const

/** Why a fetch failed, for people. */
export const FETCH_FAILURES = {
  forbidden_address: ['Cette adresse n’est pas autorisée.', 'This address is not allowed.'],
  too_many_redirects: ['Cette adresse renvoie trop souvent à une autre.', 'The address redirects too often.'],
  timeout: ['La réponse n’est pas arrivée à temps.', 'The answer did not arrive in time.'],
  too_large: ['La réponse est trop volumineuse.', 'The answer is too large.'],
  headers_too_large: [
    'Les en-têtes de la réponse sont trop volumineux.',
    "The answer's headers are too large.",
  ],
  bad_status: [
    'Le site n’a pas donné le contenu attendu (réponse {status}).',
    'The server answered with an error ({status}).',
  ],
  bad_encoding: [
    'La compression de la réponse est inconnue ou abîmée.',
    "The answer's compression is unknown or broken.",
  ],
  network: [
    'Le site n’a pas pu être joint, ou il a raccroché.',
    'The server could not be reached, or hung up.',
  ],
} as const satisfies Catalogue
type FetchFailure = keyof typeof FETCH_FAILURES

export type RefusedCode = keyof typeof FORBIDDEN | FetchFailure | 'aborted'

/**
 * Why a fetch gave nothing usable. Every forbidden address is refused with the same sentence and before any connection:
 * neither text nor time tells whether something listens on a private port.
 */
export class FetchRefused extends Error {
  readonly code: RefusedCode
  /** What the server answered last, where an answer is what was refused. */
  readonly status: number | null
  /** With `bad_status`: seconds that the server asked to wait. */
  readonly retryAfter: number | null

  constructor(
    code: RefusedCode,
    options: { status?: number; retryAfter?: number | null; cause?: unknown } = {},
  ) {
    const explanation = explanationOf(code, options.status)
    const message = explanation
      ? fillIn(FETCH_FAILURES[explanation.code], explanation.params, 'en')
      : 'The fetch was given up.'
    super(message, { cause: options.cause })
    this.name = 'FetchRefused'
    this.code = code
    this.status = options.status ?? null
    this.retryAfter = options.retryAfter ?? null
  }

  /** Undefined when this side gave up the fetch: then the server is not to blame. */
  get explanation(): Explanation<FetchFailure> | undefined {
    return explanationOf(this.code, this.status)
  }

  /** The address itself is refused (422 `source_url_forbidden`), whatever may be behind it. */
  get forbidden(): boolean {
    return this.code in FORBIDDEN
  }
}

/** All forbidden addresses share one explanation: it tells nothing about the host behind the address. */
function explanationOf(code: RefusedCode, status?: number | null): Explanation<FetchFailure> | undefined {
  if (code === 'aborted') return undefined
  if (code === 'bad_status') return { code, params: { status: status ?? '?' } }
  return { code: code in FETCH_FAILURES ? (code as FetchFailure) : 'forbidden_address', params: {} }
}

const LIMITS = new Set(['UND_ERR_HEADERS_OVERFLOW', 'HPE_HEADER_OVERFLOW'])

/** Any error of a fetch as a `FetchRefused`. Once the deadline has passed, every error is reported as the deadline. */
export function asRefused(error: unknown, signal: AbortSignal): FetchRefused {
  if (error instanceof FetchRefused) return error
  if (signal.reason instanceof FetchRefused) return signal.reason
  if (signal.aborted) return new FetchRefused('aborted', { cause: error })
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return new FetchRefused(LIMITS.has(code) ? 'headers_too_large' : 'network', { cause: error })
}
