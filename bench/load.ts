/** The load for reads: repeats one request. */
import { type Asked, ask } from './asking.ts'
import { endWithTheBench } from './measured.ts'

export interface Order extends Omit<Asked, 'next'> {
  /** The raw request. */
  readonly request: string
}

endWithTheBench()
process.on('message', message => {
  const { request, ...order } = message as Order
  ask({ ...order, next: () => request }).then(outcome => process.send?.(outcome))
})
