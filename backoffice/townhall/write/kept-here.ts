import { draft, keepDraft } from '../../kit/drafts.ts'
import { NOTHING, type Typed } from './typed.ts'

/** The copy of a draft in this browser, written at every key, until the service has it. */
interface Here {
  readonly typed: Typed
  /** The id of the draft on the service. */
  readonly id?: string | undefined
  readonly version?: number | undefined
  /** Idempotency key of its creation. */
  readonly once: string
  /** The service does not have all of it yet. */
  readonly isAhead: boolean
  /** The fingerprints of what was sent without an answer. */
  readonly lost: readonly string[]
}

const nameOf = (slot: string) => `ecrire.${slot}`

export function keptHere(slot: string): Here | undefined {
  try {
    const kept = draft(nameOf(slot))
    const here = kept === '' ? undefined : (JSON.parse(kept) as Here)
    // A field that a newer build added is empty.
    return here && { ...here, lost: here.lost ?? [], typed: { ...NOTHING, ...here.typed } }
  } catch {
    return undefined
  }
}

export const keepHere = (slot: string, here: Here): void => keepDraft(nameOf(slot), JSON.stringify(here))
export const forgetHere = (slot: string): void => keepDraft(nameOf(slot), '')

/** Contents are compared by a few letters: whole ones would fill localStorage. */
export function fingerprint(content: string): string {
  let [one, other] = [0, 0]
  for (let at = 0; at < content.length; at++) {
    one = Math.imul(one ^ content.charCodeAt(at), 2_654_435_761)
    other = Math.imul(other + content.charCodeAt(at), 1_597_334_677)
  }
  return [content.length, one >>> 0, other >>> 0].map(part => part.toString(36)).join('.')
}
