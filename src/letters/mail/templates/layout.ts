import type { Language } from '../../../kernel/refusals/errors.ts'
import { withoutLinks } from '../../../kernel/texts/plain-names.ts'
import { type Installation, oneLine } from '../addresses.ts'

/**
 * The layout of all mails. Templates give plain strings, from which both text and HTML are made, so that no template
 * writes a tag.
 */
export interface Content {
  readonly subject: string
  readonly title: string
  readonly blocks: readonly Block[]
  /** Why the recipient gets this mail, below the line. */
  readonly why: string
  /** What happens to an answer to this mail. */
  readonly foot?: string
}

export type Block =
  | { readonly kind: 'says'; readonly text: string }
  /** `quiet`: not the purpose of the mail. Its address is shown in the text part alone. */
  | { readonly kind: 'link'; readonly label: string; readonly url: string; readonly quiet?: true }
  /** A title that is a link, below a line about it. */
  | { readonly kind: 'entry'; readonly about: string; readonly title: string; readonly url: string }
  | { readonly kind: 'heading'; readonly text: string }
  /** A quoted text of a person, line by line. */
  | { readonly kind: 'quote'; readonly text: string }
  /** A text of the team, line by line, as written. */
  | { readonly kind: 'prose'; readonly text: string }

export const says = (text: string): Block => ({ kind: 'says', text })
/** Without signs that change the writing direction of the following text. */
const straight = (text: string) => text.toWellFormed().replaceAll(/[\u202a-\u202e\u2066-\u2069]/gu, '')
export const quote = (text: string): Block => ({ kind: 'quote', text: straight(text) })
export const prose = (text: string): Block => ({ kind: 'prose', text: straight(text) })
export const link = (label: string, address: string): Block => ({
  kind: 'link',
  label,
  url: webAddress(address),
})
export const quietLink = (label: string, address: string): Block => ({
  kind: 'link',
  label,
  url: webAddress(address),
  quiet: true,
})
export const heading = (text: string): Block => ({ kind: 'heading', text })
export const entry = (about: string, title: string, address: string): Block => ({
  kind: 'entry',
  about: oneLine(withoutLinks(about), 200),
  title: oneLine(withoutLinks(title), 200),
  url: webAddress(address),
})
/** Only addresses that a browser opens. */
function webAddress(address: string): string {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error('A link of a mail starts with http:// or https://.')
  return url.href
}

/** French puts a no-break space before these signs, and within its quotation marks. */
const typeset = (language: Language, text: string) =>
  language === 'fr' ? text.replaceAll(/ ([:;?!»])/g, '\u00a0$1').replaceAll('« ', '«\u00a0') : text

const FOOT = {
  fr: {
    automatic: 'Message automatique\u00a0: les réponses ne sont pas lues.',
    copy: 'Ou copiez cette adresse\u00a0:',
    colon: '\u00a0:',
  },
  en: { automatic: 'Automatic message: replies are not read.', copy: 'Or copy this address:', colon: ':' },
} as const

const placeOf = ({ from, url }: Installation) =>
  url === undefined ? from.name : `${from.name} · ${new URL(url).host}`

export function asText(
  { title, blocks, why, foot: last }: Content,
  language: Language,
  installation: Installation,
) {
  const parts = blocks.map(block => {
    if (block.kind === 'link') return `${typeset(language, block.label)}${FOOT[language].colon}\n${block.url}`
    if (block.kind === 'entry') return `${block.about}\n${block.title}\n${block.url}`
    if (block.kind === 'quote') return linesOf(block.text, line => `> ${line}`.trimEnd())
    if (block.kind === 'prose') return linesOf(block.text, line => line.trimEnd())
    return typeset(language, block.text)
  })
  const foot = `-- \n${placeOf(installation)}\n${typeset(language, why)}\n${last ?? FOOT[language].automatic}`
  return `${[title, ...parts, foot].join('\n\n')}\n`
}

export function asHtml(
  { subject, title, blocks, why, foot }: Content,
  language: Language,
  installation: Installation,
) {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>${DARK}</style>
</head>
<body class="page" style="margin:0;padding:24px 12px;background:#eef1f5;${FONT}">
<div class="card" style="max-width:520px;margin:0 auto;padding:28px 24px;background:#ffffff;color:#1b2430;border-radius:14px">
<p class="soft" style="margin:0 0 20px;font-size:14px;font-weight:600;color:#52606f" dir="auto">${escaped(installation.from.name)}</p>
<h1 style="margin:0 0 18px;font-size:23px;line-height:1.3;${BREAK}" dir="auto">${escaped(title)}</h1>
${blocks.map(block => blockHtml(block, language)).join('\n')}
</div>
<div class="soft" style="max-width:520px;margin:0 auto;padding:18px 24px 0;font-size:13px;line-height:1.5;color:#52606f;${BREAK}">
<p style="margin:0 0 4px" dir="auto">${escaped(placeOf(installation))}</p>
<p style="margin:0 0 4px">${escaped(typeset(language, why))}</p>
<p style="margin:0">${escaped(foot ?? FOOT[language].automatic)}</p>
</div>
</body>
</html>
`
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
/** Breaks long words: a word of 200 letters must not make the page wider than a phone. */
const BREAK = 'overflow-wrap:anywhere;word-break:break-word'
/** The only style that cannot be inline (dark mode). Programs that drop it show the light page. */
const DARK = `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.page{background:#12161c!important}
.card{background:#1d232c!important;color:#e8ecf1!important}
.soft{color:#a3afbd!important}
.button{background:#8ab4ff!important;color:#0d1726!important}
.link{color:#9cc0ff!important}
.quote{border-color:#4a5666!important}
}`

function blockHtml(block: Block, language: Language): string {
  if (block.kind === 'link') {
    const url = escaped(block.url)
    if (block.quiet)
      return `<p class="soft" style="margin:0 0 18px;font-size:14px;line-height:1.5;color:#52606f;${BREAK}"><a class="link" href="${url}" style="color:#1d4ed8">${escaped(typeset(language, block.label))}</a></p>`
    return `<p style="margin:26px 0 20px"><a class="button" href="${url}" style="display:inline-block;padding:13px 22px;border-radius:10px;background:#1d4ed8;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${escaped(block.label)}</a></p>
<p class="soft" style="margin:0 0 18px;font-size:13px;line-height:1.5;color:#52606f">${escaped(FOOT[language].copy)}<br><a class="link" href="${url}" style="color:#1d4ed8;${BREAK}">${url}</a></p>`
  }
  if (block.kind === 'heading')
    return `<h2 style="margin:28px 0 12px;font-size:18px;line-height:1.3">${escaped(block.text)}</h2>`
  if (block.kind === 'entry')
    return `<p style="margin:0 0 16px;font-size:16px;line-height:1.5;${BREAK}" dir="auto"><span class="soft" style="font-size:14px;color:#52606f">${escaped(block.about)}</span><br><a class="link" href="${escaped(block.url)}" style="color:#1d4ed8;font-weight:600">${escaped(block.title)}</a></p>`
  if (block.kind === 'quote')
    return `<blockquote class="quote" style="margin:0 0 16px;padding:2px 0 2px 14px;border-left:3px solid #c4ccd6;font-size:16px;line-height:1.55;${BREAK}" dir="auto">${linesOf(block.text, escaped, '<br>\n')}</blockquote>`
  const words =
    block.kind === 'prose' ? linesOf(block.text, escaped, '<br>\n') : escaped(typeset(language, block.text))
  return `<p style="margin:0 0 16px;font-size:16px;line-height:1.55;${BREAK}" dir="auto">${words}</p>`
}

const linesOf = (text: string, change: (line: string) => string, between = '\n') =>
  text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map(change)
    .join(between)

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escaped = (text: string) => text.replaceAll(/[&<>"']/g, sign => ENTITIES[sign] ?? '')
