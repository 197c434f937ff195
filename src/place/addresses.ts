import { idOf, shortId } from '../../shared/short-id.ts'
import { slugOf } from '../kernel/texts/texts.ts'
import { remembered } from '../kernel/values/remembered.ts'

/** Addresses of pages. A publication has one for good: only its short id is looked up, whatever words stand before it. */

/** The id in the last part of the address of a publication. */
export const idIn = (named: string): string | undefined => idOf(named.slice(named.lastIndexOf('-') + 1))

const MOST_WORDS = 8
const wordsOf = remembered(title => slugOf(title).split('-').slice(0, MOST_WORDS).join('-'))

/** `le-marche-de-noel-06d3…`: the words of the title are for people alone. */
export function publicationPath({ id, title }: { readonly id: string; readonly title: string }): string {
  const words = wordsOf(title)
  return `/p/${words ? `${words}-` : ''}${shortId(id)}`
}

export const communePath = (slug: string): string => `/place/${slug}`

const slugOfEpci = remembered(slugOf)
/** `/place/-/243500139-rennes-metropole`: only the code is looked up. */
export const epciPath = ({ code, nom }: { readonly code: string; readonly nom: string }): string =>
  `/place/-/${code}-${slugOfEpci(nom)}`

/** `https://place.commune.fr`: a host of a commune, with the scheme and the port of the service. */
export function originOf(host: string, publicUrl: string): string {
  const { protocol, port } = new URL(publicUrl)
  return `${protocol}//${host}${port && `:${port}`}`
}

/** What stands before the paths of a commune's pages on those of another one. */
export const baseOf = (
  { portal, publicUrl }: { readonly portal: string; readonly publicUrl: string },
  { slug, host }: { readonly slug: string; readonly host: string | null },
): string => (host === null ? portal + communePath(slug) : originOf(host, publicUrl))
