import { type Config, ownUrl } from '../kernel/settings/config.ts'
import { DOCUMENT_NAME, pictureName } from './keys.ts'
import type { Document, Image } from './shapes.ts'
import { heightAt } from './sizes.ts'

/** Builds API replies for pictures and documents. Their URLs are computed here and never stored. */

/** The base URL of all files: `https://…/media`. */
export const mediaAddress = ({
  mediaUrl,
  publicUrl,
  host,
  port,
}: Pick<Config, 'mediaUrl' | 'publicUrl' | 'host' | 'port'>): string =>
  `${mediaUrl ?? publicUrl ?? ownUrl({ host, port })}/media`

/** The stored data of a picture. */
export interface KeptImage {
  readonly key: string
  readonly width: number
  readonly height: number
  /** Smallest first. */
  readonly widths: readonly number[]
  /** A WebP in base64. */
  readonly placeholder: string
}

export function imageOf(id: string, kept: KeptImage, address: string): Image {
  const { key, width, height, widths, placeholder } = kept
  const url = (width: number, type: 'webp' | 'jpg') => `${address}/${key}/${pictureName(width, type)}`
  const sizes = widths.map(width => ({ width, height: heightAt(width, kept) }))
  return {
    id,
    width,
    height,
    placeholder: `data:image/webp;base64,${placeholder}`,
    url: url(widths[Math.min(1, widths.length - 1)] ?? width, 'jpg'),
    sources: [
      ...sizes.map(size => ({ type: 'image/webp' as const, ...size, url: url(size.width, 'webp') })),
      ...sizes.map(size => ({ type: 'image/jpeg' as const, ...size, url: url(size.width, 'jpg') })),
    ],
  }
}

/** The name is part of the URL, because equal files share one stored object. */
export const documentOf = (
  id: string,
  { key, name, bytes }: { readonly key: string; readonly name: string; readonly bytes: number },
  address: string,
): Document => ({
  id,
  name,
  bytes,
  url: `${address}/${key}/${DOCUMENT_NAME}?name=${encodeURIComponent(name)}`,
})
