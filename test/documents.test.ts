import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { commands } from '../src/commands.ts'
import { readConfig } from '../src/kernel/settings/config.ts'
import { signInRoutes } from '../src/routes.ts'

/** Everything that the documents name exists: files, links, headings, tests, settings. */
const ROOT = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT })
const files = globSync('{*,{.ci,backoffice,bench,db,deploy,docs,packages,shared,src,test}/**/*}', {
  cwd: ROOT,
})
const withoutCode = (text: string) => text.replaceAll(/^```[\s\S]*?^```$/gm, '')
const withoutSpans = (text: string) => withoutCode(text).replaceAll(/`[^`\n]*`/g, '')

/** Named but missing: files that the reader is told to create. */
const TO_BE_MADE: Readonly<Record<string, RegExp>> = {
  'CONTRIBUTING.md': /^(?:src\/territory|backoffice\/office)\/marches\/|old-slugs|^db\/migrations\/00NN_/,
}

const isThere = (name: string) => files.some(file => file === name || file.endsWith(`/${name}`))

test('every file that a document names exists', () => {
  assert.ok(pages.length > 20, 'pages are found')
  const missing = pages.flatMap(page =>
    read(page)
      .matchAll(/(?<![\w/.@-])(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.(?:ts|mjs|sql)(?![\w/])/g)
      .map(([name]) => name)
      .filter(name => !isThere(name) && !TO_BE_MADE[page]?.test(name))
      .map(name => `${page}: ${name}`)
      .toArray(),
  )
  assert.deepEqual(missing, [])
})

test('every folder that a document names exists', () => {
  const missing = pages.flatMap(page =>
    withoutCode(read(page))
      .matchAll(/`((?:src|shared|packages|test|docs|db|bench)(?:\/[\w-]+)+)\/?`/g)
      .map(([, name = '']) => name)
      .filter(name => !existsSync(join(ROOT, name)) && !TO_BE_MADE[page]?.test(`${name}/`))
      .map(name => `${page}: ${name}`)
      .toArray(),
  )
  assert.deepEqual(missing, [])
})

/** GitHub's anchors for headings. */
const anchorsOf = (page: string) =>
  withoutCode(read(page))
    .matchAll(/^#+ (.+)$/gm)
    .map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    )
    .toArray()

test('every link leads to a file and a heading that exist', () => {
  const broken = pages.flatMap(page =>
    withoutSpans(read(page))
      .matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)
      .filter(([, target = '', heading]) => {
        const file = target === '' ? page : join(dirname(page), target)
        if (!existsSync(join(ROOT, file))) return true
        return heading !== undefined && !anchorsOf(file).includes(heading)
      })
      .map(([link]) => `${page}: ${link}`)
      .toArray(),
  )
  assert.deepEqual(broken, [])
})

const rowsOf = (page: string) =>
  read(page)
    .split('\n')
    .filter(line => /^\| (?!---)/.test(line))
    .map(line => line.split(/(?<!\\)\|/).map(cell => cell.trim()))

test('docs/settings.md has every setting that the service reads, and no other', () => {
  const asked = new Set<string>()
  readConfig(
    new Proxy<Record<string, string | undefined>>({}, { get: (_, name) => void asked.add(String(name)) }),
  )
  // Settings for the test suite only.
  asked.delete('PARVIS_STRICT_REPLIES')
  asked.delete('PARVIS_MAILS_AT_ONCE')
  const [, table = ''] = /## Settings\n([\s\S]*?)\n## /.exec(read('docs/settings.md')) ?? []
  const told = table
    .matchAll(/^\| ([^|]+) \|/gm)
    .flatMap(([, names = '']) => names.matchAll(/`([A-Z0-9_]+)`/g))
    .map(([, name = '']) => name)
  assert.deepEqual([...told].sort(), [...asked].sort())
})

test('docs/settings.md lists every command, and no other', () => {
  const [, list = ''] = /## Commands\n[\s\S]*?```\n([\s\S]*?)```/.exec(read('docs/settings.md')) ?? []
  const told = list
    .split('·')
    .map(words => words.replaceAll(/\s?\[?\b(FILE|SLUG)\b\]?/g, '').trim())
    .flatMap(words => {
      const [, before = '', names = ''] = /^(.*?)(\S+\|\S+)$/.exec(words) ?? ['', '', words]
      return names.split('|').map(name => before + name)
    })
  assert.deepEqual([...told].sort(), Object.keys(commands).sort())
})

test('every npm script, command and option that a document types exists', () => {
  const { scripts } = JSON.parse(read('package.json'))
  const unknown = pages.flatMap(page => {
    const text = read(page)
    const run = [...text.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, name = '']) => name)
    // A command ends where a pipe, a comment or the code does.
    const typed = [...text.matchAll(/(?<![\w/.-])parvis (?:-- )?((?:[a-z]+ ?)+)([^\n`|#;()]*)/g)].flatMap(
      ([, words = '', rest = '']) => {
        const name = Object.keys(commands).find(each => `${words.trim()} `.startsWith(`${each} `))
        const options = commands[name ?? '']?.options ?? {}
        return name
          ? [...rest.matchAll(/(?<= )--([a-z][a-z0-9-]*)/g)]
              .map(([, option = '']) => option)
              .filter(option => option !== 'help' && !Object.hasOwn(options, option))
              .map(option => `${name} --${option}`)
          : []
      },
    )
    return [...run.filter(name => !Object.hasOwn(scripts, name)), ...typed].map(name => `${page}: ${name}`)
  })
  assert.deepEqual(unknown, [])
})

test('the version is the newest release of the changelog, or a development version after it', () => {
  const headings = [...read('CHANGELOG.md').matchAll(/^## (.*)$/gm)].map(([, heading = '']) => heading)
  const [unreleased, newest = ''] = headings
  assert.equal(unreleased, 'Unreleased')
  const { version } = JSON.parse(read('package.json'))
  const [major, minor] = newest.split('.').map(Number)
  assert.ok([newest, `${major}.${Number(minor) + 1}.0-dev`].includes(version), `${version} behind ${newest}`)
  assert.equal(JSON.parse(read('package-lock.json')).version, version)
})

test('the changelog has one line an entry, in groups', () => {
  const lines = read('CHANGELOG.md').split('\n')
  const groups = lines.filter(line => line.startsWith('### ')).map(line => line.slice(4))
  assert.deepEqual(
    groups.filter(group => !['Added', 'Changed', 'Fixed', 'Security'].includes(group)),
    [],
  )
  const released = lines.slice(lines.indexOf('## Unreleased'))
  const entries = released.filter(line => line !== '' && !line.startsWith('#'))
  const inLists = entries.filter(line => line.startsWith('- '))
  assert.ok(inLists.length > 100)
  const shown = (line: string) => line.replaceAll(/\]\([^)]*\)/g, ']')
  assert.deepEqual(
    entries.filter(line => line.startsWith('  ') || shown(line).length > 120),
    [],
  )
})

/** Tables, code and links cannot be wrapped. */
const CANNOT_BE_WRAPPED = /^\s*(\||!\[|- \[|<)|\]\(|https?:/

test('lines of the documents are 100 characters long at most', () => {
  const generated = ['docs/forbidden-addresses.md', 'docs/retention.md', 'docs/rgaa.md']
  const long = pages
    .filter(page => page !== 'CHANGELOG.md' && !generated.includes(page))
    .flatMap(page =>
      withoutCode(read(page))
        .split('\n')
        .filter(line => line.length > 100 && !CANNOT_BE_WRAPPED.test(line) && !line.startsWith('    '))
        .map(line => `${page}: ${line}`),
    )
  assert.deepEqual(long, [])
})

test('each recipe of CONTRIBUTING has as many points as its heading and the table say', () => {
  const page = read('CONTRIBUTING.md')
  const recipes = page.split(/^## /m).filter(part => /^.*: \d+ files\n/.test(part))
  assert.ok(recipes.length >= 7)
  for (const recipe of recipes) {
    const [, heading = '', files = ''] = /^(.*): (\d+) files\n/.exec(recipe) ?? []
    const points = recipe.matchAll(/(?:^|\. |and )(\d+)\. (?:`|[A-Z])/gm).map(([, point]) => Number(point))
    assert.equal(Math.max(...points), Number(files), heading)
    assert.match(page, new RegExp(`\\(#[\\w-]*-${files}-files\\) .*\\*\\*${files}\\*\\*`), heading)
  }
})

test('every picture is shown by a page', () => {
  const shown = pages.map(read).join('\n')
  const pictures = globSync('docs/**/*.{png,svg}', { cwd: ROOT })
  assert.deepEqual(
    pictures.filter(file => !shown.includes(file.replace(/^docs\//, ''))),
    [],
  )
})

test('docs/signing-in.md has every limit of /auth', () => {
  const length: Readonly<Record<number, string>> = { 900: '15 minutes', 3600: 'an hour' }
  const counted = {
    address: 'client network',
    email: 'mailbox',
    'address and email': 'client network and mailbox',
  }
  const limits = signInRoutes.flatMap(row => row.posture.limit ?? [])
  const asked = limits.map(({ name, most, seconds, by }) => [
    name,
    `${most} in ${length[seconds]}`,
    counted[by],
  ])
  const told = rowsOf('docs/signing-in.md')
    .filter(cells => / in (15|an) /.test(cells[3] ?? ''))
    .map(([, , name = '', often, by = '']) => [name.replaceAll('`', ''), often, by.replace(/;.*/, '')])
  const unique = (rows: readonly (readonly (string | undefined)[])[]) =>
    [...new Set(rows.map(row => row.join(' · ')))].sort()
  assert.deepEqual(unique(told), unique(asked))
})
