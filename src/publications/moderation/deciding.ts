import type { WriteContext } from '../../kernel/routes/action.ts'
import type { Leaving } from '../../mail/shapes.ts'

/** What those who carry out a decision hand to each other. */

export type Deciding = Pick<
  WriteContext<undefined, undefined, undefined>,
  'tx' | 'audit' | 'config' | 'enqueue' | 'now'
> & {
  readonly caller: { readonly id: string }
  /** Seconds until its mails leave, where that is longer than usual. */
  readonly held?: number
}

/** What the answer says besides the record: how the change is undone, and who is told. */
export interface Done {
  readonly operation_id: string
  readonly mail: Leaving | null
}
