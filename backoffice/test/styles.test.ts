import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

/** The compiler does not check class names: finds misspelt and unused ones. */
const ROOT = join(import.meta.dirname, '..')
const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter(
  path => !path.startsWith('.built'),
)
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const worn = new Map<string, Set<string>>()
for (const path of files.filter(path => path.endsWith('.tsx'))) {
  const text = read(path)
  for (const [, local = '', sheet = ''] of text.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)) {
    const target = join(dirname(path), sheet)
    const names = worn.get(target) ?? new Set()
    worn.set(target, names)
    const used = text.replaceAll(/from '[^']+'/g, '')
    for (const [, name = ''] of used.matchAll(new RegExp(`\\b${local}\\.(\\w+)`, 'g'))) names.add(name)
    // `css[tone]` may be any class.
    if (new RegExp(`\\b${local}\\[`).test(text)) names.add('*')
  }
}
const declared = (path: string) =>
  new Set(
    [
      ...read(path)
        .replaceAll(/\/\*[\s\S]*?\*\//g, '')
        .matchAll(/\.([a-z][\w]*)/gi),
    ].map(([, name = '']) => name),
  )

test('every used class is declared, and every declared class is used', () => {
  const sheets = files.filter(path => path.endsWith('.module.css'))
  assert.ok(sheets.length > 10)
  for (const sheet of sheets) {
    const [names, known] = [worn.get(sheet) ?? new Set<string>(), declared(sheet)]
    for (const name of names) if (name !== '*') assert.ok(known.has(name), `${sheet} has no .${name}`)
    if (!names.has('*'))
      for (const name of known) assert.ok(names.has(name), `nobody wears .${name} of ${sheet}`)
  }
})

test('every class of all screens is declared in base.css, and every one of those is worn', () => {
  const known = new Set(
    [...read('kit/ui/base.css').matchAll(/^\.([a-z][\w-]*) \{/gm)].map(([, name = '']) => name),
  )
  const written = files
    .filter(path => path.endsWith('.tsx'))
    .flatMap(path => [...read(path).matchAll(/(?:className=|outcomeLine\()["']([^"']+)["']/g)])
    .flatMap(([, names = '']) => names.split(' '))
  assert.ok(written.length > 100)
  for (const name of written) assert.ok(known.has(name), `base.css has no .${name}`)
  const everything = files
    .filter(path => /\.(tsx|module\.css)$/.test(path))
    .map(read)
    .join('\n')
  for (const name of known)
    assert.ok(new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(everything), `nobody wears .${name}`)
})
