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
const wearers = (sheet: string) =>
  files
    .filter(path => path.endsWith('.tsx'))
    .map(path => ({ path, text: read(path) }))
    .filter(({ path, text }) =>
      [...text.matchAll(/from '(\.[^']+\.module\.css)'/g)].some(
        ([, worn = '']) => join(dirname(path), worn) === sheet,
      ),
    )
    .map(({ text }) => text)
const declared = (path: string) =>
  new Set(
    [
      ...read(path)
        .replaceAll(/\/\*[\s\S]*?\*\/|url\("[^"]*"\)|from "[^"]*"/g, '')
        .matchAll(/\.([a-z][\w]*)/gi),
    ].map(([, name = '']) => name),
  )

test('every used class is declared, and every declared class is used', () => {
  const sheets = files.filter(path => path.endsWith('.module.css'))
  assert.ok(sheets.length > 10)
  for (const sheet of sheets) {
    const [names, known] = [worn.get(sheet) ?? new Set<string>(), declared(sheet)]
    for (const name of names) if (name !== '*') assert.ok(known.has(name), `${sheet} has no .${name}`)
    for (const name of known) {
      // A file that wears `css[tone]` names the tones.
      const isNamed = names.has('*') && wearers(sheet).some(text => new RegExp(`\\b${name}\\b`).test(text))
      assert.ok(names.has(name) || isNamed, `nobody wears .${name} of ${sheet}`)
    }
  }
})

test('every class of all screens is declared in base.css, and every one of those is worn', () => {
  const known = new Set(
    [...read('kit/ui/base.css').matchAll(/^\.([a-z][\w-]*)(?::\w+)? \{/gm)].map(([, name = '']) => name),
  )
  const screens = files.filter(path => path.endsWith('.tsx')).map(read)
  const alone = screens.flatMap(text => [...text.matchAll(/(?:className=|outcomeLine\()["']([^"']+)["']/g)])
  const beside = screens.flatMap(text => [...text.matchAll(/className=\{`([^`]+)`/g)])
  const written = [...alone, ...beside].flatMap(([, names = '']) =>
    names
      .replaceAll(/\$\{[^}]*\}/g, ' ')
      .split(' ')
      .filter(name => name !== ''),
  )
  assert.ok(alone.length > 100 && beside.length > 100)
  for (const name of written) assert.ok(known.has(name), `base.css has no .${name}`)
  const everything = files
    .filter(path => /\.(tsx|module\.css)$/.test(path))
    .map(read)
    .join('\n')
  for (const name of known)
    assert.ok(new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(everything), `nobody wears .${name}`)
})

/** The rules of a sheet outside `@media`, each with its declarations. */
const rulesOf = (path: string) =>
  [
    ...read(path)
      .replaceAll(/\/\*[\s\S]*?\*\//g, '')
      .replaceAll(/@media[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}/g, '')
      .matchAll(/([^{};]+?)\s*\{([^{}]+)\}/g),
  ].map(([, selector = '', body = '']) => ({
    selectors: selector.split(',').map(one => one.trim()),
    body: body
      .split(';')
      .map(line => line.replaceAll(/\s+/g, ' ').trim())
      .filter(line => line !== '')
      .toSorted(),
  }))
const isClass = ({ selectors }: { readonly selectors: readonly string[] }) =>
  selectors.every(one => /^\.[\w-]+$/.test(one))
const modules = files.filter(path => path.endsWith('.module.css'))
const ruled = modules.flatMap(path => rulesOf(path).map(rule => ({ path, ...rule })))

test('no class says only what classes of base.css say: those are worn instead', () => {
  const primitives = rulesOf('kit/ui/base.css').filter(isClass)
  assert.ok(primitives.length > 20 && ruled.length > 500, `${primitives.length}, ${ruled.length}`)
  const found = ruled.filter(isClass).filter(({ body }) => {
    const said = primitives.filter(one => one.body.every(line => body.includes(line)))
    return body.every(line => said.some(one => one.body.includes(line)))
  })
  assert.deepEqual(
    found.map(({ path, selectors }) => `${path} ${selectors}`),
    [],
  )
})

/** `markdown.module.css` and `.rich` give lists their marks back. */
const RESET_TAG = /[ >](p|blockquote|ul|ol|dl|dd|figure|fieldset|legend|h[1-4])$/
const RESET = ['margin: 0', 'padding: 0', 'border: 0', 'list-style: none']
test('no rule resets again what base.css resets', () => {
  const found = ruled
    .filter(({ selectors }) => selectors.every(one => RESET_TAG.test(one)))
    .flatMap(({ path, selectors, body }) =>
      body.filter(line => RESET.includes(line)).map(line => `${path} ${selectors}: ${line}`),
    )
  assert.deepEqual(found, [])
})

/** Rules of two declarations or more whose body stands elsewhere too. This number only shrinks. */
const REPEATED = 38
test('few rules repeat the body of another', () => {
  const long = ruled.filter(({ body }) => body.length > 1)
  const places = Map.groupBy(long, ({ body }) => body.join('; '))
  const repeated = [...places].filter(([, rules]) => rules.length > 1)
  const told = repeated.map(
    ([body, rules]) => `${body}: ${rules.map(({ path, selectors }) => `${path} ${selectors}`).join(', ')}`,
  )
  const count = repeated.flatMap(([, rules]) => rules).length
  assert.ok(count <= REPEATED, `${count} rules:\n${told.join('\n')}`)
})
