import assert from 'node:assert/strict'
import { type Reply, readReplies, talk } from './wire.ts'

type Headers = Readonly<Record<string, string>>
export type Ask = (method: string, target: string, headers?: Headers, body?: string) => Promise<Reply>

/** Sends one raw request on its own connection and expects exactly one answer. */
export const asker =
  (port: number): Ask =>
  async (method, target, headers = {}, body) => {
    const own = {
      Host: 'parvis.test',
      Connection: 'close',
      ...(body !== undefined && { 'Content-Length': `${body.length}` }),
    }
    const lines = Object.entries({ ...own, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
    const bytes = await talk(port, `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`)
    const replies = readReplies(bytes, method === 'HEAD')
    assert.equal(replies.length, 1, `${method} ${target} was answered ${replies.length} times`)
    return replies[0] as Reply
  }

export const errorOf = (reply: Reply) => JSON.parse(reply.body).error

/** The shape of every error. */
export function assertRefused({ status, headers, body }: Reply): void {
  assert.ok(status >= 400 && status < 500, `answered ${status}`)
  assert.equal(headers['content-type'], 'application/json; charset=utf-8')
  const { error, message, request_id, details = [], ...rest } = JSON.parse(body)
  assert.match(error, /^[a-z_]+$/)
  assert.ok(typeof message === 'string' && Array.isArray(details))
  assert.deepEqual(rest, {})
  assert.equal(headers['x-request-id'], request_id)
}

export async function timed<T>(work: Promise<T>): Promise<{ ms: number; value: T }> {
  const started = performance.now()
  const value = await work
  return { ms: performance.now() - started, value }
}

export const times = <T>(count: number, work: (at: number) => T) =>
  Array.from({ length: count }, (_, at) => work(at))
