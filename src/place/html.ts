/**
 * HTML by a tagged template. Every value put into it is text and is escaped; only what the tag itself made is taken as it
 * is, so nothing can be forgotten. null, undefined and booleans are nothing; a list is its parts. An attribute that holds a
 * value is quoted.
 */
export class Html {
  readonly #text: string
  constructor(text: string) {
    this.#text = text
  }
  toString(): string {
    return this.#text
  }
}

export type Value = string | number | boolean | null | undefined | Html | readonly Value[]

export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  let text = parts[0] ?? ''
  for (let at = 0; at < values.length; at++) text += put(values[at]) + parts[at + 1]
  return new Html(text)
}

function put(value: Value): string {
  if (typeof value === 'string') return escaped(value)
  if (value instanceof Html) return value.toString()
  if (Array.isArray(value)) {
    let text = ''
    for (const part of value) text += put(part)
    return text
  }
  return typeof value === 'number' ? String(value) : ''
}

const SPECIAL = /[&<>"']/
const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const BY_CODE: (string | undefined)[] = []
for (const [sign, entity] of Object.entries(ENTITIES)) BY_CODE[sign.charCodeAt(0)] = entity
/** By hand: a page has hundreds of texts, and `replaceAll` takes three times as long. */
function escaped(text: string): string {
  if (!SPECIAL.test(text)) return text
  let shown = ''
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const entity = BY_CODE[text.charCodeAt(at)]
    if (entity === undefined) continue
    shown += text.slice(from, at) + entity
    from = at + 1
  }
  return shown + text.slice(from)
}

/** An attribute without a value, or nothing. */
export const flag = (name: 'aria-current="page"' | 'aria-current="true"', on: boolean): Value =>
  on && new Html(` ${name}`)

/** Addresses that may stand in `href`: our own paths, and these schemes. */
const SAFE = /^(?:https?:|mailto:|tel:|sms:|webcal:|[/#?])/i
export const link = (address: string): string => (SAFE.test(address) ? address : '#')

/** For JSON-LD: the text cannot end the element that it stands in. */
const json = (value: object): Html =>
  new Html(
    JSON.stringify(value).replaceAll(
      /[<>&\u2028\u2029]/g,
      sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  )

/** Data for search engines; browsers do not run it. */
export const dataElement = (value: object): Html =>
  new Html(`<script type="application/ld+json">${json(value)}</script>`)
