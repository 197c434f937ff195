import sharp, { type Sharp } from 'sharp'
import { lowerPriority } from '../kernel/threads/lower-priority.ts'
import { heightAt, largestOf, type Size, widthsOf } from './sizes.ts'

/**
 * The process started by `reencoder.ts`. Decoders are written in C, and a picture that crashes one must not take
 * requests along. Handles one picture after the other, given as bytes or a file, and returns re-encoded pictures or a
 * refusal.
 */
/** Above 8,000 × 6,000: more than telephones take. */
const MOST_PIXELS = 50_000_000
const MOST_BYTES = 600 * 1024 * 1024
const LOOK_EVERY_MS = 25

export type Source = { readonly file: string } | { readonly bytes: Uint8Array }
/** `workMs`: limit of CPU time. */
export type ReencodeRequest = Source & { readonly workMs: number }

export interface PictureSet extends Size {
  readonly widths: readonly number[]
  /** A few pixels of the picture, as a WebP. */
  readonly placeholder: Buffer
  readonly files: readonly { readonly width: number; readonly type: 'webp' | 'jpg'; readonly bytes: Buffer }[]
}
export type Refused = { readonly refused: 'unreadable' | 'too_many_points' }
export type ReencodeResult = PictureSet | Refused

process.on('disconnect', () => process.exit(0))
lowerPriority()

// The caller has checked the first bytes. Other decoders (SVG, PDF, TIFF) are blocked here.
const DECODERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map(name => `VipsForeignLoad${name}`)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: DECODERS })
sharp.concurrency(1)
sharp.cache(false)

process.on('message', async (wanted: ReencodeRequest) => {
  // Decoding runs in another thread, so this one can watch the limits.
  const before = process.cpuUsage()
  const looking = setInterval(() => {
    if (process.memoryUsage.rss() > MOST_BYTES || workedMs(before) > wanted.workMs) process.exit(1)
  }, LOOK_EVERY_MS)
  const answer = await set(wanted).catch((): Refused => ({ refused: 'unreadable' }))
  clearInterval(looking)
  process.send?.(answer)
})

/** Measures CPU time, not wall time: on a busy machine a valid picture takes long. */
function workedMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** Decodes the first frame, rotated as taken. No metadata is written to the results. */
const opened = (picture: Uint8Array | string): Sharp =>
  sharp(picture, { limitInputPixels: MOST_PIXELS, failOn: 'error', sequentialRead: true }).autoOrient()

const PLACEHOLDER_SIDE = 16

async function set(source: Source): Promise<PictureSet | Refused> {
  const picture = 'file' in source ? source.file : source.bytes
  const { autoOrient, width, height } = await sharp(picture, { limitInputPixels: false }).metadata()
  if (width * height > MOST_PIXELS) return { refused: 'too_many_points' }
  const largest = largestOf(autoOrient)
  const widths = widthsOf(largest)
  // Decoded once, in sRGB; all widths are made from these pixels.
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
    // JPEG has no transparency: without a background it would be black.
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
