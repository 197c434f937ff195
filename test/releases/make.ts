import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { folderOf, pack } from './release.ts'

/**
 * `npm run release-fixture`: starts this Parvis (or the one in the given folder), simulates a small town, and stores
 * program, backup, data folder and the file of its commune for tests of later releases. Part of cutting a release.
 */
const tree = resolve(process.argv[2] ?? join(import.meta.dirname, '../..'))
const { version } = JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8'))
const data = mkdtempSync(join(tmpdir(), 'parvis-release-'))
const port = process.env.PORT ?? '3449'
const env = { ...process.env, DATA_DIR: data, PORT: port, BACKOFFICE: 'off', LOG_LEVEL: 'info' }
const api = `http://127.0.0.1:${port}/api/v1`
const say = (line: string) => process.stdout.write(`${line}\n`)

function parvis(...typed: string[]): string {
  const { status, stdout, stderr } = spawnSync('node', ['launch.mjs', 'src/main.ts', ...typed], {
    cwd: tree,
    env,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`parvis ${typed.join(' ')}: ${stderr}`)
  return stdout.trim()
}

const running = new Set<ChildProcess>()
/** Waits for a line of output. */
async function started(more: object, until: RegExp): Promise<ChildProcess> {
  const child = spawn('node', ['launch.mjs', 'src/main.ts', 'start'], {
    cwd: tree,
    env: { ...env, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  let last = ''
  const { promise, resolve: heard, reject } = Promise.withResolvers<void>()
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', line => {
      last = line
      if (until.test(line)) heard()
    })
  child.once('exit', () => reject(new Error(`It did not start: ${last}`)))
  await promise
  return child
}

async function stopped(child: ChildProcess) {
  child.kill('SIGTERM')
  await once(child, 'exit')
}

async function ask(
  method: string,
  path: string,
  token?: string,
  body?: string | Uint8Array<ArrayBuffer>,
  type = 'application/json',
) {
  const response = await fetch(api + path, {
    method,
    headers: {
      'x-app-source': path.startsWith('/admin/') ? 'backoffice' : 'public',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': type }),
    },
    ...(body && { body }),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`)
  // biome-ignore lint/suspicious/noExplicitAny: answers of many routes, of any release
  return answer as any
}

const PICTURE = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#2a6' } })
  .png()
  .toBuffer()
const COMMUNES_KEPT = 300

try {
  say(`Parvis ${version} begins…`)
  const whole = await started({}, /Stop {7}Ctrl-C/)
  say(parvis('demo'))
  await sleep(Number(process.env.SEAL_MS ?? 70_000))
  await stopped(whole)

  // The last decisions are not sealed yet, and their mails are queued, since there is no mail server.
  const away = await started({ SMTP_URL: 'smtp://127.0.0.1:9' }, /Stop {7}Ctrl-C/)
  const token = parvis('token', '--email', 'moderation@example.org')
  const clerk = parvis('token', '--email', 'secretariat@example.org')
  const { data: waiting } = await ask('GET', '/admin/publications?moderation_status=pending', token)
  for (const { id } of waiting.slice(0, 2))
    await ask('PATCH', `/admin/publications/${id}/moderate`, token, '{"moderation_status":"published"}')
  const { data: threads } = await ask('GET', '/admin/messages/threads', token)
  await ask(
    'POST',
    `/admin/messages/threads/${threads[0].id}/reply`,
    token,
    '{"body":"Bonjour, c’est noté."}',
  )
  // Not an act, which never changes.
  const { data: all } = await ask('GET', '/me/publications', clerk)
  const own = all.find(({ acte }: { acte?: object | null }) => !acte)
  const form = await ask(
    'POST',
    `/uploads?acteur_id=${own.acteur_id}`,
    clerk,
    Uint8Array.from(PICTURE),
    'image/png',
  )
  await ask(
    'PATCH',
    `/publications/${own.id}`,
    clerk,
    JSON.stringify({ images: [{ id: form.data.id, alt: 'Un point' }] }),
  )
  await stopped(away)

  const { withOwner } = await import(join(tree, 'src/foundation/command-line.ts'))
  const { readConfig } = await import(join(tree, 'src/kernel/settings/config.ts'))
  const { default: pg } = await import('pg')
  await withOwner(readConfig(env), async ({ connection }: { connection: object }) => {
    const client = new pg.Client(connection)
    await client.connect()
    // A few communes: those with data, and some more.
    const { rowCount } = await client.query(
      `delete from communes where id not in (select id from communes order by population desc nulls last limit ${COMMUNES_KEPT})
         and code_insee is not null and slug !~ 'sainte-oeuvre'`,
    )
    await client.query('vacuum full')
    say(`${rowCount} communes taken away.`)
    await client.end()
  })

  const into = folderOf(version)
  rmSync(into, { recursive: true, force: true })
  pack(
    join(into, 'code.json.br'),
    tree,
    ['src/**', 'shared/**', 'db/migrations/**', 'launch.mjs', 'package.json', 'tsconfig.json'],
    ['**/*.test.ts'],
  )
  say(parvis('backup', join(into, 'data.backup')))
  const communeFile = join(into, `../commune-${version}.zip`)
  rmSync(communeFile, { force: true })
  say(parvis('commune', 'export', 'sainte-oeuvre-sur-loire', '--to', communeFile))
  pack(join(into, 'beside.json.br'), data, [
    'secret',
    'first-admin-password',
    'payment-signing-secret',
    'outbox/**',
    'media/**',
  ])
  for (const name of ['code.json.br', 'data.backup', 'beside.json.br'])
    say(`${name}: ${statSync(join(into, name)).size} bytes`)
} finally {
  await Promise.all([...running].map(stopped))
  rmSync(data, { recursive: true, force: true })
}
