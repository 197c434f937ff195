/** The load for the webhook: each request is a new event, built and signed in advance. */
import { createHmac } from 'node:crypto'
import { type Asked, ask } from './asking.ts'
import { endWithTheBench } from './measured.ts'
import { WEBHOOK_SECRET } from './secrets.ts'

export type WebhookOrder = Omit<Asked, 'next' | 'status'>

/** More than any machine handles; further events are built while measuring. */
const PREPARED_A_SECOND = 8_000

let made = 0
function request(): string {
  const body = JSON.stringify({
    id: `evt_${process.pid}_${++made}`,
    type: 'customer.subscription.updated',
    created: Math.floor(Date.now() / 1000),
    data: {
      object: { object: 'subscription', id: `sub_${made % 500}`, status: 'active', customer: 'cus_1' },
    },
  })
  const at = Math.floor(Date.now() / 1000)
  const v1 = createHmac('sha256', WEBHOOK_SECRET).update(`${at}.${body}`).digest('hex')
  return [
    'POST /api/v1/webhooks/payment HTTP/1.1',
    'host: parvis.bench',
    'content-type: application/json',
    `payment-signature: t=${at},v1=${v1}`,
    `content-length: ${body.length}`,
    '',
    body,
  ].join('\r\n')
}

endWithTheBench()
process.on('message', message => {
  const order = message as WebhookOrder
  const ready = Array.from({ length: order.seconds * PREPARED_A_SECOND }, request)
  ask({ ...order, status: 200, next: () => ready.pop() ?? request() }).then(outcome =>
    process.send?.(outcome),
  )
})
