import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

/** Nothing else compares the classes of the pages with those of the style: misspelt and unused ones stay unseen. */

/** The words that an expression in a class may be. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  bodyClass: ['sheet', 'embed', 'panel', 'preview', 'portal'],
  kind: ['thumb', 'big'],
  size: ['dense', 'single'],
  'shown.length': Array.from({ length: 12 }, (_, at) => `${at + 1}`),
  seconds: ['5', '8', '10', '12', '15', '20', '30', '60'],
}
/** Classes of the document itself, which have no rule. */
const WITHOUT_RULES = ['portal']

const files = (ending: string) =>
  readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith(ending) && !path.endsWith('.test.ts'))
    .map(path => readFileSync(join(import.meta.dirname, path), 'utf8'))

/** `day${isOver && ' off'}`: day, off. */
function classesOf(attribute: string): string[] {
  const fixed = attribute.replaceAll(EXPRESSION, (_, before: string, inner: string) =>
    VALUES[inner] ? ' ' : `${before} `,
  )
  return [fixed, ...valuesIn(attribute)].flatMap(text => text.split(/\s+/))
}
const EXPRESSION = /([\w-]*)\$\{([^}]*)\}/g
function valuesIn(attribute: string): string[] {
  return [...attribute.matchAll(EXPRESSION)].flatMap(([, before = '', inner = '']) => {
    const values = VALUES[inner]
    if (values) return values.map(value => before + value)
    return [...inner.matchAll(/'([^']*)'/g)].map(([, text = '']) => text)
  })
}

test('every class of the pages has a rule, and every class of the rules is on a page', () => {
  const worn = new Set(
    files('.ts')
      .flatMap(text => [...text.matchAll(/class="((?:[^"$]|\$\{[^}]*\})*)"/g)])
      .flatMap(([, attribute = '']) => classesOf(attribute))
      .filter(Boolean),
  )
  const ruled = new Set(
    files('.css')
      .map(text => text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/\{[^{}]*\}/g, '{}'))
      .flatMap(text => [...text.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name)),
  )
  assert.ok(ruled.size > 50, `${ruled.size} classes`)
  assert.deepEqual(
    {
      withoutRule: [...worn].filter(name => !ruled.has(name) && !WITHOUT_RULES.includes(name)),
      unused: [...ruled].filter(name => !worn.has(name)),
    },
    { withoutRule: [], unused: [] },
  )
})
