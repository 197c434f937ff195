import type { Caller } from '../../access/permissions.ts'
import type { WriteContext } from '../../kernel/routes/action.ts'
import type { Leaving } from '../../mail/shapes.ts'
import type { Locked } from '../queries.ts'
import type { Moderation } from '../rules.ts'

/** What those who carry out a decision hand to each other. */

export type Deciding = Pick<
  WriteContext<undefined, undefined, undefined>,
  'tx' | 'audit' | 'config' | 'enqueue' | 'now'
> & {
  readonly caller: Caller
}

export type Ruling = { readonly before: Locked; readonly after: Moderation }

/** What the answer says besides the record: how the change is undone, and who is told. */
export interface Done {
  readonly operation_id: string
  readonly mail: Leaving | null
}
