import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { UNCHANGED } from './trust.ts'

const app = await startApp()
const admin = app.as(await app.user(['admin']))
const commune = await make.commune(app)

/** A member of an acteur whose publications were all approved as they were written, and one that waits. */
async function author(can_publish: boolean, approved = UNCHANGED) {
  const person = await app.user()
  const acteur = await make.acteur(app, commune)
  await app.owner.query('update acteurs set can_publish = $2 where id = $1', [acteur, can_publish])
  await app.owner.query(
    `insert into actor_users (acteur_id, user_id, role, permissions) values ($1, $2, 'editor', array['manage_publications'])`,
    [acteur, person.id],
  )
  const by = (await app.user(['admin'])).id
  const ids: string[] = []
  for (let at = 0; at < approved; at++) {
    const id = await make.publication(app, acteur, commune, { title: `Fête ${at}` })
    ids.push(id)
    await app.owner.query(
      `update publications set created_by = $2, moderated_by = $3, created_at = now() - $4::int * interval '1 hour'
       where id = $1`,
      [id, person.id, by, at + 1],
    )
  }
  const waiting = await make.publication(app, acteur, commune, {
    moderation_status: 'pending',
    valide: false,
  })
  await app.owner.query('update publications set created_by = $2 where id = $1', [waiting, person.id])
  const trust = async () => (await admin.get(`/admin/publications/${waiting}/author-trust`)).body.data
  return { person, acteur, waiting, ids, trust }
}

test('thirty that were approved as they were written speak for the author; what is granted ends it, and is undone', async () => {
  const { person, acteur, trust } = await author(false)
  const proposed = await trust()
  assert.deepEqual(
    [proposed.unchanged, proposed.acteur.id, proposed.user_id, proposed.can_publish, proposed.permissions],
    [30, acteur, person.id, false, ['manage_publications']],
  )
  const member = `/admin/acteurs/${acteur}/members/${person.id}`
  const permissions = [...proposed.permissions, 'publish_publications']
  assert.equal((await admin.patch(member, { permissions })).status, 200)
  assert.equal((await admin.post(`/admin/acteurs/${acteur}/can-publish`, { can_publish: true })).status, 200)
  assert.equal(await trust(), null)
  const written = { title: 'Le bal', body: 'Samedi à 20 h.', acteur_id: acteur, commune_id: commune }
  const sent = await app.as(person, 'public').post('/publications', written)
  assert.equal(sent.status, 201, JSON.stringify(sent.body))
  assert.notEqual(sent.body.data.moderation_status, 'pending', 'it is visible without review')
  await admin.patch(member, { permissions: proposed.permissions })
  await admin.post(`/admin/acteurs/${acteur}/can-publish`, { can_publish: false })
  assert.ok(await trust())
  const trail = (await make.auditOf(app, acteur)).map(({ action }) => action)
  assert.deepEqual(trail.toSorted(), [
    'acteur.can_publish_set',
    'acteur.can_publish_set',
    'acteur.member_set',
    'acteur.member_set',
  ])
})

const SPOILED: Readonly<Record<string, string>> = {
  'was rejected': `update publications set moderation_status = 'rejected', valide = false where id = $1`,
  'was corrected by a colleague': `update publications set edited_by = moderated_by where id = $1`,
  'is in the bin': 'update publications set deleted_at = now() where id = $1',
  'was taken down after a report': `insert into publication_reports
    (publication_id, reason, language, reporter, outcome, closed_at) values ($1, 'spam', 'fr', 'x', 'removed', now())`,
}
for (const [what, spoil] of Object.entries(SPOILED))
  test(`nothing is proposed where one of the thirty ${what}`, async () => {
    const { ids, trust } = await author(true)
    assert.ok(await trust())
    await app.owner.query(spoil, [ids[12]])
    assert.equal(await trust(), null)
  })

test('nothing is proposed for twenty-nine, nor where other members would publish as well', async () => {
  assert.equal(await (await author(true, UNCHANGED - 1)).trust(), null)
  const { acteur, trust } = await author(false)
  assert.ok(await trust())
  await app.owner.query(
    `insert into actor_users (acteur_id, user_id, role, permissions) values ($1, $2, 'owner', '{}')`,
    [acteur, (await app.user()).id],
  )
  assert.equal(await trust(), null)
})

test('an unknown publication is 404', async () => {
  const answer = await admin.get('/admin/publications/01985e2c-7d4a-7c3e-9b1f-4a6d2e8c0f17/author-trust')
  assert.equal(answer.status, 404)
})
