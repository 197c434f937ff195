import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { device, ownDevice, sync } from '../../../test/defibrillateurs/stock.ts'
import * as make from '../../../test/factories.ts'

/** What the back-office does with many devices, with one that no register knows, and when two people look at the same. */

const app = await startApp()
const operator = await app.user(['operator_communes'])
const office = app.as(operator)
const FRANCE = '/admin/defibrillateurs-france'
const auditOf = (id = '') => make.auditOf(app, id)

test('one device by either of its ids: the register, the commune, and which one it is', async () => {
  const town = await make.commune(app, { nom: 'Sully', departement: '45' })
  const { national, communal, gid } = await device(
    app,
    town,
    { telephone: '01' },
    { note: 'Clé à l’accueil' },
  )
  for (const id of [national, communal]) {
    const { status, body } = await office.get(`/admin/defibrillateurs/${id}`)
    assert.equal(status, 200)
    assert.deepEqual(body.data.commune, { id: town, nom: 'Sully', departement: '45' })
    assert.deepEqual(
      [body.data.national.id, body.data.national.gid, body.data.communal.id, body.data.communal.note],
      [national, gid, communal, 'Clé à l’accueil'],
    )
    assert.deepEqual([body.data.national.version, body.data.communal.version], [1, 1])
  }
  const nowhere = await device(app, null)
  const alone = (await office.get(`/admin/defibrillateurs/${nowhere.national}`)).body.data
  assert.deepEqual([alone.commune, alone.communal, alone.national.id], [null, null, nowhere.national])
  const own = await ownDevice(app, town, { nom: 'Gymnase' })
  const ours = (await office.get(`/admin/defibrillateurs/${own}`)).body.data
  assert.deepEqual([ours.national, ours.communal.nom, ours.commune.id], [null, 'Gymnase', town])
  assert.equal((await office.get(`/admin/defibrillateurs/00000000-0000-7000-8000-000000000000`)).status, 404)
})

test('added by hand: shown at once in its commune, one trace without an address, and never without a name', async () => {
  const town = await make.commune(app)
  const at = `/admin/communes/${town}/defibrillateurs`
  const overrides = { nom: 'Salle des fêtes', adresse: '2 place du Marché', latitude: 47.8, longitude: 2.3 }
  const { status, body } = await office.post(at, { overrides, note: 'Vu sur place' })
  assert.deepEqual(
    [status, body.data.gid, body.data.nom, body.data.actif],
    [201, null, 'Salle des fêtes', true],
  )
  const [trace, ...others] = await auditOf(body.data.id)
  assert.equal(others.length, 0)
  assert.deepEqual(
    [trace.action, trace.after.overrides.adresse, trace.after.note],
    ['defibrillateur.created', '…', '…'],
  )
  const shown = (await app.anyone.get(`/communes/${town}/defibrillateurs`)).body
  assert.deepEqual([shown.meta.count, shown.defibrillateurs[0].nom], [1, 'Salle des fêtes'])

  const wrong: [object, string][] = [
    [{}, 'overrides'],
    [{ overrides: {} }, 'overrides.nom'],
    [{ overrides: { nom: null } }, 'overrides.nom'],
    [{ overrides: { nom: 'A', latitude: 1 } }, 'overrides.longitude'],
    [{ overrides: { nom: 'A' }, gid: '1' }, 'gid'],
  ]
  for (const [sent, path] of wrong) {
    const answer = await office.post(at, sent)
    assert.deepEqual([answer.status, answer.body.details[0].path], [422, path], JSON.stringify(sent))
  }
  const nameless = await office.patch(`/admin/defibrillateurs/${body.data.id}`, {
    overrides: { adresse: 'x' },
  })
  assert.deepEqual([nameless.status, nameless.body.details[0].path], [422, 'overrides.nom'])
  const gone = await make.commune(app, { successor_id: town })
  assert.equal((await office.post(`/admin/communes/${gone}/defibrillateurs`, { overrides })).status, 404)
})

for (const side of ['defibrillateurs', 'defibrillateurs-france'])
  test(`${side}: of ten who read the same version one saves, and a sync moves no version`, async () => {
    const { national, communal, gid } = await device(app, await make.commune(app))
    const path = `/admin/${side}/${side === 'defibrillateurs' ? communal : national}`
    await app.owner.query(`update defibrillateurs set nom = 'Changé', vu_le = now() where gid = $1`, [gid])
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        office.patch(path, { note: `Note ${n}` }, { headers: { 'if-match': '"1"' } }),
      ),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(9).fill(412)])
    const saved = answers.find(({ status }) => status === 200)
    assert.equal(saved?.body.data.version, 2)
  })

for (const side of ['national', 'communal'] as const)
  test(`${side}: many at once: each that changes has its trace and version, the others are named`, async () => {
    const path = side === 'national' ? `${FRANCE}/bulk` : '/admin/defibrillateurs/bulk'
    const town = await make.commune(app)
    const ids = await make.several(5, async () => (await device(app, town))[side] ?? '')
    await office.patch(`${path.replace('/bulk', '')}/${ids[0]}`, { statut: 'masque' })
    const nobody = '00000000-0000-7000-8000-000000000000'
    const { status, body } = await office.patch(path, { ids: [...ids, nobody], statut: 'masque' })
    assert.equal(status, 200)
    assert.deepEqual(body.data, {
      updated: ids.slice(1).sort(),
      unchanged: [ids[0]],
      stale: [],
      missing: [nobody],
    })
    for (const id of ids) assert.equal((await auditOf(id)).length, 1)
    assert.equal((await office.patch(path, { ids })).status, 422)
    assert.equal((await office.patch(path, { ids: [], statut: 'actif' })).status, 422)
    const both = await Promise.all(
      [ids, ids.toReversed()].map(ids => office.patch(path, { ids, statut: 'actif' })),
    )
    assert.deepEqual(both.map(({ body }) => body.data.updated.length).sort(), [0, 5])
    assert.equal((await app.anyone.get(`/communes/${town}/defibrillateurs`)).body.meta.count, 5)
    // An undo leaves the status that a colleague has set since.
    await office.patch(`${path.replace('/bulk', '')}/${ids[1]}`, { statut: 'hors_service' })
    const back = await office.patch(path, { ids, statut: 'masque', instead_of: 'actif' })
    assert.deepEqual([back.body.data.updated.length, back.body.data.unchanged], [4, [ids[1]]])
  })

for (const side of ['national', 'communal'] as const)
  test(`a ${side} bulk change that is sent again with its versions undoes no later change of a colleague`, async () => {
    const single = side === 'national' ? FRANCE : '/admin/defibrillateurs'
    const town = await make.commune(app)
    const ids = await make.several(3, async () => (await device(app, town))[side] ?? '')
    const wordOf = async (id: string | undefined) => {
      const { statut, note, version } = (await office.get(`/admin/defibrillateurs/${id}`)).body.data[side]
      return { statut, note, version }
    }
    const versions = (await Promise.all(ids.map(wordOf))).map(({ version }) => version)
    const change = { ids, versions, statut: 'masque', note: 'Salle fermée.' }
    const first = await office.patch(`${single}/bulk`, change)
    assert.deepEqual([first.body.data.updated, first.body.data.stale], [ids.toSorted(), []])
    // A colleague gives one device its former status again before the change is sent again.
    await office.patch(`${single}/${ids[1]}`, { statut: 'actif', note: null })
    const again = await office.patch(`${single}/bulk`, change)
    assert.deepEqual(again.body.data, {
      updated: [],
      unchanged: [ids[0], ids[2]].toSorted(),
      stale: [ids[1]],
      missing: [],
    })
    const { statut, note } = await wordOf(ids[1])
    assert.deepEqual([statut, note], ['actif', null])
    assert.equal((await auditOf(ids[1] ?? '')).length, 2)
    const short = await office.patch(`${single}/bulk`, { ...change, versions: versions.slice(1) })
    assert.deepEqual([short.status, short.body.details[0].path], [422, 'versions'])
  })

test('found on the map in every state, where they are said to be; from afar counted by departement', async () => {
  const town = await make.commune(app, { departement: '29' })
  const at = (latitude: number, longitude: number, fields = {}, said = {}) =>
    device(app, town, { departement: '29', latitude, longitude, ...fields }, said)
  const brest = await at(48.39, -4.48)
  const hidden = await at(48.4, -4.5, { statut: 'masque' })
  const doubtful = await at(47.99, -4.1, { statut: 'a_verifier' })
  const corrected = await at(0, 0, {}, { overrides: { latitude: 48.41, longitude: -4.49 } })
  await device(app, town, { departement: '29' })
  const found = async (query: string): Promise<string[]> =>
    (await office.get(`${FRANCE}?${query}`)).body.data.map(({ id }: { id: string }) => id)
  const box = 'bbox=-4.6,48.3,-4.4,48.5'
  assert.deepEqual(await found(box), [corrected.national, hidden.national, brest.national])
  assert.deepEqual(await found(`${box}&actif=true`), [corrected.national, brest.national])
  assert.deepEqual(await found(`${box}&corrige=true`), [corrected.national])
  assert.deepEqual(await found(`commune_id=${town}&statut=a_verifier`), [doubtful.national])
  const communal = await office.get(`/admin/communes/${town}/defibrillateurs?${box}&actif=false`)
  assert.deepEqual(
    communal.body.data.map(({ id }: { id: string }) => id),
    [hidden.communal],
  )
  for (const bbox of ['1,2,3', '2,0,1,1', '-181,0,0,1'])
    assert.equal((await office.get(`${FRANCE}?bbox=${bbox}`)).status, 422)

  const { body } = await office.get(`${FRANCE}/summary?by=departement&departement=29`)
  const [only] = body.data
  assert.deepEqual([body.data.length, only.departement, only.count], [1, '29', 5])
  assert.deepEqual(only.statuts, { actif: 3, a_verifier: 1, masque: 1, hors_service: 0 })
  const near = await office.get(`${FRANCE}/summary?by=departement&${box}`)
  assert.equal(near.body.data[0].count, 3)
  assert.equal((await office.get(`${FRANCE}/summary`)).status, 422)
})

test('how the syncs went: who asked, how far, and in both languages why one is held', async () => {
  const town = await make.commune(app, { nom: 'Gien' })
  await sync(app, 'ok', { progress: 187_000, counts: { rows: 187_000, withdrawn: 3 } })
  await sync(app, 'failed', { said: { code: 'interrupted', params: {} } })
  const held = await sync(app, 'held', {
    requested_by: operator.id,
    progress: 90_000,
    said: { code: 'held', params: { gone: 80_000, known: 187_000 } },
  })
  const running = await sync(app, 'running', { progress: 1_200, trigger: 'schedule' })
  const own = await sync(app, 'failed', { commune_id: town, said: { code: 'no_code', params: {} } })

  const { body } = await office.get(`${FRANCE}/syncs?per_page=10`)
  assert.deepEqual(
    body.data.map(({ status, expected }: { status: string; expected: number }) => [status, expected]),
    [
      ['running', 187_000],
      ['held', 187_000],
      ['failed', 187_000],
      ['ok', null],
    ],
  )
  const [first, second, third] = body.data
  assert.deepEqual(
    [first.id, first.progress, first.message, first.requested_by],
    [running, 1_200, null, null],
  )
  assert.deepEqual(
    [second.would_withdraw, second.known, second.requested_by.id],
    [80_000, 187_000, operator.id],
  )
  assert.match(second.message.message, /^80000 des 187000 défibrillateurs connus manquent/)
  assert.deepEqual(third.message, {
    code: 'interrupted',
    params: {},
    message: 'La lecture a été interrompue. Rien n’a été changé.',
  })

  const english = { headers: { 'accept-language': 'en' } }
  const one = (await office.get(`${FRANCE}/syncs/${held}`, english)).body.data
  assert.match(one.message.message, /^80000 of the 187000 known devices are missing/)
  const of = await office.get(`/admin/communes/${town}/defibrillateurs/syncs`)
  assert.deepEqual([of.body.meta.total, of.body.data[0].id, of.body.data[0].commune.nom], [1, own, 'Gien'])
  assert.match(of.body.data[0].message.message, /n’a pas de code INSEE/)
})
