import { randomUUID } from 'node:crypto'
import { paymentEvent, publication, type Request, send } from '../requests.ts'

/** The requests: public reads, writes of a signed-in user, payment events. */

export interface World {
  readonly port: number
  readonly token: string
  readonly acteur: string
  readonly commune: string
  readonly slug: string
}

export interface Tally {
  asked: number
  readonly by: Record<string, number>
  /** Wrong or missing answers. */
  readonly failed: string[]
  readonly written: Set<string>
  readonly events: Set<string>
}

interface Wanted {
  readonly kind: 'read' | 'write' | 'webhook'
  readonly request: Request
  readonly right: number
  /** What is there once it was answered. */
  readonly name: string
}

function next(world: World): Wanted {
  const dice = Math.random()
  const key = randomUUID()
  if (dice < 0.7) {
    const paths = [
      [0.25, `/communes/${world.slug}`],
      [0.45, `/communes/${world.commune}/publications`],
      [0.6, '/publications?per_page=10'],
      [1, `/communes?q=${'abcdefgh'[Math.floor(Math.random() * 8)]}`],
    ] as const
    const path = paths.find(([upTo]) => dice < upTo)?.[1] ?? ''
    return { kind: 'read', request: { method: 'GET', path }, right: 200, name: path }
  }
  if (dice < 0.9) {
    const name = `Essai ${key}`
    const request = { ...publication(world, name, 'Place de la mairie.'), key }
    return { kind: 'write', request, right: 201, name }
  }
  return { kind: 'webhook', request: paymentEvent(`evt_${key}`), right: 200, name: `evt_${key}` }
}

/** Sends requests on so many connections; `at` is called with the progress. */
export async function load(
  world: World,
  wanted: number,
  connections: number,
  at: (tally: Tally) => void,
): Promise<Tally> {
  const tally: Tally = { asked: 0, by: {}, failed: [], written: new Set(), events: new Set() }
  let begun = 0
  const client = async () => {
    while (begun < wanted) {
      begun++
      const { kind, request, right, name } = next(world)
      const { status, body, isOurs } = await send([`http://127.0.0.1:${world.port}`], request)
      if (status !== right || !isOurs)
        tally.failed.push(`${kind} ${status === 0 ? body : `${status}${isOurs ? '' : ' of the proxy'}`}`)
      else if (kind === 'write') tally.written.add(name)
      else if (kind === 'webhook') tally.events.add(name)
      tally.asked++
      tally.by[kind] = (tally.by[kind] ?? 0) + 1
      at(tally)
    }
  }
  await Promise.all(Array.from({ length: connections }, client))
  return tally
}
