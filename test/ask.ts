import type { IncomingHttpHeaders } from 'node:http'
import { Agent, interceptors, request } from 'undici'

/** Asks over HTTP at a fifth of the work of `fetch`: a run of the tests asks tens of thousands of times. */
export interface Question {
  readonly method: string
  readonly headers?: Record<string, string>
  readonly body?: string | Uint8Array | undefined
  /** Where it is sent on to, as `fetch` does by itself. */
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
  return new Received(reply.statusCode, reply.headers, await reply.body.text())
}

/** Few look at the headers, and to put them together is a good part of asking. */
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
