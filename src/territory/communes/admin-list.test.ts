import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { device } from '../../../test/defibrillateurs/stock.ts'
import * as make from '../../../test/factories.ts'

/** The communes of the back-office: found by what they lack, and edited by part. */

const app = await startApp()
const office = app.as(await app.user(['operator_communes']))
const namesIn = async (query: string): Promise<string[]> =>
  (await office.get(`/admin/communes?${query}`)).body.data.map(({ nom }: { nom: string }) => nom)

test('filters find communes that lack a town hall, acteurs or contacts, and no others', async () => {
  const departement = '91'
  const town = (nom: string, fields = {}) => make.commune(app, { nom, departement, ...fields })
  const bare = await town('Bare')
  const told = await town('Told')
  await app.owner.query(`insert into commune_infos (commune_id, telephone) values ($1, '01')`, [told])
  await app.owner.query(`insert into commune_infos (commune_id, telephone, retire) values ($1, '01', true)`, [
    bare,
  ])
  const halls = [
    ['Active', { email: 'mairie@active.fr' }],
    ['Blank', { telephone: '  ' }],
    ['Closed', { email: 'mairie@closed.fr', active: false }],
  ] as const
  for (const [nom, fields] of halls) {
    const id = await town(nom)
    const hall = await make.acteur(app, id, { type: 'mairie', ...fields })
    await app.owner.query('update communes set mairie_actor_id = $1 where id = $2', [hall, id])
  }
  const asked = (what: string) => namesIn(`departement=${departement}&${what}`)
  assert.deepEqual(await asked('mairie=true'), ['Active', 'Blank', 'Closed'])
  assert.deepEqual(await asked('mairie=false'), ['Bare', 'Told'])
  assert.deepEqual(await asked('acteurs=false'), ['Bare', 'Told'])
  assert.deepEqual(await asked('contact=true'), ['Active', 'Told'])
  assert.deepEqual(await asked('contact=false'), ['Bare', 'Blank', 'Closed'])
  assert.deepEqual(await asked('contact=false&mairie=false&acteurs=false'), ['Bare'])
  const { body } = await office.get(`/admin/communes?departement=${departement}&contact=false&per_page=2`)
  assert.deepEqual([body.meta.total, body.meta.last_page, body.data.length], [3, 2, 2])
  assert.deepEqual(
    [body.data[1].nom, body.data[1].contact, body.data[1].mairie_actor.nom.startsWith('Acteur')],
    ['Blank', false, true],
  )
})

test('a commune that merged is found apart, with the one it went into, which names it', async () => {
  const here = await make.commune(app, { nom: 'Beaumont Réunis', departement: '92', code_insee: '92901' })
  const gone = await make.commune(app, { nom: 'Beaumont', departement: '92', successor_id: here })
  assert.deepEqual(await namesIn('departement=92'), ['Beaumont Réunis'])
  assert.deepEqual(await namesIn('departement=92&q=beaum&fusionnee=true'), ['Beaumont'])
  assert.deepEqual(await namesIn('departement=92&q=beaum&fusionnee=false'), ['Beaumont Réunis'])
  const successor = { id: here, nom: 'Beaumont Réunis', departement: '92' }
  assert.deepEqual((await office.get(`/admin/communes/${gone}`)).body.data.successor, successor)
  const { body } = await office.get(`/admin/communes/${here}`)
  assert.deepEqual(body.data.merged, [{ id: gone, nom: 'Beaumont', departement: '92' }])
  assert.equal((await office.patch(`/admin/communes/${gone}`, { population: 1 })).status, 404)
})

test('the record says how much hangs on it; its parts are read alone', async () => {
  const id = await make.commune(app, { departement: '974' })
  const hall = await make.mairie(app, id)
  await app.owner.query(`update acteurs set telephone = '02 62 00 00 00' where id = $1`, [hall])
  await device(app, id)
  const sent = await office.patch(`/admin/communes/${id}`, {
    elus: [{ nom: 'Payet', prenom: 'Anaïs', fonction: 'Maire' }],
    collectes: [{ type: 'verre', frequence: 'sur_rendez_vous' }],
    infos: [{ libelle: 'Accueil', telephone: '02 62 11 11 11' }],
  })
  assert.equal(sent.status, 200)
  const { body } = await office.get(`/admin/communes/${id}`)
  assert.deepEqual(body.data.counts, {
    acteurs: 1,
    publications: 0,
    elus: 1,
    collectes: 1,
    infos: 1,
    defibrillateurs: 1,
  })
  // Setting the town hall after the commune was created changed the record too.
  assert.deepEqual(body.data.versions, { fiche: 2, elus: 2, collectes: 2, infos: 2 })
  assert.deepEqual([body.data.version, body.data.contact], [3, true])

  const elus = await office.get(`/admin/communes/${id}/elus`)
  assert.deepEqual([elus.body.data[0].nom, elus.body.meta], ['Payet', { version: 2 }])
  const collectes = await office.get(`/admin/communes/${id}/collectes`)
  assert.deepEqual(collectes.body.meta, { version: 2, fuseau: 'Indian/Reunion' })
  const infos = (await office.get(`/admin/communes/${id}/infos`)).body
  assert.deepEqual(
    [infos.data.rows[0].libelle, infos.data.publiques.sources.telephone, infos.data.mairie_actor.id],
    ['Accueil', 'mairie', hall],
  )
  const acteurs = await office.get(`/admin/communes/${id}/acteurs`)
  assert.deepEqual([acteurs.body.data[0].id, acteurs.body.meta.total], [hall, 1])
  for (const part of ['', '/elus', '/collectes', '/infos', '/acteurs'])
    assert.equal(
      (await office.get(`/admin/communes/00000000-0000-7000-8000-000000000000${part}`)).status,
      404,
    )
})

test('two people on two tabs both save; two on the same one: the second is told', async () => {
  const id = await make.commune(app)
  const { versions } = (await office.get(`/admin/communes/${id}`)).body.data
  const glass = [{ type: 'verre', frequence: 'sur_rendez_vous' }]
  const send = (body: object) => office.patch(`/admin/communes/${id}`, body)
  assert.equal((await send({ collectes: glass, versions: { collectes: versions.collectes } })).status, 200)
  assert.equal((await send({ population: 7, versions: { fiche: versions.fiche } })).status, 200)
  const late = await send({ collectes: [], versions: { collectes: versions.collectes } })
  assert.equal(`${late.status} ${late.body.error}`, '412 stale_version')
  const again = await send({ collectes: [], versions: { collectes: versions.collectes + 1 } })
  assert.equal(again.status, 200)
  const now = (await office.get(`/admin/communes/${id}`)).body.data.versions
  assert.deepEqual(now, { fiche: 2, elus: 1, collectes: 3, infos: 1 })
  assert.equal((await send({ versions: { publications: 1 } })).status, 422)
})

test('ten save one part at once, each with the version that was read: one does', async () => {
  const id = await make.commune(app)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      office.patch(`/admin/communes/${id}`, { infos: [{ libelle: `Guichet ${n}` }], versions: { infos: 1 } }),
    ),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(9).fill(412)])
})

test('a register that brings something moves the version of its part alone', async () => {
  const id = await make.commune(app)
  await app.owner.query(`update communes set elus_version = elus_version + 1 where id = $1`, [id])
  const { version, versions } = (await office.get(`/admin/communes/${id}`)).body.data
  assert.deepEqual([version, versions], [2, { fiche: 1, elus: 2, collectes: 1, infos: 1 }])
})

test('a town hall says of its own commune who is elected, what is collected and how it is reached; of no other', async () => {
  const [owner, editor] = [await app.user(), await app.user()]
  const [own, other] = [await make.commune(app), await make.commune(app)]
  const hall = await make.mairie(app, own, owner)
  await make.member(app, hall, editor, 'editor')
  const at = (id: string) => `/mairie/acteurs/${hall}/communes/${id}`
  const clerk = app.as(owner, 'public')
  const { meta } = (await clerk.get(`${at(own)}/infos`)).body
  const infos = [{ libelle: 'Accueil', telephone: '01', horaires: 'Le matin' }]
  const saved = await clerk.patch(at(own), { infos, versions: { infos: meta.version } })
  assert.deepEqual([saved.status, saved.body.data.versions.infos], [200, meta.version + 1])
  const late = await clerk.patch(at(own), { infos: [], versions: { infos: meta.version } })
  assert.equal(`${late.status} ${late.body.error}`, '412 stale_version')
  await clerk.patch(`/me/acteurs/${hall}`, { horaires: 'Tous les jours' })
  const elus = [{ nom: 'Petit', prenom: 'Zoé', fonction: 'Maire' }]
  await clerk.patch(at(own), { elus, collectes: [{ type: 'verre', frequence: 'sur_rendez_vous' }] })
  assert.equal((await clerk.get(`${at(own)}/elus`)).body.data[0].nom, 'Petit')
  assert.equal((await clerk.get(`${at(own)}/collectes`)).body.data[0].type, 'verre')
  // What residents see: the town hall’s own word, then what is kept about the commune.
  const { publiques } = (await clerk.get(`${at(own)}/infos`)).body.data
  assert.deepEqual(
    [publiques.telephone, publiques.horaires, publiques.sources.horaires, publiques.complements[0].horaires],
    ['01', 'Tous les jours', 'mairie', 'Le matin'],
  )
  const refused = async (user: typeof owner, method: string, path: string, body?: object) => {
    const answer = await app.as(user, 'public').send(method, path, body)
    return `${answer.status} ${answer.body.error}`
  }
  assert.equal(await refused(editor, 'PATCH', at(own), { infos: [] }), '403 forbidden')
  assert.equal(await refused(owner, 'PATCH', at(other), { infos: [] }), '403 scope_violation')
  assert.equal(await refused(owner, 'GET', `${at(other)}/elus`), '403 scope_violation')
  assert.deepEqual(
    (await make.auditOf(app, own)).map(({ action }) => action),
    ['commune.updated', 'commune.updated'],
  )
})
