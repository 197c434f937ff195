import { inBrackets } from '../../../kernel/html/links.ts'
import type { Attached, AttachedDocument, AttachedImage } from '../../../media/attached.ts'
import type { StoredMedia } from '../../../media/queries.ts'
import type { FeedItem } from '../reading/item.ts'

/** The documents and pictures of an item, and what its publication shows of them. No SQL. */

export interface ItemFile {
  readonly kind: StoredMedia['kind']
  readonly url: string
  /** The title of a document, or the description of a picture. */
  readonly name: string
  /** Whether the import added its link to the text: the link goes when the file is attached. */
  readonly link_added: boolean
  readonly position: number
}

export function filesOf({ documents, pictures }: FeedItem): ItemFile[] {
  const files = [
    ...documents.map(({ url, title, link_added }) => ({
      kind: 'document' as const,
      url,
      name: title,
      link_added,
    })),
    // The text has no link to the first picture, which the publication names.
    ...pictures.map(({ url, alt }, index) => ({
      kind: 'image' as const,
      url,
      name: alt,
      link_added: index > 0,
    })),
  ]
  const once = files.filter(({ url }, index) => files.findIndex(each => each.url === url) === index)
  return once.map((file, position) => ({ ...file, position }))
}

/** A file that an earlier run found in the item. */
export interface KnownFile {
  readonly url: string
  /** What was attached of it; null: nothing yet. */
  readonly media_key: string | null
}

/** The files of an item that is created, changed or, where it has new ones, unchanged. */
export interface PlannedFiles {
  readonly acteur_id: string | null
  readonly all: readonly ItemFile[]
  /** Those that no earlier run has found. */
  readonly added: readonly ItemFile[]
}

export const newFiles = (files: readonly ItemFile[], known: readonly KnownFile[]): ItemFile[] =>
  files.filter(({ url }) => !known.some(each => each.url === url))

/** The files that stay attached when the item changes: those that it still names, in its order and with its words. */
export function staysAttached(
  files: readonly ItemFile[],
  known: Attached & { readonly files: readonly KnownFile[] },
): Attached & { readonly linksGone: readonly string[] } {
  const images: AttachedImage[] = []
  const documents: AttachedDocument[] = []
  const linksGone: string[] = []
  for (const { kind, url, name, link_added } of files) {
    const key = known.files.find(each => each.url === url)?.media_key
    const isShown = (one: { readonly key: string }) => one.key === key
    const image = kind === 'image' ? known.images?.find(isShown) : undefined
    const document = kind === 'document' ? known.documents?.find(isShown) : undefined
    if (image) images.push({ ...image, alt: name })
    if (document) documents.push({ ...document, name })
    if (link_added && (image || document)) linksGone.push(url)
  }
  return { images: listOrNull(images), documents: listOrNull(documents), linksGone }
}

export const listOrNull = <T>(list: readonly T[]) => (list.length === 0 ? null : list)

/** The text without the lines that only link to these files; the title where nothing else is left. */
export function withoutLinks(body: string, urls: readonly string[], title: string): string {
  const ends = urls.map(url => `](${inBrackets(url)})`)
  const bare = new Set(urls.map(url => `- ${url}`))
  const isLink = (line: string) =>
    bare.has(line) || (/^(?:- )?\[/.test(line) && ends.some(end => line.endsWith(end)))
  const lines = body.split('\n').filter(line => !isLink(line))
  return (
    lines
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim() || title
  )
}
