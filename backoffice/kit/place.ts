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

/** The page of an acteur; the service leads on from the ids to the address that residents see. */
export const acteurPageOf = (id: string, communeId: string): string | undefined =>
  place === undefined ? undefined : `${place}/place/${communeId}/annuaire/${id}`

/** The front page of a commune. */
export const frontPageOf = (slug: string): string | undefined =>
  place === undefined ? undefined : `${place}/place/${slug}`

/** Takes what is being written, and answers its page. */
export const previewAddress = place === undefined ? undefined : '/place/-/apercu'

/** The declaration of accessibility, which also tells of these screens. */
export const declarationPage = place === undefined ? undefined : `${place}/place/-/accessibilite`
