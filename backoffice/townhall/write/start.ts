import type { Draft, OwnPublication } from '../../kit/api/contract.ts'
import type { Begun } from './keeping.ts'
import type { Typed } from './typed.ts'

/** What the form starts from: a draft, a publication, a copy of a publication, or nothing. */
export interface Start {
  readonly typed: Typed
  readonly begun: Begun
  readonly slot: string
  /** The publication that is edited. */
  readonly publication: OwnPublication | undefined
  readonly isRecovered: boolean
  /** Present in a draft that was made from a mail. */
  readonly fromMail?: Draft['from_mail']
  /** The draft of the address has been sent or deleted since. */
  readonly isGone: boolean
}
