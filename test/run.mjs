/**
 * `npm test`: every test. `npm test -- src/communes start-stop --test-name-pattern=kill`: the files whose path has one of
 * these words in it, with whatever option of Node's runner. Plain JavaScript, because it runs before the launcher.
 */
import { readdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

const given = process.argv.slice(2)
const options = given.filter(word => word.startsWith('-'))
const words = given.filter(word => !word.startsWith('-')).map(word => relative('.', resolve(word)))

/** What starts whole services takes longest, and begins first. */
const all = ['test', 'src'].flatMap(folder =>
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

process.argv.splice(
  2,
  given.length,
  '--test',
  '--test-concurrency=3',
  '--test-timeout=180000',
  '--test-global-setup=test/global-setup.ts',
  ...options,
  ...files,
)
await import('../launch.mjs')
