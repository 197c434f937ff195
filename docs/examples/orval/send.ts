import type { Refusal } from './client.ts'

/** How orval's client sends its requests: the app, the token and errors are the same for all. */
export const caller = { url: 'http://127.0.0.1:3000', token: '' }

export class Refused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

export async function send<T>(path: string, init: RequestInit): Promise<T> {
  const headers = new Headers(init.headers)
  headers.set('X-App-Source', 'public')
  if (caller.token) headers.set('Authorization', `Bearer ${caller.token}`)
  const response = await fetch(caller.url + path, { ...init, headers })
  const reply = await response.json()
  if (!response.ok) throw new Refused(reply)
  return reply
}
