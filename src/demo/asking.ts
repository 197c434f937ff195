import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '../kernel/refusals/refusal.ts'

/** Requests to the API of the service, each as the user who would send it. */

export interface Asker {
  readonly id: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: answers of many routes, read field by field
  ask(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object | Buffer): Promise<any>
}

export const asking = (
  url: string,
  who: { readonly id: string; readonly token: string } | undefined,
): Asker => ({
  id: who?.id,
  async ask(method, path, body) {
    const response = await patiently(`${url}/api/v1${path}`, {
      method,
      headers: {
        'x-app-source': path.startsWith('/admin/') ? 'backoffice' : 'public',
        ...(who && { authorization: `Bearer ${who.token}` }),
        ...(body && { 'content-type': Buffer.isBuffer(body) ? 'image/jpeg' : 'application/json' }),
        // Idempotent, so that a retry has no second effect.
        ...(who && method === 'POST' && { 'idempotency-key': crypto.randomUUID() }),
      },
      ...(body && { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) }),
    })
    const answer = (await response.json()) as { data: unknown; message?: string }
    if (!response.ok) throw new Refusal(`${method} ${path} answered ${response.status}: ${answer.message}`)
    return answer.data
  },
})

const TRIES = 6

/**
 * Several requests run at once against a service that has just started: on a busy machine its database connections may
 * not all be open within the two seconds that a request waits. A 503 is repeated after its `Retry-After`.
 */
async function patiently(url: string, request: RequestInit): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const response = await fetch(url, request)
    if (response.status !== 503 || tries === TRIES) return response
    await response.body?.cancel()
    await sleep(Number(response.headers.get('retry-after') ?? 1) * 1000)
  }
}
