/** What cannot come to anything is refused before a database is made for it, and a token is for the service that runs. */
// A process of its own: it starts the service from a tree of its own, which goes at the end.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import fs from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { before, test } from 'node:test'
import {
  assertRefused,
  command,
  freshTree,
  preparedTree,
  type Running,
  start,
  TOKEN,
} from './fixtures/service-process.ts'

let service: Running
before(async () => {
  service = await start(await preparedTree())
})
const nothingMade = (tree: string) => assert.equal(fs.existsSync(join(tree, '.data')), false)

test('a port that is taken', async () => {
  const tree = freshTree()
  const { port } = new URL(service.url)
  assertRefused(
    await command(tree, ['start'], { env: { PORT: port } }),
    new RegExp(`^PORT ${port} is taken on 127\\.0\\.0\\.1: stop what uses it, or set another PORT\\.\n$`),
  )
  nothingMade(tree)
})

test('a port that is taken on the other address of localhost', async t => {
  const somebody = createServer().listen(0, '::1')
  const outcome = await Promise.race([once(somebody, 'listening'), once(somebody, 'error')])
  if (outcome.length > 0) return t.skip('this machine has no ::1')
  const { port } = somebody.address() as AddressInfo
  const tree = freshTree()
  try {
    assertRefused(
      await command(tree, ['start'], { env: { HOST: 'localhost', PORT: String(port) } }),
      new RegExp(`^PORT ${port} is taken on localhost: stop what uses it, or set another PORT\\.\n$`),
    )
    nothingMade(tree)
  } finally {
    somebody.close()
  }
})

test('a command that names nobody, or something that does not exist', async () => {
  const tree = freshTree()
  for (const [args, sentence] of [
    [['user', 'create'], /^--email takes one/],
    [['user', 'grant', '--role', 'admin'], /^--email takes one/],
    [['user', 'revoke', '--email', 'a@b.fr', '--role', 'king'], /^--role takes one of/],
    [['user', 'export'], /^--email takes one/],
    [['user', 'erase'], /^--email takes one/],
    [['member', 'set', '--email', 'a@b.fr', '--acteur', 'x'], /^--acteur takes/],
    [['token'], /^--email takes one/],
    [['token', '--email', 'a@b.fr', '--ttl', '2d'], /^--ttl takes/],
  ] as const)
    assertRefused(await command(tree, [...args]), sentence)
  nothingMade(tree)
})

test('a token without the settings of the start opens the service that runs; one for elsewhere says so', async () => {
  const me = async (token: string) =>
    (
      await fetch(`${service.url}/api/v1/me`, {
        headers: { authorization: `Bearer ${token.trim()}`, 'x-app-source': 'public' },
      })
    ).status
  const plain = await command(service.tree, TOKEN)
  assert.deepEqual([plain.code, plain.stderr, await me(plain.stdout)], [0, '', 200])
  const elsewhere = await command(service.tree, TOKEN, { env: { PUBLIC_URL: 'https://ailleurs.fr' } })
  assert.equal(await me(elsewhere.stdout), 401)
  assert.equal(
    elsewhere.stderr,
    `For https://ailleurs.fr, where nothing runs now: PUBLIC_URL names it, and the service calls itself ${service.url}.\n`,
  )
  await service.stop()
})
