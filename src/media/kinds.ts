/** What a picture is by its first bytes; its name and the type that a server gives it are not believed. */
export type PictureKind = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif'

export function kindOf(bytes: Buffer): PictureKind | undefined {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to)
  if (text(0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (/^GIF8[79]a$/.test(text(0, 6))) return 'gif'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp'
  if (text(4, 8) === 'ftyp' && /^avi[fs]$/.test(text(8, 12))) return 'avif'
  return undefined
}
