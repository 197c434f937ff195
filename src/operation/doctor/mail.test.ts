import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { testConfig } from '../../../test/app.ts'
import { freePort } from '../../../test/fixtures/free-port.ts'
import { startMailServer } from '../../../test/fixtures/mail-server.ts'
import { inboundMail, mail } from './mail.ts'

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

test('doctor signs in at the mail server, sends nothing, and shows no password', async () => {
  const server = await startMailServer({
    with: {
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) =>
        username === 'parvis' && password === 'le-bon'
          ? done(null, { user: username })
          : done(Object.assign(new Error(`No: ${password}`), { responseCode: 535 })),
    },
  })
  const found = async (account: string, port = server.port) => {
    const { state, says, explanation } = await mail(
      testConfig({ SMTP_URL: `smtp://${account}127.0.0.1:${port}` }),
    )
    assert.doesNotMatch(says, /le-bon|le-mauvais/)
    return `${state} ${explanation.code}`
  }
  try {
    assert.equal(await found('parvis:le-bon@'), 'ok mail_server')
    assert.equal(await found('parvis:le-mauvais@'), 'wrong mail_refused')
    assert.equal(await found('parvis:le-bon@', await freePort()), 'wrong mail_away')
    assert.deepEqual(server.deliveries, [])
  } finally {
    await server.stop()
  }
  const busy = createServer(socket => {
    socket.on('error', () => {})
    socket.end('554 no service here\r\n')
  })
  busy.listen(0, '127.0.0.1')
  await once(busy, 'listening')
  try {
    assert.equal(await found('', (busy.address() as AddressInfo).port), 'wrong mail_unfit')
  } finally {
    busy.close()
  }
})
