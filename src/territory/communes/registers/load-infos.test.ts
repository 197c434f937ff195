import assert from 'node:assert/strict'
import { utimesSync } from 'node:fs'
import { test } from 'node:test'
import { startApp } from '../../../../test/app.ts'
import * as make from '../../../../test/factories.ts'
import { fileOf } from '../../../../test/fixtures/registers.ts'
import { tableState } from '../../../../test/table-state.ts'
import { mairieIn } from './directory.ts'
import { loadInfos } from './load-infos.ts'

const app = await startApp({ template: 'france' })
const office = app.as(await app.user(['operator_communes']))

type Fields = Record<string, unknown>
const pivot = (...codes: string[]) => [{ type_service_local: 'mairie', code_insee_commune: codes }]
const mairie = (code: string, fields: Fields = {}): Fields => ({
  id: `id-${code}`,
  nom: 'Mairie - Essai',
  code_insee_commune: code,
  pivot: pivot(code),
  telephone: [{ valeur: '01 02 03 04 05', description: '' }],
  date_modification: '08/03/2026 14:14:36',
  ...fields,
})
/** As the API exports it: what has a structure is text. */
const asExported = (record: Fields) =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      name === 'adresse_courriel' && Array.isArray(value)
        ? value.join(';')
        : typeof value === 'object' && value !== null
          ? JSON.stringify(value)
          : value,
    ]),
  )

const DAY = new Date('2026-11-02T03:04:05Z')
function written(document: unknown, name = 'annuaire.json') {
  const file = fileOf(typeof document === 'string' ? document : JSON.stringify(document), name)
  utimesSync(file, DAY, DAY)
  return file
}
const load = (document: unknown, name?: string) =>
  app.service.db.transaction(tx => loadInfos(tx, written(document, name), () => {}))
const idOf = async (code: string) =>
  (await app.owner.query('select id from communes where code_insee = $1', [code])).rows[0].id
const infos = async (code: string) => (await app.anyone.get(`/communes/${await idOf(code)}/infos`)).body.data
const full = async (code: string) => (await office.get(`/admin/communes/${await idOf(code)}/full`)).body.data

const WHOLE = mairie('45300', {
  nom: 'Mairie - Sandillon',
  adresse: [
    { type_adresse: 'Adresse postale', numero_voie: 'BP 1', code_postal: '45640', nom_commune: 'Sandillon' },
    {
      type_adresse: 'Adresse',
      complement1: '',
      numero_voie: '251 route d’Orléans',
      code_postal: '45640',
      nom_commune: 'Sandillon',
    },
  ],
  adresse_courriel: ['jeanne@ville.fr', 'mairie@ville.fr'],
  site_internet: [
    { libelle: '', valeur: 'www.sandillon.fr' },
    { libelle: 'Rendez-vous', valeur: 'https://rdv.fr' },
  ],
  plage_ouverture: [
    {
      nom_jour_debut: 'Lundi',
      nom_jour_fin: 'Vendredi',
      valeur_heure_debut_1: '09:00:00',
      valeur_heure_fin_1: '12:00:00',
      valeur_heure_debut_2: '14:00:00',
      valeur_heure_fin_2: '17:30:00',
      commentaire: '',
    },
    {
      nom_jour_debut: 'Samedi',
      nom_jour_fin: 'Samedi',
      valeur_heure_debut_1: '09:00:00',
      valeur_heure_fin_1: '12:00:00',
      valeur_heure_debut_2: '',
      valeur_heure_fin_2: '',
      commentaire: '2e et 4e samedis',
    },
  ],
})

const FORMS: [string, (records: Fields[]) => unknown][] = [
  ['its file', records => ({ service: records })],
  ['an answer of its API', records => ({ total_count: 1, results: records.map(asExported) })],
  ['an export of its API', records => records.map(asExported)],
]
for (const [name, form] of FORMS)
  test(`the directory as ${name}`, async () => {
    await app.owner.query('delete from commune_infos')
    const { records, communes, created } = await load(form([WHOLE]), `${name}.json`)
    assert.deepEqual([records, communes, created], [1, 1, 1])
    const { commune_id, sources, complements, ouverture, fermetures, ...data } = await infos('45300')
    assert.deepEqual(data, {
      adresse: '251 route d’Orléans, 45640 Sandillon',
      telephone: '01 02 03 04 05',
      email: 'mairie@ville.fr',
      site_web: 'http://www.sandillon.fr/',
      horaires: 'Lundi au vendredi : 9h00-12h00, 14h00-17h30\nSamedi : 9h00-12h00 (2e et 4e samedis)',
      mentions: [
        `Service-Public.gouv.fr / DILA, annuaire de l’administration (https://lannuaire.service-public.gouv.fr), Licence Ouverte 2.0, ${name}.json, 2026-11-02`,
      ],
    })
    assert.deepEqual([sources.horaires, complements], ['commune_infos', []])
    // The wording of the directory is understood.
    const saturday = { jour: 6, plages: [{ de: '09:00', a: '12:00' }], note: '2e et 4e samedis' }
    assert.deepEqual(ouverture[5], saturday)
  })

test('a commune without coordinates gets those of its own town hall', async () => {
  const at = (latitude: string, longitude: string) => ({
    adresse: [{ type_adresse: 'Adresse', numero_voie: '1 rue', latitude, longitude }],
  })
  const placeOf = async (code: string) => {
    const { rows } = await app.owner.query('select latitude, longitude from communes where code_insee = $1', [
      code,
    ])
    return rows[0]
  }
  const codes = ['45300', '45232', '45234', '45001']
  await app.owner.query(
    `update communes set latitude = case when code_insee = '45232' then 1 end, longitude = null where code_insee = any($1)`,
    [codes],
  )
  const document = [
    mairie('45300', at('47.8457984924', '2.02933001518')),
    mairie('45232', at('47.8', '1.9')),
    mairie('45234', at('', '')),
    // The town hall of a neighbour.
    { ...mairie('45300', at('47.84', '2.02')), id: 'z', pivot: pivot('45300', '45001') },
  ]
  assert.equal((await load({ service: document })).placed, 1)
  assert.deepEqual(await placeOf('45300'), { latitude: 47.8457984924, longitude: 2.02933001518 })
  assert.deepEqual(await placeOf('45232'), { latitude: 1, longitude: null })
  for (const code of ['45234', '45001'])
    assert.deepEqual(await placeOf(code), { latitude: null, longitude: null }, code)
  assert.equal((await load({ service: document })).placed, 0)
})

test('which of several: the town hall itself, of its own commune, the newest', async () => {
  const phone = (valeur: string) => ({ telephone: [{ valeur }] })
  const document = [
    mairie('01001', { nom: 'Mairie - Vieille', ...phone('1'), date_modification: '31/12/2020 00:00:00' }),
    mairie('01001', { nom: 'Mairie - Neuve', ...phone('2'), date_modification: '01/02/2026 00:00:00' }),
    mairie('01001', { nom: 'Mairie déléguée - Part', ...phone('3') }),
    mairie('01001', { nom: 'Mairie - Ville - annexe Nord', ...phone('4') }),
    mairie('01001', { nom: 'Mairie annexe - Sud', ...phone('5') }),
    mairie('01001', {
      nom: 'Trésorerie',
      pivot: [{ type_service_local: 'tresorerie', code_insee_commune: ['01001'] }],
    }),
    mairie('01002', { nom: 'Mairie - Voisine', pivot: pivot('01001', '01002'), ...phone('6') }),
    // The pivot tells, not the code beside it.
    mairie('01004', { pivot: pivot('01005'), ...phone('7') }),
    mairie('97701', {
      nom: 'Conseil territorial',
      pivot: [{ type_service_local: 'cg', code_insee_commune: ['97701'] }, ...pivot('97701')],
      ...phone('8'),
    }),
    mairie('01006', { statut_de_diffusion: 'false' }),
    mairie('01007', { telephone: [] }),
    mairie('99999'),
    mairie('75101', { nom: 'Mairie - Paris 1er', ...phone('10') }),
    mairie('75056', { nom: 'Mairie - Paris', ...phone('9'), date_modification: '01/01/2001 00:00:00' }),
  ]
  const { left, unknown } = await load(document)
  for (const [code, expected] of [
    ['01001', '2'],
    ['01002', '6'],
    ['01004', null],
    ['01005', '7'],
    ['97701', '8'],
    ['01006', null],
    ['75056', '9'],
  ] as const)
    assert.equal((await infos(code)).telephone, expected, code)
  assert.deepEqual(Object.fromEntries(left), {
    'of a commune that has another record': 3,
    'an annex or a delegated town hall': 3,
    'not a town hall': 1,
    'not published': 1,
    'nothing to show': 1,
  })
  assert.deepEqual([...unknown.keys()], ['99999'])
})

test('e-mail addresses and websites as people write them', () => {
  const of = (fields: Fields) => {
    const record = mairieIn(mairie('01001', fields))
    return typeof record === 'string' ? record : [record.contact.email, record.contact.site_web]
  }
  const site = (...values: unknown[]) => ({ site_internet: values.map(valeur => ({ valeur })) })
  assert.deepEqual(of({ adresse_courriel: 'x@a.fr;mairie@a.fr' }), ['mairie@a.fr', null])
  assert.deepEqual(of({ adresse_courriel: 'x@a.fr ; y@a.fr' }), ['x@a.fr', null])
  assert.deepEqual(of({ adresse_courriel: 'nobody' }), [null, null])
  assert.deepEqual(of(site('mairie@a.fr')), ['mairie@a.fr', null])
  assert.deepEqual(of(site('www.a.fr')), [null, 'http://www.a.fr/'])
  assert.deepEqual(of(site('https://a.fr/b?c=d')), [null, 'https://a.fr/b?c=d'])
  for (const wrong of [
    'javascript:alert(1)',
    'ftp://a.fr',
    'a b',
    'localhost',
    'http://u:p@a.fr',
    '',
    null,
    3,
    {},
  ])
    assert.deepEqual(of(site(wrong, 'http://ok.fr')), [null, 'http://ok.fr/'], JSON.stringify(wrong))
})

test('any record is read or left out; none makes the load fail', () => {
  for (const value of [
    null,
    0,
    true,
    '',
    '[',
    '[1,null,"x"]',
    '{}',
    [],
    {},
    [null],
    [[]],
    ['x'],
    '\ud800',
    'a\0b',
  ])
    for (const name of [
      'pivot',
      'adresse',
      'telephone',
      'adresse_courriel',
      'site_internet',
      'plage_ouverture',
      'nom',
      'code_insee_commune',
      'id',
      'date_modification',
    ])
      assert.doesNotThrow(
        () => mairieIn(mairie('01001', { [name]: value })),
        `${name} ${JSON.stringify(value)}`,
      )
})

test('the same file again changes nothing at all; a newer one is followed', async () => {
  await load([WHOLE])
  const before = await tableState(app.owner)
  const again = await load([WHOLE])
  assert.deepEqual([again.created, again.updated], [0, 0])
  assert.deepEqual(await tableState(app.owner), before)
  const { version } = (await full('45300')).commune
  const { updated } = await load([{ ...WHOLE, telephone: [{ valeur: '09' }] }], 'newer.json')
  assert.equal(updated, 1)
  const { telephone, mentions } = await infos('45300')
  assert.equal(telephone, '09')
  assert.match(mentions[0], /newer\.json/)
  assert.equal((await full('45300')).commune.version, version + 1)
})

test('a load keeps edits and removals of the back-office, and rows that people entered come first', async () => {
  const save = async (code: string, rows: object[]) =>
    assert.equal((await office.patch(`/admin/communes/${await idOf(code)}`, { infos: rows })).status, 200)
  await load([mairie('02001'), mairie('02002'), mairie('02003')])
  const [first] = (await full('02001')).infos
  await save('02001', [{ ...first, telephone: '99' }])
  await save('02002', [])
  await save('02003', [{ telephone: '77' }, ...(await full('02003')).infos])
  const { kept, updated } = await load([mairie('02001'), mairie('02002'), mairie('02003')])
  assert.deepEqual([kept, updated], [2, 0])
  assert.equal((await infos('02001')).telephone, '99')
  assert.equal((await infos('02002')).telephone, null)
  const third = await infos('02003')
  assert.deepEqual([third.telephone, third.complements[0].telephone], ['77', '01 02 03 04 05'])
})

test('a file that is cut, or no directory at all, changes nothing', async () => {
  const before = await tableState(app.owner)
  const text = JSON.stringify({ service: [mairie('03001'), mairie('03002')] })
  for (const wrong of [text.slice(0, -1), text.slice(0, text.length / 2), '', 'code;nom\n', '[{]'])
    await assert.rejects(load(wrong), /is no whole file of the directory .* Nothing was changed\.$/, wrong)
  assert.equal((await load({ service: [] })).communes, 0)
  assert.deepEqual(await tableState(app.owner), before)
})

test('one trace for the whole load, without contact details', async () => {
  const count = (await make.auditOf(app, 'annuaire')).length
  await load([mairie('04001'), mairie('04004')])
  const traces = await make.auditOf(app, 'annuaire')
  assert.equal(traces.length, count + 1)
  assert.ok(!JSON.stringify(traces).includes('01 02'))
})
