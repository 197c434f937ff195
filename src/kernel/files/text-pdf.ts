import { normalized } from '../texts/texts.ts'

/** A plain PDF of lines of text, in ASCII: Helvetica, which every reader has, encoded as WinAnsi. */

export interface PdfLine {
  readonly text: string
  /** In points. */
  readonly size?: number
  readonly bold?: true
  /** Space above, in points. */
  readonly above?: number
}

const [WIDTH, HEIGHT, MARGIN] = [595, 842, 56]
const SIZE = 10
const LEADING = 1.4
/** The width of a letter, as a part of the font size: above the average of Helvetica, so that no line is cut. */
const LETTER = 0.56

export function textPdf(title: string, lines: readonly PdfLine[]): string {
  const pages = pagesOf(lines)
  const [fonts, first] = [3, 5]
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (fr) >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${first + 2 * at} 0 R`).join(' ')}] >>`,
    ...['Helvetica', 'Helvetica-Bold'].map(
      name => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`,
    ),
    ...pages.flatMap((content, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Contents ${first + 2 * at + 1} 0 R /Resources << /Font << /F1 ${fonts} 0 R /F2 ${fonts + 1} 0 R >> >> >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
    `<< /Title (${escaped(title)}) >>`,
  ]
  let pdf = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = pdf.length
    pdf += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const count = objects.length + 1
  return `${pdf}xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${count} /Root 1 0 R /Info ${count - 1} 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`
}

/** The contents of each page. */
function pagesOf(lines: readonly PdfLine[]): string[] {
  const pages: string[][] = [[]]
  let y = HEIGHT - MARGIN
  for (const { text, size = SIZE, bold, above = 0 } of lines) {
    y -= above
    for (const row of wrapped(text, Math.floor((WIDTH - 2 * MARGIN) / (size * LETTER)))) {
      y -= size * LEADING
      if (y < MARGIN) {
        pages.push([])
        y = HEIGHT - MARGIN - size * LEADING
      }
      pages
        .at(-1)
        ?.push(`BT /F${bold ? 2 : 1} ${size} Tf ${MARGIN} ${y.toFixed(1)} Td (${escaped(row)}) Tj ET`)
    }
  }
  return pages.map(rows => rows.join('\n'))
}

function wrapped(text: string, most: number): string[] {
  const rows = ['']
  for (const word of text.split(/ +/).flatMap(word => word.match(new RegExp(`[^]{1,${most}}`, 'gu')) ?? [])) {
    const row = rows.at(-1) ?? ''
    if (row === '') rows[rows.length - 1] = word
    else if (row.length + 1 + word.length <= most) rows[rows.length - 1] = `${row} ${word}`
    else rows.push(word)
  }
  return rows
}

/** What WinAnsi has beyond Latin-1. */
const BEYOND: Readonly<Record<string, number>> = {
  '€': 0x80,
  '…': 0x85,
  Œ: 0x8c,
  '‘': 0x91,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '•': 0x95,
  '–': 0x96,
  '—': 0x97,
  œ: 0x9c,
  Ÿ: 0x9f,
}

/** Letters that WinAnsi lacks lose their accent; all others become a question mark. */
function escaped(text: string): string {
  let bytes = ''
  for (const sign of normalized(text).replaceAll(/[\u202f\u2009]/g, '\u00a0')) {
    const code = codeOf(sign) ?? codeOf(normalized(sign, 'NFD').charAt(0)) ?? 0x3f
    bytes +=
      code > 0x7e || code < 0x20 || '()\\'.includes(String.fromCharCode(code))
        ? `\\${code.toString(8).padStart(3, '0')}`
        : String.fromCharCode(code)
  }
  return bytes
}

function codeOf(sign: string): number | undefined {
  const code = sign.codePointAt(0) ?? 0
  return BEYOND[sign] ?? ((code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff) ? code : undefined)
}
