import type { Socket } from 'node:net'
import type pg from 'pg'

/** A timer this late means that the event loop was blocked, and received data is not read yet. */
const HELD_MS = 250

/** Returns a check of whether the server has sent nothing since this call, although this process was able to read. */
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
