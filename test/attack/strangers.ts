/** Raw requests from any address in 127.0.0.0/8 or ::1, so that one machine acts as many client networks. */
import { once } from 'node:events'
import { connect, isIPv6, type Socket } from 'node:net'

export interface Stranger {
  readonly socket: Socket
  /** What was received so far. */
  text(): string
  /** The number of answers received. */
  answers(): number
  readonly closed: Promise<void>
}

/** A connection that has sent `bytes`. */
export async function stranger(port: number, address: string, bytes = ''): Promise<Stranger> {
  const host = isIPv6(address) ? '::1' : '127.0.0.1'
  const socket = connect({ port, host, localAddress: address })
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => {})
  const closed = new Promise<void>(resolve => socket.once('close', () => resolve()))
  await Promise.race([once(socket, 'connect'), closed])
  if (bytes !== '') socket.write(bytes)
  const text = () => Buffer.concat(chunks).toString('latin1')
  return { socket, text, closed, answers: () => text().match(/HTTP\/1\.1 \d{3} /g)?.length ?? 0 }
}

export const head = (
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): string => {
  const lines = Object.entries({ Host: 'parvis.test', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}

/** Announces a body and sends one byte of it. */
export const unfinished = (path: string, headers: Readonly<Record<string, string>> = {}): string =>
  `${head('POST', path, { 'Content-Type': 'application/json', 'Content-Length': '200', ...headers })}{`

/** The status of one request on its own connection; 0 without an answer. */
export async function statusFor(port: number, address: string, bytes: string): Promise<number> {
  const one = await stranger(port, address, bytes.replace('\r\n', '\r\nConnection: close\r\n'))
  await one.closed
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(one.text())?.[1] ?? 0)
}
