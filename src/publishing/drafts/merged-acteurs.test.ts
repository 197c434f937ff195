import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { pdf, picture, sendFile } from '../../../test/fixtures/own-pictures.ts'
import { forgetUploads } from '../uploads/upkeep.ts'

const app = await startApp()
const office = app.as(await app.user(['operator_claims']))
const commune = await make.commune(app)
const clerk = await app.user()
const mine = app.as(clerk, 'public')
const sent = async (acteur: string, raw: Uint8Array<ArrayBuffer>) =>
  (await sendFile(app, clerk, acteur, raw)).body.data.id as string
const aNight = async () => {
  await app.owner.query(`update uploads set sent_at = sent_at - interval '25 hours'`)
  return await app.service.db.transaction(forgetUploads)
}

test('a draft keeps the pictures that both acteurs have through a merge and its undo', async () => {
  const [into, from] = [await make.acteur(app, commune), await make.acteur(app, commune)]
  for (const id of [into, from]) await make.member(app, id, clerk, 'owner')
  const [both, minutes, photo] = [await picture(), pdf(), await picture()]
  const theirs = [await sent(into, both), await sent(into, minutes)]
  const [image, document, own] = [await sent(from, both), await sent(from, minutes), await sent(from, photo)]
  const content = {
    title: 'Vœux',
    images: [
      { id: image, alt: 'Le maire' },
      { id: own, alt: 'La salle' },
    ],
    documents: [{ id: document, name: 'Discours.pdf' }],
  }
  const { id } = (await mine.post('/me/drafts', { acteur_id: from, content })).body.data
  const read = async () => {
    const { data } = (await mine.get(`/me/drafts/${id}`)).body
    const { images, documents } = data.content
    assert.deepEqual(
      [...images, ...documents].filter(
        one => !data.uploads.some((upload: { id: string }) => upload.id === one.id),
      ),
      [],
      'it is shown with all that it names',
    )
    return data
  }
  const { meta } = (await office.post(`/admin/acteurs/${into}/merge`, { from_id: from })).body
  const merged = await read()
  assert.deepEqual(merged.content, {
    ...content,
    images: [
      { id: theirs[0], alt: 'Le maire' },
      { id: own, alt: 'La salle' },
    ],
    documents: [{ id: theirs[1], name: 'Discours.pdf' }],
  })
  await aNight()
  await read()
  const publish = async (acteur_id: string) => {
    const { images, documents } = (await read()).content
    const answer = await mine.post('/publications', {
      title: 'Vœux',
      body: 'Un verre',
      acteur_id,
      commune_id: commune,
      images,
      documents,
    })
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    const { data } = answer.body
    return [data.images.length, data.documents.length]
  }
  assert.deepEqual(await publish(into), [2, 1])

  // An upload added after the merge belongs to the remaining acteur; the draft goes back with it.
  const added = await sent(into, await picture())
  const next = { ...merged.content, images: [...merged.content.images, { id: added, alt: 'Le cidre' }] }
  assert.equal((await mine.patch(`/me/drafts/${id}`, { content: next })).status, 200)
  const undone = await office.post(`/admin/acteurs/${into}/merges/${meta.merge.id}/undo`)
  assert.equal(undone.status, 200)
  const back = await read()
  // The first upload was collected meanwhile: it exists again under a new id.
  assert.deepEqual(
    [back.acteur_id, back.content.images.map(({ alt }: { alt: string }) => alt)],
    [from, ['Le maire', 'La salle', 'Le cidre']],
  )
  assert.ok(back.uploads.every(({ acteur_id }: { acteur_id: string }) => acteur_id === from))
  await aNight()
  assert.deepEqual(await publish(from), [3, 1])
})
