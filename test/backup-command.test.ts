/** The commands `backup` and `restore`, on embedded databases. */
// Of a release: a backup of a whole service, restored.
// A process of its own: its databases go at the end of the file.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  assertRefused,
  command,
  commandAlone,
  freshFolder,
  freshTree,
  preparedTree,
  start,
} from './fixtures/service-process.ts'

test('a backup of a running service, restored into a new folder, is the same service', async () => {
  const folder = freshFolder()
  const file = join(folder, 'running.gz')
  const first = await preparedTree()
  const service = await start(first)
  const person = ['--email', 'elue@example.fr']
  const created = await command(first, ['user', 'create', ...person, '--nom', 'Élue', '--role', 'admin'])
  assert.equal(created.code, 0)
  const saved = await commandAlone(first, ['backup', file])
  assert.equal(saved.code, 0, saved.stderr)
  assert.match(saved.stdout, /: \d+ tables, \d{5} rows, \d+ bytes\. It holds secrets/)
  const sha256 = createHash('sha256').update(fs.readFileSync(file)).digest('hex')
  assert.ok(saved.stdout.includes(`\nSHA-256: ${sha256}\n`), saved.stdout)
  const under = await command(first, ['restore', file])
  assert.equal(under.code, 1)
  assert.match(under.stderr, /is not empty .* restore into a new DATA_DIR or a newly created database\.\n$/)
  await service.stop()

  const second = freshTree()
  for (const [word, says] of [
    ['latest', /^BACKUP_DIR, or BACKUP_S3_ENDPOINT with its bucket, says where backups are kept\.\n$/],
    [`${file}.old`, /^There is no file .*running\.gz\.old\.\n$/],
    ['package.json', /^package\.json .*\n$/],
  ] as const)
    assertRefused(await command(second, ['restore', word]), says)
  for (const [sum, says] of [
    ['ab'.repeat(32), new RegExp(`has the SHA-256 ${sha256}, which is not the one that was given`)],
    ['half', /^--sha256 takes the 64 letters and digits that sha256sum prints\.\n$/],
  ] as const)
    assertRefused(await command(second, ['restore', file, '--sha256', sum]), says)
  assert.equal(fs.existsSync(join(second, '.data')), false, 'no database is made for what cannot be restored')
  const refused = await command(second, ['restore', file], {
    env: { PARVIS_SECRET: 'not the secret of the first folder, but long enough' },
  })
  assert.equal(refused.code, 1)
  assert.match(
    refused.stderr,
    /made with another PARVIS_SECRET: set PARVIS_SECRET to that one \(.*; of an encrypted one: age -d .*\)\.\n$/,
  )
  const restored = await commandAlone(second, ['restore', file, '--sha256', sha256.toUpperCase()])
  assert.equal(restored.code, 0, restored.stderr)
  assert.match(restored.stdout, /^Restored \d+ tables, \d{5} rows\.\n$/)
  // The payment provider has the second secret too: with another, it would refuse every event.
  for (const name of ['secret', 'payment-signing-secret']) {
    const secretOf = (tree: string) => fs.readFileSync(join(tree, '.data', name), 'utf8')
    assert.equal(secretOf(second), secretOf(first))
    assert.equal(fs.statSync(join(second, '.data', name)).mode & 0o777, 0o600)
  }

  // Afterwards service and commands work, the token's key opens, and the audit trail is intact.
  const again = await start(second)
  const token = await command(second, ['token', ...person])
  assert.match(token.stdout, /^[\w-]+\.[\w-]+\.[\w-]+\n$/, token.stderr)
  const audit = await command(second, ['audit', 'verify'])
  assert.equal(audit.code, 0, audit.stdout)
  await again.stop()
  const stopped = await command(second, ['backup', join(folder, 'stopped.gz')])
  assert.equal(stopped.code, 0, stopped.stderr)
})
