import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'

const app = await startApp()
const office = app.as(await app.user(['admin']))
const path = '/admin/app-sources'
const ifMatch = (version: number) => ({ headers: { 'if-match': `"${version}"` } })
const rennes = await make.commune(app, { nom: 'Rennes' })
const brest = await make.commune(app, { nom: 'Brest' })
const club = await make.acteur(app, rennes, { nom: 'Club' })
const through = (slug: string) =>
  app.anyone.get('/communes?per_page=100', { headers: { 'x-app-source': slug } })
const shownTo = async (slug: string) =>
  (await through(slug)).body.data.map(({ nom }: { nom: string }) => nom).sort()

test('an app is registered, limited to communes, renamed with a version, and opened again', async () => {
  const body = { slug: 'rennes-ici', nom: 'Rennes ici', commune_ids: [rennes], acteur_ids: [club] }
  const made = await office.post(path, body)
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { version } = made.body.data
  assert.deepEqual(
    [made.body.data.communes, made.body.data.acteurs, made.body.data.active],
    [[{ id: rennes, nom: 'Rennes' }], [{ id: club, nom: 'Club' }], true],
  )
  await eventually(async () => (await shownTo('rennes-ici')).length === 1, 'the app is limited')
  assert.equal((await office.post(path, { slug: 'rennes-ici' })).body.details[0].path, 'slug')
  const change = (changes: object, known = version) =>
    office.patch(`${path}/rennes-ici`, changes, ifMatch(known))
  const both = await Promise.all([change({ nom: 'Rennes' }), change({ commune_ids: [brest, rennes] })])
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 412], 'the second one is told')
  const again = await office.patch(`${path}/rennes-ici`, { commune_ids: [], acteur_ids: null })
  assert.deepEqual([again.body.data.communes, again.body.data.acteurs], [null, null])
  await eventually(async () => (await shownTo('rennes-ici')).length > 1, 'the app shows everything')
  const trail = await make.auditOf(app, 'rennes-ici')
  assert.deepEqual(
    trail.map(({ action }) => action),
    ['app_source.created', 'app_source.updated', 'app_source.updated'],
  )
})

test('a switched-off app is refused everywhere until it is switched on', async () => {
  await office.post(path, { slug: 'vieille-app' })
  assert.equal((await through('vieille-app')).status, 200)
  await office.patch(`${path}/vieille-app`, { active: false })
  const off = await eventually(async () => {
    const answer = await through('vieille-app')
    return answer.status === 403 && answer
  }, 'the app is refused')
  assert.deepEqual(
    [off.body.error, off.body.message],
    ['app_source_off', 'Cette application est désactivée.'],
  )
  assert.equal((await app.as(await app.user(), 'vieille-app').get('/me')).status, 403)
  await office.patch(`${path}/vieille-app`, { active: true })
  await eventually(async () => (await through('vieille-app')).status === 200, 'the app is let in again')
})

test('the back-office app cannot be limited or switched off, ids must exist, and only administrators may', async () => {
  for (const changes of [{ active: false }, { commune_ids: [rennes] }, { acteur_ids: [club] }])
    assert.equal((await office.patch(`${path}/backoffice`, changes)).status, 422, JSON.stringify(changes))
  const nobody = crypto.randomUUID()
  for (const field of ['commune_ids', 'acteur_ids'])
    assert.equal(
      (await office.post(path, { slug: 'x', [field]: [nobody] })).body.details[0].path,
      field,
      'an id that is none',
    )
  const { data } = (await office.get(path)).body
  assert.deepEqual(
    data.slice(0, 3).map(({ nom }: { nom: string }) => nom),
    ['Back-office', 'Espace mairie', 'Site public'],
  )
  assert.equal((await app.as(await app.user(['operator_communes'])).get(path)).status, 403)
})
