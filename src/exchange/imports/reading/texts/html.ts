import { htmlConverter } from '../../../../kernel/html/convert.ts'
import { plainLine } from '../../../../kernel/texts/plain-text.ts'
import { BOILERPLATE, SECTION } from './boilerplate.ts'

/** HTML of sources as Markdown that is not sanitized yet: `bodyFrom` does that. */
export const fromHtml = htmlConverter({
  replacements: {
    ...Object.fromEntries(BOILERPLATE.map(selector => [selector, ''])),
    'a[rel~="directory"]': SECTION,
  },
})

const TAGS =
  /<\/?(?:a|abbr|applet|area|article|b|big|blink|blockquote|body|br|center|cite|code|dd|del|details|div|dl|dt|em|embed|figcaption|figure|font|footer|form|frame|frameset|h[1-6]|header|hr|html|i|iframe|img|ins|li|link|main|map|mark|marquee|math|meta|nav|noscript|object|ol|p|picture|pre|q|s|script|section|small|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|th|time|tr|u|ul|video)(?:[\s/][^<>]*)?>/i
const ENTITIES = /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,31}\d{0,2});/i

/** Whether a text that may be plain or HTML is HTML. */
export const isHtml = (text: string): boolean => TAGS.test(text) || ENTITIES.test(text)

/** A title as plain text: markup and entities are removed. */
export const lineFromHtml = (text: string | null | undefined, longest: number): string | null => {
  const start = text?.slice(0, 10_000)
  return plainLine(start && isHtml(start) ? textOfMarkdown(fromHtml(start).text) : text, longest)
}

/** Removes Markdown syntax, for a title that is made from the text. */
export const textOfMarkdown = (markdown: string): string =>
  markdown
    // Matches within one line: across blank lines, the pattern would take quadratic time.
    .replaceAll(/^[^\S\n]*(?:#{1,6}|[-*+>]|\d{1,3}\.)\s+/gm, '')
    .replaceAll(/\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .replaceAll('~~', '')
    .replaceAll(/(\*\*|__)(?=\S)([^*_]*\S)\1/g, '$2')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
