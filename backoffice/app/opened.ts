import type { FoundKind } from './search-kinds.ts'

/** The records that were last opened from the search, kept as long as the tab. An empty search lists them. */

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
