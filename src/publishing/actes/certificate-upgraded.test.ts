/** Certificates are proven after an upgrade: of acts that were published before it, and of the first ones after it. */
// A process of its own: its databases are dropped at the end of the file.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { emptyDatabase, restore, using } from '../../../test/fixtures/backups.ts'
import { fill, refusedOf } from '../../../test/fixtures/proven-acts.ts'
import { backupOf, RELEASES } from '../../../test/releases/release.ts'
import { verifyAudit } from '../../foundation/audit-seal.ts'
import { connect } from '../../kernel/db/database.ts'
import type { ConnectionConfig } from '../../kernel/db/db.ts'
import { migrate } from '../../kernel/migrations/migrate.ts'
import { readMigrations } from '../../kernel/migrations/migrations.ts'

const ACTS = 30
/** The migration that brought acts. */
const FIRST = 98

async function assertProven(into: ConnectionConfig, name: string): Promise<void> {
  const db = connect(into)
  try {
    assert.deepEqual(await refusedOf(db.pool, name), [])
    assert.deepEqual((await verifyAudit(db.pool)).broken, [])
  } finally {
    await db.close()
  }
}

test('acts of the first migration that had them are proven by each later one', async () => {
  const into = await emptyDatabase()
  await migrate(into, [], FIRST)
  await using(into, owner => fill({ owner } as never, ACTS))
  const seals = () => using(into, async owner => (await owner.query('select * from audit_seals')).rows)
  const before = await seals()
  assert.ok(before.length > 0)
  const applied = await migrate(into, [])
  assert.equal(applied.length, readMigrations().length - FIRST)
  assert.deepEqual(await seals(), before, 'an upgrade makes no seal anew')
  await assertProven(into, 'migrated')
})

for (const version of RELEASES)
  test(`acts that are published after an upgrade from ${version} are proven, behind its seals`, async () => {
    const into = await emptyDatabase()
    const [header = ''] = gunzipSync(readFileSync(backupOf(version)))
      .toString()
      .split('\n')
    await restore(backupOf(version), into, JSON.parse(header).secret)
    const forms = await using(into, async owner => {
      await fill({ owner } as never, ACTS)
      return (await owner.query('select distinct form from audit_seals order by form')).rows
    })
    assert.equal(forms.at(-1).form, 2)
    await assertProven(into, `from-${version}`)
  })
