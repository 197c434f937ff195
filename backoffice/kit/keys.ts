import { useEffect, useRef, useSyncExternalStore } from 'react'

/**
 * Single letters and named keys. Ignored with a modifier, in fields and under a dialog; letters may be switched off (“Mon
 * compte”), since whoever speaks to the machine would press them by talking.
 */
export interface Shortcut {
  readonly key: string
  readonly does: string
  readonly run: () => void
  /** Held down it goes on; what decides something is done once for each time that its key is pressed. */
  readonly goesOn?: true
}

const LETTERS = 'parvis.letters'
const listeners = new Set<() => void>()
const stored = () => {
  try {
    return localStorage.getItem(LETTERS)
  } catch {
    return null
  }
}
let lettersOn = typeof localStorage === 'undefined' || stored() !== 'off'

export function switchLetters(on: boolean): void {
  lettersOn = on
  try {
    localStorage.setItem(LETTERS, on ? 'on' : 'off')
  } catch {
    // A browser that keeps nothing: it holds until the page is closed.
  }
  document.documentElement.dataset.letters = on ? 'on' : 'off'
  for (const listener of listeners) listener()
}
if (typeof document !== 'undefined') document.documentElement.dataset.letters = lettersOn ? 'on' : 'off'

export const useLetters = () =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => lettersOn,
  )

/** What the screens that are shown understand now, for the help. */
const active = new Set<{ readonly current: readonly Shortcut[] }>()
export const activeShortcuts = (): readonly Shortcut[] => [...active].flatMap(({ current }) => current)

export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const ref = useRef(shortcuts)
  ref.current = shortcuts
  useEffect(() => {
    active.add(ref)
    return () => {
      active.delete(ref)
    }
  }, [])
}

/** Something is typed there: no letter is a shortcut, and nothing may take the focus away. */
export const inField = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]') !== null

/** Or about to be (`kit/lazy-dialog.tsx`). */
export const isDialogOpen = () =>
  document.querySelector('dialog[open], [popover]:popover-open, [data-opening]') !== null

/** `G`, then a letter: it may follow for a moment, by when it was pressed, not by when a busy page comes to hear of it. */
const MOMENT_MS = 1_500
let prefix: { readonly key: string; readonly until: number } | undefined

/** Whoever writes “G” as the help does holds this down as well, which is no letter in between. */
const BESIDE = ['Shift', 'CapsLock']

export function listenForShortcuts(): () => void {
  const hear = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return
    if (BESIDE.includes(event.key) || inField(event.target) || isDialogOpen()) return
    const isLetter = event.key.length === 1
    if (isLetter && !lettersOn) return
    const key = isLetter ? event.key.toUpperCase() : event.key
    const wanted = prefix && event.timeStamp < prefix.until ? `${prefix.key} ${key}` : key
    prefix = undefined
    const all = activeShortcuts()
    const found = all.findLast(shortcut => shortcut.key === wanted)
    if (found) {
      event.preventDefault()
      if (!event.repeat || found.goesOn) found.run()
    } else if (all.some(shortcut => shortcut.key.startsWith(`${key} `)))
      prefix = { key, until: event.timeStamp + MOMENT_MS }
  }
  document.addEventListener('keydown', hear)
  return () => document.removeEventListener('keydown', hear)
}

/** `Ctrl K`, or `⌘ K`: also from within a field, but not over another question. */
export function listenForSearch(open: () => void): () => void {
  const hear = (event: KeyboardEvent) => {
    if (
      event.key.toLowerCase() !== 'k' ||
      !(event.ctrlKey || event.metaKey) ||
      event.altKey ||
      isDialogOpen()
    )
      return
    event.preventDefault()
    open()
  }
  document.addEventListener('keydown', hear)
  return () => document.removeEventListener('keydown', hear)
}

/** A button of a page asks for the list of keys by an event: pages know nothing of the shell. */
export const HELP = 'parvis:help'
export const askForHelp = () => document.dispatchEvent(new Event(HELP))
