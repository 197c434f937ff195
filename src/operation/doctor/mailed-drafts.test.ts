import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, testConfig } from '../../../test/app.ts'
import { MAIL_ENV } from '../../../test/fixtures/mailed-drafts.ts'
import { mailsToActeurs } from './mailed-drafts.ts'

const app = await startApp({ env: MAIL_ENV })
const { INBOUND_MAIL_SERVERS: _, ...unnamed } = MAIL_ENV
const says = async (env: Record<string, string> = MAIL_ENV) =>
  (await mailsToActeurs(app.service.db, testConfig(env))).map(({ state, says }) => `${state} ${says}`)
let made = 0
const came = (outcome: string, days = 0) =>
  app.owner.query(
    `insert into acteur_mails (key, outcome, received_at) values (sha256($1::text::bytea), $2, now() - $3::int * interval '1 day')`,
    [`${++made}`, outcome, days],
  )

test('doctor counts what became of mails to acteurs, and says where the server vouches for nobody', async () => {
  assert.deepEqual(await says({}), [], 'nothing where no mail comes in')
  assert.match((await says(unnamed))[0] ?? '', /^note INBOUND_MAIL_SERVERS is not set/)
  assert.deepEqual(await says(), ['ok 7 days: 0 became drafts'])
  await came('draft', 8)
  await came('not_checked')
  assert.match(
    (await says())[0] ?? '',
    /^wrong .*1 not_checked; no mail has Authentication-Results of mx\.essai\.fr/,
  )
  await came('draft')
  await came('not_a_member')
  assert.deepEqual(await says(), ['ok 7 days: 1 became drafts; refused: 1 not_checked, 1 not_a_member'])
  const long = { ...MAIL_ENV, MAIL_FROM: `${'a'.repeat(40)}@essai.fr` }
  assert.match((await says(long))[0] ?? '', /^note the name before the @/)
})
