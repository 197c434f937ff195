/** The answers of a store have one flat form: no reader of XML, with its depth and its entities, is asked for them. */
export const textIn = (xml: string, name: string): string | undefined => {
  const [text] = elementsOf(xml, name)
  return text?.includes('<')
    ? undefined
    : text?.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_all, sign: keyof typeof SIGNS) => SIGNS[sign])
}
const SIGNS = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" } as const

/** What stands between each `<name>` and the next `</name>`, in one pass however many are never closed. */
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
