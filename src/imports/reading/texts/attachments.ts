import { linked, type Picture } from './html-elements.ts'
import { escapeLineStarts } from './line-starts.ts'
import { httpUrl, isDocument } from './links.ts'
import { plainLine } from './plain-text.ts'
import { inBrackets } from './safe-markdown.ts'

/** Writes the attachments of an item as Markdown: some posts consist only of a poster and a programme. */

/** The alternative texts of pictures. The publication shows the first picture; the others become links. */
export const wordsOfPictures = (pictures: readonly Picture[]): string =>
  pictures
    .flatMap(({ url, alt }, index) => {
      const words = plainLine(alt, 500)
      if (index === 0) return words ? [escapeLineStarts(words)] : []
      return [linked(words ?? `Image ${index + 1}`, url)]
    })
    .join('\n\n')

export interface SourceFile {
  readonly url?: string | null | undefined
  readonly type?: string | null | undefined
  readonly title?: string | null | undefined
}

const MOST_DOCUMENTS = 5
/** Limit, because the whole text is searched for each document. */
const MOST_FILES = 50

/** Links to the documents that the text does not lead to already. */
export function documentLinks(files: readonly SourceFile[], base: string | null, text: string): string {
  const links = new Map<string, string>()
  for (const { url: written, type, title } of files.slice(0, MOST_FILES)) {
    const url = httpUrl(written, base)
    if (!url || !isDocument(url, type) || text.includes(inBrackets(url))) continue
    links.set(url, plainLine(title, 100) ?? fileName(url))
  }
  return [...links]
    .slice(0, MOST_DOCUMENTS)
    .map(([url, name]) => `- ${linked(name, url)}`)
    .join('\n')
}

function fileName(url: string): string {
  const name = new URL(url).pathname.split('/').at(-1) ?? ''
  try {
    return plainLine(decodeURIComponent(name), 100) ?? url
  } catch {
    return plainLine(name, 100) ?? url
  }
}
