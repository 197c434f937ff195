import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isEmail } from './email-address.ts'

test('an e-mail address is a single one, without characters that change its meaning', () => {
  for (const good of ['a@b.fr', 'prenom.nom+x@mairie-d-ici.example', "o'neil@example.org"])
    assert.ok(isEmail(good), good)
  for (const bad of [
    'a',
    'a@b',
    'a@b.fr,c@d.fr',
    'a b@c.fr',
    'a@b.fr\r\nBcc: x',
    '<a@b.fr>',
    'a@@b.fr',
    'a@b.fr\0',
    'a@b.f\0r',
    '',
  ])
    assert.ok(!isEmail(bad), bad)
})
