import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The typeface of the pages that are rendered here. */

const FONTS = [
  {
    file: 'source-sans-3-latin-wght-normal.woff2',
    range:
      'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  },
  // Not the ʳ of “1ᵉʳ” in people's texts, which the system's font has: their pages would load 60 kB for it.
  {
    file: 'source-sans-3-latin-ext-wght-normal.woff2',
    range:
      'U+0100-0130,U+0132-0151,U+0154-02B2,U+02B4-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+1E00-1E9F,U+1EF2-1EFF',
  },
]

export interface Typeface {
  readonly faces: string
  /** The address of the font that most texts need. */
  readonly font: string
  /** By the last part of their address. */
  readonly fonts: ReadonlyMap<string, Buffer>
}

/** `path`: below which the fonts are served. Their names have a hash, so they never change. */
export function readTypeface(path: string): Typeface {
  const packages = createRequire(import.meta.url)
  const fonts = FONTS.map(({ file, range }) => {
    const bytes = readFileSync(packages.resolve(`@fontsource-variable/source-sans-3/files/${file}`))
    return { name: `${hash('sha1', bytes, 'hex').slice(0, 12)}.woff2`, range, bytes }
  })
  // `optional`: a font that comes late waits for the next page, so that no line moves.
  const faces = fonts.map(
    ({ name, range }) =>
      `@font-face{font-family:"Source Sans 3";src:url("${path}${name}") format("woff2");font-weight:200 900;font-display:optional;unicode-range:${range}}`,
  )
  return {
    faces: faces.join(''),
    font: `${path}${fonts[0]?.name}`,
    fonts: new Map(fonts.map(({ name, bytes }) => [name, bytes])),
  }
}
