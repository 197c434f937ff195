/** What every XML that the service writes is made of. XML 1.0 (2.2) lacks signs that texts have: a word processor leaves U+000B. */

const NOT_IN_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** For writers that escape themselves: only without the signs that XML lacks. */
export const legalInXml = (text: string): string => text.replaceAll(NOT_IN_XML, '')

/** The texts of a value for such a writer. Before it writes: without its U+000B `]]\v>` would end a CDATA section. */
export function legalTexts<T>(value: T): T
export function legalTexts(value: unknown): unknown {
  if (typeof value === 'string') return legalInXml(value)
  if (Array.isArray(value)) return value.map(legalTexts)
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, legalTexts(one)]))
}

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  // Parsers make one blank of them in an attribute.
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}
/** A text in an element or an attribute. */
export const xmlText = (text: string): string =>
  legalInXml(text).replaceAll(/[&<>"'\t\n\r]/g, sign => REFERENCES[sign] ?? sign)
