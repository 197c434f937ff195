import { escapeText } from '../../../../kernel/html/escape.ts'
import { linked, type Picture } from '../../../../kernel/html/inline.ts'
import { fileName, httpUrl, inBrackets, isDocument, isPdf } from '../../../../kernel/html/links.ts'
import { plainLine } from '../../../../kernel/texts/plain-text.ts'
import { foldedWords } from '../../../../kernel/texts/texts.ts'
import type { FeedDocument, FeedPicture } from '../item.ts'

/** Writes the attachments of an item as Markdown: some posts consist only of a poster and a programme. */

/** The alternative texts of pictures. The publication shows the first picture; the others become links. */
export const wordsOfPictures = (pictures: readonly Picture[]): string =>
  pictures
    .flatMap(({ url, alt }, index) => {
      const words = plainLine(alt, 500)
      if (index === 0) return words ? [escapeText(words)] : []
      return [escapeText(linked(words ?? `Image ${index + 1}`, url))]
    })
    .join('\n\n')

/** A longer text says what its poster says, and folding millions of letters takes a reader's time. */
const SHORT_TEXT = 2_000

/** What the first picture says and the text does not: a poster beside “À noter !” holds the day. */
export function wordsOfPoster(pictures: readonly Picture[], text: string, title: string | null): string {
  const words = plainLine(pictures[0]?.alt, 500)
  const isPoster =
    words !== null && /\d/.test(words) && words.split(/\s+/).length >= 4 && !/\.\w{2,4}$/.test(words)
  if (!isPoster || text.length > SHORT_TEXT) return ''
  const said = foldedWords(`${title?.slice(0, SHORT_TEXT) ?? ''} ${text}`)
  return said.includes(foldedWords(words)) ? '' : escapeText(words)
}

export interface SourceFile {
  readonly url?: string | null | undefined
  readonly type?: string | null | undefined
  readonly title?: string | null | undefined
}

const MOST_DOCUMENTS = 5
/** Limit, because the whole text is searched for each document. */
const MOST_FILES = 50

interface Documents {
  /** Links to the documents that the text does not link to already. */
  readonly links: string
  readonly documents: readonly FeedDocument[]
}

/** `inText`: the files that the text links to. PDFs among them are attached if they lie on the host of the item. */
export function documentsOf(
  files: readonly SourceFile[],
  inText: readonly SourceFile[],
  base: string | null,
  text: string,
): Documents {
  const isLinked = (url: string) => text.includes(inBrackets(url))
  const named = new Map(inText.map(({ url, title }) => [url, distinctive(title)]))
  const links = new Map<string, string>()
  const documents = new Map<string, string>()
  for (const { url: written, type, title } of files.slice(0, MOST_FILES)) {
    const url = httpUrl(written, base)
    if (!url || !isDocument(url, type)) continue
    const name = plainLine(title, 100) ?? named.get(url) ?? fileName(url)
    if (!isLinked(url)) {
      if (links.size === MOST_DOCUMENTS && !links.has(url)) continue
      links.set(url, `- ${escapeText(linked(name, url))}`)
    }
    if (isPdf(url, type)) documents.set(url, name)
  }
  const host = base === null ? null : new URL(base).host
  for (const { url, type } of inText.slice(0, MOST_FILES)) {
    const isOwn = url && isPdf(url, type) && new URL(url).host === host && isLinked(url)
    if (isOwn && !documents.has(url)) documents.set(url, named.get(url) ?? fileName(url))
  }
  const first = [...documents].slice(0, MOST_DOCUMENTS)
  return {
    links: [...links.values()].join('\n'),
    documents: first.map(([url, title]) => ({ url, title, link_added: links.has(url) })),
  }
}

const CLICK_HERE =
  /^(?:cli(?:quez|quer) ici|ici|lien|pdf|en savoir plus|(?:t[ée]l[ée]charge[rz]|voir|lire|ouvrir)\b.{0,20})[ .!:]*$/i

/** The words of a link, unless they say nothing of the document: “ici”, “Télécharger le PDF”. */
function distinctive(words: string | null | undefined): string | null {
  const line = plainLine(words, 100)
  return line && !CLICK_HERE.test(line) ? line : null
}

/** The pictures of a post without a text. `first`: the picture that the publication names. */
export function picturesOf(first: string | null, pictures: readonly Picture[]): FeedPicture[] {
  const [{ alt = '' } = {}, ...others] = pictures
  if (first === null || others.length === 0) return []
  return [{ url: first, alt }, ...others.filter(({ url }) => url !== first)].map(({ url, alt }) => ({
    url,
    alt: plainLine(alt, 500) ?? '',
  }))
}
