import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { startApp } from '../app.ts'
import * as make from '../factories.ts'
import { PASSWORD, signInAt } from '../sign-in.ts'

/** The package `@parvis/client` as npm packs it, installed in an empty folder. */

const run = promisify(execFile)
const PACKAGE = join(import.meta.dirname, '../../packages/client')
const folder = mkdtempSync(join(tmpdir(), 'parvis-client-'))
after(() => rmSync(folder, { recursive: true, force: true }))

// A copy, so that two runs at once do not write the same `dist`.
const source = join(folder, 'source')
cpSync(PACKAGE, source, { recursive: true, filter: path => !path.endsWith('dist') })
symlinkSync(join(PACKAGE, '../../node_modules'), join(folder, 'node_modules'))
const packed = JSON.parse(
  (await run('npm', ['pack', '--json', '--silent', '--pack-destination', folder], { cwd: source })).stdout,
)[0]
const user = join(folder, 'user')
const installed = join(user, 'node_modules/@parvis/client')
mkdirSync(installed, { recursive: true })
await run('tar', ['-xzf', join(folder, packed.filename), '--strip-components=1', '-C', installed])
writeFileSync(join(user, 'package.json'), '{ "type": "module" }')

test('the package holds its README, licence, code and types, and depends on nothing', () => {
  const paths = packed.files.map(({ path }: { path: string }) => path).sort()
  const code = [
    'client',
    'contract',
    'etags',
    'index',
    'pages',
    'refused',
    'retries',
    'routes',
    'sender',
    'tokens',
    'webhooks',
  ]
  const files = code.flatMap(name => [`dist/${name}.d.ts`, `dist/${name}.js`])
  assert.deepEqual(paths, ['LICENSE', 'README.md', ...files, 'package.json'].sort())
  const { dependencies, peerDependencies, sideEffects } = JSON.parse(
    readFileSync(join(installed, 'package.json'), 'utf8'),
  )
  assert.deepEqual([dependencies, peerDependencies, sideEffects], [undefined, undefined, false])
})

/** The bytes of a bundle of what is imported, minified and compressed. */
async function bytesOf(names: string): Promise<number> {
  const entry = join(user, `${names.replaceAll(/\W/g, '')}.js`)
  writeFileSync(entry, `import { ${names} } from '@parvis/client'\nglobalThis.used = [${names}]\n`)
  const built = await build({
    root: user,
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: true, rolldownOptions: { input: entry } },
  })
  const [{ output }] = [built].flat() as unknown as [{ output: { code: string }[] }]
  return gzipSync(output[0]?.code ?? '').length
}

test('all of it has less than 6 kB, compressed, and what is not imported is not in the bundle', async () => {
  const all = await bytesOf(
    'createClient, createSender, items, pages, etags, signIn, accessTokens, renewing, Refused, verifyWebhook',
  )
  assert.ok(all < 6_000, `${all} bytes`)
  const one = await bytesOf('createSender')
  assert.ok(one < all - 500, `${one} of ${all} bytes`)
})

test('the examples of the README compile as those of a user, and run', async () => {
  const readme = readFileSync(join(installed, 'README.md'), 'utf8')
  const blocks = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, block]) => block)
  assert.ok(blocks.length > 3)
  writeFileSync(join(user, 'readme.ts'), blocks.join('\n'))
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2022', 'dom'],
    module: 'nodenext',
    strict: true,
    noEmit: true,
    types: ['node'],
    typeRoots: [join(PACKAGE, '../../node_modules/@types')],
  }
  writeFileSync(join(user, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['readme.ts'] }))
  const tsc = join(PACKAGE, '../../node_modules/.bin/tsc')
  await run(process.execPath, [tsc, '-p', user]).catch(({ stdout }) => assert.fail(stdout))

  const app = await startApp()
  const acteur = await make.acteur(app, await make.commune(app))
  const auth = signInAt(app)
  const token = await auth.token(await auth.member('anne@example.org'))
  await make.member(app, acteur, (await app.as({ token }, 'public').get('/me')).body.data)
  const env = { ...process.env, PARVIS_URL: app.url, EMAIL: 'anne@example.org', PASSWORD }
  const { stdout } = await run(process.execPath, ['readme.ts'], { cwd: user, env })
  assert.match(stdout, /^Ville-\d/)
  assert.match(stdout, /validation_failed.*path: 'title'/s)
})
