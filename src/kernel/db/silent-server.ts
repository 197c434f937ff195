import type { Socket } from 'node:net'
import type pg from 'pg'

/** In time there was no answer, but there were others', or this process did not look: the server need not be silent. */
export class TimedOutInQueue extends Error {
  constructor() {
    super('timeout expired behind others')
  }
}

/** So much later than it was due a timer runs where the process was held up: what arrived meanwhile is not read yet. */
const HELD_MS = 250

/** Whether nothing at all has come since now, though this process was there to read it. */
export function silenceDetector(client: pg.ClientBase, answerMs = limitOf(client)): () => boolean {
  const { stream } = (client as unknown as Driver).connection
  const [asked, read] = [performance.now(), stream.bytesRead]
  return () => stream.bytesRead === read && performance.now() - asked < answerMs + HELD_MS
}

const limitOf = (client: pg.ClientBase) => (client as unknown as Driver).connectionParameters.query_timeout

interface Driver {
  readonly connection: { readonly stream: Socket }
  readonly connectionParameters: { readonly query_timeout: number }
}
