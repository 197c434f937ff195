/** The tags of an HTML page in their order, without a tree: the time is linear, however broken the page is. */
export interface Tag {
  /** Lower case. */
  readonly name: string
  readonly closing: boolean
  readonly attributes: string
  /** Where `<` is, and the position behind `>`. */
  readonly at: number
  readonly end: number
}

const TAG = /<!--|<(\/?)([a-z][a-z0-9-]*)(?=[\s/>])([^<>]*)>/gi
/** Their content is text, whatever it looks like. */
const RAW = new Set(['script', 'style', 'template', 'textarea', 'noscript'])

/** Passes over comments, and over what stands in scripts. */
export function* tagsIn(html: string): Generator<Tag> {
  const pattern = new RegExp(TAG)
  for (let found = pattern.exec(html); found; found = pattern.exec(html)) {
    const [whole, slash = '', written = '', attributes = ''] = found
    const end = found.index + whole.length
    if (whole === '<!--') {
      pattern.lastIndex = endOf(html, /-->/g, end)
      continue
    }
    const name = written.toLowerCase()
    yield { name, closing: slash !== '', attributes, at: found.index, end }
    if (slash === '' && RAW.has(name))
      pattern.lastIndex = endOf(html, new RegExp(`</${name}`, 'gi'), end, true)
  }
}

/** The end of the next match, or its beginning; without one, the end of the page. */
function endOf(html: string, pattern: RegExp, from: number, begin = false): number {
  pattern.lastIndex = from
  const found = pattern.exec(html)
  return found ? found.index + (begin ? 0 : found[0].length) : html.length
}

/** The value of an attribute; undefined without it. */
export function attributeOf({ attributes }: Tag, name: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"']+))`, 'i').exec(
    attributes,
  )
  return (found?.[1] ?? found?.[2] ?? found?.[3])?.replaceAll(/&(?:amp|#38|#x26);/gi, '&')
}

export const hasClass = (tag: Tag, name: string): boolean =>
  (attributeOf(tag, 'class') ?? '').split(/\s+/).includes(name)
