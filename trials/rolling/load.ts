import { createHmac, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'

/** The requests: public reads, writes of a signed-in user, payment events. */

export const SECRET = 'whsec_of_the_trial_and_nobody_else'

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
  readonly kind: string
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly body?: string
  readonly right: number
  done?(tally: Tally): void
}

function next({ token, acteur, commune, slug }: World): Wanted {
  const dice = Math.random()
  const open = { 'x-app-source': 'public' }
  const read = (path: string): Wanted => ({
    kind: 'read',
    method: 'GET',
    path: `/api/v1${path}`,
    headers: open,
    right: 200,
  })
  if (dice < 0.25) return read(`/communes/${slug}`)
  if (dice < 0.45) return read(`/communes/${commune}/publications`)
  if (dice < 0.6) return read('/publications?per_page=10')
  if (dice < 0.7) return read(`/communes?q=${'abcdefgh'[Math.floor(Math.random() * 8)]}`)
  const key = randomUUID()
  if (dice < 0.9)
    return {
      kind: 'write',
      method: 'POST',
      path: '/api/v1/publications',
      headers: {
        ...open,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({
        title: `Essai ${key}`,
        body: 'Place de la mairie.',
        acteur_id: acteur,
        commune_id: commune,
      }),
      right: 201,
      done: tally => tally.written.add(`Essai ${key}`),
    }
  const now = Math.floor(Date.now() / 1000)
  const id = `evt_${key}`
  const item = { price: { id: 'price_1' }, current_period_start: now, current_period_end: now + 86_400 }
  const object = {
    id: `sub_${key}`,
    object: 'subscription',
    status: 'active',
    customer: 'cus_1',
    items: { data: [item] },
  }
  const body = JSON.stringify({
    id,
    object: 'event',
    type: 'customer.subscription.updated',
    created: now,
    data: { object },
  })
  const signature = createHmac('sha256', SECRET).update(`${now}.${body}`).digest('hex')
  return {
    kind: 'webhook',
    method: 'POST',
    path: '/api/v1/webhooks/payment',
    headers: { 'content-type': 'application/json', 'payment-signature': `t=${now},v1=${signature}` },
    body,
    right: 200,
    done: tally => tally.events.add(id),
  }
}

const send = (agent: Agent, port: number, { method, path, headers, body }: Wanted): Promise<string> =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(
      { agent, host: '127.0.0.1', port, method, path, headers: { ...headers, ...length }, timeout: 60_000 },
      answer => {
        answer.resume()
        const said = answer.headers['content-type']?.includes('json') ? '' : ' of the proxy'
        answer.once('end', () => resolve(`${answer.statusCode}${said}`))
        answer.once('error', reject)
      },
    )
    sent.once('timeout', () => sent.destroy(new Error('no answer within a minute')))
    sent.once('error', reject)
    sent.end(body)
  })

/** Sends requests on keep-alive connections; `at` is called with the progress. */
export async function load(
  world: World,
  wanted: number,
  connections: number,
  at: (tally: Tally) => void,
): Promise<Tally> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const tally: Tally = { asked: 0, by: {}, failed: [], written: new Set(), events: new Set() }
  let begun = 0
  const client = async () => {
    while (begun < wanted) {
      begun++
      const one = next(world)
      try {
        const status = await send(agent, world.port, one)
        if (status === String(one.right)) one.done?.(tally)
        else tally.failed.push(`${one.kind} ${status}`)
      } catch (error) {
        tally.failed.push(`${one.kind} ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}`)
      }
      tally.asked++
      tally.by[one.kind] = (tally.by[one.kind] ?? 0) + 1
      at(tally)
    }
  }
  await Promise.all(Array.from({ length: connections }, client))
  agent.destroy()
  return tally
}
