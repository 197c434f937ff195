/**
 * `npm test`: every test but those of a release. `npm test -- --left-out`: those, and the browser tests in the second browser.
 * `npm test -- --all`: everything. `npm test -- src/territory/communes start-stop --test-name-pattern=kill`: the files whose path has one
 * of these words in it, with whatever option of Node's runner. `npm test -- --changed`: the files that the changed files reach.
 * Plain JavaScript, because it runs before the launcher.
 */
import { accessSync, constants, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { changedFiles, testsReachedBy } from './changed.mjs'

const given = process.argv.slice(2)
const changed = given.find(word => /^--changed(=|$)/.test(word))
const [isAll, isLeftOut] = ['--all', '--left-out'].map(word => given.includes(word))
const options = given.filter(word => word.startsWith('-') && !/^--(all|left-out|changed(=.*)?)$/.test(word))
const words = given.filter(word => !word.startsWith('-')).map(word => relative('.', resolve(word)))

const all = ['test', 'src', 'shared', 'backoffice'].flatMap(folder =>
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
/** The comment of a file that `npm test` leaves to `.ci/run`: it takes long, and says what a release must hold. */
const RELEASE = /^\/\/ Of a release: .+/m
/** The comment of a file that needs a process of its own. */
const APART = /^\/\/ A process of its own: .+/m
/** The comment of a slow file: started last, it would lengthen the run. */
const FIRST = /^\/\/ Begun first: .+/m
const BROWSER = /^import .*\bvisit\b.* from '.*\/visit\.ts'/m
/** The comment of a file that need not run in the second browser. */
const ONE = /^\/\/ In one browser: .+/m

const textOf = new Map(all.map(path => [path, readFileSync(path, 'utf8')]))
const says = what => path => what.test(textOf.get(path))
const isApart = says(APART)
const isOfRelease = says(RELEASE)
const inBrowser = says(BROWSER)

/** The leaders of processes with a named browser, and what their files are called. */
const PACKAGED = { leader: 'test/browser/with-packaged.ts', name: '(packaged Chromium)' }
const OWN = { leader: 'test/browser/with-own.ts', name: '(Chromium of this machine)' }
const browsers = !hasBoth() ? [] : isAll ? [PACKAGED, OWN] : isLeftOut ? [OWN] : []
// The packaged one takes a third less. The machine’s own is the second.
if (hasBoth() && !isAll && !isLeftOut) process.env.PARVIS_TEST_BROWSER = 'packaged'
function hasBoth() {
  if (process.env.PARVIS_CHROMIUM || process.platform !== 'linux' || process.arch !== 'x64') return false
  const places = JSON.parse(readFileSync('test/browser/places.json', 'utf8'))
  return places.some(place => {
    try {
      accessSync(place, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

const changes = changed ? changedFiles(changed.split('=')[1]) : []
const isWanted = path => {
  if (words.length > 0) return words.some(word => path.includes(word))
  if (isAll) return true
  if (isLeftOut) return isOfRelease(path) || (browsers.length > 0 && inBrowser(path) && !says(ONE)(path))
  return !isOfRelease(path) || changes.includes(path)
}
const named = all.filter(isWanted)
const files = changed ? testsReachedBy(changes, named) : named
if (changed) {
  process.stderr.write(`${files.length} of ${all.length} test files: ${files.join(' ') || 'none'}\n`)
  if (files.length === 0) process.exit()
}

/** Concurrent processes: each waits half of its time, so that these fill two cores. With more, tests wait for one another. */
const AT_ONCE = isLeftOut ? 3 : 4
/** How many of these take shared files. Of a release, one file with a process of its own runs beside them. */
const SHARING = isLeftOut ? 2 : AT_ONCE
/** How many of these drive a browser. */
const BROWSERS = isLeftOut ? 1 : 2

/**
 * Starting a process takes two seconds, and each further file in it runs faster. Files that may share a process are run by a
 * few: each starts with its own file, then takes the next free one (`together.mjs`). Processes with a browser take the
 * remaining files when the browser files are done.
 */
function queuesOf(paths) {
  const sharing = paths.filter(path => !isApart(path))
  const ordered = [...sharing.filter(says(FIRST)), ...sharing.filter(path => !says(FIRST)(path))]
  const [visits, others] = [ordered.filter(inBrowser), ordered.filter(path => !inBrowser(path))]
  const led = (leaders, most) => leaders.slice(0, Math.min(most, Math.ceil(leaders.length / 3)))
  const chosen = visits.length > 0 ? browsers : []
  const first = chosen.length > 0 ? chosen.map(({ leader }) => leader) : led(visits, BROWSERS)
  const second = led(others, SHARING - first.length)
  const free = (files, leaders) => files.filter(path => !leaders.includes(path))
  const left = free(others, second)
  const inBrowsers =
    chosen.length > 0
      ? chosen.map(({ leader, name }) => ({
          leaders: [leader],
          files: [
            ...visits.filter(path => !says(ONE)(path)).map(path => `${path} ${name}`),
            ...visits.filter(says(ONE)).map(path => `${path} ${PACKAGED.name}`),
            ...left,
          ],
        }))
      : [{ leaders: first, files: [...free(visits, first), ...left] }]
  return [...inBrowsers, { leaders: second, files: left }].filter(
    ({ leaders, files }) => leaders.length > 0 && files.length > 0,
  )
}

// An option may choose among the tests of a file, or look into its process: then each file has its own.
const queues = options.length > 0 ? [] : queuesOf(files)
const taken = new Set(queues.flatMap(queue => queue.files.map(file => file.split(' ')[0])))
const leading = browsers
  .map(({ leader }) => leader)
  .filter(leader => queues.some(queue => queue.leaders.includes(leader)))
process.env.PARVIS_TEST_QUEUES = JSON.stringify(queues)

process.argv.splice(
  2,
  given.length,
  // Responses become garbage immediately: collect rarely, with few threads, as other processes use the cores.
  '--min-semi-space-size=16',
  '--max-semi-space-size=16',
  '--v8-pool-size=1',
  '--import=./test/whose-test.mjs',
  '--import=./test/together.mjs',
  '--test',
  `--test-concurrency=${AT_ONCE}`,
  // Twelve times what the longest takes on a quiet machine: ends what hangs, and nothing that is slow.
  '--test-timeout=1200000',
  '--test-global-setup=test/global-setup.ts',
  ...options,
  ...leading.map(path => resolve(path)),
  // The runner sorts them: by their whole path the long ones come first, so that none is alone at the end. Of a release the
  // longest are the processes that share files.
  ...files
    .filter(path => !taken.has(path))
    .map(path => ((isLeftOut ? !isApart(path) : isApart(path) || inBrowser(path)) ? resolve(path) : path)),
)
await import('../launch.mjs')
