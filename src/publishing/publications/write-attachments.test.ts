import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestUser } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { pdf, picture, sendFile } from '../../../test/fixtures/own-pictures.ts'

/** Pictures and documents of publications: editors attach uploads of the publication's acteur. */

const app = await startApp()
const commune = await make.commune(app)
const club = await make.acteur(app, commune)
const other = await make.acteur(app, commune)
const [president, admin] = [await app.user(), await app.user(['admin'])]
await make.member(app, club, president)
const as = (user: TestUser) => app.as(user, 'public')
const office = app.as(admin)
const sent = async (acteur = club) => (await sendFile(app, admin, acteur, await picture(60, 40))).body.data
const sentPdf = async () =>
  (await sendFile(app, admin, club, pdf(), { 'x-file-name': 'Affiche.pdf' })).body.data
const draft = { title: 'Stage', body: 'Samedi.', acteur_id: club, commune_id: commune }
const idsOf = ({ images }: { images: { id: string; alt: string }[] }) =>
  images.map(({ id, alt }) => `${alt} ${id}`)

test('a publication with ordered pictures and a document shows them in every list', async () => {
  const [first, second, minutes] = [await sent(), await sent(), await sentPdf()]
  const images = [
    { id: second.id, alt: 'Le tatami' },
    { id: first.id, alt: '' },
  ]
  const written = await as(president).post('/publications', {
    ...draft,
    images,
    documents: [{ id: minutes.id }],
  })
  assert.equal(written.status, 201, JSON.stringify(written.body))
  const { id } = written.body.data
  const read = await as(president).get(`/me/publications/${id}`)
  assert.deepEqual(written.body, read.body, 'what writing answers is what reading answers')
  await office.patch(`/admin/publications/${id}/moderate`, { moderation_status: 'published' })
  const expected = [`Le tatami ${second.id}`, ` ${first.id}`]
  const shows = [
    (await app.anyone.get(`/publications/${id}`)).body.data,
    (await app.anyone.get(`/publications?acteur_id=${club}`)).body.data[0],
    (await app.anyone.get(`/communes/${commune}/publications`)).body.data[0],
    (await as(president).get('/me/publications')).body.data[0],
    (await office.get(`/admin/publications/${id}`)).body.data,
    (await office.get('/admin/publications')).body.data[0],
  ]
  for (const one of shows) {
    assert.deepEqual(idsOf(one), expected)
    assert.deepEqual(one.images[1], { ...first.image, alt: '' })
    assert.deepEqual(one.documents, [minutes.document])
  }
  const [trace] = await make.auditOf(app, id)
  assert.deepEqual(trace.after.images, [second.id, first.id])
  assert.ok(!JSON.stringify(trace).includes('tatami'))
})

test('another picture is another content: reviewed again, kept as a revision, and restorable', async () => {
  const [old, fresh] = [await sent(), await sent()]
  const { id } = (await as(president).post('/publications', { ...draft, images: [{ id: old.id, alt: 'A' }] }))
    .body.data
  await office.patch(`/admin/publications/${id}/moderate`, { moderation_status: 'published' })
  const edited = await as(president).patch(`/publications/${id}`, { images: [{ id: fresh.id, alt: 'B' }] })
  assert.deepEqual([edited.body.data.moderation_status, edited.body.data.version], ['pending', 3])
  const { approved } = (await office.get(`/admin/publications/${id}`)).body.data
  assert.deepEqual(idsOf(approved), [`A ${old.id}`])
  const [revision] = (await office.get(`/admin/publications/${id}/revisions`)).body.data
  const back = await office.send('POST', `/admin/publications/${id}/revisions/${revision.id}/restore`)
  assert.deepEqual(idsOf(back.body.data), [`A ${old.id}`])
  const undone = await office.post(`/admin/operations/${back.body.meta.operation_id}/undo`)
  assert.ok(undone.status < 300, JSON.stringify(undone.body))
  assert.deepEqual(idsOf((await office.get(`/admin/publications/${id}`)).body.data), [`B ${fresh.id}`])
  const none = await office.patch(`/admin/publications/${id}`, { images: [] })
  assert.deepEqual(none.body.data.images, [])
  const same = await office.patch(`/admin/publications/${id}`, { title: 'Stage' })
  assert.equal(same.body.data.version, none.body.data.version)
})

test('only uploads of the own acteur, of the right kind, once each and within the limit can be attached', async () => {
  const [mine, theirs, minutes] = [await sent(), await sent(other), await sentPdf()]
  const refused: [object, string][] = [
    [{ images: [{ id: theirs.id, alt: '' }] }, 'images.0.id'],
    [{ images: [{ id: crypto.randomUUID(), alt: '' }] }, 'images.0.id'],
    [
      {
        images: [
          { id: mine.id, alt: '' },
          { id: mine.id, alt: '' },
        ],
      },
      'images.1.id',
    ],
    [{ images: [{ id: minutes.id, alt: '' }] }, 'images.0.id'],
    [{ documents: [{ id: mine.id }] }, 'documents.0.id'],
    [{ images: [{ id: mine.id }] }, 'images.0.alt'],
    [{ images: Array.from({ length: 11 }, () => ({ id: mine.id, alt: '' })) }, 'images'],
    [{ documents: Array.from({ length: 6 }, () => ({ id: minutes.id })) }, 'documents'],
  ]
  for (const [body, path] of refused) {
    const { status, body: answer } = await as(president).post('/publications', { ...draft, ...body })
    assert.deepEqual([status, answer.details?.[0]?.path], [422, path])
  }
  const free = await make.publication(app, null, commune)
  const attached = await office.patch(`/admin/publications/${free}`, { images: [{ id: mine.id, alt: '' }] })
  assert.equal(attached.status, 422, 'what an import wrote is of no acteur')
  const many = await Promise.all(
    [1, 2, 3].map(() =>
      as(president).post('/publications', { ...draft, images: [{ id: mine.id, alt: '' }] }),
    ),
  )
  assert.deepEqual(
    many.map(({ status }) => status),
    [201, 201, 201],
    'one picture on several at once',
  )
})

test('uploads follow merged acteurs, and publications keep showing theirs', async () => {
  const [from, into] = [await make.acteur(app, commune), await make.acteur(app, commune)]
  const one = await sent(from)
  const merged = await office.send('POST', `/admin/acteurs/${into}/merge`, { from_id: from })
  assert.equal(merged.body.meta.merge.moved.uploads, 1)
  const { id } = (
    await office.post('/publications', { ...draft, acteur_id: into, images: [{ id: one.id, alt: 'x' }] })
  ).body.data
  await office.send('POST', `/admin/acteurs/${into}/merges/${merged.body.meta.merge.id}/undo`)
  const kept = await office.patch(`/admin/publications/${id}`, { images: [{ id: one.id, alt: 'y' }] })
  assert.deepEqual(idsOf(kept.body.data), [`y ${one.id}`])
  const again = await office.post('/publications', {
    ...draft,
    acteur_id: into,
    images: [{ id: one.id, alt: 'x' }],
  })
  assert.equal(again.status, 422)
})
