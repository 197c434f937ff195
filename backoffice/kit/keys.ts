import { useLayoutEffect, useRef } from 'react'
import { browserSetting } from './browser-setting.ts'

/**
 * Shortcuts: single letters and named keys. Ignored with a modifier, in fields and under a dialog. Letters can be switched off
 * (“Mon compte”): speech input would trigger them.
 */
export interface Shortcut {
  readonly key: string
  readonly does: string
  readonly run: () => void
  /** Repeats while the key is held. A decision runs once for each press. */
  readonly goesOn?: true
}

const letters = browserSetting('parvis.letters', true)

export function switchLetters(on: boolean): void {
  letters.turn(on)
  document.documentElement.dataset.letters = on ? 'on' : 'off'
}
if (typeof document !== 'undefined') document.documentElement.dataset.letters = letters.isOn() ? 'on' : 'off'

export const useLetters = letters.useIsOn

/** The shortcuts of the mounted screens. A part that is mounted later takes a key over, such as the undo of what it did. */
const active = new Set<{ readonly current: readonly Shortcut[] }>()
export const activeShortcuts = (): readonly Shortcut[] => [
  ...new Map([...active].flatMap(({ current }) => current).map(one => [one.key, one])).values(),
]

export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const ref = useRef(shortcuts)
  ref.current = shortcuts
  // A layout effect: a key may be pressed as soon as its screen is seen.
  useLayoutEffect(() => {
    active.add(ref)
    return () => {
      active.delete(ref)
    }
  }, [])
}

/** A field that takes text: letters are no shortcuts there, and nothing may move the focus. */
export const inField = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]') !== null

/** Also while the code of a dialog is loading (`kit/lazy-dialog.tsx`). */
export const isDialogOpen = () =>
  document.querySelector('dialog[open], [popover]:popover-open, [data-opening]') !== null

/** The time between `G` and its letter. Compares event timestamps: a busy page may handle the event later. */
const MOMENT_MS = 1_500
let prefix: { readonly key: string; readonly until: number } | undefined

/** Modifier keys of a typed capital “G”: they do not interrupt a sequence. */
const BESIDE = ['Shift', 'CapsLock']

export function listenForShortcuts(): () => void {
  const hear = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return
    if (BESIDE.includes(event.key) || inField(event.target) || isDialogOpen()) return
    const isLetter = event.key.length === 1
    if (isLetter && !letters.isOn()) return
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

/** `Ctrl K` or `⌘ K`: also inside a field, but not over a dialog. */
const isSearch = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !isDialogOpen()

/** Pressed while the frame is loading: the search opens with it. */
let pressedEarly = false
const hearEarly = (event: KeyboardEvent) => {
  if (!isSearch(event)) return
  event.preventDefault()
  pressedEarly = true
}
if (typeof document !== 'undefined') document.addEventListener('keydown', hearEarly)
/** There is nothing to search in here, such as before signing in: the browser has its key back. */
export function noSearch(): void {
  document.removeEventListener('keydown', hearEarly)
  pressedEarly = false
}

export function listenForSearch(open: () => void): () => void {
  const isWanted = pressedEarly
  noSearch()
  if (isWanted) open()
  const hear = (event: KeyboardEvent) => {
    if (!isSearch(event)) return
    event.preventDefault()
    open()
  }
  document.addEventListener('keydown', hear)
  return () => document.removeEventListener('keydown', hear)
}

/** Opens the list of shortcuts by an event: pages do not import the frame. */
export const HELP = 'parvis:help'
export const askForHelp = () => document.dispatchEvent(new Event(HELP))
