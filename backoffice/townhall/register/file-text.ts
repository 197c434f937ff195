/** The text of a file that a spreadsheet saved as CSV or as “Texte Unicode”: in UTF-8, UTF-16, or as Windows writes it. */

/** As the service takes it. */
const LONGEST = 2_000_000

type Read = { readonly text: string } | { readonly why: 'workbook' | 'long' | 'empty' }

export async function textIn(file: Blob): Promise<Read> {
  if (file.size > LONGEST) return { why: 'long' }
  if (file.size === 0) return { why: 'empty' }
  const bytes = new Uint8Array(await file.arrayBuffer())
  // XLSX and ODS are ZIP; XLS is an OLE document.
  if ((bytes[0] === 0x50 && bytes[1] === 0x4b) || (bytes[0] === 0xd0 && bytes[1] === 0xcf))
    return { why: 'workbook' }
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes) }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes) }
  }
}
