import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isEmail, mailboxOf, spellingsOf } from './email-address.ts'

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

test('addresses of one mailbox are one for limits, those of others are not', () => {
  for (const [one, other] of [
    ['anne+1@exemple.fr', 'Anne@Exemple.FR'],
    ['anne+a+b@exemple.fr', 'anne@exemple.fr'],
    ['a.n.ne+x@googlemail.com', 'anne@gmail.com'],
    ['anne@café.example', 'anne@xn--caf-dma.example'],
  ] as const)
    assert.equal(mailboxOf(one), mailboxOf(other), one)
  for (const [one, other] of [
    ['an.ne@exemple.fr', 'anne@exemple.fr'],
    ['anne@exemple.fr', 'anne@autre.fr'],
    ['+1@exemple.fr', '+2@exemple.fr'],
  ] as const)
    assert.notEqual(mailboxOf(one), mailboxOf(other), one)
})

test('a domain in Unicode and in Punycode is one, the spelling of DNS first', () => {
  const both = ['mairie@xn--lan-9la.fr', 'mairie@élan.fr']
  for (const spelling of [...both, 'Mairie@ÉLAN.fr', 'mairie@XN--LAN-9LA.FR', 'mairie@e\u0301lan.fr'])
    assert.deepEqual(spellingsOf(spelling), both, spelling)
  for (const other of ['mairie@elan.fr', 'élan@mairie.fr', 'mairie@élan.fr/x', 'mairie'])
    assert.equal(spellingsOf(other).length, 1, other)
})
