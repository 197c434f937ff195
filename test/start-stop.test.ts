/** Real service processes, stopped by signals and killed. */
// Of a release: it starts, stops and kills services as an operator does.
// A process of its own: it starts the service from a tree of its own, which goes at the end.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from './eventually.ts'
import { assertNoProcess, isRunning, kill, killAllOf } from './fixtures/processes.ts'
import {
  adminHeaders,
  atLast,
  createCommune,
  freshTree,
  getJson,
  preparedTree,
  type Running,
  start,
  tokenFor,
} from './fixtures/service-process.ts'

const has = (program: string, ...args: string[]) => spawnSync(program, args, { stdio: 'ignore' }).status === 0
const serverOf = (tree: string) =>
  Number.parseInt(fs.readFileSync(join(tree, '.data', 'postgres', 'postmaster.pid'), 'utf8'), 10)

async function assertKept(service: Running, slug: string): Promise<void> {
  assert.equal((await getJson(service, `/api/v1/communes/${slug}`)).status, 200)
}

/** Running services that a test no longer needs. */
const left: Running[] = []
/** Reuses a service left by another test, or starts one. */
const aService = async () => left.pop() ?? (await start(await preparedTree()))
const leave = (service: Running) => void left.push(service)
atLast(async () => {
  for (const service of left) await service.stop()
})

/** On a new connection, since others may still be open. */
const isRefused = ({ url }: Running) =>
  new Promise<boolean>(resolve => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'))
    socket.once('connect', () => {
      socket.destroy()
      resolve(false)
    })
  })

/** A request with an unfinished body, which the service has begun to read. */
async function halfSent({ url }: Running, token: string, nom: string) {
  const body = JSON.stringify({ nom })
  const headers = { ...adminHeaders(token), 'content-length': body.length, expect: '100-continue' }
  const half = request(`${url}/api/v1/admin/communes`, { method: 'POST', headers })
  const answered = new Promise<{ status: number; connection: string | undefined }>((resolve, reject) => {
    half.once('error', reject)
    half.once('response', response => {
      response.resume()
      resolve({ status: response.statusCode ?? 0, connection: response.headers.connection })
    })
  })
  half.flushHeaders()
  await once(half, 'continue')
  half.write(body.slice(0, 5))
  return { answered, finish: () => half.end(body.slice(5)) }
}

describe('a service that is killed, or told twice to stop', { concurrency: 2 }, () => {
  test('kill -9 of the process that serves: the next start finds PostgreSQL again, and every commune', async () => {
    const service = await aService()
    const { tree } = service
    const { slug } = await createCommune(service, await tokenFor(service), 'Avant-le-Choc')
    const orphan = serverOf(tree)
    await kill(service.node())
    assert.equal((await service.ended).signal, 'SIGKILL')
    assert.ok(isRunning(orphan))

    const next = await start(tree)
    assert.equal(serverOf(tree), orphan)
    await assertKept(next, slug)
    leave(next)
  })

  test('after kill -9 of everything, PostgreSQL too, the next start replays the WAL', async () => {
    const service = await aService()
    const { tree } = service
    const { slug } = await createCommune(service, await tokenFor(service), 'Avant-le-Noir')
    killAllOf(tree)
    await service.ended
    await assertNoProcess(tree)
    const next = await start(tree)
    await assertKept(next, slug)
    leave(next)
  })

  test('after kill -9 of the launcher, the service stops gracefully by itself', async () => {
    const service = await aService()
    const { tree } = service
    const { slug } = await createCommune(service, await tokenFor(service), 'Sans-Lanceur')
    service.launcher.kill('SIGKILL')
    await service.ended
    await assertNoProcess(tree)
    const next = await start(tree)
    await assertKept(next, slug)
    leave(next)
  })

  test('a second signal, later than the same key press, ends it at once; the next start is as usual', async () => {
    const service = await aService()
    const { tree } = service
    const half = await halfSent(service, await tokenFor(service), 'Ville-Pressée')
    half.answered.catch(() => {})
    service.launcher.kill('SIGTERM')
    await eventually(async () => service.said.stderr.includes('Stopping'), 'it has heard the first')
    await sleep(400)
    service.launcher.kill('SIGTERM')
    assert.equal((await service.ended).code, 130, 'at once: what was drained first ends with 0')
    const next = await start(tree)
    leave(next)
  })

  test('after kill -9 during the first start, the next start completes it', async () => {
    // Begun again where the start was over before the kill.
    const tree = await eventually(async () => {
      const fresh = freshTree()
      const broken = start(fresh).catch(error => error)
      while (!fs.existsSync(join(fresh, '.data', 'postgres', 'postmaster.pid'))) await sleep(20)
      await sleep(300)
      killAllOf(fresh, 'main.ts')
      if ((await broken) instanceof Error) return fresh
      killAllOf(fresh)
      return false
    }, 'a kill during the start')
    const next = await start(tree)
    assert.equal((await getJson(next, '/api/v1/communes')).body.meta?.['total' as never], 34_969)
    leave(next)
  })
})

describe('a stopped service', { concurrency: 2 }, () => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    test(`${signal} to the launcher alone: the request in flight is answered, then all ends with 0`, async () => {
      const service = await aService()
      const half = await halfSent(service, await tokenFor(service), `Ville-${signal}`)
      const stopping = service.stop(signal)
      await eventually(() => isRefused(service), 'nothing new is taken')
      half.finish()
      assert.deepEqual(await half.answered, { status: 201, connection: 'close' })
      assert.match((await stopping).stderr, /Stopping: requests and jobs in progress are finished first\.\n$/)
    })
  }

  // Like a service manager or container: some shells (dash) would stay between npm and the program.
  for (const [shell, signal] of [
    ['dash', 'SIGTERM'],
    ['sh', 'SIGINT'],
  ] as const) {
    test(`${signal} to npm itself, whose shell is ${shell}: all ends with 0`, {
      skip: !has(shell, '-c', 'true') && `there is no ${shell}`,
    }, async () => {
      const program = ['npm', `--script-shell=${shell}`, 'run']
      const service = await start(await preparedTree(), { program })
      await service.stop(signal)
    })
  }

  test('Ctrl-C, which reaches the whole group: one orderly stop', async () => {
    const service = await start(await preparedTree(), { options: { detached: true } })
    const half = await halfSent(service, await tokenFor(service), 'Ville-Groupe')
    process.kill(-(service.launcher.pid ?? 0), 'SIGINT')
    await sleep(400)
    half.finish()
    assert.equal((await half.answered).status, 201)
    assert.equal((await service.ended).code, 0)
    await assertNoProcess(service.tree)
  })
})
