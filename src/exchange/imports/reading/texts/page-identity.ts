import { identifier } from '../../../../kernel/texts/plain-text.ts'
import { plainAddress } from '../../../../publishing/publications/duplicates.ts'

/** The identity of a page: its address without trackers, scheme, `www`, final slash and fragment. */
export const pageIdentity = (url: string | null): string | null =>
  url === null ? null : identifier(plainAddress(url))
