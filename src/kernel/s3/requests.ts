import { type IncomingMessage, Agent as PlainAgent, request as plainRequest } from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from '../refusals/refusal.ts'
import { NO_CONTENT, type Signer, signed } from './signing.ts'

/**
 * Sends a request to the store, with retries and exponential backoff after network errors and 5xx. Every request is
 * idempotent.
 */
export interface StoreRequest {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  readonly url: URL
  readonly headers?: Readonly<Record<string, string>>
  readonly content?:
    | {
        readonly bytes: number
        readonly sha256: string
        /** Called for each attempt. */
        read(): Readable
      }
    | undefined
  readonly signal?: AbortSignal | undefined
}

const TOO_SLOW = 'too slow'

/** Advice for the operator, by status or error code. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/NoSuchBucket/, 'make the bucket, or name the one that there is'],
  [/AuthorizationHeaderMalformed|PermanentRedirect|^301/, 'check the region of the bucket'],
  [/RequestTimeTooSkewed/, 'the clocks differ: let both ask a time server'],
  [/^40[13]/, 'check the access key, its secret and its rights'],
  [/^404/, 'check the bucket and the address'],
  [/^(ENOTFOUND|EAI_AGAIN)/, 'its name has no address'],
  [/^ECONNREFUSED/, 'nothing answers there'],
  [
    /SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)/,
    'its certificate is signed by nobody this machine knows: name your CA in NODE_EXTRA_CA_CERTS',
  ],
  [/^CERT_HAS_EXPIRED/, 'its certificate has expired'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID/, 'its certificate is for another name'],
  [/^(ERR_SSL|EPROTO)/, 'it speaks no TLS at this port: check http or https in its address'],
]

/** A refusal by the store. Contains no header, object name or text of the store, which might reveal credentials. */
export class StoreRefused extends Refusal {
  override readonly name = 'StoreRefused'
  readonly status: number | undefined
  /** The store did not answer in time. */
  readonly slow: boolean
  constructor(
    { method, url }: Pick<StoreRequest, 'method' | 'url'>,
    said: { status?: number | undefined; code?: string | undefined },
  ) {
    const why = said.status ? `${said.status} ${said.code ?? ''}`.trim() : (said.code ?? 'no answer')
    const advice = ADVICE.find(([known]) => known.test(why))?.[1]
    super(
      `The store at ${url.host} ${said.status ? 'refuses' : 'does not serve'} ${method}: ${why}${advice ? ` (${advice})` : ''}.`,
    )
    this.status = said.status
    this.slow = said.code === TOO_SLOW
  }
  /** Whether a retry may succeed. */
  get passing(): boolean {
    return this.status === undefined || this.status >= 500
  }
}

export interface RequestLimits {
  /** Until the first byte of the reply, after the content was sent. */
  readonly answerMs: number
  /** Between two pieces of the reply. */
  readonly pieceMs: number
  /** For the whole reply; plus a second for each `LEAST_RATE` bytes. */
  readonly wholeMs: number
  readonly attempts: number
  /** Wait before the second attempt. */
  readonly firstWaitMs: number
  /** Whether to retry after a timeout. */
  readonly againWhenSlow: boolean
}

/** Short, since a visitor waits for reads. */
export const FOR_READING: RequestLimits = {
  answerMs: 5_000,
  pieceMs: 10_000,
  wholeMs: 30_000,
  attempts: 3,
  firstWaitMs: 100,
  againWhenSlow: false,
}
/** Long: writes come from jobs or uploads, and assembling a multipart upload takes time. */
export const FOR_WRITING: RequestLimits = {
  answerMs: 60_000,
  pieceMs: 10_000,
  wholeMs: 10 * 60_000,
  attempts: 4,
  firstWaitMs: 200,
  againWhenSlow: true,
}
/** Minimum transfer rate in bytes per second. */
const LEAST_RATE = 16 * 1024

export async function sendRequest(
  question: StoreRequest,
  signer: Signer,
  limits: RequestLimits,
): Promise<IncomingMessage> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await askedOnce(question, signer, limits)
    } catch (error) {
      question.signal?.throwIfAborted()
      if (!(error instanceof StoreRefused) || !error.passing || attempt === limits.attempts) throw error
      if (error.slow && !limits.againWhenSlow) throw error
      // Jitter, so that nodes do not retry at the same moment.
      const most = limits.firstWaitMs * 2 ** (attempt - 1)
      await wait(most / 2 + Math.random() * (most / 2), undefined, { signal: question.signal })
    }
  }
}

/** Idle connections do not keep the process alive. */
const OPEN = { keepAlive: true, keepAliveMsecs: 30_000, maxFreeSockets: 16, timeout: 60_000 }
const agents = { 'http:': new PlainAgent(OPEN), 'https:': new TlsAgent(OPEN) }

async function askedOnce(
  question: StoreRequest,
  signer: Signer,
  limits: RequestLimits,
): Promise<IncomingMessage> {
  const { method, url, content } = question
  const headers = {
    ...signed(
      { method, url, headers: question.headers ?? {}, sha256: content?.sha256 ?? NO_CONTENT },
      signer,
      new Date(),
    ),
    ...(content && { 'content-length': `${content.bytes}` }),
  }
  const tooLate = new AbortController()
  const patient = setTimeout(() => tooLate.abort(), limits.answerMs)
  const signal = question.signal ? AbortSignal.any([tooLate.signal, question.signal]) : tooLate.signal
  try {
    const answer = await exchange(question, headers, signal)
    const { statusCode: status = 0 } = answer
    if (status < 300) return answer
    const code = codeIn(await beginningOf(answer, limits))
    throw new StoreRefused(question, { status, code })
  } catch (error) {
    if (error instanceof StoreRefused) throw error
    if (tooLate.signal.aborted) throw new StoreRefused(question, { code: TOO_SLOW })
    throw new StoreRefused(question, { code: (error as NodeJS.ErrnoException).code })
  } finally {
    clearTimeout(patient)
  }
}

async function exchange(
  { method, url, content }: StoreRequest,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const body = content?.read()
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const ask = url.protocol === 'https:' ? tlsRequest : plainRequest
  const request = ask(url, { method, headers, agent: agents[url.protocol as keyof typeof agents] })
  const giveUp = () => request.destroy(new Error('given up'))
  signal.addEventListener('abort', giveUp, { once: true })
  request.once('response', answer => {
    signal.removeEventListener('abort', giveUp)
    // A reply before the content was sent is a refusal: stops sending, and the connection cannot be reused.
    if (body && !request.writableFinished) {
      body.unpipe(request).destroy()
      answer.once('close', () => request.destroy())
    }
    resolve(answer)
  })
  request.on('error', error => {
    body?.destroy()
    reject(error)
  })
  if (signal.aborted) giveUp()
  else if (body) body.once('error', error => request.destroy(error)).pipe(request)
  else request.end()
  return await promise
}

/** The store was too slow; the rest is not requested. */
export class StoreTimeout extends Error {
  override readonly message = 'too slow'
}

/**
 * Reads the body with a limit on the time spent waiting for the store; a slow consumer does not count. `waited` continues the
 * count when a reply is resumed.
 */
export async function* chunksOf(
  answer: IncomingMessage,
  { pieceMs, wholeMs }: Pick<RequestLimits, 'pieceMs' | 'wholeMs'>,
  waited = { ms: 0, bytes: 0 },
) {
  const pieces = answer[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  try {
    for (;;) {
      const left = wholeMs + (1000 * waited.bytes) / LEAST_RATE - waited.ms
      if (left <= 0) throw new StoreTimeout()
      const late = pieceMs < left ? new Error('too slow') : new StoreTimeout()
      const patient = setTimeout(() => answer.destroy(late), Math.min(pieceMs, left))
      const since = performance.now()
      const { value, done } = await pieces.next().finally(() => clearTimeout(patient))
      waited.ms += performance.now() - since
      if (done) return
      waited.bytes += value.length
      yield value
    }
  } finally {
    answer.destroy()
  }
}

/** Limit for the body of an error reply. */
const LONGEST_REFUSAL = 16 * 1024

async function beginningOf(answer: IncomingMessage, limits: RequestLimits): Promise<string> {
  let text = ''
  try {
    for await (const piece of chunksOf(answer, limits)) {
      text += piece.toString('latin1')
      if (text.length > LONGEST_REFUSAL) break
    }
  } catch {
    // The status is enough.
  }
  return text
}

/** Only the error code, such as `SignatureDoesNotMatch`: the rest of the reply quotes the request. */
const codeIn = (xml: string) => /<Code>([A-Za-z.]{1,60})<\/Code>/.exec(xml)?.[1]
