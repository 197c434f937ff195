import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitQuoted } from './rules.ts'

test('the quotes of mail programs are separated from the new text', () => {
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

test('mails of Outlook and Samsung, and HTML-only mails, quote without marks', () => {
  const headings = [
    'De : Ville <ville@exemple.fr>\nEnvoyé : samedi 14 novembre 2026 09:00\nÀ : Léa\nObjet : Votre demande',
    '________________________________\nDe : Ville\nEnvoyé : samedi 14 novembre 2026 09:00\nÀ : Léa\nObjet : Votre demande',
    '-----Message d’origine-----\nDe : Ville',
    "-------- Message d'origine --------\nDe : Ville\nDate : 14/11/2026 09:00 (GMT+01:00)",
    'Le samedi 14 novembre 2026 à 09:00:12 UTC+1, Ville <ville@exemple.fr> a écrit :',
    'Le 14 nov. 2026 à 9 h, Ville\na écrit :',
    'Le samedi 14 novembre 2026 à 09:00,\nVille <ville@exemple.fr>\na écrit :',
    'envoyé : 14 novembre 2026 à 09:00\nde : Ville <ville@exemple.fr>\nà : Léa <lea@exemple.fr>\nobjet : Votre demande',
  ]
  for (const heading of headings) {
    const quoted = `${heading}\n\nBonjour,\nvoici la réponse.`
    assert.deepEqual(splitQuoted(`Merci !\n\n${quoted}`), { own: 'Merci !', quoted }, heading)
    assert.equal(splitQuoted(quoted).own, quoted, 'a mail that is only forwarded stays whole')
  }
  for (const own of [
    'De : la mairie\nÀ : tous',
    'envoyé : hier\nà : tous',
    'Le maire a écrit :\nBonjour',
    'Il a écrit :\n> a\n\nRéponse',
  ])
    assert.equal(splitQuoted(`Voici.\n${own}`).quoted, '', own)
})
