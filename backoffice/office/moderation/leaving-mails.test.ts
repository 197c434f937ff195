import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sayMails } from './leaving-mails.ts'

test('a decision says how many mails leave, and to whom', () => {
  const mail = (roles: readonly ('author' | 'owner' | 'reporter')[], count = roles.length) =>
    sayMails({ count, leaves_at: '', to: roles.map(as => ({ as, id: null, nom: null })) })
  assert.equal(mail(['author']), '1 courriel part dans une minute, à l’auteur.')
  assert.equal(
    mail(['author', 'reporter']),
    '2 courriels partent dans une minute, à l’auteur et à la personne qui a signalé.',
  )
  assert.equal(
    mail(['owner', 'owner', 'reporter', 'reporter', 'reporter']),
    '5 courriels partent dans une minute, à 2 responsables de la page et aux 3 personnes qui ont signalé.',
  )
  assert.equal(mail(['reporter'], 60), '60 courriels partent dans une minute.')
})
