import type { Teinte } from './words/places.ts'

/**
 * The colours of each tint. A tint is a hue: lightness and chroma are the same for all, so that every one can be read on
 * every background (tints.test.ts measures them). As hex, for browsers that do not know `oklch()`.
 */

interface TintColours {
  readonly accent: string
  /** Links and buttons while hovered. */
  readonly press: string
  /** Text on the accent. */
  readonly on: string
  /** A background. */
  readonly tint: string
}

const HUES: Readonly<Record<Exclude<Teinte, 'ardoise'>, number>> = {
  brique: 32,
  ocre: 70,
  sapin: 155,
  lagune: 200,
  glycine: 300,
  prune: 335,
  cerise: 10,
}

/** The default, which `place/style/base.css` holds as well. */
const ARDOISE = {
  light: { accent: '#28508a', press: '#1f406f', on: '#ffffff', tint: '#e6edf6' },
  dark: { accent: '#9cbdee', press: '#b7d0f5', on: '#0f1f38', tint: '#1e2c42' },
} as const

export type Scheme = 'light' | 'dark'

export function tintColours(teinte: Teinte): Readonly<Record<Scheme, TintColours>> {
  if (teinte === 'ardoise') return ARDOISE
  const hue = HUES[teinte]
  return {
    light: {
      accent: hexOf(0.43, 0.1, hue),
      press: hexOf(0.36, 0.09, hue),
      on: '#ffffff',
      tint: hexOf(0.945, 0.018, hue),
    },
    dark: {
      accent: hexOf(0.8, 0.075, hue),
      press: hexOf(0.86, 0.06, hue),
      on: hexOf(0.23, 0.04, hue),
      tint: hexOf(0.29, 0.03, hue),
    },
  }
}

/** The OKLCH colour in sRGB, with less chroma where sRGB does not reach it. */
function hexOf(lightness: number, chroma: number, hue: number): string {
  const linear = linearOf(lightness, chroma, (hue * Math.PI) / 180)
  const isShown = linear.every(part => part >= -0.0005 && part <= 1.0005)
  if (!isShown && chroma > 0) return hexOf(lightness, chroma - 0.004, hue)
  return `#${linear.map(byteOf).join('')}`
}

/** https://bottosson.github.io/posts/oklab/ */
function linearOf(lightness: number, chroma: number, angle: number): readonly number[] {
  const a = chroma * Math.cos(angle)
  const b = chroma * Math.sin(angle)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

function byteOf(linear: number): string {
  const part = Math.min(1, Math.max(0, linear))
  const encoded = part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0')
}
