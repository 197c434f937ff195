/**
 * `npm test`: every test. `npm test -- src/communes start-stop --test-name-pattern=kill`: the files whose path has one of
 * these words in it, with whatever option of Node's runner. Plain JavaScript, because it runs before the launcher.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

const given = process.argv.slice(2)
const options = given.filter(word => word.startsWith('-'))
const words = given.filter(word => !word.startsWith('-')).map(word => relative('.', resolve(word)))

const all = ['test', 'src', 'backoffice'].flatMap(folder =>
  readdirSync(folder, { recursive: true })
    .map(name => join(folder, name))
    .filter(path => path.endsWith('.test.ts'))
    .sort(),
)
const nothing = words.find(word => !all.some(path => path.includes(word)))
if (nothing !== undefined) {
  process.stderr.write(`No test file has "${nothing}" in its path. Options are written --name=value.\n`)
  process.exit(1)
}
const files = all.filter(path => words.length === 0 || words.some(word => path.includes(word)))

/** A process is a second of work before its first test: files share one, as few as leave nobody without work at the end. */
const MOST_TOGETHER = 8
/** What a file says when others must not run in its process. */
const APART = /^\/\/ A process of its own: .+/m

/** These share a browser as well, and each takes as long as several others. */
const MOST_IN_A_BROWSER = 4
const BROWSER = /^import .*\bvisit\b.* from '.*\/visit\.ts'/m

const textOf = new Map(all.map(path => [path, readFileSync(path, 'utf8')]))
const isApart = path => APART.test(textOf.get(path))
const inBrowser = path => BROWSER.test(textOf.get(path))

function groupsOf(paths) {
  const sharing = paths.filter(path => !isApart(path))
  return [
    ...dealt(sharing.filter(inBrowser), MOST_IN_A_BROWSER),
    ...dealt(
      sharing.filter(path => !inBrowser(path)),
      MOST_TOGETHER,
    ),
  ]
}

/** Neighbours are alike, and some folders take ten times as long as others: each group has some of everything. */
function dealt(paths, most) {
  const count = Math.ceil(paths.length / most)
  const groups = Array.from({ length: count }, (_, nth) => paths.filter((_, at) => at % count === nth))
  return groups.filter(group => group.length > 1)
}

// An option may choose among the tests of a file, or look into its process: then each file has its own.
const groups = options.length > 0 ? [] : groupsOf(files)
const behind = new Set(groups.flatMap(([, ...others]) => others))
process.env.PARVIS_TEST_GROUPS = JSON.stringify(groups)

process.argv.splice(
  2,
  given.length,
  '--import=./test/whose-test.mjs',
  '--import=./test/together.mjs',
  '--test',
  '--test-concurrency=4',
  '--test-timeout=180000',
  '--test-global-setup=test/global-setup.ts',
  ...options,
  // The runner sorts them: by their whole path the long ones come first, so that none is alone at the end.
  ...files
    .filter(path => !behind.has(path))
    .map(path => (isApart(path) || inBrowser(path) ? resolve(path) : path)),
)
await import('../launch.mjs')
