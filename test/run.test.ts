/** Which files `npm test` passes to Node's runner, and which share a process. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { FileQueue } from './file-queues.ts'

const FILES = [
  'backoffice/desk/desk.test.ts',
  'backoffice/words/list.test.ts',
  'backoffice/words/words.test.ts',
  'shared/shapes.ts',
  'test/app.ts',
  'test/start.test.ts',
  'src/alone.test.ts',
  'src/communes/admin.test.ts',
  'src/communes/admin.ts',
  'src/communes/rules/dates.test.ts',
  'src/payments/admin.test.ts',
]
const OF_RELEASE = 'test/upgrade.test.ts'
const TESTS = [...FILES.filter(file => file.endsWith('.test.ts')), OF_RELEASE].sort()
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const folder = fs.mkdtempSync(join(tmpdir(), 'parvis-run-'))
after(() => fs.rmSync(folder, { recursive: true }))
for (const file of [...FILES, OF_RELEASE]) {
  fs.mkdirSync(join(folder, file, '..'), { recursive: true })
  fs.writeFileSync(join(folder, file), '')
}
const write = (file: string, text: string) => fs.writeFileSync(join(folder, file), text)
write(OF_RELEASE, '// Of a release: it takes minutes.\n// A process of its own: it kills what it starts.\n')
write('src/alone.test.ts', '// A process of its own: it is told so here.\n')
write('src/communes/rules/dates.test.ts', '// Begun first: it takes a minute.\n')
const VISIT = "import { skip, visit } from '../../test/browser/visit.ts'\n"
for (const file of ['desk/desk', 'words/list']) write(`backoffice/${file}.test.ts`, VISIT)
/** The paths where a browser of the machine is looked for: none, unless a test adds one. */
fs.mkdirSync(join(folder, 'test/browser'))
write('test/browser/places.json', '[]')
for (const name of ['with-own.ts', 'with-packaged.ts']) write(`test/browser/${name}`, '')
for (const name of [
  'run.mjs',
  'changed.mjs',
  'whose-test.mjs',
  'together.mjs',
  'at-end.ts',
  'file-queues.ts',
])
  fs.copyFileSync(fileURLToPath(new URL(name, import.meta.url)), join(folder, 'test', name))
fs.writeFileSync(
  join(folder, 'launch.mjs'),
  `const { PARVIS_TEST_QUEUES: queues, PARVIS_TEST_BROWSER: browser = '' } = process.env
console.log([...process.argv.slice(2), 'queues ' + queues, 'browser ' + browser].join('\\n'))`,
)

/** Environment variables for the runs of one test. */
let named: Record<string, string> = {}
function run(...words: string[]) {
  const { PARVIS_CHROMIUM: _, PARVIS_TEST_BROWSER: __, ...env } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, ['test/run.mjs', ...words], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...env, ...named },
  })
  const given = stdout.split('\n')
  const queues: FileQueue[] = JSON.parse(/^queues (.*)$/m.exec(stdout)?.[1] ?? '[]')
  const begun = given
    .filter(word => word.endsWith('.ts') && !word.startsWith('-'))
    .map(word => relative(folder, resolve(folder, word)))
  const files = [...begun, ...new Set(queues.flatMap(queue => queue.files))]
  const browser = /^browser (.*)$/m.exec(stdout)?.[1]
  return { status, stderr, given, queues, begun, browser, files: files.sort() }
}

const CHOICES: readonly [string, readonly string[], readonly string[]][] = [
  [
    'everything but the tests of a release, when nothing is named,',
    [],
    TESTS.filter(file => file !== OF_RELEASE),
  ],
  ['what that leaves out', ['--left-out'], [OF_RELEASE]],
  ['everything', ['--all'], TESTS],
  ['a test of a release that is named', ['upgrade'], [OF_RELEASE]],
  ['one file', ['src/communes/admin.test.ts'], ['src/communes/admin.test.ts']],
  ['one file as a shell completes it', ['./src/communes/admin.test.ts'], ['src/communes/admin.test.ts']],
  ['one file by its whole path', [join(folder, 'test/start.test.ts')], ['test/start.test.ts']],
  [
    'several files',
    ['src/payments/admin.test.ts', 'test/start.test.ts'],
    ['src/payments/admin.test.ts', 'test/start.test.ts'],
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
  assert.ok(given.indexOf('--test-concurrency=1') > given.indexOf('--test-concurrency=4'))
})

test('a word that names nothing is said, and nothing runs', () => {
  const { status, stderr, files } = run('src/communes/amdin.test.ts')
  assert.deepEqual([status, files], [1, []])
  assert.match(stderr, /^No test file has "src\/communes\/amdin\.test\.ts" in its path\..*\n$/)
})

test('a few files lead the others, but not one that says why it has a process of its own', () => {
  const { begun, queues } = run()
  const [visits, others] = queues
  assert.deepEqual(visits?.leaders, ['backoffice/desk/desk.test.ts'])
  assert.deepEqual(others?.leaders, ['src/communes/rules/dates.test.ts', 'test/start.test.ts'])
  const rest = ['src/communes/admin.test.ts', 'src/payments/admin.test.ts', 'backoffice/words/words.test.ts']
  // The process with a browser takes the remaining files afterwards.
  assert.deepEqual([visits?.files, others?.files], [['backoffice/words/list.test.ts', ...rest], rest])
  assert.deepEqual(
    begun.sort(),
    [...(visits?.leaders ?? []), ...(others?.leaders ?? []), 'src/alone.test.ts'].sort(),
  )
  assert.deepEqual(run('--test-only').queues, [], 'nor when an option may look into a process')
  assert.deepEqual(run('start').queues, [], 'nor one file itself')
})

test('--changed runs a test of a release that was changed itself', t => {
  const git = (...words: string[]) =>
    spawnSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.org', ...words], { cwd: folder })
  if (git('init', '--quiet', '--initial-branch=main').status !== 0) return t.skip('there is no git')
  const text = fs.readFileSync(join(folder, OF_RELEASE), 'utf8')
  for (const name of ['packages', 'bench', 'trials']) fs.mkdirSync(join(folder, name))
  t.after(() => {
    write(OF_RELEASE, text)
    write('src/communes/admin.ts', '')
    fs.rmSync(join(folder, '.git'), { recursive: true })
  })
  git('add', '.')
  git('commit', '--quiet', '--no-gpg-sign', '--message=all')
  write('src/communes/admin.ts', 'export {}\n')
  assert.ok(!run('--changed').files.includes(OF_RELEASE))
  write(OF_RELEASE, `${text}\n`)
  assert.ok(run('--changed').files.includes(OF_RELEASE))
})

test('of a release, processes that share files begin first, and a file with its own process runs beside them', t => {
  const shared = ['test/start.test.ts', 'src/communes/admin.test.ts', 'src/payments/admin.test.ts']
  t.after(() => {
    for (const file of shared) write(file, '')
  })
  for (const file of shared) write(file, '// Of a release: it takes minutes.\n')
  const { given, queues } = run('--left-out')
  assert.deepEqual(queues, [{ leaders: shared.slice(0, 1), files: shared.slice(1) }])
  const begun = given.filter(word => word.endsWith('.ts') && !word.startsWith('-'))
  // The runner sorts them.
  assert.deepEqual(
    begun.sort().map(path => [isAbsolute(path), relative(folder, resolve(folder, path))]),
    [
      [true, shared[0]],
      [false, OF_RELEASE],
    ],
  )
  assert.ok(given.includes('--test-concurrency=3'))
})

test('with a browser on the machine, --all runs each browser test once in it and once in the packaged one', {
  skip: (process.platform !== 'linux' || process.arch !== 'x64') && 'the packaged browser is for Linux x64',
}, t => {
  t.after(() => {
    write('test/browser/places.json', '[]')
    write('backoffice/desk/desk.test.ts', VISIT)
    named = {}
  })
  write('test/browser/places.json', JSON.stringify(['/nowhere/chromium', process.execPath]))
  const both = ['test/browser/with-packaged.ts', 'test/browser/with-own.ts']
  const { begun, queues } = run('--all')
  const [packaged, own] = queues
  assert.deepEqual([packaged?.leaders, own?.leaders], [both.slice(0, 1), both.slice(1)])
  const visits = ['backoffice/desk/desk.test.ts', 'backoffice/words/list.test.ts']
  const filesOf = (queue: FileQueue | undefined) => queue?.files.slice(0, visits.length)
  assert.deepEqual(
    filesOf(packaged),
    visits.map(path => `${path} (packaged Chromium)`),
  )
  assert.deepEqual(
    filesOf(own),
    visits.map(path => `${path} (Chromium of this machine)`),
  )
  assert.deepEqual(
    begun.filter(path => visits.includes(path)),
    [],
    'and not in a third process',
  )
  const alone = run('desk', '--all')
  assert.deepEqual(
    [alone.begun, alone.queues.map(({ files }) => files.length)],
    [both, [1, 1]],
    'also one that is named alone',
  )
  const first = run()
  assert.deepEqual(
    [first.queues[0]?.leaders, first.browser],
    [[visits[0]], 'packaged'],
    'npm test takes the packaged one alone',
  )
  const second = run('--left-out')
  assert.deepEqual(
    [second.begun.sort(), second.queues.map(({ files }) => files)],
    [[both[1], OF_RELEASE], [visits.map(path => `${path} (Chromium of this machine)`)]],
    'and leaves the machine’s own to what follows',
  )
  write('backoffice/desk/desk.test.ts', `// In one browser: it is long.\n${VISIT}`)
  const one = `${visits[0]} (packaged Chromium)`
  assert.deepEqual(
    run('--all')
      .queues.slice(0, 2)
      .map(queue => filesOf(queue)),
    [
      [`${visits[1]} (packaged Chromium)`, one],
      [`${visits[1]} (Chromium of this machine)`, one],
    ],
    'the first free process runs a file that says that one browser is enough in the packaged one',
  )
  named = { PARVIS_CHROMIUM: '/somewhere/chromium' }
  const only = run()
  assert.deepEqual(
    [only.queues[0]?.leaders, only.browser],
    [['backoffice/desk/desk.test.ts'], ''],
    'one that is named is the only one',
  )
})

test('in one process each file has its own hooks, and a failure says its file and line', () => {
  const source = (body: string) => `import { after, before, test } from 'node:test'
let open = false
before(() => { open = true })
after(() => console.log('closed', import.meta.url.slice(-9)))
await new Promise(resolve => setTimeout(resolve, 20))
test('one', () => { if (!open) throw new Error('not open') })
${body}
`
  const group = ['a', 'b', 'c', 'd'].map(name => join('src', `${name}.test.ts`))
  const bodies = [
    "test('two', () => {})",
    "test('wrong', () => { throw new Error('so be it') })",
    'throw new Error("unreadable")',
    "test('taken by another', () => {})",
  ]
  for (const [at, file] of group.entries()) write(file, source(bodies[at] ?? ''))
  const taken = join(folder, 'taken')
  fs.mkdirSync(join(taken, 'src+d.test.ts'), { recursive: true })
  const [leader = '', ...files] = group
  const dealt = {
    PARVIS_TEST_QUEUES: JSON.stringify([{ leaders: [leader], files }]),
    PARVIS_TEST_TAKEN: taken,
  }
  const imports = ['whose-test', 'together'].map(name => `--import=./test/${name}.mjs`)
  const args = [...imports, '--test', '--test-reporter=spec', leader]
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { status, stdout } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...env, ...dealt },
  })
  for (const file of group) fs.rmSync(join(folder, file))
  assert.equal(status, 1)
  assert.doesNotMatch(stdout, /taken by another/)
  const ended = fs.globSync('*/ended', { cwd: taken })
  assert.deepEqual(ended.sort(), ['src+b.test.ts/ended', 'src+c.test.ts/ended'])
  // Its hook runs when it has ended, before the next file is read.
  const order = ['closed a.test.ts', '▶ src/a.test.ts', 'closed b.test.ts', '▶ src/b.test.ts']
  const at = order.map(line => stdout.indexOf(line))
  assert.ok(!at.includes(-1) && (at[0] ?? 0) < (at[2] ?? 0) && (at[1] ?? 0) < (at[3] ?? 0), stdout)
  assert.match(stdout, /^ℹ pass 3$/m)
  assert.match(stdout, /^test at src\/b\.test\.ts:7:1$/m)
  assert.match(stdout, /unreadable/)
})

test('what keeps a process alive is said with the file that left it open', () => {
  const bodies = {
    clean: `after(() => new Promise(done => setTimeout(done, 50)))
const passing = setInterval(() => {}, 1_000)
after(() => clearInterval(passing))`,
    timer: 'setInterval(() => {}, 1_000)',
    // A timer that its hooks end is not left open.
    next: `const passing = setInterval(() => {}, 1_000)
after(() => new Promise(done => setTimeout(done, 50)))
after(() => clearInterval(passing))`,
    server: `await new Promise(done => createServer().listen(0, done))
after(() => { throw new Error('a hook that fails') })`,
    last: '',
  }
  const group = Object.keys(bodies).map(name => join('src', `${name}.test.ts`))
  for (const [name, body] of Object.entries(bodies))
    write(
      join('src', `${name}.test.ts`),
      `import { createServer } from 'node:net'\nimport { after, test } from 'node:test'\n${body}\ntest('${name}', () => {})\n`,
    )
  const taken = join(folder, 'open')
  fs.mkdirSync(taken)
  const [leader = '', ...files] = group
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const imports = ['whose-test', 'together'].map(name => `--import=./test/${name}.mjs`)
  const { status, stdout } = spawnSync(
    process.execPath,
    [...imports, '--test', '--test-reporter=spec', leader],
    {
      cwd: folder,
      encoding: 'utf8',
      env: {
        ...env,
        PARVIS_TEST_QUEUES: JSON.stringify([{ leaders: [leader], files }]),
        PARVIS_TEST_TAKEN: taken,
        PARVIS_TEST_LEAVE_MS: '1',
      },
    },
  )
  for (const file of group) fs.rmSync(join(folder, file))
  assert.equal(status, 1)
  const open = '1 Timeout since src/timer.test.ts, 1 TCPServerWrap since src/server.test.ts'
  assert.match(
    stdout,
    new RegExp(`^A minute after the last test of src/clean.test.ts there is still: ${open}$`, 'm'),
  )
  assert.match(stdout, /^▶ src\/last\.test\.ts$/m, 'the files behind a hook that fails run too')
})

test('hooks, subtests and errors are those of the test that made them, and nobody looks at every promise', () => {
  const file = join('src', 'whose.test.ts')
  const source = `import assert from 'node:assert/strict'
import { after, test } from 'node:test'
const soon = () => new Promise(resolve => setTimeout(resolve, 5))
const never = () => new Promise(() => {})
test('with a hook', async t => {
  await soon()
  after(() => console.log('hook of the first'))
  await t.test('within', async () => {
    await soon()
    after(() => console.log('hook within'))
    test('deeper', () => {})
  })
  console.log('end of the first')
})
test('second', () => {
  console.log('second')
  assert.deepEqual(Object.getOwnPropertySymbols(Promise.resolve()), [])
})
test('timer', async () => { setTimeout(() => { throw new Error('in a timer') }, 5); await never() })
test('tick', async () => { process.nextTick(() => { throw new Error('in a tick') }); await never() })
test('promise', async () => { soon().then(() => { throw new Error('in a promise') }); await never() })
`
  fs.writeFileSync(join(folder, file), source)
  const args = ['--import=./test/whose-test.mjs', '--test', '--test-reporter=spec', file]
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', env })
  fs.rmSync(join(folder, file))
  const said = stdout.split('\n').filter(line => /^(hook|end|second)/.test(line))
  assert.deepEqual(said, ['hook within', 'end of the first', 'hook of the first', 'second'])
  assert.match(stdout, /^ {4}✔ deeper /m)
  for (const name of ['timer', 'tick', 'promise'])
    assert.match(stdout, new RegExp(`^✖ ${name} .*\\n  Error: in a ${name}$`, 'm'))
  assert.match(stdout, /^ℹ pass 4$/m)
  assert.match(stdout, /^ℹ fail 3$/m)
})

test('no thread reads a test file: it would run the tests again', () => {
  const files = ['test', 'src', 'shared'].flatMap(name =>
    fs
      .readdirSync(join(ROOT, name), { recursive: true, encoding: 'utf8' })
      .map(file => join(ROOT, name, file))
      .filter(file => file.endsWith('.test.ts')),
  )
  assert.ok(files.length > 200)
  assert.deepEqual(
    files.filter(file => /workApart[(<]/.test(fs.readFileSync(file, 'utf8'))),
    [],
  )
})
