import type { IncomingHttpHeaders } from 'node:http'
import { Agent, interceptors, request } from 'undici'

/**
 * Sends HTTP requests with a fifth of the CPU time of `fetch`: a test run sends tens of thousands. Of a stream of events, which
 * has no end, it takes the head alone.
 */
export interface Question {
  readonly method: string
  readonly headers?: Record<string, string>
  readonly body?: string | Uint8Array | undefined
  /** Follows redirects, like `fetch`. */
  readonly follow?: boolean
}

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

const connections = new Agent()
const following = connections.compose(interceptors.redirect({ maxRedirections: 20 }))

export async function ask(url: string, { method, headers, body, follow }: Question): Promise<Reply> {
  const reply = await request(url, {
    dispatcher: follow ? following : connections,
    method,
    ...(headers && { headers }),
    ...(body !== undefined && { body }),
  })
  const isStream = `${reply.headers['content-type']}`.startsWith('text/event-stream')
  if (isStream) reply.body.on('error', () => {}).destroy()
  return new Received(reply.statusCode, reply.headers, isStream ? '' : await reply.body.text())
}

/** Lazy: building the headers is a large part of the cost, and few tests read them. */
class Received implements Reply {
  readonly status: number
  readonly text: string
  readonly #received: IncomingHttpHeaders
  #headers: Headers | undefined

  constructor(status: number, received: IncomingHttpHeaders, text: string) {
    this.status = status
    this.#received = received
    this.text = text
  }

  get headers(): Headers {
    this.#headers ??= headersOf(this.#received)
    return this.#headers
  }
}

/** A header may come several times. */
function headersOf(received: IncomingHttpHeaders): Headers {
  const headers = new Headers()
  for (const [name, values] of Object.entries(received))
    for (const value of [values ?? []].flat()) headers.append(name, value)
  return headers
}
