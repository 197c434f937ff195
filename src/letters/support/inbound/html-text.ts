import { compile, type FormatCallback } from 'html-to-text'

/** The visible words of an HTML mail, in lines. No Markdown as in the imports: a mail is shown as plain text. */

/** A body has 20 000 letters at most. */
const LONGEST = 400_000

export const textOfHtml = (html: string): string =>
  convert(html.slice(0, LONGEST))
    .split('\n')
    .map(line => line.trimEnd())
    .join('\n')

/** `words (https://…)`; an address that is its own words, once. */
const link: FormatCallback = (element, walk, builder) => {
  walk(element.children, builder)
  const href = String(element.attribs?.href ?? '').trim()
  const words = element.children
    .map(({ data }) => data ?? '')
    .join('')
    .trim()
  if (/^https?:/i.test(href) && words.replace(/\/$/, '') !== href.replace(/\/$/, ''))
    builder.addInline(` (${href})`)
}

const ALONE = { leadingLineBreaks: 1, trailingLineBreaks: 1 }
const each = (selectors: readonly string[], format: string, options = {}) =>
  selectors.map(selector => ({ selector, format, options }))

const convert = compile({
  wordwrap: false,
  limits: { maxDepth: 256, ellipsis: '', maxInputLength: Number.MAX_SAFE_INTEGER },
  formatters: { link },
  selectors: [
    ...each(['a'], 'link'),
    ...each(['ul'], 'unorderedList', { ...ALONE, itemPrefix: '- ' }),
    ...each(['ol'], 'orderedList', ALONE),
    ...each(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'blockquote'], 'block', {
      leadingLineBreaks: 2,
      trailingLineBreaks: 2,
    }),
    ...each(['tr'], 'block', ALONE),
    ...each(['td', 'th'], 'inlineSurround', { suffix: ' ' }),
    ...each(['hr'], 'lineBreak'),
    ...each(['img', 'style', 'script', 'title', 'head', 'template', 'svg'], 'skip'),
  ],
})
