import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { describeSchema } from '../../src/kernel/migrations/schema-text.ts'
import { inDatabase, MIGRATED } from '../databases.ts'

test('db/schema.sql equals the migrated schema', async () => {
  const made = await inDatabase(MIGRATED, describeSchema)
  const kept = readFileSync(join(import.meta.dirname, '../../db/schema.sql'), 'utf8')
  if (made === kept) return
  const [now, before] = [made.split('\n'), kept.split('\n')]
  const line = now.findIndex((text, index) => text !== before[index])
  assert.fail(
    `db/schema.sql is not what the migrations make (first at line ${line + 1}: “${now[line]}” instead of ` +
      `“${before[line]}”): run npm run schema and commit the file with the migration.`,
  )
})
