import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, testConfig } from '../../test/app.ts'
import { ensureFirstAdmin } from './first-admin.ts'

const app = await startApp()
const administrators = async () =>
  (await app.owner.query(`select from user_roles where role = 'admin'`)).rows.length

test('PARVIS_ADMIN_PASSWORD is refused where it is well known or made of the address, and nobody is created', async () => {
  const first = (password: string) => {
    const env = { PARVIS_ADMIN_EMAIL: 'huguette.delorme@ville.fr', PARVIS_ADMIN_PASSWORD: password }
    return ensureFirstAdmin(app.service.db, testConfig({ ...env, DATA_DIR: app.dataDir }), false)
  }
  for (const known of ['parvisparvis', 'motdepasse123', 'huguettedelorme', 'Delorme-2024!']) {
    await assert.rejects(
      first(known),
      /^Refusal: PARVIS_ADMIN_PASSWORD: The password is too well known/,
      known,
    )
    assert.equal(await administrators(), 0)
  }
  const made = await first('quatre chevaux mangent lentement')
  assert.deepEqual(
    [made?.email, made?.password, await administrators()],
    ['huguette.delorme@ville.fr', undefined, 1],
  )
})
