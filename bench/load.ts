/** The load of the reads: the same request again and again. */
import { type Asked, ask } from './asking.ts'
import { endWithTheBench } from './measured.ts'

export interface Order extends Omit<Asked, 'next'> {
  /** The whole request, byte for byte. */
  readonly request: string
}

endWithTheBench()
process.on('message', message => {
  const { request, ...order } = message as Order
  ask({ ...order, next: () => request }).then(outcome => process.send?.(outcome))
})
