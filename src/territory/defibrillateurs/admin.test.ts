import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { device, ownDevice } from '../../../test/defibrillateurs/stock.ts'
import * as make from '../../../test/factories.ts'

/** What the back-office decides, the trace it leaves, and its lists. */

const app = await startApp()
const operator = await app.user(['operator_communes'])
const office = app.as(operator)
const auditOf = (id = '') => make.auditOf(app, id)

const KINDS = {
  communal: ['/admin/defibrillateurs', 'defibrillateur.updated', 'defibrillateur'],
  national: ['/admin/defibrillateurs-france', 'defibrillateur_national.updated', 'defibrillateur_national'],
} as const

for (const [kind, [path, action, entity]] of Object.entries(KINDS)) {
  const one = async () => {
    const town = await make.commune(app)
    const made = await device(app, town, { telephone: '01' })
    return (kind === 'communal' ? made.communal : made.national) ?? ''
  }
  test(`${kind}: each statut is taken, answered and traced once; nothing changed leaves no trace`, async () => {
    const id = await one()
    let before = 'actif'
    for (const statut of ['a_verifier', 'a_verifier', 'masque', 'hors_service', 'actif', 'actif']) {
      const { status, body } = await office.patch(`${path}/${id}`, { statut })
      assert.deepEqual([status, body.data.id, body.data.statut], [200, id, statut])
      const last = (await auditOf(id)).at(-1)
      if (statut !== before) {
        assert.deepEqual(
          [last.action, last.entity, last.user_id, last.before, last.after],
          [action, entity, operator.id, { statut: before }, { statut }],
        )
      }
      before = statut
    }
    assert.equal((await auditOf(id)).length, 4)
  })

  test(`${kind}: a note is kept, trimmed and taken away; the trail says that it changed, not to what`, async () => {
    const id = await one()
    const note = async (text: string | null) =>
      (await office.patch(`${path}/${id}`, { note: text })).body.data.note
    assert.equal(await note('  Clé chez Mme Untel, 06 00 00 00 00 '), 'Clé chez Mme Untel, 06 00 00 00 00')
    assert.equal(await note('Clé à l’accueil'), 'Clé à l’accueil')
    assert.equal(await note('Clé à l’accueil'), 'Clé à l’accueil')
    assert.equal(await note(null), null)
    assert.equal(await note(null), null)
    const rows = await auditOf(id)
    assert.deepEqual(
      rows.map(({ before, after }) => [before, after]),
      [
        [{ note: null }, { note: '…' }],
        [{ note: null }, { note: '…' }],
        [{ note: null }, { note: null }],
      ],
    )
  })

  test(`${kind}: fifty at once leave as many traces as there were changes, and the last one stands`, async () => {
    const id = await one()
    const statuts = ['actif', 'a_verifier', 'masque', 'hors_service']
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => office.patch(`${path}/${id}`, { statut: statuts[n % 4] })),
    )
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    const rows = await auditOf(id)
    let statut = 'actif'
    for (const { before, after } of rows) {
      assert.equal(before.statut, statut)
      assert.notEqual(after.statut, statut)
      statut = after.statut
    }
    const { rows: stored } = await app.owner.query(
      `select statut from ${kind === 'communal' ? 'commune_defibrillateurs' : 'defibrillateurs'} where id = $1`,
      [id],
    )
    assert.equal(stored[0].statut, statut)
  })

  test(`${kind}: fifty who say the same are one change`, async () => {
    const id = await one()
    await Promise.all(
      Array.from({ length: 50 }, () => office.patch(`${path}/${id}`, { statut: 'masque', note: 'vu' })),
    )
    assert.equal((await auditOf(id)).length, 1)
  })

  test(`${kind}: what is wrong is named, and nothing is written`, async () => {
    const id = await one()
    const table: [body: unknown, path: string][] = [
      [{}, ''],
      [{ statut: 'supprime' }, 'statut'],
      [{ statut: null }, 'statut'],
      [{ statut: 1 }, 'statut'],
      [{ note: '' }, 'note'],
      [{ note: 'x'.repeat(2001) }, 'note'],
      [{ note: 'a\u0000b' }, 'note'],
      [{ note: 7 }, 'note'],
      [{ vu_le: null }, 'vu_le'],
      [{ gid: 'x', statut: 'masque' }, 'gid'],
      [{ statut: 'masque', commune_id: id }, 'commune_id'],
      ...(kind === 'national' ? ([[{ overrides: {} }, 'overrides']] as [unknown, string][]) : []),
    ]
    for (const [body, at] of table) {
      const answer = await office.patch(`${path}/${id}`, body)
      assert.deepEqual([body, answer.status, answer.body.details?.[0]?.path], [body, 422, at])
    }
    assert.equal((await auditOf(id)).length, 0)
  })

  test(`${kind}: an id of the other kind, of nobody or of no form is 404`, async () => {
    const { national, communal } = await device(app, await make.commune(app))
    for (const id of [kind === 'communal' ? national : communal, '00000000-0000-7000-8000-000000000000', 'x'])
      assert.equal((await office.patch(`${path}/${id}`, { statut: 'masque' })).status, 404)
  })

  test(`${kind}: an operator of another area is refused`, async () => {
    const id = await one()
    const { status, body } = await app
      .as(await app.user(['operator_moderation', 'operator_claims', 'operator_support', 'operator_imports']))
      .patch(`${path}/${id}`, { statut: 'masque' })
    assert.deepEqual([status, body.error], [403, 'admin_required'])
  })
}

test('overrides that are wrong are named by their field', async () => {
  const { communal = '' } = await device(app, await make.commune(app))
  const table: [overrides: unknown, path: string][] = [
    [null, 'overrides'],
    [[], 'overrides'],
    ['x', 'overrides'],
    [{ gid: 'x' }, 'overrides.gid'],
    [{ code_insee: '75056' }, 'overrides.code_insee'],
    [{ statut: 'actif' }, 'overrides.statut'],
    [{ nom: '' }, 'overrides.nom'],
    [{ nom: 5 }, 'overrides.nom'],
    [{ nom: 'x'.repeat(301) }, 'overrides.nom'],
    [{ code_postal: '7500' }, 'overrides.code_postal'],
    [{ acces: 'dehors' }, 'overrides.acces'],
    [{ acces_libre: 'oui' }, 'overrides.acces_libre'],
    [{ disponibilite_jours: null }, 'overrides.disponibilite_jours'],
    [{ disponibilite_jours: 'lundi' }, 'overrides.disponibilite_jours'],
    [{ disponibilite_heures: [''] }, 'overrides.disponibilite_heures.0'],
    [{ disponibilite_heures: Array(51).fill('x') }, 'overrides.disponibilite_heures'],
    [{ derniere_maintenance: '2026-02-30' }, 'overrides.derniere_maintenance'],
    [{ latitude: 1 }, 'overrides.longitude'],
    [{ longitude: 1 }, 'overrides.latitude'],
    [{ latitude: null }, 'overrides.longitude'],
    [{ latitude: null, longitude: 1 }, 'overrides.latitude'],
    [{ latitude: 1, longitude: null }, 'overrides.longitude'],
    [{ latitude: 90.1, longitude: 0 }, 'overrides.latitude'],
    [{ latitude: 0, longitude: -180.1 }, 'overrides.longitude'],
    [{ latitude: '48', longitude: '2' }, 'overrides.latitude'],
    [{ latitude: 1e308, longitude: 0 }, 'overrides.latitude'],
  ]
  for (const [overrides, at] of table) {
    const { status, body } = await office.patch(`/admin/defibrillateurs/${communal}`, { overrides })
    assert.deepEqual([overrides, status, body.details?.[0]?.path], [overrides, 422, at])
  }
  const prototype = await office.patch(`/admin/defibrillateurs/${communal}`, undefined, {
    raw: '{"overrides":{"__proto__":{"nom":"x"}}}',
  })
  assert.equal(prototype.status, 422)
})

test('the trail of what was corrected: contacts and free text without their words, each change once', async () => {
  const { communal = '' } = await device(app, await make.commune(app))
  const say = (overrides: object) => office.patch(`/admin/defibrillateurs/${communal}`, { overrides })
  await say({ nom: 'Ici', telephone: '06 11 22 33 44' })
  await say({ telephone: '06 11 22 33 44', nom: 'Ici' })
  await say({ nom: 'Ici', telephone: '06 55 66 77 88' })
  await say({ nom: null, latitude: -0, longitude: 1e-7 })
  await say({ longitude: 0.0000001, latitude: 0, nom: null })
  await say({})
  const rows = await auditOf(communal)
  assert.deepEqual(
    rows.map(({ before, after }) => [before, after]),
    [
      [
        { overrides: {}, changed: null },
        { overrides: { nom: 'Ici', telephone: '…' }, changed: ['overrides.telephone'] },
      ],
      [{ changed: null }, { changed: ['overrides.telephone'] }],
      [
        { overrides: { nom: 'Ici', telephone: '…' }, changed: null },
        { overrides: { nom: null, latitude: 0, longitude: 1e-7 }, changed: ['overrides.telephone'] },
      ],
      [{ overrides: { nom: null, latitude: 0, longitude: 1e-7 } }, { overrides: {} }],
    ],
  )
  assert.doesNotMatch(JSON.stringify(rows), /06 \d\d/)
})

test('a decision about the register’s row and one about the commune’s, at once, both stand', async () => {
  for (let round = 0; round < 10; round++) {
    const { national, communal } = await device(app, await make.commune(app))
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () =>
        office.patch(`/admin/defibrillateurs/${communal}`, { overrides: { nom: 'A' } }),
      ),
      ...Array.from({ length: 5 }, () =>
        office.patch(`/admin/defibrillateurs-france/${national}`, { statut: 'masque' }),
      ),
      ...Array.from({ length: 5 }, () =>
        office.patch(`/admin/defibrillateurs/${communal}`, { statut: 'a_verifier' }),
      ),
    ])
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    const { rows } = await app.owner.query(
      'select statut, statut_commune, overrides from defibrillateurs where id = $1',
      [national],
    )
    assert.deepEqual(rows, [{ statut: 'masque', statut_commune: 'a_verifier', overrides: { nom: 'A' } }])
    assert.deepEqual([(await auditOf(national)).length, (await auditOf(communal)).length], [1, 2])
  }
})

test('the lists: filters, exact totals, withdrawn ones told apart', async () => {
  const town = await make.commune(app, { code_insee: '35238', departement: '35' })
  const fields = { code_insee: '35238', departement: '35' }
  await device(app, town, { ...fields, nom: 'Piscine Bréquigny' })
  await device(
    app,
    town,
    { ...fields, nom: 'Piscine Villejean', retire_le: new Date() },
    { statut: 'masque' },
  )
  await device(app, town, { ...fields, nom: 'Gare', statut: 'a_verifier' })
  await ownDevice(app, town, { nom: 'Piscine de poche' }, { statut: 'hors_service' })
  const totals = async (path: string, searches: Record<string, number>) => {
    for (const [search, total] of Object.entries(searches)) {
      const { status, body } = await office.get(`${path}?${search}`)
      assert.deepEqual([search, status, body.meta.total, body.data.length], [search, 200, total, total])
      assert.deepEqual([body.meta.current_page, body.meta.per_page, body.meta.last_page], [1, 20, 1])
    }
  }
  await totals(`/admin/communes/${town}/defibrillateurs`, {
    '': 4,
    'q=piscine': 3,
    'q=piscine+brequigny': 1,
    'retire=true': 1,
    'retire=false': 3,
    'statut=actif': 2,
    'statut=masque': 1,
    'statut=hors_service': 1,
    'statut=a_verifier': 0,
    'statut=masque&retire=false': 0,
    'statut=hors_service&q=poche': 1,
  })
  await totals('/admin/defibrillateurs-france', {
    'departement=35': 3,
    'code_insee=35238': 3,
    'code_insee=35238&statut=a_verifier': 1,
    'departement=35&retire=true': 1,
    'departement=35&retire=0': 2,
    'q=villejean': 1,
    'q=villejean&statut=masque': 0,
  })
  for (const path of [`/admin/communes/${town}/defibrillateurs`, '/admin/defibrillateurs-france'])
    for (const wrong of ['statut=x', 'retire=peut-être', 'status=actif', 'after=zz', 'per_page=500'])
      assert.equal((await office.get(`${path}?${wrong}`)).status, 422, wrong)
  assert.equal((await office.get(`/admin/communes/${town}/defibrillateurs?departement=35`)).status, 422)
})

test('the lists: pages by cursor, newest first, each row once', async () => {
  const town = await make.commune(app, { departement: '22' })
  const made = []
  for (let n = 0; n < 11; n++) made.push(await device(app, town, { departement: '22' }))
  for (const [path, key] of [
    [`/admin/communes/${town}/defibrillateurs?per_page=4`, 'communal'],
    ['/admin/defibrillateurs-france?departement=22&per_page=4', 'national'],
  ] as const) {
    const seen: string[] = []
    let after = ''
    for (let page = 1; ; page++) {
      const { body } = await office.get(path + after)
      assert.deepEqual([body.meta.total, body.meta.current_page, body.meta.last_page], [11, page, 3])
      const numbered = await office.get(`${path}&page=${page}`)
      assert.deepEqual(numbered.body.data, body.data)
      seen.push(...body.data.map(({ id }: { id: string }) => id))
      if (body.meta.next === null) break
      after = `&after=${body.meta.next}`
    }
    assert.deepEqual(seen, made.map(one => one[key]).reverse())
  }
})
