/** Repeats one request, or several in turn; one that holds `OWN_NUMBER` gets another number each time. */
import { createHmac } from 'node:crypto'
import { type Asked, ask } from './asking.ts'
import { endWithTheBench } from './measured.ts'
import { nextNumber, OWN_NUMBER } from './own-numbers.ts'
import { WEBHOOK_SECRET } from './secrets.ts'

export interface Order extends Omit<Asked, 'next'> {
  /** The raw request, or those to send in turn. */
  readonly request: string | readonly string[]
  /** Signs each as a payment event, in advance. */
  readonly signs?: true
}

/** More than any machine handles; further events are built while measuring. */
const PREPARED_A_SECOND = 8_000

function signed(request: string): string {
  const [head, body] = request.split('\r\n\r\n')
  const at = Math.floor(Date.now() / 1000)
  const v1 = createHmac('sha256', WEBHOOK_SECRET).update(`${at}.${body}`).digest('hex')
  return `${head}\r\npayment-signature: t=${at},v1=${v1}\r\n\r\n${body}`
}

endWithTheBench()
/** Goes on from turn to turn: the pages that were asked for last are known. */
let sent = 0
process.on('message', message => {
  const { request, signs, ...order } = message as Order
  const all = typeof request === 'string' ? [request] : request
  const one = () => all[sent++ % all.length] ?? ''
  const next = all.some(text => text.includes(OWN_NUMBER))
    ? () => one().replaceAll(OWN_NUMBER, nextNumber())
    : one
  const event = () => signed(next())
  const ready = Array.from({ length: signs ? order.seconds * PREPARED_A_SECOND : 0 }, event)
  ask({ ...order, next: signs ? () => ready.pop() ?? event() : next }).then(outcome =>
    process.send?.(outcome),
  )
})
