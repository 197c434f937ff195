import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { erasePerson } from '../../office/personal-data/commands.ts'
import { exportAll, subjectOf } from '../../office/personal-data/resources.ts'
import { forgetOldNotes } from './notes.ts'

const app = await startApp()
const [writer, other] = [await app.user(['operator_claims']), await app.user(['operator_claims', 'admin'])]
const [mine, theirs] = [app.as(writer), app.as(other)]
const commune = await make.commune(app)
const bodies = async (path: string) =>
  (await theirs.get(`${path}/notes`)).body.data.map(({ body }: { body: string }) => body)

test('notes are listed newest first, deleted by their author, and traced without text', async () => {
  const acteur = await make.acteur(app, commune)
  const path = `/admin/acteurs/${acteur}`
  const added = await mine.post(`${path}/notes`, { body: 'Rappeler Zoé.' })
  assert.deepEqual([added.status, added.body.data.author.id], [201, writer.id])
  await theirs.post(`${path}/notes`, { body: 'Vu sur place.' })
  assert.deepEqual(await bodies(path), ['Vu sur place.', 'Rappeler Zoé.'])
  assert.equal((await mine.get(`${path}/notes?per_page=1`)).body.meta.total, 2)
  const note = `${path}/notes/${added.body.data.id}`
  assert.equal((await theirs.delete(note)).body.error, 'forbidden')
  assert.equal(
    (await mine.delete(`/admin/acteurs/${await make.acteur(app, commune)}/notes/${added.body.data.id}`))
      .status,
    404,
  )
  assert.equal((await mine.delete(note)).status, 200)
  assert.equal((await mine.delete(note)).status, 404)
  assert.deepEqual(await bodies(path), ['Vu sur place.'])
  const trail = await make.auditOf(app, acteur)
  assert.deepEqual(
    trail.map(({ action }) => action),
    ['acteur.noted', 'acteur.noted', 'acteur.note_removed'],
  )
  assert.doesNotMatch(JSON.stringify(trail), /Zoé|sur place/)
  // Public pages contain no note.
  const shown = JSON.stringify((await app.anyone.get(`/acteurs/${acteur}`)).body)
  assert.doesNotMatch(shown, /note|sur place/)
  for (const outsider of [app.as(await app.user(['operator_moderation'])), app.as(await app.user())])
    assert.equal((await outsider.get(`${path}/notes`)).status, 403)
})

test('notes follow a merged acteur, and return when the merge is undone', async () => {
  const [from, into, last] = [
    await make.acteur(app, commune),
    await make.acteur(app, commune),
    await make.acteur(app, commune),
  ]
  await mine.post(`/admin/acteurs/${from}/notes`, { body: 'du premier' })
  await mine.post(`/admin/acteurs/${into}/notes`, { body: 'du second' })
  const { body } = await mine.post(`/admin/acteurs/${into}/merge`, { from_id: from })
  await mine.post(`/admin/acteurs/${last}/merge`, { from_id: into })
  for (const id of [into, last])
    assert.deepEqual(await bodies(`/admin/acteurs/${id}`), ['du second', 'du premier'])
  assert.deepEqual(await bodies(`/admin/acteurs/${from}`), ['du premier'])
  const [{ id }] = (await mine.get(`/admin/acteurs/${last}/merges`)).body.data
  await mine.post(`/admin/acteurs/${last}/merges/${id}/undo`, undefined)
  await mine.post(`/admin/acteurs/${into}/merges/${body.meta.merge.id}/undo`, undefined)
  assert.deepEqual(await bodies(`/admin/acteurs/${last}`), [])
  assert.deepEqual(await bodies(`/admin/acteurs/${into}`), ['du second'])
})

test('a note about a person is for administrators, and is exported and erased with the person', async () => {
  const person = await app.user()
  const path = `/admin/users/${person.id}`
  assert.equal((await mine.post(`${path}/notes`, { body: 'Non.' })).status, 403)
  assert.equal((await theirs.post(`/admin/users/${crypto.randomUUID()}/notes`, { body: 'Non.' })).status, 404)
  const added = await theirs.post(`${path}/notes`, { body: 'A parlé au maire.' })
  const acteur = await make.acteur(app, commune)
  await mine.post(`/admin/acteurs/${acteur}/notes`, { body: `Écrire à ${person.email}.` })
  const all = await exportAll(
    app.service.db.pool,
    await subjectOf(app.service.db.pool, person.email),
    app.service.secrets,
  )
  const words = (name: string) => (all[name] ?? []).map(one => (one as { body: string }).body)
  assert.deepEqual(
    [words('notes_about_them'), words('notes_naming_them')],
    [['A parlé au maire.'], [`Écrire à ${person.email}.`]],
  )
  assert.partialDeepStrictEqual(
    await erasePerson(app.service.db, person.email, import.meta.dirname, app.service.secrets),
    {
      notes: 2,
    },
  )
  assert.deepEqual(await bodies(path), [])
  assert.deepEqual(await bodies(`/admin/acteurs/${acteur}`), ['Écrire à (effacé).'])
  assert.equal((await theirs.delete(`${path}/notes/${added.body.data.id}`)).status, 404)
  assert.deepEqual(
    (await make.auditOf(app, person.id)).map(({ action }) => action).filter(action => /note/.test(action)),
    ['user.noted'],
  )
})

test('publications and claims have notes for the colleagues of their area, exported and erased with the person', async () => {
  const [author, moderator] = [await app.user(), await app.user(['operator_moderation', 'operator_claims'])]
  const acteur = await make.acteur(app, commune)
  const publication = await make.publication(app, acteur, commune, { created_by: author.id })
  const { rows } = await app.owner.query(
    `insert into claims (acteur_id, message, email, claimant_user_id, language, expires_at)
     values ($1, 'Moi.', $2, $3, 'fr', now() + interval '7 days') returning id`,
    [acteur, author.email, author.id],
  )
  const about = { publications: publication, claims: rows[0].id as string }
  for (const [kind, id] of Object.entries(about)) {
    const path = `/admin/${kind}/${id}`
    const added = await app.as(moderator).post(`${path}/notes`, { body: 'À vérifier.' })
    assert.deepEqual([added.status, added.body.data.author.id], [201, moderator.id])
    await theirs.post(`${path}/notes`, { body: 'Vu.' })
    assert.deepEqual(await bodies(path), ['Vu.', 'À vérifier.'])
    assert.equal((await theirs.get(path)).body.data.notes_count, 2)
    const note = `${path}/notes/${added.body.data.id}`
    assert.equal((await theirs.delete(note)).body.error, 'forbidden')
    assert.equal((await app.as(moderator).delete(note)).status, 200)
    assert.equal((await app.as(author).get(`${path}/notes`)).status, 403)
    const entity = kind.slice(0, -1)
    assert.deepEqual(
      (await make.auditOf(app, id)).map(({ action }) => action),
      [`${entity}.noted`, `${entity}.noted`, `${entity}.note_removed`],
    )
  }
  assert.doesNotMatch(JSON.stringify((await app.anyone.get(`/publications/${publication}`)).body), /note|Vu/)
  assert.doesNotMatch(
    JSON.stringify((await app.as(author, null).get(`/me/publications/${publication}`)).body),
    /Vu\./,
  )
  const all = await exportAll(
    app.service.db.pool,
    await subjectOf(app.service.db.pool, author.email),
    app.service.secrets,
  )
  assert.deepEqual(
    all.notes_about_them?.map(one => (one as { body: string }).body),
    ['Vu.', 'Vu.'],
  )
  assert.equal(
    (await erasePerson(app.service.db, author.email, import.meta.dirname, app.service.secrets)).notes,
    2,
  )
  assert.deepEqual(await bodies(`/admin/publications/${publication}`), [])
})

test('a note is deleted after three years', async () => {
  const acteur = await make.acteur(app, commune)
  await mine.post(`/admin/acteurs/${acteur}/notes`, { body: 'Ancienne.' })
  await mine.post(`/admin/acteurs/${acteur}/notes`, { body: 'Récente.' })
  await app.owner.query(
    `update notes set created_at = now() - interval '3 years 1 day' where body = 'Ancienne.'`,
  )
  assert.equal(await app.service.db.transaction(forgetOldNotes), 1)
  assert.deepEqual(await bodies(`/admin/acteurs/${acteur}`), ['Récente.'])
})
