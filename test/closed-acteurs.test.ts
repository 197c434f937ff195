import assert from 'node:assert/strict'
import { test } from 'node:test'
import { routes } from '../src/routes.ts'
import { startApp } from './app.ts'
import * as make from './factories.ts'
import { tableState } from './table-state.ts'

/** While an acteur is deactivated or deleted, its members can write nothing by any route; afterwards they can again. */

const app = await startApp()
const [here, member, admin] = [await make.commune(app), await app.user(), await app.user(['admin'])]
const hall = await make.mairie(app, here, member)
const live = await make.publication(app, hall, here, { epingle: true })
const pending = await make.publication(app, hall, here, {
  moderation_status: 'pending',
  valide: false,
  publie_le: null,
})
const ofOthers = await make.publication(app, await make.acteur(app, here), here)

const colleague = await app.user()
await make.member(app, hall, colleague, 'editor')

const theirs = app.as(member, 'mairie')
const draft = { title: 'Avis', body: 'De neuf heures à midi.', commune_id: here }
const own = `/me/acteurs/${hall}`
const endpoint = `${own}/webhooks/${colleague.id}`
const register = 'Numéro;Date;Objet;Lien\nD-1;12/01/2024;Budget;https://exemple.fr/budget.pdf'
const hallOf = `/mairie/acteurs/${hall}/publications`

/** The requests that are sent to each route. */
const WRITES: Readonly<Record<string, readonly (readonly [path: string, body?: object])[]>> = {
  'POST /publications': [['/publications', { ...draft, acteur_id: hall }]],
  'PATCH /publications/:id': [
    [`/publications/${live}`, { title: 'Autre' }],
    [`/publications/${live}`, { epingle: false }],
    [`/publications/${pending}`, { body: 'Autre', epingle: true }],
  ],
  'DELETE /publications/:id': [[`/publications/${live}`], [`/publications/${pending}`]],
  'PATCH /publications/:id/moderate': ['published', 'pending', 'rejected'].map(
    moderation_status => [`/publications/${live}/moderate`, { moderation_status }] as const,
  ),
  'POST /mairie/acteurs/:acteurId/publications': [[hallOf, draft]],
  'PATCH /mairie/acteurs/:acteurId/publications/:publicationId/acte': [
    [`${hallOf}/${live}/acte`, { transmis_le: '2026-10-20' }],
  ],
  'PATCH /mairie/acteurs/:acteurId/publications/:publicationId/moderate': [live, pending, ofOthers].map(
    id => [`${hallOf}/${id}/moderate`, { moderation_status: 'pending' }] as const,
  ),
  'POST /mairie/acteurs/:acteurId/registre': [true, false].map(
    trial => [`/mairie/acteurs/${hall}/registre`, { text: register, trial }] as const,
  ),
  'PATCH /mairie/acteurs/:acteurId/communes/:communeId': [
    [`/mairie/acteurs/${hall}/communes/${here}`, { collectes: [], versions: { collectes: 1 } }],
  ],
  'POST /mairie/acteurs/:acteurId/communes/:communeId/file': [
    [`/mairie/acteurs/${hall}/communes/${here}/file`],
  ],
  'PATCH /mairie/acteurs/:acteurId/communes/:communeId/place': [
    [`/mairie/acteurs/${hall}/communes/${here}/place`, { teinte: 'sapin' }],
  ],
  'PATCH /me/acteurs/:id': [[own, { telephone: '02 38 00 00 00' }]],
  'POST /me/acteurs/:id/members': [[`${own}/members`, { email: 'lea@example.org', role: 'editor' }]],
  'PATCH /me/acteurs/:id/members/:userId': [[`${own}/members/${colleague.id}`, { role: 'owner' }]],
  'DELETE /me/acteurs/:id/members/:userId': [[`${own}/members/${colleague.id}`]],
  'POST /me/acteurs/:id/members/:userId/hand-over': [[`${own}/members/${colleague.id}/hand-over`]],
  'POST /me/acteurs/:id/subscription/page': [[`${own}/subscription/page`, { page: 'checkout' }]],
  'POST /me/acteurs/:id/mail-address/renew': [[`${own}/mail-address/renew`]],
  'DELETE /me/acteurs/:id/mail-address': [[`${own}/mail-address`]],
  'POST /me/acteurs/:id/api-keys': [
    [`${own}/api-keys`, { nom: 'Site', scopes: ['publications:read'], days: 30 }],
  ],
  'DELETE /me/acteurs/:id/api-keys/:keyId': [[`${own}/api-keys/${colleague.id}`]],
  'POST /me/acteurs/:id/webhooks': [
    [`${own}/webhooks`, { nom: 'Site', url: 'https://exemple.fr/parvis', events: ['publication.published'] }],
  ],
  'PATCH /me/acteurs/:id/webhooks/:endpointId': [[endpoint, { nom: 'Panneau' }]],
  'DELETE /me/acteurs/:id/webhooks/:endpointId': [[endpoint]],
  ...Object.fromEntries(
    ['verify', 'disable', 'secret', 'test'].map(act => [
      `POST /me/acteurs/:id/webhooks/:endpointId/${act}`,
      [[`${endpoint}/${act}`]],
    ]),
  ),
  'POST /me/acteurs/:id/webhooks/:endpointId/deliveries/:deliveryId/replay': [
    [`${endpoint}/deliveries/${colleague.id}/replay`],
  ],
  'POST /me/publications/:id/appeal': [[`/me/publications/${live}/appeal`, { message: 'Pourquoi ?' }]],
  'POST /me/drafts': [['/me/drafts', { acteur_id: hall, content: { title: 'Avis' } }]],
  'POST /uploads': [[`/uploads?acteur_id=${hall}`, {}]],
}

const CLOSED = {
  deactivated: [
    'update acteurs set active = false where id = $1',
    'update acteurs set active = true where id = $1',
  ],
  deleted: [
    'update acteurs set deleted_at = now() where id = $1',
    'update acteurs set deleted_at = null where id = $1',
  ],
} as const

/** For any signed-in user, member or not. */
const OF_ONESELF = new Set([
  'PATCH /me',
  'PUT /me/digest',
  'POST /me/claims/:id/code',
  'POST /me/town-halls/:id',
  'POST /me/town-halls/:id/code',
  'POST /me/claims/:id/appeal',
  'PATCH /me/drafts/:id',
  'DELETE /me/drafts/:id',
])

test('every write route for members is tested here', () => {
  const names = routes
    .filter(({ access, method }) => method !== 'GET' && ['bearer', 'mairie'].includes(access.kind))
    .map(({ method, path }) => `${method} ${path.replace('/api/v1', '')}`)
    .filter(name => !OF_ONESELF.has(name))
  assert.deepEqual(Object.keys(WRITES).sort(), names.sort())
})

for (const [state, [close, open]] of Object.entries(CLOSED))
  test(`owners of an acteur that is ${state} cannot write; once it is open again, they can`, async () => {
    await app.owner.query(close, [hall])
    const before = await tableState(app.owner)
    for (const [name, calls] of Object.entries(WRITES))
      for (const [path, body] of calls) {
        const answer = await theirs.send(name.split(' ')[0] ?? '', path, body)
        assert.equal(`${answer.status} ${answer.body.error}`, '403 scope_violation', `${name} ${path}`)
      }
    assert.deepEqual(await tableState(app.owner), before)
    await app.owner.query(open, [hall])
    const again = await theirs.patch(`/publications/${live}`, { title: `Autre, ${state}` })
    assert.equal(again.status, 200)
  })

for (const [state, [close, open]] of Object.entries(CLOSED))
  test(`/me names no town hall and no acteur that is ${state}, and its lists refuse; what was written is still read`, async () => {
    const me = async () => {
      const { body } = await theirs.get('/me')
      return [body.data.acteurs.length, body.data.mairies.length]
    }
    assert.deepEqual(await me(), [1, 1])
    await app.owner.query(close, [hall])
    assert.deepEqual(await me(), [0, 0])
    const list = await theirs.get(hallOf)
    assert.equal(`${list.status} ${list.body.error}`, '403 scope_violation')
    assert.equal((await theirs.get(`/me/publications/${live}`)).status, 200)
    await app.owner.query(open, [hall])
    assert.deepEqual(await me(), [1, 1])
  })

test('an administrator can edit and delete the publications of a closed acteur', async () => {
  await app.owner.query(CLOSED.deleted[0], [hall])
  const office = app.as(admin, null)
  assert.equal((await office.patch(`/publications/${live}`, { epingle: false })).status, 200)
  assert.equal((await office.delete(`/publications/${pending}`)).status, 200)
})
