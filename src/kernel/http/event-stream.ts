import { Readable } from 'node:stream'

/** What a client may leave unread before its stream is cut. An event is some hundred bytes. */
const MOST_UNREAD_BYTES = 64 * 1024

/** The answer of a request that goes on (`text/event-stream`). Its client decides how fast it reads, never how much is kept. */
export class EventStream {
  readonly body = new Readable({ read() {} })

  #isEnded = false

  get isOpen(): boolean {
    return !this.#isEnded && !this.body.destroyed
  }

  /** Cuts a client that does not read. */
  send(text: string): void {
    if (!this.isOpen) return
    this.body.push(text)
    if (this.body.readableLength > MOST_UNREAD_BYTES) this.body.destroy()
  }

  /** Ends the answer after what was sent. */
  end(): void {
    if (!this.isOpen) return
    this.#isEnded = true
    this.body.push(null)
  }
}

interface Event {
  readonly event: string
  readonly id?: string
  readonly data: unknown
}

export const eventText = ({ event, id, data }: Event): string =>
  `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`

/** A comment: proxies and clients see that the connection lives. */
export const HEARTBEAT = ': still here\n\n'

export const STREAM_TYPE = 'text/event-stream; charset=utf-8'

/** Proxies hold nothing back: nginx by the first header, others by `no-transform`. */
export const STREAM_HEADERS = {
  'x-accel-buffering': 'no',
  'cache-control': 'no-store, no-transform',
}
