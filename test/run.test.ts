/** Which files `npm test` hands to Node's runner. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const FILES = [
  'test/app.ts',
  'test/start.test.ts',
  'src/communes/admin.test.ts',
  'src/communes/admin.ts',
  'src/communes/rules/dates.test.ts',
  'src/payments/admin.test.ts',
]
const folder = fs.mkdtempSync(join(tmpdir(), 'parvis-run-'))
after(() => fs.rmSync(folder, { recursive: true }))
for (const file of FILES) {
  fs.mkdirSync(join(folder, file, '..'), { recursive: true })
  fs.writeFileSync(join(folder, file), '')
}
fs.copyFileSync(fileURLToPath(new URL('run.mjs', import.meta.url)), join(folder, 'test', 'run.mjs'))
fs.writeFileSync(join(folder, 'launch.mjs'), "console.log(process.argv.slice(2).join('\\n'))")

function run(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['test/run.mjs', ...words], {
    cwd: folder,
    encoding: 'utf8',
  })
  const given = stdout.split('\n')
  return { status, stderr, given, files: given.filter(word => word.endsWith('.ts') && !word.startsWith('-')) }
}

const CHOICES: readonly [string, readonly string[], readonly string[]][] = [
  ['everything, when nothing is named,', [], FILES.filter(file => file.endsWith('.test.ts'))],
  ['one file', ['src/communes/admin.test.ts'], ['src/communes/admin.test.ts']],
  ['one file as a shell completes it', ['./src/communes/admin.test.ts'], ['src/communes/admin.test.ts']],
  ['one file by its whole path', [join(folder, 'test/start.test.ts')], ['test/start.test.ts']],
  [
    'several files',
    ['src/payments/admin.test.ts', 'test/start.test.ts'],
    ['test/start.test.ts', 'src/payments/admin.test.ts'],
  ],
  ['a folder', ['src/communes/'], ['src/communes/admin.test.ts', 'src/communes/rules/dates.test.ts']],
  ['a part of a name', ['admin'], ['src/communes/admin.test.ts', 'src/payments/admin.test.ts']],
]
for (const [name, words, files] of CHOICES)
  test(`${name} is what runs`, () => assert.deepEqual(run(...words).files, files))

test('options go to the runner, and what is given last counts', () => {
  const { given, files } = run('start', '--test-name-pattern=npm', '--test-concurrency=1')
  assert.deepEqual(files, ['test/start.test.ts'])
  assert.ok(given.includes('--test-name-pattern=npm'))
  assert.ok(given.indexOf('--test-concurrency=1') > given.indexOf('--test-concurrency=3'))
})

test('a word that names nothing is said, and nothing runs', () => {
  const { status, stderr, files } = run('src/communes/amdin.test.ts')
  assert.deepEqual([status, files], [1, []])
  assert.match(stderr, /^No test file has "src\/communes\/amdin\.test\.ts" in its path\..*\n$/)
})
