import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { buildApart, builtBackoffice, isUnreadable, letOthersRead, sourcesHash } from './build.ts'
import { SOURCES } from './vite.ts'

const built = await builtBackoffice()
const text = (name: string) => Buffer.from(built.get(name)?.bytes ?? '').toString()
const index = text('index.html')

test('the page names its script, style and font by what is in them, and nothing from elsewhere', () => {
  const named = [...index.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path)
  assert.ok(named.length >= 4, index)
  for (const path of named) {
    assert.match(path, /^\/assets\/[\w-]+-[\w-]{8}\.(js|css|svg|woff2)$/)
    assert.ok(built.has(path.slice(1)), path)
  }
  assert.ok(!/<style|style=|<script(?! type="module")|onload=/.test(index), 'nothing inline')
})

test('built again from the same sources, it is the same', async () => {
  const again = await builtBackoffice()
  assert.deepEqual([...again.keys()], [...built.keys()])
})

test('a build under a narrow umask is made readable for the account that serves; until then doctor tells it', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'parvis-built-'))
  after(() => rm(folder, { recursive: true }))
  const build = join(folder, await sourcesHash())
  await mkdir(join(build, 'assets'), { recursive: true, mode: 0o700 })
  for (const name of ['files.json', 'assets/main.js'])
    await writeFile(join(build, name), '[]', { mode: 0o600 })
  const asAnother = () => {
    process.seteuid?.(65534)
    return isUnreadable(folder).finally(() => process.seteuid?.(0))
  }
  if (process.getuid?.() === 0) assert.equal(await asAnother(), true)
  else t.diagnostic('only root may look as another account')
  await letOthersRead(folder)
  const modes = ['', build, join(build, 'assets'), join(build, 'files.json'), join(build, 'assets/main.js')]
  assert.deepEqual(
    await Promise.all(modes.map(async path => ((await stat(path || folder)).mode & 0o777).toString(8))),
    ['755', '755', '755', '644', '644'],
  )
  if (process.getuid?.() === 0) assert.equal(await asAnother(), false)
  assert.equal(await isUnreadable(join(folder, 'nothing there')), false)
})

test('compressed files decompress to the originals', () => {
  for (const { name, bytes, brotli } of built.values())
    if (brotli) assert.ok(brotliDecompressSync(brotli).equals(Buffer.from(bytes)), name)
})

test('the licences of what is built in stand beside it', () => {
  const licences = text('assets/licences.md')
  for (const name of ['react', '@tanstack/react-router', 'marked']) assert.ok(licences.includes(name), name)
  const font = [...built.values()].find(({ name }) => name.includes('LICENSE'))
  assert.match(Buffer.from(font?.bytes ?? '').toString(), /SIL OPEN FONT LICENSE/i)
})

const kilobytes = (names: Iterable<string>) =>
  [...names].reduce((sum, name) => {
    const { bytes = Buffer.alloc(0), brotli } = built.get(name) ?? {}
    return sum + (brotli ?? (name.endsWith('.woff2') ? bytes : brotliCompressSync(bytes))).length / 1000
  }, 0)

/** The files of the first load: those in the page's head and their static imports. */
function firstLoad(): Set<string> {
  const found = new Set<string>()
  const visit = (name: string) => {
    if (found.has(name)) return
    found.add(name)
    if (!name.endsWith('.js')) return
    for (const [, path = ''] of text(name).matchAll(
      /(?:^|[;}\s])(?:import|export)[^'"()]*["']\.\/([\w.-]+\.js)["']/g,
    ))
      visit(`assets/${path}`)
  }
  for (const [, path = ''] of index.matchAll(/(?:src|href)="\/([^"]+)"/g)) visit(path)
  return found
}

test('the build contains no code for developers only', () => {
  const gallery = /sur toute la largeur|\/gallery\b/
  for (const { name, bytes } of built.values())
    if (/\.(js|html)$/.test(name)) assert.doesNotMatch(Buffer.from(bytes).toString(), gallery, name)
})

test('the first load is 195 kB packed at most, in few files; a screen of its own 30', t => {
  const first = firstLoad()
  assert.ok(first.size <= 6, [...first].join(', '))
  const sum = kilobytes(first)
  t.diagnostic(`first load ${sum.toFixed(1)} kB: ${[...first].join(', ')}`)
  assert.ok(sum <= 195, `${sum}`)
  for (const name of built.keys()) {
    if (first.has(name) || !name.endsWith('.js')) continue
    const own = kilobytes([name])
    t.diagnostic(`${name} ${own.toFixed(1)} kB`)
    assert.ok(own <= 30, `${name}: ${own}`)
  }
})

/** A copy of the project as far as the hash reads it, in another folder. */
async function copied(): Promise<string> {
  const to = await mkdtemp(join(tmpdir(), 'parvis-project-'))
  after(() => rm(to, { recursive: true }))
  for (const name of ['backoffice', 'shared', 'packages', 'src/operation/backoffice', 'package-lock.json'])
    await cp(join(SOURCES, '..', name), join(to, name), {
      recursive: true,
      filter: path => !path.includes('.built'),
    })
  return to
}

/** With the first Safari that has it: the styles are built for 17.5 (`vite.ts`), and no build adds functions that a browser lacks. */
const TOO_NEW = {
  'URL.parse (Safari 18)': /\bURL\.parse\(/,
  'Promise.try (Safari 18.2)': /\bPromise\.try\(/,
  'RegExp.escape (Safari 18.2)': /\bRegExp\.escape\(/,
  'base64 of bytes (Safari 18.2)': /\.(?:fromBase64|toBase64|fromHex|toHex)\(/,
  'methods of iterators (Safari 18.4)':
    /\bIterator\.|(?:\.(?:values|entries|keys)\(\)|\bmatchAll\([^()]*\))\??\.(?:map|filter|flatMap|find|some|every|reduce|take|drop|toArray|forEach)\(/,
  'Error.isError, Math.sumPrecise (Safari 26)': /\bError\.isError\(|\bMath\.sumPrecise\(/,
  'flags within an expression (Safari 26)': /\(\?[ims]+:/,
  'requestIdleCallback (no Safari)': /\brequestIdleCallback\(/,
}

test('scripts of pages call nothing that the oldest Safari lacks for which styles are built', async () => {
  const folder = join(SOURCES, '../src/place/scripts')
  const ofPlace = (await readdir(folder)).map(async name => [
    name,
    await readFile(join(folder, name), 'utf8'),
  ])
  const scripts = new Map([
    ...[...built.keys()].filter(name => name.endsWith('.js')).map(name => [name, text(name)] as const),
    ...((await Promise.all(ofPlace)) as [string, string][]),
  ])
  assert.ok(scripts.size > 100)
  const wrong = [...scripts].flatMap(([name, script]) =>
    Object.entries(TOO_NEW).flatMap(([what, calls]) => {
      const at = script.search(calls)
      return at === -1 ? [] : [`${name}: ${what}: ${script.slice(Math.max(0, at - 60), at + 60)}`]
    }),
  )
  assert.deepEqual(wrong, [])
})

test('a project that is copied elsewhere finds its build; any source makes another one, a test does not', async () => {
  const project = await copied()
  const before = await sourcesHash()
  assert.equal(await sourcesHash(project), before)
  await writeFile(join(project, 'backoffice/kit/words/words.test.ts'), '// another test')
  await mkdir(join(project, 'backoffice/.built/0123'), { recursive: true })
  await writeFile(join(project, 'backoffice/.built/0123/index.html'), 'a build')
  assert.equal(await sourcesHash(project), before)
  const seen = new Set([before])
  for (const name of [
    'backoffice/app/main.tsx',
    'shared/shapes.ts',
    'packages/client/src/client.ts',
    'package-lock.json',
    'src/operation/backoffice/vite.ts',
  ]) {
    await appendFile(join(project, name), '\n')
    const hash = await sourcesHash(project)
    assert.ok(!seen.has(hash), name)
    seen.add(hash)
  }
})

async function written(program: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parvis-build-'))
  after(() => rm(folder, { recursive: true }))
  const path = join(folder, 'program.mjs')
  await writeFile(path, program)
  return path
}

/** Runs another program in place of the build. */
const buildWith = async (program: string) => await buildApart(await written(program))

test('the process that builds sees nothing of the environment but where programs and temporary files are', async () => {
  process.env.PARVIS_SECRET_OF_SOMEBODY = 'secret'
  after(() => delete process.env.PARVIS_SECRET_OF_SOMEBODY)
  const names = 'Object.keys(process.env).filter(name => !name.startsWith("NODE_CHANNEL")).sort()'
  const seen = (await buildWith(`process.send(${names}, () => process.disconnect())`)) as unknown as string[]
  const known = ['HOME', 'LD_LIBRARY_PATH', 'NODE_ENV', 'PATH', 'TMPDIR']
  assert.deepEqual(
    seen.filter(name => !known.includes(name)),
    [],
  )
  assert.ok(seen.includes('PATH') && seen.includes('NODE_ENV'))
})

test('a build that fails says what it wrote', async () => {
  await assert.rejects(
    buildWith('throw new Error("no such stylesheet")'),
    /ended with 1: [\s\S]*no such stylesheet/,
  )
})

test('a command whose build takes too long fails and says so, also after a build that closed its output', async () => {
  const stuck = await written(`
    import { closeSync } from 'node:fs'
    closeSync(2)
    setInterval(() => {}, 1_000)`)
  const command = await written(`
    import { buildApart } from ${JSON.stringify(new URL('build.ts', import.meta.url).href)}
    await buildApart(${JSON.stringify(stuck)}, 'production', 500)`)
  const asked = promisify(execFile)(process.execPath, [command])
  // 13 is Node's code for a program that ends while it awaits something.
  await assert.rejects(asked, { code: 1, stderr: /The build was ended by SIGTERM \(it may take 0\.5 s\)/ })
})
