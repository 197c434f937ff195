import sharp, { type Sharp } from 'sharp'
import { lowerPriority } from '../kernel/lower-priority.ts'
import { heightAt, largestOf, type Size, widthsOf } from './sizes.ts'

/**
 * A process of its own, started by `reencoder.ts`: decoders are written in C, and a picture that brings one down takes no
 * request along. It takes one picture after the other, as bytes or as a file, and answers with pictures of ours, or
 * with why there are none.
 */
/** 8 000 by 6 000 and some: more than a telephone takes. */
export const MOST_PIXELS = 50_000_000
const MOST_BYTES = 600 * 1024 * 1024
const LOOK_EVERY_MS = 25

export type Source = { readonly file: string } | { readonly bytes: Uint8Array }
/** `workMs`: its limit of processor time. */
export type ReencodeRequest = Source & { readonly workMs: number }

export interface PictureSet extends Size {
  readonly widths: readonly number[]
  /** A few points of it, as a WebP. */
  readonly placeholder: Buffer
  readonly files: readonly { readonly width: number; readonly type: 'webp' | 'jpg'; readonly bytes: Buffer }[]
}
export type Refused = { readonly refused: 'unreadable' | 'too_many_points' }
export type ReencodeResult = PictureSet | Refused

process.on('disconnect', () => process.exit(0))
lowerPriority()

// Whoever calls has looked at the first bytes; a decoder for anything else (SVG, PDF, TIFF) is not to be had here at all.
const DECODERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map(name => `VipsForeignLoad${name}`)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: DECODERS })
sharp.concurrency(1)
sharp.cache(false)

process.on('message', async (wanted: ReencodeRequest) => {
  // The decoding is done in another thread, so that this one can look.
  const before = process.cpuUsage()
  const looking = setInterval(() => {
    if (process.memoryUsage.rss() > MOST_BYTES || workedMs(before) > wanted.workMs) process.exit(1)
  }, LOOK_EVERY_MS)
  const answer = await set(wanted).catch((): Refused => ({ refused: 'unreadable' }))
  clearInterval(looking)
  process.send?.(answer)
})

/** Not by the clock: on a machine that has other work an honest picture takes long, and is none the worse. */
function workedMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** Its first frame alone, turned as it was taken. Nothing that was written beside a picture comes out of here. */
const opened = (picture: Uint8Array | string): Sharp =>
  sharp(picture, { limitInputPixels: MOST_PIXELS, failOn: 'error', sequentialRead: true }).autoOrient()

const PLACEHOLDER_SIDE = 16

async function set(source: Source): Promise<PictureSet | Refused> {
  const picture = 'file' in source ? source.file : source.bytes
  const { autoOrient, width, height } = await sharp(picture, { limitInputPixels: false }).metadata()
  if (width * height > MOST_PIXELS) return { refused: 'too_many_points' }
  const largest = largestOf(autoOrient)
  const widths = widthsOf(largest)
  // Decoded once, into the colours of a screen: the widths are made of these points.
  const { data, info } = await opened(picture)
    .resize({ ...largest, fit: 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const points = () => sharp(data, { raw: { ...largest, channels: info.channels } })
  const files = []
  for (const width of widths) {
    const sized = points().resize({ width, height: heightAt(width, largest), fit: 'fill' })
    files.push({
      width,
      type: 'webp' as const,
      bytes: await sized.clone().webp({ quality: 78, effort: 2 }).toBuffer(),
    })
    // What is transparent would be black.
    const onPaper = sized.clone().flatten({ background: '#fff' })
    files.push({
      width,
      type: 'jpg' as const,
      bytes: await onPaper.jpeg({ quality: 78, progressive: true }).toBuffer(),
    })
  }
  const placeholder = await points()
    .resize({ width: PLACEHOLDER_SIDE, height: PLACEHOLDER_SIDE, fit: 'inside' })
    .webp({ quality: 30, effort: 0 })
    .toBuffer()
  return { ...largest, widths, placeholder, files }
}
