import { shortId } from '../../shared/short-id.ts'

/** The pages that residents see, if the operator has not switched them off. */

const { place } = document.documentElement.dataset

export interface PublicPage {
  readonly page: string
  /** On one A4. */
  readonly sheet: string
}

export function publicPageOf(id: string): PublicPage | undefined {
  if (place === undefined) return undefined
  const page = `${place}/p/${shortId(id)}`
  return { page, sheet: `${page}/affiche` }
}

/** The front page of a commune. */
export const frontPageOf = (slug: string): string | undefined =>
  place === undefined ? undefined : `${place}/place/${slug}`
