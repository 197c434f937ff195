import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../../test/app.ts'
import * as make from '../../../../test/factories.ts'
import { merged } from './infos.ts'
import type { StoredInfo } from './queries.ts'

const app = await startApp()

const FIELDS = ['adresse', 'telephone', 'email', 'site_web'] as const
const ALL = [...FIELDS, 'horaires'] as const
type Values = Partial<Record<(typeof ALL)[number], string | null>>

const NOTHING = { adresse: null, telephone: null, email: null, site_web: null, horaires: null }
const MAIRIE = { ...NOTHING, fermetures: [] }
const row = (number: number, values: Values, fields: Partial<StoredInfo> = {}): StoredInfo => ({
  id: `row-${number}`,
  libelle: null,
  ordre: number,
  mention: null,
  ...NOTHING,
  ...values,
  ...fields,
})

/** The rule again, word by word and one field at a time. */
function expected(mairie: Values | undefined, rows: readonly StoredInfo[]) {
  const blank = (text: string | null | undefined) => text === null || text === undefined || text.trim() === ''
  const shown: Record<string, string | null> = {}
  const sources: Record<string, string | null> = {}
  for (const field of ALL) {
    shown[field] = null
    sources[field] = null
    const own = mairie?.[field]
    if (!blank(own)) {
      shown[field] = own?.trim() ?? null
      sources[field] = 'mairie'
      continue
    }
    for (const one of rows) {
      if (blank(one[field])) continue
      shown[field] = one[field]?.trim() ?? null
      sources[field] = 'commune_infos'
      break
    }
  }
  const complements = rows
    .filter(one => ALL.some(field => !blank(one[field]) && one[field]?.trim() !== shown[field]))
    .map(one => one.id)
  return { shown, sources, complements }
}

test('the merge rule, over every field × mairie × no to three rows', () => {
  // Each field of the mairie and of each row is null, blank, its own or one that both share.
  const values = (own: string) => [null, '  ', own, 'shared']
  let cases = 0
  for (const field of ALL) {
    const mairies = [undefined, ...values('of the mairie').map(value => ({ [field]: value }))]
    for (const mairie of mairies)
      for (let count = 0; count <= 3; count++)
        for (let combination = 0; combination < 4 ** count; combination++) {
          const rows = Array.from({ length: count }, (_, at) =>
            row(at, { [field]: values(`of row ${at}`)[Math.floor(combination / 4 ** at) % 4] ?? null }),
          )
          const contact = mairie && { ...MAIRIE, ...mairie }
          const { sources, complements, mentions, commune_id, ouverture, fermetures, ...shown } = merged(
            'id',
            contact,
            rows,
          )
          assert.deepEqual(
            { shown, sources, complements: complements.map(({ id }) => id) },
            expected(mairie, rows),
            JSON.stringify({ field, mairie, rows }),
          )
          assert.deepEqual([commune_id, mentions, ouverture, fermetures], ['id', [], null, []])
          cases++
        }
  }
  assert.equal(cases, 5 * 5 * (1 + 4 + 16 + 64))
})

test('each field is chosen by itself: some from the mairie, some from the first row, some from a later one', () => {
  const { sources, complements, ...shown } = merged('id', { ...MAIRIE, adresse: 'A', telephone: ' ' }, [
    row(1, { adresse: 'B', telephone: '1' }, { libelle: 'Accueil' }),
    row(2, { telephone: '2', email: 'x@y.fr', horaires: 'H' }),
    row(3, { email: 'x@y.fr', telephone: '1' }, { mention: 'not shown' }),
  ])
  assert.deepEqual(
    [shown.adresse, shown.telephone, shown.email, shown.site_web, shown.horaires],
    ['A', '1', 'x@y.fr', null, 'H'],
  )
  assert.deepEqual(sources, {
    adresse: 'mairie',
    telephone: 'commune_infos',
    email: 'commune_infos',
    site_web: null,
    horaires: 'commune_infos',
  })
  // The third says nothing that does not stand above.
  assert.deepEqual(
    complements.map(({ id }) => id),
    ['row-1', 'row-2'],
  )
})

test('the hours that are shown are answered as days too, where they are understood', () => {
  const { ouverture } = merged('id', undefined, [row(1, { horaires: 'Mo 09:00-12:00' })])
  assert.deepEqual(ouverture?.[0], { jour: 1, plages: [{ de: '09:00', a: '12:00' }], note: null })
  assert.equal(ouverture?.length, 7)
  assert.equal(merged('id', undefined, [row(1, { horaires: 'le matin' })]).ouverture, null)
})

test('a source is named where something of it is shown', () => {
  const mentioned = { mention: 'Annuaire, 2026' }
  assert.deepEqual(merged('id', undefined, [row(1, { email: 'a@b.fr' }, mentioned)]).mentions, [
    'Annuaire, 2026',
  ])
  const mairie = { ...MAIRIE, email: 'a@b.fr' }
  assert.deepEqual(merged('id', mairie, [row(1, { email: 'a@b.fr' }, mentioned)]).mentions, [])
  assert.deepEqual(merged('id', mairie, [row(1, { email: 'c@d.fr' }, mentioned)]).mentions, [
    'Annuaire, 2026',
  ])
})

const MAIRIES = [
  ['speaks', {}, 'mairie'],
  ['is inactive', { active: false }, 'commune_infos'],
  ['is deleted', { deleted_at: new Date() }, 'commune_infos'],
  ['has a blank', { telephone: ' \t' }, 'commune_infos'],
  ['has none', { telephone: null }, 'commune_infos'],
] as const
for (const [name, fields, from] of MAIRIES)
  test(`a mairie that ${name}: the telephone is from ${from}`, async () => {
    const commune = await make.commune(app)
    const mairie = await make.acteur(app, commune, { telephone: '01', ...fields })
    await app.owner.query('update communes set mairie_actor_id = $1 where id = $2', [mairie, commune])
    await app.owner.query(
      `insert into commune_infos (commune_id, telephone, ordre) values ($1, '02', 2), ($1, '03', 1)`,
      [commune],
    )
    const { status, body } = await app.anyone.get(`/communes/${commune}/infos`)
    assert.equal(status, 200)
    assert.deepEqual(
      [body.data.telephone, body.data.sources.telephone],
      [from === 'mairie' ? '01' : '03', from],
    )
    const complements = body.data.complements.map(({ telephone }: { telephone: string }) => telephone)
    assert.deepEqual(complements, from === 'mairie' ? ['03', '02'] : ['02'])
    assert.deepEqual(Object.keys(body.data.complements[0]), [
      'id',
      'libelle',
      'adresse',
      'telephone',
      'email',
      'site_web',
      'horaires',
      'ordre',
    ])
  })

test('a commune of which nothing is known: every field null, no source, no complement', async () => {
  const commune = await make.commune(app)
  const { body } = await app.anyone.get(`/communes/${commune}/infos`)
  assert.deepEqual(body.data, {
    commune_id: commune,
    ...NOTHING,
    ouverture: null,
    fermetures: [],
    sources: NOTHING,
    complements: [],
    mentions: [],
  })
})
