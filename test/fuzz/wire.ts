import { connect, type Socket } from 'node:net'

/** Raw HTTP: sends the exact bytes and parses answers strictly. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * Sends the bytes and reads until the service closes the connection. With `patience`, half-closes the connection after
 * that time: Node then drops unanswered requests.
 */
export function talk(port: number, bytes: string, patience?: number): Promise<Buffer> {
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  // A reset may follow answers, which still count.
  socket.on('error', () => {})
  socket.write(Buffer.from(bytes, 'latin1'))
  const over = patience === undefined ? undefined : setTimeout(() => socket.end(), patience)
  return new Promise(resolve => {
    socket.on('close', () => {
      clearTimeout(over)
      resolve(Buffer.concat(chunks))
    })
  })
}

/** Sends the beginning, then single bytes, until the service closes the connection. */
export function slowClient(port: number, beginning: string, drop: string): Promise<Buffer> {
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('error', () => {})
  socket.write(beginning)
  const dripping = drop === '' ? undefined : setInterval(() => socket.write(drop), 500)
  return new Promise(resolve => {
    socket.on('close', () => {
      clearInterval(dripping)
      resolve(Buffer.concat(chunks))
    })
  })
}

/** Parses all answers. Anything but complete answers is an error. */
export function readReplies(bytes: Buffer, isHead = false): Reply[] {
  const replies: Reply[] = []
  let rest = bytes
  while (rest.length > 0) {
    const found = readReply(rest, isHead)
    if (!found) throw new Error(`Not an HTTP answer: ${rest.toString('latin1').slice(0, 200)}`)
    if (found.reply.status !== 100) replies.push(found.reply)
    rest = rest.subarray(found.length)
  }
  return replies
}

function readReply(bytes: Buffer, isHead: boolean): { reply: Reply; length: number } | undefined {
  const headLength = bytes.indexOf('\r\n\r\n')
  if (headLength === -1) return undefined
  const [first = '', ...lines] = bytes.toString('latin1', 0, headLength).split('\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1] ?? 0)
  if (status === 0) throw new Error(`Not an HTTP answer: ${first.slice(0, 200)}`)
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const at = line.indexOf(':')
    headers[line.slice(0, at).toLowerCase()] = line.slice(at + 1).trim()
  }
  const bodiless = isHead || status === 204 || status === 304 || status < 200
  const bodyLength = bodiless ? 0 : Number(headers['content-length'] ?? 0)
  const start = headLength + 4
  if (bytes.length < start + bodyLength) return undefined
  const body = bytes.toString('utf8', start, start + bodyLength)
  return { reply: { status, headers, body }, length: start + bodyLength }
}

function readOrGiveUp(received: Buffer) {
  try {
    return readReply(received, false)
  } catch {
    return 'unreadable' as const
  }
}

const LONGEST_WAIT_MS = 20_000

/** A keep-alive connection with one request at a time. */
export class Line {
  readonly #port: number
  #socket: Socket | undefined

  constructor(port: number) {
    this.#port = port
  }

  /** Undefined: closed without a readable answer, or no answer at all. */
  send(bytes: Buffer): Promise<Reply | undefined> {
    const socket = this.#open()
    return new Promise(resolve => {
      let received = Buffer.alloc(0)
      const settle = (reply: Reply | undefined, keep: boolean) => {
        socket.setTimeout(0)
        socket.removeAllListeners('data').removeAllListeners('close').removeAllListeners('timeout')
        if (!keep) this.close()
        resolve(reply)
      }
      socket.on('data', (chunk: Buffer) => {
        received = Buffer.concat([received, chunk])
        const found = readOrGiveUp(received)
        if (found === 'unreadable') return settle(undefined, false)
        if (found) settle(found.reply, found.reply.headers.connection !== 'close')
      })
      socket.on('close', () => settle(undefined, false))
      socket.setTimeout(LONGEST_WAIT_MS, () => settle(undefined, false))
      socket.write(bytes)
    })
  }

  #open(): Socket {
    if (this.#socket && !this.#socket.destroyed) return this.#socket
    this.#socket = connect(this.#port, '127.0.0.1').setNoDelay(true)
    this.#socket.on('error', () => {})
    return this.#socket
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = undefined
  }
}
