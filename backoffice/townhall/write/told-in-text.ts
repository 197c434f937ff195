/**
 * Whether a PDF or a poster is attached and the text is too short to say what it says. Nothing reads the file: the form
 * reminds the author and refuses nothing.
 */

/** In letters; a title, a date and a place of a poster alone take as many. */
const FEW = 200
/** Words in a description or the name of a file that mark a picture as a poster. */
const POSTER = /(?<!\p{L})(?:affiches?|affichettes?|flyers?|tracts?|prospectus|programmes?|menus?)(?!\p{L})/iu

interface Written {
  readonly body: string
  readonly images: readonly { readonly alt: string }[]
  readonly documents: readonly unknown[]
}

export function isMissingTheirWords({ body, images, documents }: Written): boolean {
  const hasWords = documents.length > 0 || images.some(({ alt }) => POSTER.test(alt))
  return hasWords && [...body.replaceAll(/\s+/g, ' ').trim()].length < FEW
}
