import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { namesOf } from '../../shared/fields/field.ts'
import { type Scheme, tintColours } from '../../shared/tints.ts'
import { TEINTES } from '../../shared/words/places.ts'
import { readTypeface, type Typeface } from '../kernel/http/typeface.ts'

/** The style of the pages, read once at the start. It stands within each page: no second request before the first paint. */

/** In the order of the cascade. */
const FILES = ['base', 'frame', 'front', 'lists', 'reading', 'forms', 'sheet', 'panel', 'last']
interface Style extends Omit<Typeface, 'faces'> {
  readonly css: string
  /** As it stands in every page. */
  readonly element: Buffer
  /** Its source in the page's policy. */
  readonly source: string
}

export function readStyle(): Style {
  const { faces, ...typeface } = readTypeface(ASSETS_PATH)
  const [base, ...others] = FILES.map(name =>
    packed(readFileSync(join(import.meta.dirname, 'style', `${name}.css`), 'utf8')),
  )
  const dark = `@media(prefers-color-scheme:dark){${tints('dark')}}`
  const css = [faces, base, tints('light'), dark, ...others].join('')
  return {
    css,
    element: Buffer.from(`<style>${css}</style>`),
    source: `'sha256-${hash('sha256', css, 'base64')}'`,
    ...typeface,
  }
}

export const ASSETS_PATH = '/place/-/'

/** `html` has the name of its tint. On paper everything is black: see last.css. */
const tints = (scheme: Scheme): string =>
  namesOf(TEINTES)
    .filter(name => name !== 'ardoise')
    .map(name => {
      const colours = Object.entries(tintColours(name)[scheme]).map(([of, hex]) => `--${of}:${hex}`)
      return `[data-teinte=${name}]{${colours.join(';')}}`
    })
    .join('')

/** Without comments and the blanks that only people need. */
const packed = (css: string) =>
  css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
    .replaceAll(/([\w-]): /g, '$1:')
    .replaceAll(';}', '}')
    .trim()
