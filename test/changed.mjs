/**
 * `npm test -- --changed`: the test files that the changed files reach. Changed are the files not committed yet and those
 * committed since main (on a clean main: the last commit). `--changed=REF` compares with another commit.
 *
 * A test reaches what it imports, directly or not, and what its own folder contains or imports. Almost every test starts the
 * whole service, so imports are not followed through the modules that assemble it: CI runs the rest.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** These import every feature. */
const ASSEMBLY = new Set(
  ['service', 'serve', 'routes', 'jobs', 'foundation/queues', 'commands', 'main'].map(
    name => `src/${name}.ts`,
  ),
)
/** Tests that read files instead of importing them. */
const READERS = [
  { changed: /^db\//, tests: /^test\/(schema\/|tables)|^src\/kernel\/(migrat|adopt)/ },
  { changed: /\.md$|^deploy\//, tests: /^test\/(documents|compose)/ },
  { changed: /^backoffice\/app\//, tests: /^backoffice\/test\// },
  { changed: /\.tsx?$/, tests: /^test\/imports\.test/ },
]
const FOLDERS = ['test', 'src', 'shared', 'packages', 'backoffice', 'bench', 'trials']
const IMPORT = /\b(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g

function git(...args) {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return ''
  }
}

export function changedFiles(ref) {
  const names = (...args) =>
    git(...args)
      .split('\n')
      .filter(Boolean)
  const open = [
    ...names('diff', '--name-only', 'HEAD'),
    ...names('ls-files', '--others', '--exclude-standard'),
  ]
  if (ref) return [...open, ...names('diff', '--name-only', ref)]
  const base = git('merge-base', 'HEAD', 'main')
  if (base !== git('rev-parse', 'HEAD')) return [...open, ...names('diff', '--name-only', base)]
  return open.length > 0 ? open : names('diff', '--name-only', 'HEAD~1')
}

/** For each file the files that import it. */
function importersOfFiles() {
  const importers = new Map()
  for (const folder of FOLDERS) {
    for (const name of readdirSync(folder, { recursive: true })) {
      const file = join(folder, name)
      if (!/\.(ts|tsx|mjs)$/.test(file)) continue
      for (const [, target] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
        const imported = join(dirname(file), target)
        importers.set(imported, [...(importers.get(imported) ?? []), file])
      }
    }
  }
  return file => importers.get(file) ?? []
}

/** The test files of `all` that import a changed file, directly or not. */
export function testsReachedBy(changed, all) {
  const importersOf = importersOfFiles()
  const reached = new Set(changed)
  for (const file of reached) {
    if (ASSEMBLY.has(file) && !changed.includes(file)) continue
    for (const importer of importersOf(file)) reached.add(importer)
  }
  const near = changed.flatMap(file => [file, ...importersOf(file)]).filter(file => !file.includes('.test.'))
  // A file of `src` itself has no folder of its own.
  const folders = new Set(near.filter(file => file.split('/').length > 2).map(dirname))
  const readers = READERS.filter(reader => changed.some(file => reader.changed.test(file)))
  return all.filter(
    file => reached.has(file) || folders.has(dirname(file)) || readers.some(({ tests }) => tests.test(file)),
  )
}
