import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ANNOUNCEMENTS, asMail, NOW, SHAPES, type Shaped } from '../../../../test/fixtures/town-letters.ts'
import { readDraft } from './read-mail.ts'

const plain = (text: string) => text.replaceAll('\\', '').replaceAll(/\s+/g, ' ')
/** Larger than a logo. */
const bytesOf = () => Buffer.alloc(20_000, 'x')
const read = async (letter: Shaped, now = NOW) =>
  (await readDraft(Buffer.from(asMail(letter, bytesOf)), now, { withPosters: true })).draft

test('title and day of mails in the forms of all programs are right, nothing but signatures and quotations is lost', async () => {
  const wrong: string[] = []
  let mails = 0
  for (const [shape, shaped] of Object.entries(SHAPES))
    for (const announcement of ANNOUNCEMENTS) {
      mails++
      const letter = shaped(announcement)
      const draft = await read(letter)
      const day = letter.day === undefined ? (announcement.day ?? '') : (letter.day ?? '')
      const is = [draft.title, draft.date_debut]
      const expected = [letter.title ?? announcement.title, day]
      if (is.join() !== expected.join())
        wrong.push(`${shape}: ${is.join(' | ')}, not ${expected.join(' | ')}`)
      const where = `${shape}, ${announcement.title}`
      for (const words of letter.dropped ?? [])
        assert.ok(!draft.body.includes(words), `${where}: keeps ${words}`)
      if (!letter.isWithoutText)
        for (const words of announcement.paragraphs)
          assert.ok(plain(draft.body).includes(plain(words)), `${where}: loses ${words} in ${draft.body}`)
      const notes = draft.notes.map(({ code }) => code)
      for (const note of letter.notes ?? [])
        assert.ok(
          notes.some(code => code === note),
          `${where}: no ${note}`,
        )
      if (!letter.notes?.includes('several_events')) assert.ok(!notes.includes('several_events'), where)
    }
  assert.ok(mails >= 400)
  assert.ok(wrong.length <= mails * 0.05, `${wrong.length} of ${mails}:\n${wrong.join('\n')}`)
})

test('the day of a mail whose HTML was encoded twice is understood', async () => {
  const html = '<p>FÃªte de lâ€™Ã©tÃ©</p><p>Samedi 12 dÃ©cembre Ã&nbsp; 18\u00a0h, salle des fÃªtes.</p>'
  const draft = await read({ subject: 'Invitation', html })
  assert.equal(draft.date_debut, '12/12/2026')
  assert.match(draft.body, /Samedi 12 décembre à/)
})

type Expected = readonly [title: string, day: string, hour?: string, last?: string]
/** Subject, text, and what the draft says. */
const WRITTEN: readonly (readonly [subject: string, text: string, expected: Expected])[] = [
  ['TR: Fwd: RE: [Asso] Affiche du loto du 12 déc.', 'Voilà !', ['Loto du 12 déc.', '12/12/2026']],
  [
    'soirée paëlla',
    'Le club de foot organise une soirée paëlla le 23 janvier 2027 à partir\nde 19h au gymnase. Réservations jusqu’au 16 janvier.',
    ['Soirée paëlla', '23/01/2027', '19'],
  ],
  [
    'Invitation au théâtre',
    'Date : 12/12/2026\nHeure : 20h\nLieu : salle Jean-Vilar',
    ['Invitation au théâtre', '12/12/2026', '20'],
  ],
  [
    'Festival',
    'vendredi 4, samedi 5 et dimanche 6 décembre : trois jours de fête !',
    ['Festival', '04/12/2026', '', '06/12/2026'],
  ],
  ['Stage', 'Du 12.12.2026 au 14.12.2026, stage de danse.', ['Stage', '12/12/2026', '', '14/12/2026']],
  [
    'Réunion publique',
    'RDV le 12/12/26 à 18h30. Tél. 02.38.12.12.26 ou 06 12 12 20 26',
    ['Réunion publique', '12/12/2026', '18'],
  ],
  ['Tarifs', 'Tarifs : 12/15 €. Renseignements 02/38/11/12/13.', ['Tarifs', '']],
  [
    'Arrêté',
    'Arrêté n°2026-12 du 3 décembre 2025 : circulation interdite du 7 au 11 décembre.',
    ['Arrêté', '07/12/2026', '', '11/12/2026'],
  ],
  ['U13', 'Le 14 novembre dernier, l’équipe U13 a gagné son match.', ['U13', '']],
  [
    'Noël des enfants',
    'Spectacle samedi 19 décembre à 15h00.\nTickets à retirer du lundi 7 au vendredi 11 décembre.',
    ['Noël des enfants', '19/12/2026', '15'],
  ],
  [
    'Travaux',
    'Suite au courrier du 12 novembre 2026, les travaux commencent le lundi 7 décembre.',
    ['Travaux', '07/12/2026'],
  ],
  [
    '',
    'Bonjour,\n\nGrande braderie samedi 5 décembre de 9h à 17h.\n\nCdt\nAnne',
    ['Grande braderie samedi 5 décembre de 9h à 17h', '05/12/2026', '9'],
  ],
  [
    'Bibliothèque',
    'Fermée du 24 décembre 2026 au 2 janvier 2027 inclus.',
    ['Bibliothèque', '24/12/2026', '', '02/01/2027'],
  ],
  [
    'Galette des rois',
    'La galette\n\nle dimanche 10 janvier 2027\n\nà 15 heures\n\nsalle de la Grange',
    ['Galette des rois', '10/01/2027', '15'],
  ],
]
for (const [subject, text, [title, day, hour = '', last = '']] of WRITTEN)
  test(`“${subject || text.slice(9, 40)}” is read`, async () => {
    const draft = await read({ subject, text })
    assert.deepEqual(
      [draft.title, draft.date_debut, draft.heure_debut.split('\u00a0')[0], draft.date_fin],
      [title, day, hour, last],
    )
  })

test('days at the same hours are a series, and a date that is not its weekday is told', async () => {
  const series = await read({ subject: 'Ateliers', text: 'Les mardis 1er, 8 et 15 décembre à 18 h.' })
  assert.deepEqual([series.date_debut, series.dates], ['01/12/2026', '08/12/2026\n15/12/2026\n'])
  const wrong = await read({ subject: 'Concert', text: 'Concert samedi 13 décembre à 20h.' })
  assert.deepEqual([wrong.date_debut, wrong.notes.map(({ code }) => code)], ['', ['unsure_day']])
})

test('what is written below an answer, and a postscript, stay', async () => {
  const { body } = await read({
    subject: 'RE: Loto',
    text: 'Le ven. 27 nov. 2026 à 18:02, Mairie <m@x.example> a écrit :\n> Quand ?\n\nLe 12 décembre.\n\nCordialement,\nPaul\n\nPS : entrée libre',
  })
  assert.equal(body, 'Le 12 décembre.\n\nPS : entrée libre')
})

test('a text that looks like headers, a signature or a footer of a list is kept', async () => {
  const text =
    'Date : 12 décembre 2026\nDe : 14 h\nÀ : 18 h\nLieu : salle des fêtes\n\nLe bulletin est à lire en ligne sur www.v.example.\nPour se désinscrire de la cantine : accueil de la mairie.\n\nAmicalement vôtre, la pièce de Jean Petit, se joue ensuite.'
  const draft = await read({ subject: 'Fête', text })
  assert.equal(draft.body, text)
  assert.deepEqual([draft.date_debut, draft.lieu], ['12/12/2026', 'Salle des fêtes'])
})

test('a broken poster and a mail without words make a draft all the same', async () => {
  const draft = await read({
    subject: 'Affiche',
    text: '',
    files: [{ name: 'loto_de_noel.pdf', type: 'application/pdf' }],
  })
  assert.deepEqual(
    [draft.title, draft.body, draft.notes.map(({ code }) => code)],
    ['Loto de noel', '', ['no_text']],
  )
})
