import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testConfig } from '../../../test/app.ts'
import { inboundMail } from './mail.ts'

const SECRETS = { INBOUND_MAIL_SECRETS: 'a secret of the mail server,another one of it' }
const says = (env: Record<string, string>) => {
  const { state, says } = inboundMail(testConfig(env))
  return `${state} ${says}`
}

test('doctor says whether answers by mail come back, and where to', () => {
  assert.match(says({}), /^note INBOUND_MAIL_SECRETS is not set/)
  assert.match(says({ MAIL_FROM: 'support@essai.fr' }), /^note INBOUND_MAIL_SECRETS is not set/)
  assert.match(says(SECRETS), /^note 2 secrets, but MAIL_FROM is not set/)
  assert.match(
    says({ ...SECRETS, MAIL_FROM: 'Ma Ville <support@essai.fr>' }),
    /^ok 2 secrets; answers come to support\+<token>@essai\.fr:/,
  )
  const long = `${'a'.repeat(40)}@essai.fr`
  assert.match(says({ ...SECRETS, MAIL_FROM: long }), /^note 2 secrets; .* too long to carry a token/)
})

test('doctor never shows a secret of the mail server', () => {
  const all = says({ ...SECRETS, MAIL_FROM: 'support@essai.fr' })
  for (const secret of SECRETS.INBOUND_MAIL_SECRETS.split(',')) assert.ok(!all.includes(secret))
})
