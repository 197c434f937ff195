import { DatabaseClient } from './client.ts'
import type { ConnectionConfig } from './db.ts'
import { clientSettings, endConnection } from './session.ts'

/** A connection that hears `NOTIFY` on one channel, and opens again when it is lost. */
export interface Listening {
  /** False while notifications may be missed. */
  readonly isOpen: boolean
  /** Once the first attempt to open it has ended, well or badly. */
  readonly tried: Promise<void>
  close(): void
}

const TIMEOUT_MS = 5_000
const AGAIN_MS = 1_000
/** A server that vanished without a word is noticed by this question. */
const PROBE_MS = 15_000

/** `hear` gets each payload, and undefined once the connection is open: what came before it was not heard. */
export function listenTo(
  connection: ConnectionConfig,
  channel: string,
  hear: (payload: string | undefined) => void,
): Listening {
  let client: DatabaseClient | undefined
  let isOpen = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  const lose = (lost: DatabaseClient) => {
    if (client !== lost) return
    endConnection(lost)
    client = undefined
    isOpen = false
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(() => void open(), AGAIN_MS).unref()
  }
  const probe = (line: DatabaseClient) => {
    timer = setTimeout(() => {
      line.query('select').then(
        () => line === client && probe(line),
        () => lose(line),
      )
    }, PROBE_MS).unref()
  }
  const open = async () => {
    const line = new DatabaseClient({
      ...connection,
      ...clientSettings('parvis listens', TIMEOUT_MS),
      connectionTimeoutMillis: TIMEOUT_MS,
    })
    client = line
    line.on('error', () => lose(line))
    line.on('end', () => lose(line))
    line.on('notification', ({ payload = '' }) => hear(payload))
    try {
      await line.connect()
      await line.query(`listen ${channel}`)
      if (line !== client) return
      isOpen = true
      probe(line)
      hear(undefined)
    } catch {
      lose(line)
    }
  }
  const tried = open()
  return {
    get isOpen() {
      return isOpen
    },
    tried,
    close() {
      isClosed = true
      clearTimeout(timer)
      if (client) lose(client)
    },
  }
}
