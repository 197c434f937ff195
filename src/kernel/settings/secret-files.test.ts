import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Refusal } from '../refusals/refusal.ts'
import { readConfig } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'parvis-secrets-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, 'secret')
const written = (text: string) => {
  writeFileSync(file, text)
  return file
}

/** A value of each setting that is a secret, or holds one, and what else it needs. */
const SECRETS: Readonly<Record<string, readonly [value: string, beside?: Record<string, string>]>> = {
  PARVIS_SECRET: ['a secret that is long enough for all of it'],
  PARVIS_SECRET_ALSO: ['another secret that is long enough for it'],
  PARVIS_ADMIN_PASSWORD: ['a long password', { PARVIS_ADMIN_EMAIL: 'a@example.fr' }],
  DATABASE_URL: ['postgres://parvis:hush-hush@db.example.fr/parvis'],
  DATABASE_READ_URL: [
    'postgres://parvis:hush-hush@replica.example.fr/parvis',
    {
      DATABASE_URL: 'postgres://db.example.fr/parvis',
      PARVIS_SECRET: 'a secret that is long enough for all of it',
    },
  ],
  SMTP_URL: ['smtp://user:hush-hush@mail.example.fr', { MAIL_FROM: 'parvis@example.fr' }],
  OIDC_CLIENT_SECRET: ['hush-hush-hush', { OIDC_ISSUER: 'https://sso.example.fr', OIDC_CLIENT_ID: 'parvis' }],
  OIDC_VILLE_CLIENT_SECRET: [
    'hush-hush-hush',
    { OIDC_PROVIDERS: 'ville', OIDC_VILLE_ISSUER: 'https://sso.example.fr', OIDC_VILLE_CLIENT_ID: 'parvis' },
  ],
  PAYMENT_SIGNING_SECRETS: ['whsec_0123456789abcdef'],
  STRIPE_API_KEY: ['rk_live_0123456789'],
  INBOUND_MAIL_SECRETS: ['0123456789abcdef'],
  METRICS_TOKEN: ['0123456789abcdef'],
  BACKUP_PASSPHRASE: ['correct horse battery staple'],
}
const readsOf = (name: string) => {
  const asked: string[] = []
  readConfig(
    new Proxy<Record<string, string | undefined>>({}, { get: (_, one) => void asked.push(String(one)) }),
  )
  return asked.includes(name)
}

for (const [name, [value, beside]] of Object.entries(SECRETS))
  test(`${name} may be in a file, and not in both places`, () => {
    const base = { PARVIS_SECRET: 'a secret that is long enough for all of it', ...beside }
    const { [name as 'PARVIS_SECRET']: _, ...others } = base
    const here = JSON.stringify(readConfig({ ...others, [name]: value }))
    assert.ok(here.includes(value))
    for (const ending of ['', '\n', '\r\n'])
      assert.equal(
        JSON.stringify(readConfig({ ...others, [`${name}_FILE`]: written(`${value}${ending}`) })),
        here,
      )
    const refused = (env: Record<string, string>, words: RegExp) =>
      assert.throws(
        () => readConfig({ ...others, ...env }),
        error => error instanceof Refusal && words.test(error.message) && !error.message.includes(value),
      )
    refused({ [name]: value, [`${name}_FILE`]: file }, /: set one of them\.$/)
    refused({ [`${name}_FILE`]: join(folder, 'none') }, /cannot be read/)
    refused({ [`${name}_FILE`]: written('') }, /must hold one line/)
    refused({ [`${name}_FILE`]: written(`${value}\nmore`) }, /must hold one line/)
  })

test('no other setting is read from a file', () => {
  for (const name of ['PORT', 'HOST', 'PUBLIC_URL', 'IMPORT_ALLOW_PRIVATE', 'DATA_DIR', 'MAIL_FROM'])
    assert.equal(readsOf(`${name}_FILE`), false, name)
})
