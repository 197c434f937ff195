import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'

/** A payment provider with the real API's keys, pages, rate limits and outages. */

export const KEY = 'rk_test_of_the_tests'

export interface Provider {
  readonly url: string
  readonly subscriptions: Record<string, unknown>[]
  /** Answers to give before the real ones, each once. */
  readonly moods: number[]
  readonly asked: string[]
  /** The pages opened for people, each once for one idempotency key. */
  readonly opened: { readonly path: string; readonly fields: Record<string, string> }[]
  stop(): Promise<void>
}

const MOST = 100
const TYPES: Record<number, string> = { 401: 'invalid_request_error', 403: 'invalid_request_error' }

export async function startProvider(): Promise<Provider> {
  const subscriptions: Record<string, unknown>[] = []
  const moods: number[] = []
  const asked: string[] = []
  const opened: Provider['opened'] = []
  const pages = new Map<string, object>()
  const server = createServer(async (request, response) => {
    asked.push(request.url ?? '')
    const answer = (status: number, body: object, headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    const refuse = (status: number, headers?: Record<string, string>) =>
      answer(status, { error: { type: TYPES[status] ?? 'api_error', message: 'refused' } }, headers)
    const mood = moods.shift()
    if (mood === 0) return request.socket.destroy()
    if (mood) return refuse(mood, mood === 429 ? { 'retry-after': '0' } : {})
    if (request.headers.authorization !== `Bearer ${KEY}`) return refuse(401)
    const url = new URL(request.url ?? '', 'http://provider')
    if (request.method === 'POST') {
      const fields = Object.fromEntries(new URLSearchParams(await text(request)))
      const key = String(request.headers['idempotency-key'] ?? crypto.randomUUID())
      if (!pages.has(key)) {
        opened.push({ path: url.pathname, fields })
        pages.set(key, { url: `https://payments.example/${pages.size}` })
      }
      return answer(200, pages.get(key) ?? {})
    }
    if (url.pathname !== '/v1/subscriptions') return refuse(404)
    const all = url.searchParams.get('status') === 'all'
    const limit = Math.min(Number(url.searchParams.get('limit') ?? 10), MOST)
    const from = url.searchParams.get('starting_after')
    const listed = subscriptions.filter(one => all || one.status !== 'canceled')
    const begin = from === null ? 0 : listed.findIndex(one => one.id === from) + 1
    const data = listed.slice(begin, begin + limit)
    answer(200, { object: 'list', url: url.pathname, has_more: begin + limit < listed.length, data })
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const stop = () =>
    new Promise<void>(resolve => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  after(stop)
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, subscriptions, moods, asked, opened, stop }
}
