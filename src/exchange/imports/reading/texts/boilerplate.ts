/** Removes what content management systems add to a text: the title again, the author's account, links to share it. */
export const BOILERPLATE = [
  // Drupal: the default view of a feed begins with title, account and date; before version 8, with "submitted by".
  '.field--name-title',
  '.field--name-uid',
  '.field--name-created',
  '.field-name-title',
  '[typeof="schema:Person"][property="schema:name"]',
  '.username',
  '.submitted',
  '.node__submitted',
  '.node__links',
  '.comment-add',
  // WordPress and its extensions.
  'a.more-link',
  '.byline',
  '.entry-meta',
  'a[rel~="author"]',
  '.sharedaddy',
  '.jp-relatedposts',
  '.addtoany_share_save_container',
  '.yarpp-related',
  // Joomla: "read more", and a sentence in place of e-mail addresses that scripts write.
  '.feed-readmore',
  'span[id^="cloak"]',
  'joomla-hidden-mail',
]

/** SPIP ends a text with links to its section and keywords; the converter writes this character for the first one. */
export const SECTION = '\ue005'
const LONGEST_SECTIONS = 1_000

interface KnownWords {
  readonly title: string | null
  readonly authors: readonly (string | null | undefined)[]
}

/** Removes boilerplate that only its wording reveals. */
export function withoutBoilerplate(markdown: string, known: KnownWords): string {
  return withoutByline(withoutLastSentence(withoutSections(markdown)), known)
}

function withoutSections(markdown: string): string {
  const at = markdown.indexOf(SECTION)
  if (at < 0) return markdown
  if (markdown.length - at > LONGEST_SECTIONS) return markdown.replaceAll(SECTION, '')
  const text = markdown.slice(0, at).trimEnd()
  return text.endsWith('-') ? text.slice(0, -1).trimEnd() : text
}

/** Yoast for WordPress: a last paragraph in each item of a feed. */
const APPEARED =
  /^(?:L[’']article|Cet article|The post)\s[^\n]*\s(?:est apparu en premier sur|appeared first on)\s[^\n]*$/

function withoutLastSentence(markdown: string): string {
  const text = markdown.trimEnd()
  const last = text.lastIndexOf('\n') + 1
  return text.length - last < 2_000 && APPEARED.test(text.slice(last))
    ? text.slice(0, last).trimEnd()
    : markdown
}

/** Drupal's medium date format in French and English: `jeu 14/11/2026 - 10:12`. */
const BYLINE_DATE = /^(?:[a-zéû]{3,9}\.?,?\s{1,3})?\d{1,2}\/\d{1,2}\/\d{4}\s-\s\d{1,2}:\d{2}(?!\S)/i

/** Removes Drupal's header when it has no field classes: title, account and date, compared with those of the item. */
function withoutByline(markdown: string, { title, authors }: KnownWords): string {
  let rest = markdown.trimStart()
  for (const words of [title, ...authors])
    if (words && rest.startsWith(words)) rest = rest.slice(words.length).trimStart()
  const date = BYLINE_DATE.exec(rest.slice(0, 100))
  return date && rest.length < markdown.trimStart().length ? rest.slice(date[0].length).trimStart() : markdown
}
