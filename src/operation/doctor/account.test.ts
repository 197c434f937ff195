import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { connect } from '../../kernel/db/database.ts'
import { superuser } from './account.ts'

test('an account that may do anything on its server is told, and one with the rights of the service alone is not', async () => {
  const app = await startApp()
  assert.deepEqual(await superuser(app.service.db), [])
  const owner = connect(app.connection)
  try {
    const [found, ...more] = await superuser(owner)
    assert.deepEqual(
      [found?.state, found?.about, found?.explanation.code, more],
      ['note', 'rights', 'superuser', []],
    )
  } finally {
    await owner.close()
  }
})
