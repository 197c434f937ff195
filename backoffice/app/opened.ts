import type { FoundKind } from './search-kinds.ts'

/** What was opened from the search lately, for the search while nothing is typed. Forgotten with the tab. */

interface Opened {
  readonly kind: FoundKind
  readonly id: string
  readonly nom: string
}
const MOST = 6
let opened: readonly Opened[] = []

export const lastOpened = (): readonly Opened[] => opened
export function noteOpened(one: Opened): void {
  opened = [one, ...opened.filter(({ id }) => id !== one.id)].slice(0, MOST)
}
