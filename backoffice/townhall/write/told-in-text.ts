/**
 * Whether a PDF or a poster is attached and the text is too short to say what it says. Nothing reads the file: the form
 * reminds the author and refuses nothing.
 */

/** In letters; a title, a date and a place of a poster alone take as many. */
const FEW = 200
/** What descriptions and names of files call a picture of words. */
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
