import { type IncomingMessage, Agent as PlainAgent, request as plainRequest } from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from '../refusal.ts'
import { NO_CONTENT, type Signer, signed } from './signing.ts'

/**
 * One question to the store and its answer. Asked again, each time after twice the wait, where nobody answered or the store
 * is in trouble (5xx); a refusal would be the same the next time. Every question may be asked twice: it changes nothing then.
 */
export interface StoreRequest {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  readonly url: URL
  readonly headers?: Readonly<Record<string, string>>
  readonly content?:
    | {
        readonly bytes: number
        readonly sha256: string
        /** From the beginning, at each attempt. */
        read(): Readable
      }
    | undefined
  readonly signal?: AbortSignal | undefined
}

const TOO_SLOW = 'too slow'

/** By status or code, what an operator does about it. */
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

/** What the store said, without anything that would open it: no header, no name of ours, no sentence of its own. */
export class StoreRefused extends Refusal {
  override readonly name = 'StoreRefused'
  readonly status: number | undefined
  /** It took the question, and gave no answer in time. */
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
  /** It may be there again in a moment. */
  get passing(): boolean {
    return this.status === undefined || this.status >= 500
  }
}

export interface Patience {
  /** Until the first byte of the answer, the content sent. */
  readonly answerMs: number
  /** Between two pieces of it. */
  readonly pieceMs: number
  /** For all pieces together, where they are few; and for each `LEAST_RATE` bytes more, another second. */
  readonly wholeMs: number
  readonly attempts: number
  /** Before the second attempt. */
  readonly firstWaitMs: number
  /** Whether it is asked again when it did not answer in time. */
  readonly againWhenSlow: boolean
}

/** A visitor waits for what is read; what is written is asked for by a job, or by somebody who has just sent 15 MiB. */
export const FOR_READING: Patience = {
  ...{ answerMs: 5_000, pieceMs: 10_000, wholeMs: 30_000, attempts: 3, firstWaitMs: 100 },
  againWhenSlow: false,
}
/** A store that puts the parts of a file together sends blanks for as long as it takes. */
export const FOR_WRITING: Patience = {
  ...{ answerMs: 60_000, pieceMs: 10_000, wholeMs: 10 * 60_000, attempts: 4, firstWaitMs: 200 },
  againWhenSlow: true,
}
/** Bytes a second: a store that is slower only holds a place. */
export const LEAST_RATE = 16 * 1024

export async function sendRequest(
  question: StoreRequest,
  signer: Signer,
  patience: Patience,
): Promise<IncomingMessage> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await askedOnce(question, signer, patience)
    } catch (error) {
      question.signal?.throwIfAborted()
      if (!(error instanceof StoreRefused) || !error.passing || attempt === patience.attempts) throw error
      if (error.slow && !patience.againWhenSlow) throw error
      // Not all nodes at the same moment.
      const most = patience.firstWaitMs * 2 ** (attempt - 1)
      await wait(most / 2 + Math.random() * (most / 2), undefined, { signal: question.signal })
    }
  }
}

/** Idle connections keep no process from ending. */
const OPEN = { keepAlive: true, keepAliveMsecs: 30_000, maxFreeSockets: 16, timeout: 60_000 }
const agents = { 'http:': new PlainAgent(OPEN), 'https:': new TlsAgent(OPEN) }

async function askedOnce(
  question: StoreRequest,
  signer: Signer,
  patience: Patience,
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
  const patient = setTimeout(() => tooLate.abort(), patience.answerMs)
  const signal = question.signal ? AbortSignal.any([tooLate.signal, question.signal]) : tooLate.signal
  try {
    const answer = await exchange(question, headers, signal)
    const { statusCode: status = 0 } = answer
    if (status < 300) return answer
    const code = codeIn(await beginningOf(answer, patience))
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
    // An answer that comes before all was sent is a refusal: the rest is not sent, and the connection good for nothing else.
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

/** It has had its time, and is not asked for the rest. */
export class StoreTimeout extends Error {
  override readonly message = 'too slow'
}

/**
 * Piece by piece, as fast as it is asked for: only a store that is waited for is too slow, no visitor. `waited` goes on where
 * one answer continues another.
 */
export async function* piecesOf(
  answer: IncomingMessage,
  { pieceMs, wholeMs }: Pick<Patience, 'pieceMs' | 'wholeMs'>,
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

/** So much is read of a refusal. */
const LONGEST_REFUSAL = 16 * 1024

async function beginningOf(answer: IncomingMessage, patience: Patience): Promise<string> {
  let text = ''
  try {
    for await (const piece of piecesOf(answer, patience)) {
      text += piece.toString('latin1')
      if (text.length > LONGEST_REFUSAL) break
    }
  } catch {
    // The status says enough.
  }
  return text
}

/** `SignatureDoesNotMatch`: what is said beside it quotes the request. */
const codeIn = (xml: string) => /<Code>([A-Za-z.]{1,60})<\/Code>/.exec(xml)?.[1]
