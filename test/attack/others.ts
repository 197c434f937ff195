import { createHmac } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** Normal load during the attack: eight client networks that read, probe and pay. */
export interface Seen {
  /** Milliseconds, in order. */
  readonly times: readonly number[]
  readonly statuses: ReadonlyMap<string, number>
}

const NETWORKS = 8
const PAUSE_MS = 40
/** As long as `eventually`: how fast the answers come is reported, and a busy machine is no defect. */
const TIMEOUT_MS = 60_000

/** Runs for a while, and longer until `enough` answers were seen. */
export async function others(
  port: number,
  seconds: number,
  webhookSecret: string,
  enough: (seen: Seen) => boolean = () => true,
): Promise<Seen> {
  const times: number[] = []
  const statuses = new Map<string, number>()
  const end = performance.now() + seconds * 1_000
  await Promise.all(
    Array.from({ length: NETWORKS }, async (_, at) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: `127.9.0.${1 + at}` })
      for (let n = at; performance.now() < end || !enough({ times, statuses }); n++) {
        const began = performance.now()
        const what = `${n % 4 === 3 ? 'event' : 'read'} ${await outcome(port, agent, n, webhookSecret)}`
        times.push(performance.now() - began)
        statuses.set(what, (statuses.get(what) ?? 0) + 1)
        await sleep(PAUSE_MS)
      }
      agent.destroy()
    }),
  )
  return { times: times.sort((one, other) => one - other), statuses }
}

const READS = ['/healthz', '/api/v1/communes?per_page=5', '/api/v1/publications?per_page=5']
let events = 0

function outcome(port: number, agent: Agent, n: number, secret: string): Promise<string> {
  const read = READS[n % 4]
  const event = JSON.stringify({
    id: `evt_${process.pid}_${++events}`,
    type: 'test.event',
    created: 1,
    data: { object: {} },
  })
  const at = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', secret).update(`${at}.${event}`).digest('hex')
  return new Promise(resolve => {
    const asked = request(
      {
        port,
        host: '127.0.0.1',
        agent,
        timeout: TIMEOUT_MS,
        ...(read === undefined
          ? { method: 'POST', path: '/api/v1/webhooks/payment' }
          : { method: 'GET', path: read }),
        headers: {
          'x-app-source': 'public',
          ...(read === undefined && {
            'content-type': 'application/json',
            'payment-signature': `t=${at},v1=${signature}`,
            'content-length': Buffer.byteLength(event),
          }),
        },
      },
      reply => reply.resume().on('end', () => resolve(String(reply.statusCode))),
    )
    asked.on('error', ({ code = 'lost' }: NodeJS.ErrnoException) => {
      // As every client does: the service may close an idle connection just when it is used again.
      const again = code === 'ECONNRESET' && asked.reusedSocket
      resolve(again ? outcome(port, agent, n, secret) : code)
    })
    asked.on('timeout', () => asked.destroy())
    asked.end(read === undefined ? event : undefined)
  })
}

export const percentile = (times: readonly number[], part: number): number =>
  times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0
