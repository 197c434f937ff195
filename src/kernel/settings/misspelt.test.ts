import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from './config.ts'

const found = (env: Record<string, string>) =>
  readConfig(env).misspelt.map(({ given, meant }) => `${given}: ${meant}`)

test('a variable that is nearly a setting is found with the setting that was meant', () => {
  assert.deepEqual(
    found({
      SMTP_ULR: 'smtp://mail.example.fr',
      SMPT_URL: 'smtp://mail.example.fr',
      MAIL_FORM: 'a@example.fr',
      PARVIS_ADMIN_MAIL: 'a@example.fr',
      RATE_LIMIT_SCAL: '2',
      LOGLEVEL: 'info',
      PUBLIC_URI: 'https://example.fr',
    }),
    [
      'SMTP_ULR: SMTP_URL',
      'SMPT_URL: SMTP_URL',
      'MAIL_FORM: MAIL_FROM',
      'PARVIS_ADMIN_MAIL: PARVIS_ADMIN_EMAIL',
      'RATE_LIMIT_SCAL: RATE_LIMIT_SCALE',
      'LOGLEVEL: LOG_LEVEL',
      'PUBLIC_URI: PUBLIC_URL',
    ],
  )
})

test('settings, and variables of other programs, are not called misspelt', () => {
  assert.deepEqual(
    found({
      LOG_LEVEL: 'info',
      MAIL_FROM: 'a@example.fr',
      SMTP_URL: 'smtp://mail.example.fr',
      HOME: '/root',
      PATH: '/bin',
      HOSTS: 'x',
      PGHOST: 'x',
      PGPORT: '1',
      HOSTNAME: 'x',
      LOGNAME: 'root',
      NODE_ENV: 'production',
      XDG_DATA_DIRS: '/usr/share',
      npm_config_loglevel: 'warn',
      MAIL_FORM: '',
    }),
    [],
  )
})
