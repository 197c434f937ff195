import { createHmac } from 'node:crypto'
import { WEBHOOK_SECRET } from './service.ts'

/** The requests that the clients of several trials send. */
export interface Request {
  readonly method: string
  readonly path: string
  readonly source?: string
  readonly token?: string
  readonly key?: string
  readonly body?: string
  /** Signed as a payment event at each attempt. */
  readonly signs?: true
}

export interface Answer {
  /** 0 is no answer. */
  readonly status: number
  /** Without an answer, why there is none. */
  readonly body: string
  /** The service answered, and not a proxy before it. */
  readonly isOurs: boolean
}

/** Client timeout, since a lost machine answers nothing. */
const TIMEOUT_MS = 20_000

export const publication = (
  where: { readonly commune: string; readonly acteur: string; readonly token: string },
  title: string,
  body: string,
): Request => ({
  method: 'POST',
  path: '/publications',
  token: where.token,
  body: JSON.stringify({ title, body, acteur_id: where.acteur, commune_id: where.commune }),
})

export const paymentEvent = (id: string): Request => {
  const object = { object: 'subscription', id: `sub_${id}`, status: 'active', customer: 'cus_1' }
  const created = Math.floor(Date.now() / 1_000)
  return {
    method: 'POST',
    path: '/webhooks/payment',
    signs: true,
    body: JSON.stringify({ id, type: 'customer.subscription.updated', created, data: { object } }),
  }
}

/** Each attempt goes to the next address. */
export async function send(
  urls: readonly string[],
  { method, path, source = 'public', token, key, body, signs }: Request,
  tries = Math.floor(Math.random() * urls.length),
): Promise<Answer> {
  const at = Math.floor(Date.now() / 1_000)
  const v1 = signs && createHmac('sha256', WEBHOOK_SECRET).update(`${at}.${body}`).digest('hex')
  try {
    const response = await fetch(`${urls[tries % urls.length]}/api/v1${path}`, {
      method,
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(v1 ? { 'payment-signature': `t=${at},v1=${v1}` } : { 'x-app-source': source }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(key && { 'idempotency-key': key }),
      },
    })
    const isOurs = response.headers.get('content-type')?.includes('json') ?? false
    return { status: response.status, body: await response.text(), isOurs }
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } }
    return { status: 0, body: cause?.code ?? message, isOurs: false }
  }
}
