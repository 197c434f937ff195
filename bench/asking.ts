/**
 * A few connections with one request in flight each. Uses raw sockets, because the client's cost comes from the same
 * machine, equally for both sides, and hides the difference.
 */
import { connect } from 'node:net'

export interface Asked {
  readonly port: number
  readonly status: number
  readonly seconds: number
  readonly connections: number
  /** Each from an address of its own: the service limits the connections of one. */
  readonly apart?: boolean
  /** The next raw request. */
  readonly next: () => string
}

export interface Outcome {
  readonly perSecond: number
  readonly requests: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  readonly errors: number
  /** The first error. */
  readonly problem: string | undefined
}

export async function ask(order: Asked): Promise<Outcome> {
  const times: number[] = []
  const problems: string[] = []
  const began = performance.now()
  const until = began + order.seconds * 1000
  await Promise.all(
    Array.from({ length: order.connections }, (_, at) => keepAsking(order, at, until, times, problems)),
  )
  return outcomeOf(times, (performance.now() - began) / 1000, problems)
}

/** From durations in milliseconds, sequential or with a given concurrency. */
export function outcomeOf(
  times: readonly number[],
  seconds: number,
  problems: readonly string[] = [],
): Outcome {
  return {
    perSecond: times.length / seconds,
    requests: times.length,
    p50: shareOf(times, 0.5),
    p99: shareOf(times, 0.99),
    errors: problems.length,
    problem: problems[0],
  }
}

/** The time that this share of all stays within. */
export function shareOf(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

function keepAsking(
  { port, next, status, apart }: Asked,
  at: number,
  until: number,
  times: number[],
  problems: string[],
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const localAddress = apart ? `127.1.${at >> 8}.${at & 255}` : '127.0.0.1'
  const socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true })
  let sentAt = 0
  let missing = 0
  let head = ''
  let finished = false
  const askOnce = () => {
    sentAt = performance.now()
    head = ''
    missing = -1
    socket.write(next())
  }
  const finish = (problem?: string) => {
    if (finished) return
    finished = true
    if (problem !== undefined) problems.push(problem)
    socket.destroy()
    resolve()
  }
  socket.on('connect', askOnce)
  socket.on('error', error => finish(error.message))
  socket.on('close', () => finish('the connection was closed'))
  socket.on('data', (chunk: Buffer) => {
    if (missing === -1) {
      const end = chunk.indexOf('\r\n\r\n')
      head += chunk.toString('latin1', 0, end === -1 ? chunk.length : end)
      if (end === -1) return
      if (!head.startsWith(`HTTP/1.1 ${status} `)) return finish(chunk.toString())
      const length = status === 304 ? 0 : Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1])
      if (Number.isNaN(length)) return finish(`an answer without a length: ${head}`)
      missing = length + end + 4
    }
    missing -= chunk.length
    if (missing > 0) return
    const now = performance.now()
    times.push(now - sentAt)
    if (now < until) askOnce()
    else finish()
  })
  return promise
}
