/** What a release says of its packages and images. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

const ROOT = join(import.meta.dirname, '..')
const read = (file: string, root = ROOT) => readFileSync(join(root, file), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'parvis-supply-'))
after(() => rmSync(folder, { recursive: true, force: true }))

interface Package {
  readonly version?: string
  readonly dev?: boolean
  /** A package of ours. */
  readonly link?: boolean
  readonly integrity?: string
  readonly resolved?: string
  readonly hasInstallScript?: boolean
}
const lock: Readonly<Record<string, Package>> = JSON.parse(read('package-lock.json')).packages
const installed = Object.entries(lock).filter(
  ([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link,
)

test('every package is proved by a hash, and the lock names no registry', () => {
  assert.ok(installed.length > 100)
  for (const [path, { integrity, resolved }] of Object.entries(lock).filter(([path]) => path !== '')) {
    if (!path.includes('node_modules/')) continue
    assert.equal(resolved?.startsWith('http'), resolved === undefined ? undefined : false, path)
    if (resolved === undefined) assert.match(integrity ?? '', /^sha512-/, path)
  }
})

test('only the packages that package.json allows have scripts at their installation', () => {
  const withScripts = Object.entries(lock)
    .filter(([, { hasInstallScript, dev }]) => hasInstallScript && !dev)
    .map(([path]) => path.replace('node_modules/', ''))
  assert.deepEqual(withScripts.sort(), Object.keys(JSON.parse(read('package.json')).allowScripts).sort())
})

test('the list of packages of a release is made from the lock alone, names each production package, and no place', () => {
  const alone = join(folder, 'a-private-folder')
  mkdirSync(alone)
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(ROOT, name), join(alone, name))
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    npm_config_cache: join(folder, 'cache'),
    npm_config_offline: 'true',
    npm_config_registry: 'http://127.0.0.1:9/',
  }
  const make = () =>
    execFileSync(process.execPath, [join(ROOT, 'deploy/sbom.mjs'), alone], {
      encoding: 'utf8',
      env,
      maxBuffer: 2 ** 26,
    })
  const text = make()
  const { bomFormat, metadata, components } = JSON.parse(text)
  assert.deepEqual([bomFormat, metadata.component.name], ['CycloneDX', 'parvis'])
  const named = new Set(
    components.map((one: { name: string; version: string }) => `${one.name}@${one.version}`),
  )
  const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  for (const [path, { version }] of installed) assert.ok(named.has(`${nameOf(path)}@${version}`), path)
  const developed = Object.entries(lock).filter(
    ([path, { dev }]) => dev && !installed.some(([one]) => nameOf(one) === nameOf(path)),
  )
  for (const [path, { version }] of developed) assert.ok(!named.has(`${nameOf(path)}@${version}`), path)
  for (const { name, hashes } of components) assert.equal(hashes?.[0]?.alg, 'SHA-512', name)
  for (const place of [folder, 'a-private-folder', ROOT, 'http://127', '://registry', hostname(), 'resolved'])
    assert.ok(!text.includes(place), place)
  assert.equal(make(), text, 'twice the same')
})

const TAGGED = /^[\w./-]+:v?\d+\.\d+(\.\d+)?(-[\w.-]+)?(@sha256:[\da-f]{64})?$/
/** Images that are pulled: ours is built here, on nothing (`scratch`), and named by the overlay of each cluster. */
const imagesIn = (text: string) =>
  [
    ...text.matchAll(
      /^ *(?:- )?image: *(\S+)|^ARG NODE=(\S+)|^FROM (\S+)|docker run [^\n]*? ([\w/-]+:[\w.-]+) /gm,
    ),
  ]
    .map(([, image, node, from, run]) => image ?? node ?? from ?? run ?? '')
    .filter(image => !['parvis', 'scratch'].includes(image) && !image.startsWith('${'))

test('every image has an exact version, or a digest', () => {
  const files = [
    'Dockerfile',
    'docs/install.md',
    'docs/upgrading.md',
    ...globSync('deploy/**/*.{yaml,yml}', { cwd: ROOT }),
  ]
  const images = files.flatMap(file => imagesIn(read(file)).map(image => ({ file, image })))
  assert.ok(images.length >= 5, JSON.stringify(images))
  assert.deepEqual(
    images.filter(({ image }) => !TAGGED.test(image)),
    [],
  )
})

test('at a release each tag gets its digest; a second time the newer one', () => {
  mkdirSync(join(folder, 'tree/deploy'), { recursive: true })
  mkdirSync(join(folder, 'bin'))
  const tree = join(folder, 'tree')
  for (const name of ['Dockerfile', 'deploy/compose.yaml', 'deploy/pin-images'])
    copyFileSync(join(ROOT, name), join(tree, name))
  const before = ['Dockerfile', 'deploy/compose.yaml'].map(name => read(name, tree))
  for (const [digit, program] of [
    ['a', 'skopeo'],
    ['b', 'skopeo'],
  ] as const) {
    writeFileSync(join(folder, 'bin', program), `#!/bin/sh\necho sha256:${digit.repeat(64)}\n`)
    chmodSync(join(folder, 'bin', program), 0o755)
    const env = { PATH: `${join(folder, 'bin')}:${process.env.PATH}` }
    execFileSync(join(tree, 'deploy/pin-images'), { env, encoding: 'utf8' })
    const after = ['Dockerfile', 'deploy/compose.yaml'].map(name => read(name, tree))
    const pinned = after.flatMap(imagesIn)
    assert.equal(pinned.length, before.flatMap(imagesIn).length)
    for (const image of pinned)
      assert.ok(TAGGED.test(image) && image.endsWith(`@sha256:${digit.repeat(64)}`), image)
    assert.deepEqual(
      after.map(text => text.replaceAll(/@sha256:\w+/g, '')),
      before.map(text => text.replaceAll(/@sha256:\w+/g, '')),
    )
  }
  writeFileSync(join(folder, 'bin/skopeo'), '#!/bin/sh\necho nothing\n')
  assert.throws(() =>
    execFileSync(join(tree, 'deploy/pin-images'), {
      env: { PATH: `${join(folder, 'bin')}:${process.env.PATH}` },
      stdio: 'pipe',
    }),
  )
})
