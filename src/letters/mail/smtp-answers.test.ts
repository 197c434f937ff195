import assert from 'node:assert/strict'
import { test } from 'node:test'
import { installationOf } from './addresses.ts'
import { secondsBefore } from './deliver.ts'
import { readableAnswer, sendResultOf } from './smtp-answers.ts'

test('the sender of mails follows from the settings', () => {
  const from = (mailFrom?: string, publicUrl?: string) => {
    const { from: mailbox, domain } = installationOf({ mailFrom, publicUrl })
    return [mailbox.name, mailbox.address, domain]
  }
  assert.deepEqual(from(), ['Parvis', 'no-reply@parvis.localhost', 'parvis.localhost'])
  assert.deepEqual(from(undefined, 'https://ville.fr:8443'), ['Parvis', 'no-reply@ville.fr', 'ville.fr'])
  for (const bare of ['http://127.0.0.1:3000', 'http://[::1]:3000', 'http://localhost'])
    assert.deepEqual(from(undefined, bare), ['Parvis', 'no-reply@parvis.localhost', 'parvis.localhost'])
  assert.deepEqual(from('mairie@ville.fr', 'https://x.fr'), ['Parvis', 'mairie@ville.fr', 'ville.fr'])
  assert.deepEqual(from('"Ville d’Écully" <mairie@écully.fr>'), [
    'Ville d’Écully',
    'mairie@écully.fr',
    'xn--cully-9ra.fr',
  ])
})

test('waits double up to half an hour', () => {
  assert.deepEqual(
    [1, 2, 3, 5, 11, 12, 50].map(attempt => secondsBefore(attempt, 0)),
    [1, 2, 4, 16, 1024, 1800, 1800],
  )
  assert.equal(secondsBefore(12, 1), 2160)
})

test('which SMTP errors are permanent and which are retried', () => {
  const kind = (of: object) => sendResultOf(Object.assign(new Error('x@y.fr'), of)).kind
  const said = (responseCode: number, command: string) => ({
    responseCode,
    command,
    response: `${responseCode} No`,
  })
  assert.equal(kind({ code: 'EENVELOPE', ...said(550, 'RCPT TO') }), 'refused')
  assert.equal(kind({ code: 'EMESSAGE', ...said(554, 'DATA') }), 'refused')
  assert.equal(kind({ code: 'EENVELOPE', ...said(452, 'RCPT TO') }), 'delayed')
  assert.equal(
    kind({ code: 'EPROTOCOL', ...said(554, 'CONN') }),
    'delayed',
    'the greeting is not about this mail',
  )
  assert.equal(kind({ code: 'EAUTH', ...said(535, 'AUTH PLAIN') }), 'delayed')
  assert.equal(kind({ code: 'EENVELOPE', ...said(530, 'MAIL FROM') }), 'delayed')
  assert.equal(kind({ code: 'EENVELOPE', command: 'API' }), 'refused')
  assert.equal(kind({ code: 'ETIMEDOUT' }), 'delayed')
  assert.equal(kind({}), 'delayed')
  assert.equal(
    readableAnswer('550-5.1.1 <a@b.fr>,\r\n550 <c@d.fr>; gone\u0000'),
    '550-5.1.1 <…>, 550 <…>; gone',
  )
  assert.equal([...readableAnswer('x'.repeat(900))].length, 500)
})
