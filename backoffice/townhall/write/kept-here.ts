import { draft, keepDraft } from '../../kit/drafts.ts'
import { NOTHING, type Typed } from './typed.ts'

/** What this browser keeps of a draft, at every key: it survives the battery, and goes to the service when the line is there. */
export interface Here {
  readonly typed: Typed
  /** The draft of the service that it goes on with. */
  readonly id?: string | undefined
  readonly version?: number | undefined
  /** Sent again, it is begun once. */
  readonly once: string
  /** Whether the service has not seen it yet. */
  readonly isAhead: boolean
}

const nameOf = (slot: string) => `ecrire.${slot}`

export function keptHere(slot: string): Here | undefined {
  try {
    const kept = draft(nameOf(slot))
    const here = kept === '' ? undefined : (JSON.parse(kept) as Here)
    // A field that is newer than what was kept is empty.
    return here && { ...here, typed: { ...NOTHING, ...here.typed } }
  } catch {
    return undefined
  }
}

export const keepHere = (slot: string, here: Here): void => keepDraft(nameOf(slot), JSON.stringify(here))
export const forgetHere = (slot: string): void => keepDraft(nameOf(slot), '')
