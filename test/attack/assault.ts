import { setTimeout as sleep } from 'node:timers/promises'
import { head, type Stranger, statusFor, stranger, unfinished } from './strangers.ts'

/** An attack by anonymous clients: slow connections, pipelined requests, sign-ins. */
export interface Force {
  readonly slowSockets: number
  readonly pipelines: number
  readonly signInsASecond: number
  readonly addresses: number
}

const PIPELINED = 1_500
const JSON_BODY = { 'Content-Type': 'application/json' }

/** Runs until it is stopped. Counts the answers to sign-ins by status. */
export async function assail(
  port: number,
  force: Force,
  stop: AbortSignal,
  statuses = new Map<number, number>(),
): Promise<ReadonlyMap<number, number>> {
  const open = new Set<Stranger>()
  const keepOpen = async (address: string, bytes: string, until: (one: Stranger) => Promise<unknown>) => {
    while (!stop.aborted) {
      const one = await stranger(port, address, bytes)
      open.add(one)
      await Promise.race([until(one), one.closed])
      one.socket.destroy()
      open.delete(one)
      await sleep(100)
    }
  }
  const slow = Array.from({ length: force.slowSockets }, (_, at) =>
    keepOpen(`127.1.0.${1 + (at % force.addresses)}`, SLOW[at % SLOW.length]?.() ?? '', one => one.closed),
  )
  const pipelines = Array.from({ length: force.pipelines }, (_, at) =>
    keepOpen(`127.2.0.${1 + at}`, pipelined(at), async one => {
      while (!one.socket.closed && one.answers() <= PIPELINED) await sleep(20)
    }),
  )
  const signIns: Promise<void>[] = []
  let sent = 0
  while (!stop.aborted) {
    const began = performance.now()
    for (let n = 0; n < force.signInsASecond / 20; n++) {
      const bytes = post('/auth/sign-in/email', {
        email: `x${++sent}@example.org`,
        password: 'un mot de passe',
      })
      signIns.push(
        statusFor(port, `127.3.0.${1 + (sent % force.addresses)}`, bytes).then(status => {
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
        }),
      )
    }
    await sleep(Math.max(0, began + 50 - performance.now()))
  }
  for (const one of open) one.socket.destroy()
  await Promise.race([
    Promise.all([...slow, ...pipelines, ...signIns]),
    sleep(10_000, undefined, { ref: false }),
  ])
  return statuses
}

const post = (path: string, body: object) => {
  const text = JSON.stringify(body)
  return head('POST', path, { ...JSON_BODY, 'Content-Length': `${Buffer.byteLength(text)}` }) + text
}
const pipelined = (at: number) =>
  post('/auth/request-password-reset', { email: `p${at}@example.org` }) +
  head('GET', '/auth/jwks').repeat(PIPELINED)

/** A well-formed signature with the current time but a wrong key. */
const unsigned = (name: string) => ({ [name]: `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` })
const SLOW: readonly (() => string)[] = [
  () => unfinished('/auth/sign-in/email'),
  () => unfinished('/api/v1/webhooks/payment', unsigned('Payment-Signature')),
  () => 'GET /api/v1/communes HTTP/1.1\r\nHost: parvis.test\r\n',
  () => unfinished('/auth/request-password-reset'),
]
