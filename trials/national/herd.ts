/** A herd of readers, in a process of its own: asks at a rate, whatever comes back, and prints what it met as JSON. */
import { connect, type Socket } from 'node:net'
import { json } from 'node:stream/consumers'
import { shareOf } from '../../bench/asking.ts'
import type { Town } from './country.ts'

export interface Order {
  readonly port: number
  readonly seconds: number
  /** Requests a second. */
  readonly rate: number
  readonly connections: number
  readonly towns: readonly Town[]
  /** Each address once, in their order, instead of towns by their population. */
  readonly isWalk: boolean
}

export interface Met {
  readonly answers: number
  readonly perSecond: number
  /** Milliseconds since a request was due. */
  readonly p50: number
  readonly p99: number
  readonly worst: number
  readonly errors: number
  readonly firstError: string | undefined
}

const { port, seconds, rate, connections, towns, isWalk } = (await json(process.stdin)) as Order
/** The front page, and the alerts as a feed. */
const PAGES = ['', '/alertes.atom'] as const
const SHARE_OF_FEEDS = 0.1
const TICK_MS = 2

const sums: number[] = []
let all = 0
for (const { population } of towns) {
  all += population
  sums.push(all)
}

/** By population: binary search in the running sums. */
function anyTown(): Town | undefined {
  const wanted = Math.random() * all
  let [low, high] = [0, sums.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sums[middle] ?? 0) < wanted) low = middle + 1
    else high = middle
  }
  return towns[low]
}

let walked = 0
function next(): string {
  const at = walked++
  const town = isWalk ? towns[Math.floor(at / PAGES.length)] : anyTown()
  const page = isWalk ? PAGES[at % PAGES.length] : PAGES[Math.random() < SHARE_OF_FEEDS ? 1 : 0]
  return `GET /place/${town?.slug}${page} HTTP/1.1\r\nHost: parvis.example.fr\r\nAccept-Encoding: gzip\r\n\r\n`
}

const times: number[] = []
const idle: Reader[] = []
let [errors, ended] = [0, 0]
let firstError: string | undefined

class Reader {
  /** Each client has an address of its own: the service limits the requests of one address. */
  readonly #address: string
  socket: Socket | undefined
  #dueAt = 0
  #head = ''
  #missing = -1

  constructor(at: number) {
    this.#address = `127.1.${at >> 8}.${at & 255}`
  }

  ask(dueAt: number): void {
    this.#dueAt = dueAt
    this.#head = ''
    this.#missing = -1
    this.socket ??= this.#open()
    this.socket.write(next())
  }

  #open(): Socket {
    const socket = connect({ port, host: '127.0.0.1', localAddress: this.#address, noDelay: true })
    socket.on('data', chunk => this.#read(chunk))
    const lost = (why: string) => {
      if (this.socket !== socket) return
      this.socket = undefined
      socket.destroy()
      // An idle connection may end.
      if (this.#dueAt > 0) this.#end(why)
    }
    socket.on('error', ({ message }) => lost(message))
    socket.on('close', () => lost('closed'))
    return socket
  }

  #read(chunk: Buffer): void {
    if (this.#missing === -1) {
      const end = chunk.indexOf('\r\n\r\n')
      this.#head += chunk.toString('latin1', 0, end === -1 ? chunk.length : end)
      if (end === -1) return
      this.#missing = Number(/\r\ncontent-length: *(\d+)/i.exec(this.#head)?.[1] ?? 0) + end + 4
    }
    this.#missing -= chunk.length
    if (this.#missing > 0) return
    this.#end(this.#head.startsWith('HTTP/1.1 200 ') ? undefined : this.#head.slice(0, 60))
  }

  #end(why: string | undefined): void {
    times.push(performance.now() - this.#dueAt)
    this.#dueAt = 0
    ended++
    if (why !== undefined) {
      errors++
      firstError ??= why
    }
    idle.push(this)
  }
}

for (let at = 0; at < connections; at++) idle.push(new Reader(at))
const began = performance.now()
const most = isWalk ? towns.length * PAGES.length : Math.round(rate * seconds)
/** When each request that found no connection was due. */
const due: number[] = []
let asked = 0
await new Promise<void>(done => {
  const timer = setInterval(() => {
    const now = performance.now()
    for (; asked < Math.min(most, ((now - began) / 1_000) * rate); asked++)
      due.push(began + (asked / rate) * 1_000)
    while (due.length > 0 && idle.length > 0) idle.pop()?.ask(due.shift() ?? now)
    if (ended < most && now < began + (seconds + 30) * 1_000) return
    clearInterval(timer)
    done()
  }, TICK_MS)
})
const at = (share: number) => Math.round(10 * shareOf(times, share)) / 10
const met: Met = {
  answers: ended,
  perSecond: Math.round(ended / ((performance.now() - began) / 1_000)),
  p50: at(0.5),
  p99: at(0.99),
  worst: at(1),
  errors: errors + most - ended,
  firstError,
}
process.stdout.write(JSON.stringify(met))
process.exit(0)
