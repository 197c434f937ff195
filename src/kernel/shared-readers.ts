import pg from 'pg'
import type { Connection, Named } from './db.ts'
import { isConnectionLoss, isSilence } from './db-errors.ts'
import { clientSettings, cut, prepareSession, WAIT_FOR_CONNECTION_MS } from './session.ts'

const SHARED_READERS = 2
/** Public reads are short or wrong; answers come in order, so a slow one would hold up the others. */
const READ_MS = 1_500

interface Slot {
  client: Promise<pg.Client> | undefined
  inFlight: number
}

/**
 * A few connections in pipeline mode: a public read never waits for the answer to another before it is sent
 * (measured +37 % on one record by id). Only short reads belong here, for answers come back in order.
 */
export class SharedReaders {
  readonly #connection: Connection
  readonly #slots: Slot[]

  constructor(connection: Connection) {
    this.#connection = connection
    this.#slots = Array.from({ length: SHARED_READERS }, () => ({ client: undefined, inFlight: 0 }))
  }

  async query(query: Named) {
    try {
      return await this.#send(query)
    } catch (error) {
      // A read may be asked twice: PostgreSQL restarted between two requests is then nobody's concern.
      if (isConnectionLoss(error)) return await this.#send(query)
      throw error
    }
  }

  async #send(query: Named) {
    const slot = this.#slots.reduce((calm, other) => (other.inFlight < calm.inFlight ? other : calm))
    slot.inFlight++
    const line = this.#line(slot)
    try {
      return await (await line).query(query)
    } catch (error) {
      // At once, not when the socket says so: the second try must not go out on the same dying line.
      if (isSilence(error) || isConnectionLoss(error)) {
        if (slot.client === line) slot.client = undefined
        line.then(cut, () => {})
      }
      throw error
    } finally {
      slot.inFlight--
    }
  }

  #line(slot: Slot): Promise<pg.Client> {
    if (slot.client) return slot.client
    // A line may say twice that it ended; the one that took its place is not meant.
    const forget = () => {
      if (slot.client === opening) slot.client = undefined
    }
    const opening = this.#open(forget)
    slot.client = opening
    return opening
  }

  async #open(forget: () => void): Promise<pg.Client> {
    const client = new pg.Client({
      ...this.#connection,
      ...clientSettings('parvis reads', READ_MS),
      connectionTimeoutMillis: WAIT_FOR_CONNECTION_MS,
      pipeline: true,
    })
    client.on('error', forget)
    client.on('end', forget)
    try {
      await client.connect()
      await prepareSession(client, READ_MS)
      return client
    } catch (error) {
      forget()
      throw error
    }
  }

  async close() {
    await Promise.allSettled(this.#slots.map(async slot => (await slot.client)?.end()))
  }
}
