import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import {
  addressOf,
  count,
  draftsOf,
  MAIL_ENV,
  mailsTo,
  outcomes,
  town,
  write,
} from '../../../test/fixtures/mailed-drafts.ts'
import { pdf, picture } from '../../../test/fixtures/own-pictures.ts'
import { lockedPdf } from '../../../test/fixtures/protected-pdfs.ts'
import { ANNOUNCEMENTS, SHAPES, type Shaped } from '../../../test/fixtures/town-letters.ts'
import { inParallel } from '../../../test/publications/world.ts'

const app = await startApp({ env: MAIL_ENV })
const clerk = await app.user()
const { hall } = await town(app, clerk)
const address = await addressOf(app, clerk, hall)

const LETTER: Shaped = { subject: 'Loto de l’école', text: 'Venez nombreux à la salle des fêtes.' }

test('a mail with a poster becomes a draft, and is answered by one mail with one link to it', async () => {
  const [photo, poster] = [await picture(), pdf()]
  const answer = await write(
    app,
    clerk,
    address,
    {
      subject: 'TR: Loto de l’école',
      text: 'Samedi 12 décembre 2037 de 14 h à 18 h, salle des fêtes.\n\n-- \nMarie Durand\n02 38 11 22 33',
      files: [
        { name: 'IMG_1.jpg', type: 'image/jpeg' },
        { name: 'Règlement du loto.pdf', type: 'application/pdf' },
        { name: 'winmail.dat', type: 'application/ms-tnef' },
        { name: 'liste.docx', type: 'application/octet-stream' },
        { name: 'Budget protégé.pdf', type: 'application/pdf' },
      ],
    },
    { messageId: '<loto@saint-jean.example>' },
    ({ name }) =>
      name.startsWith('Budget')
        ? lockedPdf()
        : name.endsWith('jpg')
          ? photo
          : name.endsWith('pdf')
            ? poster
            : Buffer.from('rien'),
  )
  assert.equal(answer.status, 200)
  const [draft, ...others] = (await app.as(clerk, 'public').get('/me/drafts')).body.data
  assert.equal(others.length, 0)
  const { images, documents, type_id, ...words } = draft.content
  assert.deepEqual(words, {
    title: 'Loto de l’école',
    body: 'Samedi 12 décembre 2037 de 14 h à 18 h, salle des fêtes.',
    date_debut: '12/12/2037',
    heure_debut: '14\u00a0h',
    date_fin: '',
    heure_fin: '18\u00a0h',
    dates: '',
    lieu: 'Salle des fêtes',
  })
  const { rows } = await app.owner.query('select slug from publication_types where id = $1', [type_id])
  assert.equal(rows[0]?.slug, 'evenement')
  assert.deepEqual([images.length, documents[0].name], [1, 'Règlement du loto.pdf'])
  assert.deepEqual(draft.uploads.map(({ kind }: { kind: string }) => kind).sort(), ['document', 'image'])
  assert.deepEqual(draft.from_mail.notes, [
    { code: 'left_out', texts: ['liste.docx', 'Budget protégé.pdf'] },
    { code: 'outlook_file', texts: [] },
  ])
  const [mail, ...more] = await mailsTo(app, clerk.email)
  assert.equal(more.length, 0)
  assert.equal(mail.in_reply_to, '<loto@saint-jean.example>')
  assert.match(mail.subject, /^Votre publication est à relire : Loto/)
  const links = mail.text.match(/http:\S+/g)
  assert.deepEqual(links, [`http://parvis.test/espace/ecrire?pour=${hall}&brouillon=${draft.id}`])
  assert.match(mail.text, /Relire et publier/)
  assert.match(mail.text, /liste\. docx/)
  assert.match(mail.text, /winmail\.dat/)
})

test('mails in all forms make a draft each, and nothing is published', async () => {
  const writer = await app.user()
  await make.member(app, hall, writer, 'editor', ['manage_publications', 'publish_publications'])
  const photo = await picture(80, 60)
  const letters = Object.values(SHAPES).flatMap((shape, at) =>
    ANNOUNCEMENTS.slice(at % 2, 2 * Math.ceil(200 / Object.keys(SHAPES).length / 2) + (at % 2)).map(shape),
  )
  assert.ok(letters.length >= 200)
  await app.owner.query(`alter table publication_drafts disable trigger publication_drafts_version`)
  const publications = await count(app, 'publications')
  for (const letter of letters) {
    const { status } = await write(app, writer, address, letter, {}, ({ type }) =>
      type === 'image/jpeg' ? photo : type === 'application/pdf' ? pdf() : Buffer.from('\x89PNG\r\n\x1a\n'),
    )
    assert.equal(status, 200)
    const made = await draftsOf(app, writer.id)
    assert.equal(made.length, 1, letter.subject)
    await app.owner.query('delete from publication_drafts where user_id = $1', [writer.id])
  }
  assert.equal(await count(app, 'publications'), publications)
  assert.equal((await mailsTo(app, writer.email)).length, letters.length)
})

test('the same mail twice makes one draft and one answer, also when both come at once', async () => {
  const writer = await app.user()
  await make.member(app, hall, writer, 'editor', ['manage_publications'])
  const envelope = { messageId: '<twice@saint-jean.example>' }
  const answers = await inParallel([1, 2, 3, 4], () => write(app, writer, address, LETTER, envelope))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  )
  await write(app, writer, address, { ...LETTER, subject: 'Autre' }, envelope)
  assert.equal((await draftsOf(app, writer.id)).length, 1)
  assert.equal((await mailsTo(app, writer.email)).length, 1)
})

test('mails that come at once do not pass the limit of drafts, and the member is told', async () => {
  const writer = await app.user()
  await make.member(app, hall, writer, 'editor', ['manage_publications'])
  await app.owner.query(
    `insert into publication_drafts (user_id, acteur_id, content) select $1, $2, '{}' from generate_series(1, 48)`,
    [writer.id, hall],
  )
  await inParallel([1, 2, 3, 4, 5], () => write(app, writer, address, LETTER))
  assert.equal((await draftsOf(app, writer.id)).length, 50)
  const told = (await mailsTo(app, writer.email)).map(({ template }) => template).sort()
  assert.deepEqual(told, ['draft-ready', 'draft-ready', 'mail-refused', 'mail-refused', 'mail-refused'])
})

test('limits by member and by acteur hold for mails that come at once', async () => {
  const node = await app.beside({ RATE_LIMIT_SCALE: '1' })
  const beside = { ...app, as: node.as }
  const at = async (writers: readonly Awaited<ReturnType<typeof app.user>>[], to: string, each: number) => {
    for (const writer of writers)
      await app.owner.query('delete from publication_drafts where user_id = $1', [writer.id])
    const all = writers.flatMap(writer => Array.from({ length: each }, () => writer))
    await inParallel(all, writer => write(beside, writer, to, LETTER))
    return (await Promise.all(writers.map(async ({ id }) => (await draftsOf(app, id)).length))).reduce(
      (sum, n) => sum + n,
      0,
    )
  }
  const [first, ...others] = await Promise.all(Array.from({ length: 7 }, () => app.user()))
  const { hall: small } = await town(app, clerk)
  for (const one of [first, ...others]) if (one) await make.member(app, small, one)
  const to = await addressOf(app, clerk, small)
  assert.ok(first)
  assert.equal(await at([first], to, 26), 20, 'twenty an hour of a member')
  const told = (await mailsTo(app, first.email)).filter(({ template }) => template === 'mail-refused')
  assert.equal(told.length, 3, 'and three answers about the others')
  assert.equal(await at(others, to, 18), 80, 'a hundred a day of an acteur')
  assert.ok((await outcomes(app)).too_many)
  await node.stop()
})

test('files beyond the quota are left out, and the draft says so', async () => {
  const node = await app.beside({ MEDIA_QUOTA_MB: '1' })
  const { hall: full } = await town(app, clerk)
  await app.owner.query('delete from publication_drafts where user_id = $1', [clerk.id])
  const to = await addressOf(app, clerk, full)
  const large = Buffer.concat([
    Buffer.from('%PDF-1.4\n'),
    Buffer.alloc(900_000, '%'),
    Buffer.from('\n%%EOF\n'),
  ])
  const files = [1, 2].map(n => ({ name: `${n}.pdf`, type: 'application/pdf' }))
  await write({ ...app, as: node.as }, clerk, to, { ...LETTER, files }, {}, ({ name }) =>
    Buffer.concat([large, Buffer.from(`%${name}\n%%EOF\n`)]),
  )
  const [draft] = await draftsOf(app, clerk.id)
  assert.equal(draft.content.documents.length, 1)
  assert.deepEqual(draft.from_mail.notes, [{ code: 'no_room', texts: ['2.pdf'] }])
  await node.stop()
})

test('a mail to the address of an acteur that was merged is for the one that remains', async () => {
  const [writer, { commune }] = [await app.user(), await town(app, clerk)]
  const [into, from] = [await make.acteur(app, commune), await make.acteur(app, commune)]
  for (const id of [into, from]) await make.member(app, id, writer)
  const to = await addressOf(app, writer, from)
  const office = app.as(await app.user(['operator_claims']))
  assert.equal((await office.post(`/admin/acteurs/${into}/merge`, { from_id: from })).status, 200)
  await write(app, writer, to, LETTER)
  assert.equal((await draftsOf(app, writer.id))[0]?.acteur_id, into)
})
