import { setPriority } from 'node:os'
import sharp from 'sharp'

/**
 * A process of its own, started by `reencoder.ts`: decoders are written in C, and a picture that brings one down takes no
 * request along. It takes the bytes of one picture after the other and answers with a WebP, or with null.
 */
const LONGEST_SIDE = 960
/** 8 000 by 6 000 and some: more than a telephone takes. */
const MOST_PIXELS = 50_000_000
const MOST_SECONDS = 8
const MOST_BYTES = 600 * 1024 * 1024
const LOOK_EVERY_MS = 25
const LOWER_PRIORITY = 8

export interface Reencoded {
  readonly width: number
  readonly height: number
  readonly webp: Buffer
}

process.on('disconnect', () => process.exit(0))
try {
  setPriority(LOWER_PRIORITY)
} catch {
  // A sandbox may forbid it: the work is done all the same.
}

// Whoever calls has looked at the first bytes; a decoder for anything else (SVG, PDF, TIFF) is not to be had here at all.
const DECODERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map(name => `VipsForeignLoad${name}`)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: DECODERS })
sharp.concurrency(1)
sharp.cache(false)

process.on('message', async (bytes: Uint8Array) => {
  // The decoding is done in another thread, so that this one can look.
  const looking = setInterval(() => {
    if (process.memoryUsage.rss() > MOST_BYTES) process.exit(1)
  }, LOOK_EVERY_MS)
  const answer = await reencode(bytes).catch(() => null)
  clearInterval(looking)
  process.send?.(answer)
})

/** Turned as it was taken, in the colours of a screen, its first frame alone; nothing that was written beside it stays. */
async function reencode(bytes: Uint8Array): Promise<Reencoded> {
  const { data, info } = await sharp(bytes, {
    limitInputPixels: MOST_PIXELS,
    failOn: 'error',
    sequentialRead: true,
  })
    .timeout({ seconds: MOST_SECONDS })
    .autoOrient()
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80, effort: 2 })
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, webp: data }
}
