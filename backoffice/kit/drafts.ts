import { hasLeft, onSession, sessionState, signedInAs } from './api/session.ts'

/**
 * Unsent texts in localStorage: they survive a reload and the end of a session. Each belongs to one person, and is removed
 * when that person signs out or another one signs in.
 */

const PREFIX = 'parvis.draft.'
/** Older drafts are ignored: abandoned, or of a browser that was closed. */
const WEEK_MS = 7 * 86_400_000

interface Kept {
  readonly text: string
  readonly at: number
  /** The id of the person. */
  readonly by: string | undefined
}

const keep = (work: (storage: Storage) => void) => {
  try {
    work(localStorage)
  } catch {
    // No localStorage: the text lasts as long as the page.
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
