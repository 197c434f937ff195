import { hasLeft, onSession, sessionState, signedInAs } from './api/session.ts'

/**
 * What somebody is writing, kept by their browser until it is sent: a reload loses nothing, nor does a session that ends over
 * night. It is theirs alone: gone when they sign out, or when somebody else comes in.
 */

const PREFIX = 'parvis.draft.'
/** Of one that was never sent, and of a browser that was closed. */
const WEEK_MS = 7 * 86_400_000

interface Kept {
  readonly text: string
  readonly at: number
  /** Whose it is. */
  readonly by: string | undefined
}

const keep = (work: (storage: Storage) => void) => {
  try {
    work(localStorage)
  } catch {
    // A browser that keeps nothing: what is written lasts as long as the page.
  }
}

const isMine = ({ by }: Kept) => by !== undefined && by === signedInAs()

export function draft(of: string): string {
  let text = ''
  keep(storage => {
    const kept = JSON.parse(storage.getItem(PREFIX + of) ?? 'null') as Kept | null
    if (kept && isMine(kept) && Date.now() - kept.at < WEEK_MS) text = kept.text
  })
  return text
}

export const keepDraft = (of: string, text: string) =>
  keep(storage =>
    text.trim() === ''
      ? storage.removeItem(PREFIX + of)
      : storage.setItem(
          PREFIX + of,
          JSON.stringify({ text, at: Date.now(), by: signedInAs() } satisfies Kept),
        ),
  )

export const dropDraftsAtTheEnd = () =>
  onSession(() => {
    if (sessionState() === 'signed-out' && !hasLeft()) return
    keep(storage => {
      for (const key of Object.keys(storage)) {
        if (!key.startsWith(PREFIX)) continue
        const kept = JSON.parse(storage.getItem(key) ?? 'null') as Kept | null
        if (hasLeft() || !kept || !isMine(kept)) storage.removeItem(key)
      }
    })
  })
