// In one browser: layout.test.ts and states.test.ts show its screens in both.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enter } from '../../../test/browser/people.ts'
import { skip, visit } from '../../../test/browser/visit.ts'
import { becomes, eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { fetchMedia, pdf, picture, sendFile } from '../../../test/fixtures/own-pictures.ts'
import { openDesk } from '../../test/moderation-desk.ts'

/** A moderator removes illegal content. */

test('a moderator removes one picture, then a publication with its files, each with a reason', {
  skip,
}, async () => {
  const { app, email } = await openDesk()
  const admin = await app.user(['admin'])
  const commune = await make.commune(app)
  const acteur = await make.acteur(app, commune, { nom: 'Le club' })
  const sent = async (raw: Uint8Array<ArrayBuffer>) => (await sendFile(app, admin, acteur, raw)).body.data
  const published = async (title: string, fields: object) => {
    const { body } = await app.as(admin).post('/publications', {
      title,
      body: 'Ce soir',
      acteur_id: acteur,
      commune_id: commune,
      ...fields,
    })
    return body.data.id as string
  }
  const [bad, good, minutes] = [await sent(await picture()), await sent(await picture()), await sent(pdf())]
  const first = await published('Un bal', {
    images: [
      { id: bad.id, alt: 'la mauvaise' },
      { id: good.id, alt: 'la bonne' },
    ],
  })
  const second = await published('Un loto', {
    images: [{ id: good.id, alt: 'la bonne' }],
    documents: [{ id: minutes.id }],
  })
  const gone = async ({ url }: { url: string }) =>
    (await fetchMedia(app, new URL(url).pathname.replace(/^/, app.url))).status === 410

  const look = await visit(app)
  const { page } = look
  await enter(look, email, `/moderation?onglet=publiees&item=${first}`)
  await page.getByText('la mauvaise').waitFor()
  await look.assertAccessible('the pictures')
  await page.getByRole('button', { name: 'Retirer pour raison légale…' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('seule la personne qui exploite le serveur peut le ramener').waitFor()
  await look.assertAccessible('the question')
  await dialog.getByRole('button', { name: 'Retirer maintenant' }).click()
  await dialog.getByText('Écrivez la raison.').waitFor()
  assert.equal(await gone(bad.image), false)
  await dialog.getByLabel('Raison').fill('Contenu illicite')
  await dialog.getByRole('button', { name: 'Retirer maintenant' }).click()
  await page.getByText('Ce fichier est retiré.').waitFor()
  const toPurge = page.getByRole('region', { name: 'Adresses à purger' })
  const [path] = new URL(bad.image.url).pathname.split('/').slice(-2)
  const shown = await toPurge.getByRole('listitem').allTextContents()
  assert.ok(shown.length > 1 && shown.every(one => one.includes(`/media/${path}/`)), shown.join())
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await toPurge.getByRole('button', { name: 'Copier les adresses' }).click()
  await toPurge.getByText('Les adresses sont copiées.').waitFor()
  await becomes(() => page.evaluate(() => navigator.clipboard.readText()), shown.join('\n'))
  await look.assertAccessible('the addresses to purge')
  assert.deepEqual([await gone(bad.image), await gone(good.image)], [true, false])
  // The publication was read again: what to purge is told still.
  await becomes(() => page.getByRole('img', { name: 'la mauvaise' }).count(), 0)
  await becomes(() => page.locator('figure').count(), 1)
  assert.deepEqual(await toPurge.getByRole('listitem').allTextContents(), shown)
  const { images } = (await app.as(admin).get(`/admin/publications/${first}`)).body.data
  assert.deepEqual(
    images.map((one: { alt: string }) => one.alt),
    ['la bonne'],
  )

  await page.goto(`${app.url}/moderation?onglet=publiees&item=${second}`)
  await page.locator('#item-title').getByText('Un loto').waitFor()
  await page.getByRole('button', { name: 'Autres actions' }).click()
  await page.getByRole('button', { name: 'Effacer et retirer ses fichiers…' }).click()
  await dialog.getByLabel('Raison').fill('Contenu illicite')
  await dialog.getByRole('button', { name: 'Retirer maintenant' }).click()
  await toPurge.getByText(new URL(minutes.document.url).pathname).waitFor()
  await look.assertAccessible('the addresses to purge of a publication')
  await dialog.getByRole('button', { name: 'Fermer' }).click()
  await page.getByText('est dans la corbeille').waitFor()
  await eventually(async () => (await make.row(app, second)).deleted_at !== null, 'deleted')
  assert.deepEqual([await gone(good.image), await gone(minutes.document)], [true, true])

  // On the page of an acteur, for an operator of both areas.
  const face = await sent(await picture())
  await app.as(admin).patch(`/admin/acteurs/${acteur}`, { image: { id: face.id, alt: 'Le logo' } })
  await app.owner.query(
    `insert into user_roles (user_id, role) select id, 'operator_claims' from users where email = $1`,
    [email],
  )
  await page.goto(`${app.url}/acteurs/${acteur}`)
  await page.getByRole('img', { name: 'Le logo' }).waitFor()
  await page.getByRole('button', { name: 'Retirer pour raison légale…' }).click()
  await dialog.getByLabel('Raison').fill('Contenu illicite')
  await dialog.getByRole('button', { name: 'Retirer maintenant' }).click()
  // The acteur was read again, and has no picture.
  await becomes(async () => (await app.as(admin).get(`/admin/acteurs/${acteur}`)).body.data.image, null)
  await page.getByRole('button', { name: 'Retirer pour raison légale…' }).waitFor({ state: 'detached' })
  await page.getByText('Ce fichier est retiré.').waitFor()
  await toPurge
    .getByText(new URL(face.image.url).pathname.split('/').slice(-2)[0] ?? '')
    .first()
    .waitFor()
  assert.equal(await gone(face.image), true)
  // The test service does not know its port: its pictures have port 0.
  assert.deepEqual(
    look.faults.filter(fault => !fault.includes('127.0.0.1:0')),
    [],
  )
})
