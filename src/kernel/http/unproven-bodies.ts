import type { Readable } from 'node:stream'
import { clientLimitReached, unavailable } from '../concurrency/in-flight.ts'
import { NetworkShares } from '../concurrency/network-shares.ts'
import { Problem } from '../refusals/errors.ts'

/** Memory limit of unverified bodies: 20 of the largest mails, 800 of the largest events. */
const MOST_BYTES = 200 * 1024 * 1024
/** Limit per client network, in bodies of the largest size. */
const MOST_BODIES_PER_NETWORK = 4
/** After this time a body must have arrived or keep a minimum rate: small mail servers send 10 MB slowly. */
const TIMEOUT_MS = 3_000
const LEAST_BYTES_A_MS = 512
/** Random spread, so that hundreds of bodies begun together are not cut off together. */
const SPREAD_MS = 1_000

/** Ends a body in transit. */
type CutOff = (why: Problem) => void

/**
 * Buffers bodies whose signature can only be checked when complete. When the memory is used up, the oldest body of the
 * client network that holds most is cut off, so small bodies of other senders still find room.
 */
export function unprovenBodies(bodyLimit: number) {
  const held = new NetworkShares<CutOff>()
  const makeRoom = (clientNetwork: string) => {
    if (held.of(clientNetwork) > MOST_BODIES_PER_NETWORK * bodyLimit)
      cutOldest(clientNetwork, clientLimitReached())
    while (held.total > MOST_BYTES) cutOldest(held.heaviest() ?? clientNetwork, unavailable())
  }
  const cutOldest = (clientNetwork: string, why: Problem) => {
    for (const cutOff of held.items(clientNetwork)) return cutOff(why)
  }

  return (payload: Readable, announced: number, clientNetwork: string): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      const began = performance.now() + Math.random() * SPREAD_MS
      const chunks: Buffer[] = []
      let received = 0
      const end = (error?: Error) => {
        clearTimeout(patience)
        payload.off('data', take).off('end', end).off('error', end)
        held.remove(clientNetwork, cutOff)
        if (error) reject(error)
        else resolve(Buffer.concat(chunks, received))
      }
      const cutOff: CutOff = why => {
        end(why)
        chunks.length = 0
      }
      const take = (chunk: Buffer) => {
        chunks.push(chunk)
        received += chunk.length
        held.add(clientNetwork, cutOff, chunk.length)
        if (received > bodyLimit) cutOff(new Problem('payload_too_large'))
        else makeRoom(clientNetwork)
      }
      const lookAtPace = () => {
        const left = began + TIMEOUT_MS + received / LEAST_BYTES_A_MS - performance.now()
        if (left <= 0) cutOff(new Problem('request_timeout'))
        else patience = setTimeout(lookAtPace, left)
      }
      let patience = setTimeout(lookAtPace, began + TIMEOUT_MS - performance.now())
      if (announced > bodyLimit) cutOff(new Problem('payload_too_large'))
      else payload.on('data', take).on('end', end).on('error', end)
    })
}
