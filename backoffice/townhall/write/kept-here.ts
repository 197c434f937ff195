import { draft, keepDraft } from '../../kit/drafts.ts'
import { NOTHING, type Typed } from './typed.ts'

/** The copy of a draft in this browser, written at every key, until the service has it. */
export interface Here {
  readonly typed: Typed
  /** The id of the draft on the service. */
  readonly id?: string | undefined
  readonly version?: number | undefined
  /** Idempotency key of its creation. */
  readonly once: string
  /** The service does not have all of it yet. */
  readonly isAhead: boolean
}

const nameOf = (slot: string) => `ecrire.${slot}`

export function keptHere(slot: string): Here | undefined {
  try {
    const kept = draft(nameOf(slot))
    const here = kept === '' ? undefined : (JSON.parse(kept) as Here)
    // A field that a newer build added is empty.
    return here && { ...here, typed: { ...NOTHING, ...here.typed } }
  } catch {
    return undefined
  }
}

export const keepHere = (slot: string, here: Here): void => keepDraft(nameOf(slot), JSON.stringify(here))
export const forgetHere = (slot: string): void => keepDraft(nameOf(slot), '')
