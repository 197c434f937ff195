import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/app.ts'
import { rights } from './database.ts'

const app = await startApp()

test('tables that the service may no longer read are named, and right again once it may', async () => {
  assert.equal((await rights(app.service.db)).state, 'ok')
  await app.owner.query('revoke select on reply_templates, import_sources from parvis_app')
  const { state, says, said } = await rights(app.service.db)
  assert.deepEqual([state, said.code, said.figures], ['wrong', 'rights_lost', { n: 2 }])
  assert.match(says, /^parvis_app may not read import_sources, reply_templates: /)
  await app.owner.query('grant select on reply_templates, import_sources to parvis_app')
  assert.equal((await rights(app.service.db)).state, 'ok')
})
