/** Repeats one request, or several in turn; one that holds `OWN_NUMBER` gets another number each time. */
import { type Asked, ask } from './asking.ts'
import { endWithTheBench } from './measured.ts'
import { nextNumber, OWN_NUMBER } from './own-numbers.ts'

export interface Order extends Omit<Asked, 'next'> {
  /** The raw request, or those to send in turn. */
  readonly request: string | readonly string[]
}

endWithTheBench()
/** Goes on from turn to turn: the pages that were asked for last are known. */
let sent = 0
process.on('message', message => {
  const { request, ...order } = message as Order
  const all = typeof request === 'string' ? [request] : request
  const one = () => all[sent++ % all.length] ?? ''
  const next = all.some(text => text.includes(OWN_NUMBER))
    ? () => one().replaceAll(OWN_NUMBER, nextNumber())
    : one
  ask({ ...order, next }).then(outcome => process.send?.(outcome))
})
