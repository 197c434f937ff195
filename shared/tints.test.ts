import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { namesOf } from './fields/field.ts'
import { type Scheme, tintColours } from './tints.ts'
import { TEINTES } from './words/places.ts'

const base = readFileSync(join(import.meta.dirname, '../src/place/style/base.css'), 'utf8')
const [light = '', dark = ''] = base.split('prefers-color-scheme: dark')
const inBase = (scheme: Scheme, name: string) => {
  const hex = new RegExp(`--${name}: (#[0-9a-f]+)`).exec(scheme === 'light' ? light : dark)?.[1] ?? ''
  return hex.length === 4 ? hex.replaceAll(/[0-9a-f]/g, sign => sign + sign) : hex
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map(at => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

test('every tint is read on page, surface, sunken and its own background, in both schemes', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21)
  for (const teinte of namesOf(TEINTES))
    for (const scheme of ['light', 'dark'] as const) {
      const { accent, press, on, tint } = tintColours(teinte)[scheme]
      const grounds = [...['page', 'surface', 'sunken'].map(name => inBase(scheme, name)), tint]
      const pairs = [
        ...grounds.flatMap(ground => [accent, press].map(text => [text, ground] as const)),
        ...[accent, press].map(ground => [on, ground] as const),
        [inBase(scheme, 'text'), tint] as const,
      ]
      for (const [text, ground] of pairs)
        assert.ok(contrast(text, ground) >= 4.5, `${teinte}, ${scheme}: ${text} on ${ground}`)
    }
})

test('the default tint is the one of the style', () => {
  for (const scheme of ['light', 'dark'] as const)
    for (const [name, hex] of Object.entries(tintColours('ardoise')[scheme]))
      assert.equal(hex, inBase(scheme, name), `${scheme} ${name}`)
})
