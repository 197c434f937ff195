/** Replies of a store are flat, so they need no XML parser with nesting and entities. */
export const textIn = (xml: string, name: string): string | undefined => {
  const [text] = elementsOf(xml, name)
  return text?.includes('<')
    ? undefined
    : text?.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_all, sign: keyof typeof SIGNS) => SIGNS[sign])
}
const SIGNS = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" } as const

/** The content between each `<name>` and the next `</name>`, in linear time even if many are never closed. */
export function* elementsOf(xml: string, name: string): Generator<string> {
  const [open, close] = [`<${name}>`, `</${name}>`]
  for (let at = 0; ; ) {
    const start = xml.indexOf(open, at)
    const end = start < 0 ? -1 : xml.indexOf(close, start + open.length)
    if (end < 0) return
    yield xml.slice(start + open.length, end)
    at = end + close.length
  }
}
