/** File types recognised by content; file name and declared type are ignored. */
type PictureKind = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif'
/** `heic` is recognised but not decoded (docs/decisions/0015). */
export type FileKind = PictureKind | 'heic' | 'pdf'

/** Bytes read at the beginning and the end. */
export const TELLING_BYTES = 2048

/** Returns undefined unless it is a supported picture. */
export function kindOf(head: Buffer): PictureKind | undefined {
  const text = (from: number, to: number) => head.toString('latin1', from, to)
  if (text(0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (/^GIF8[79]a$/.test(text(0, 6))) return 'gif'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp'
  if (brandsOf(head).some(brand => /^avi[fs]$/.test(brand))) return 'avif'
  return undefined
}

export function fileKindOf(head: Buffer, tail: Buffer): FileKind | undefined {
  const picture = kindOf(head)
  if (picture) return picture
  if (brandsOf(head).some(brand => /^(hei[cxms]|hev[cx]|mif1|msf1)$/.test(brand))) return 'heic'
  // Accepts a byte order mark or blanks before the signature, and blanks after the end: no HTML, no program.
  if (/^(\xef\xbb\xbf)?\s{0,8}%PDF-\d/.test(head.toString('latin1', 0, 24)) && tail.includes('%%EOF'))
    return 'pdf'
  return undefined
}

/** The major and compatible brands of a HEIF file. */
function brandsOf(head: Buffer): string[] {
  if (head.toString('latin1', 4, 8) !== 'ftyp') return []
  const end = Math.min(head.readUInt32BE(0), head.length, 256)
  const brands = [head.toString('latin1', 8, 12)]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(head.toString('latin1', at, at + 4))
  return brands
}
