import { hasLeft, onSession, sessionState, signedInAs } from './api/session.ts'

/**
 * Unsent input in localStorage: it survives a reload and the end of a session. Each draft belongs to one person for a week, and
 * is removed when that person signs out or another one signs in.
 */

const PREFIX = 'parvis.draft.'
const WEEK_MS = 7 * 86_400_000
/** The longest draft, in characters. Browsers give an origin about five million. */
const LONGEST = 300_000

interface Kept {
  readonly text: string
  readonly at: number
  /** The id of the person. */
  readonly by: string | undefined
}

/** What localStorage refuses (full, forbidden, too long) lasts as long as the page. */
const inMemory = new Map<string, Kept>()

const isCurrent = (kept: Kept | null): kept is Kept =>
  kept?.by !== undefined && kept.by === signedInAs() && Date.now() - kept.at < WEEK_MS

function parsed(stored: string | null): Kept | null {
  try {
    return JSON.parse(stored ?? 'null')
  } catch {
    return null
  }
}

export function draft(of: string): string {
  let kept = inMemory.get(of) ?? null
  try {
    kept ??= parsed(localStorage.getItem(PREFIX + of))
  } catch {
    // localStorage is forbidden.
  }
  return isCurrent(kept) ? kept.text : ''
}

export function keepDraft(of: string, text: string): void {
  inMemory.delete(of)
  // A form that is still on the screen after the sign-out, in this tab or another one, stores nothing more.
  if (hasLeft()) return
  const kept: Kept = { text, at: Date.now(), by: signedInAs() }
  try {
    localStorage.removeItem(PREFIX + of)
    if (text.trim() === '') return
    if (text.length > LONGEST) inMemory.set(of, kept)
    else store(PREFIX + of, JSON.stringify(kept))
  } catch {
    if (text.trim() !== '') inMemory.set(of, kept)
  }
}

/** The text of an action that was sent. It is no draft any more; an undo makes it one again. */
export interface TakenDraft {
  readonly of: string
  readonly text: string
}

export function takeDraft(of: string): TakenDraft {
  const text = draft(of)
  keepDraft(of, '')
  return { of, text }
}

/** Unless other words were typed by now. */
export function giveBackDraft(taken: TakenDraft | undefined): void {
  if (taken && draft(taken.of) === '') keepDraft(taken.of, taken.text)
}

/** Where localStorage is full, the oldest drafts make room. */
function store(name: string, value: string): void {
  for (;;) {
    try {
      localStorage.setItem(name, value)
      return
    } catch (full) {
      const [oldest] = stored().toSorted(([, one], [, other]) => (one?.at ?? 0) - (other?.at ?? 0))
      if (!oldest) throw full
      localStorage.removeItem(oldest[0])
    }
  }
}

const stored = () =>
  Object.keys(localStorage)
    .filter(name => name.startsWith(PREFIX))
    .map(name => [name, parsed(localStorage.getItem(name))] as const)

export const dropDraftsAtTheEnd = () =>
  onSession(() => {
    if (sessionState() === 'signed-out' && !hasLeft()) return
    if (hasLeft()) inMemory.clear()
    try {
      for (const [name, kept] of stored()) if (hasLeft() || !isCurrent(kept)) localStorage.removeItem(name)
    } catch {
      // localStorage is forbidden.
    }
  })
