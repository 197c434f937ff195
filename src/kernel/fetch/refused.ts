const FORBIDDEN = {
  invalid_url: true,
  forbidden_scheme: true,
  forbidden_port: true,
  credentials: true,
  forbidden_address: true,
  downgrade: true,
} as const

const FAILED = {
  too_many_redirects: 'The address redirects too often.',
  timeout: 'The answer did not arrive in time.',
  too_large: 'The answer is too large.',
  headers_too_large: "The answer's headers are too large.",
  bad_status: 'The server answered with an error.',
  bad_encoding: "The answer's compression is unknown or broken.",
  network: 'The server could not be reached, or hung up.',
  aborted: 'The fetch was given up.',
} as const

export type RefusedCode = keyof typeof FORBIDDEN | keyof typeof FAILED

/**
 * Why a fetch gave nothing usable. Every forbidden address is refused with the same sentence and before any connection:
 * neither text nor time tells whether something listens on a private port.
 */
export class FetchRefused extends Error {
  readonly code: RefusedCode
  /** With `bad_status`: what the server answered. */
  readonly status: number | null
  /** With `bad_status`: seconds that the server asked to wait. */
  readonly retryAfter: number | null

  constructor(
    code: RefusedCode,
    options: { status?: number; retryAfter?: number | null; cause?: unknown } = {},
  ) {
    super(code in FAILED ? FAILED[code as keyof typeof FAILED] : 'This address is not allowed.', {
      cause: options.cause,
    })
    this.name = 'FetchRefused'
    this.code = code
    this.status = options.status ?? null
    this.retryAfter = options.retryAfter ?? null
  }

  /** The address itself is refused (422 `source_url_forbidden`), whatever may be behind it. */
  get forbidden(): boolean {
    return this.code in FORBIDDEN
  }
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
