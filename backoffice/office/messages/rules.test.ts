import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitQuoted } from './rules.ts'

test('what a mail program quotes is told apart from what somebody wrote', () => {
  const quoted = '> Bonjour,\n>\n> Demain.'
  for (const [body, own, rest] of [
    ['Merci !', 'Merci !', ''],
    [`Merci !\n\n${quoted}`, 'Merci !', quoted],
    [
      `Merci !\n\nLe 14 nov. 2026 à 9 h, Ville a écrit :\n${quoted}\n`,
      'Merci !',
      `Le 14 nov. 2026 à 9 h, Ville a écrit :\n${quoted}`,
    ],
    [`Thanks\n\nOn Saturday,\nTown wrote:\n${quoted}`, 'Thanks', `On Saturday,\nTown wrote:\n${quoted}`],
    [`${quoted}\n\nMa réponse en dessous`, `${quoted}\n\nMa réponse en dessous`, ''],
    [quoted, quoted, ''],
    ['a > b\n\n', 'a > b\n\n', ''],
    ['', '', ''],
  ] as const)
    assert.deepEqual(splitQuoted(body), { own, quoted: rest }, body)
  const long = `${'> a\n'.repeat(100_000)}`
  assert.equal(splitQuoted(long).own, long)
})
