import type { Duplex } from 'node:stream'
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
  gathering: boolean
}

/** What is asked within one turn of the event loop leaves in one write: under load, a system call for many reads. */
function gather(slot: Slot, client: pg.Client): void {
  if (slot.gathering) return
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection
  slot.gathering = true
  stream.cork()
  setImmediate(() => {
    slot.gathering = false
    stream.uncork()
  })
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
    this.#slots = Array.from({ length: SHARED_READERS }, () => ({
      client: undefined,
      inFlight: 0,
      gathering: false,
    }))
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
      const client = await line
      gather(slot, client)
      return await client.query(query)
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
      // Planned once and for all: a page takes 16 µs to read and 70 to plan, and no public read has values that would
      // call for another plan.
      await client.query(`set plan_cache_mode = 'force_generic_plan'`)
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
