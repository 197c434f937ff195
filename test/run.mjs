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

/** A process is two seconds of work before its first test: files share one, as many as end well within the time limit. */
const MOST_TOGETHER = 10
/** What a file says when others must not run in its process. */
const APART = /^\/\/ A process of its own: .+/m

function groupsOf(paths) {
  const sharing = paths.filter(path => !APART.test(readFileSync(path, 'utf8')))
  const count = Math.ceil(sharing.length / MOST_TOGETHER)
  // Neighbours are alike, and some folders take ten times as long as others: each group has some of everything.
  const groups = Array.from({ length: count }, (_, nth) => sharing.filter((_, at) => at % count === nth))
  return groups.filter(group => group.length > 1)
}

// An option may choose among the tests of a file, or look into its process: then each file has its own.
const groups = options.length > 0 ? [] : groupsOf(files)
const behind = new Set(groups.flatMap(([, ...others]) => others))
process.env.PARVIS_TEST_GROUPS = JSON.stringify(groups)

process.argv.splice(
  2,
  given.length,
  '--import=./test/together.mjs',
  '--test',
  '--test-concurrency=4',
  '--test-timeout=180000',
  '--test-global-setup=test/global-setup.ts',
  ...options,
  ...files.filter(path => !behind.has(path)),
)
await import('../launch.mjs')
