/** `backup` and `restore` as an operator types them, on embedded databases of their own. */
// A process of its own: its databases go at the end of the file.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

const home = join(import.meta.dirname, '..')
const folder = fs.mkdtempSync(join(tmpdir(), 'parvis-command-'))
// PostgreSQL refuses to run as root: its account must get to the data.
fs.chmodSync(folder, 0o755)
const running = new Set<ChildProcess>()

after(async () => {
  for (const child of running) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  fs.rmSync(folder, { recursive: true, maxRetries: 5 })
})

function parvis(data: string, args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, ['launch.mjs', 'src/main.ts', ...args], {
    cwd: home,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: join(folder, data),
      PORT: '0',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

async function run(data: string, args: readonly string[], env?: Record<string, string>) {
  const child = parvis(data, args, env)
  const said = { code: -1, out: '', err: '' }
  child.stdout?.on('data', text => (said.out += text))
  child.stderr?.on('data', text => (said.err += text))
  said.code = (await once(child, 'close'))[0]
  return said
}

async function startService(data: string): Promise<ChildProcess> {
  const child = parvis(data, ['start'])
  let said = ''
  await new Promise<void>((ready, failed) => {
    child.stderr?.on('data', text => {
      said += text
      if (/^ +Stop /m.test(said)) ready()
    })
    child.once('exit', () => failed(new Error(said)))
  })
  return child
}

async function stopService(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  assert.equal((await once(child, 'exit'))[0], 0)
}

test('a backup of a running service, restored into a new folder, is the same service', async () => {
  const file = join(folder, 'running.gz')
  const service = await startService('first')
  const person = ['--email', 'elue@example.fr']
  assert.equal(
    (await run('first', ['user', 'create', ...person, '--nom', 'Élue', '--role', 'admin'])).code,
    0,
  )
  const saved = await run('first', ['backup', file])
  assert.equal(saved.code, 0, saved.err)
  assert.match(saved.out, /: \d+ tables, \d{5} rows, \d+ bytes\. It holds secrets/)
  const under = await run('first', ['restore', file])
  assert.deepEqual([under.code, under.out], [1, ''])
  assert.match(under.err, /is not empty .* restore into a new DATA_DIR or a newly created database\.\n$/)
  await stopService(service)

  const refused = await run('second', ['restore', file], {
    PARVIS_SECRET: 'not the secret of the first folder, but long enough',
  })
  assert.equal(refused.code, 1)
  assert.match(refused.err, /made with another PARVIS_SECRET: set PARVIS_SECRET to that one .*\.\n$/)
  const restored = await run('second', ['restore', file])
  assert.equal(restored.code, 0, restored.err)
  assert.match(restored.out, /^Restored \d+ tables, \d{5} rows\.\n$/)
  const secretOf = (data: string) => fs.readFileSync(join(folder, data, 'secret'), 'utf8')
  assert.equal(secretOf('second'), secretOf('first'))
  assert.equal(fs.statSync(join(folder, 'second', 'secret')).mode & 0o777, 0o600)

  // The service and the commands go on with it, the token's key opens, and the trail is whole.
  const again = await startService('second')
  const token = await run('second', ['token', ...person])
  assert.match(token.out, /^[\w-]+\.[\w-]+\.[\w-]+\n$/, token.err)
  const audit = await run('second', ['audit', 'verify'])
  assert.equal(audit.code, 0, audit.out)
  await stopService(again)
  const stopped = await run('second', ['backup', join(folder, 'stopped.gz')])
  assert.equal(stopped.code, 0, stopped.err)
})
