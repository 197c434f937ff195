import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSyncing } from '../../../../test/defibrillateurs/syncing.ts'
import { asCsv, device, type Fields, sends } from '../../../../test/fixtures/geodae.ts'

/** Which commune a device stands in, and the sync of one commune. */

const { app, register, sync, communeId } = await startSyncing()

const ten = (change: (at: number) => Fields = () => ({})) =>
  Array.from({ length: 10 }, (_, at) => device(1000 + at, change(at)))
const publish = (rows: readonly Fields[]) => {
  register.answer = sends(asCsv(rows))
}
const clear = () =>
  app.owner.query('truncate defibrillateurs, commune_defibrillateurs, defibrillateur_syncs cascade')
const stateOf = (gid: string) =>
  app.owner
    .query('select nom, retire_le is not null as retire from defibrillateurs where gid = $1', [gid])
    .then(({ rows }) => rows[0])
const communalOf = (gid: string) =>
  app.owner
    .query(
      `select d.note, c.code_insee from commune_defibrillateurs d join communes c on c.id = d.commune_id where gid = $1`,
      [gid],
    )
    .then(({ rows }) => rows[0])

const PLACES: readonly (readonly [
  what: string,
  fields: Fields,
  code: string | null,
  departement: string | null,
])[] = [
  ['its own code', { c_com_insee: '33063' }, '33063', '33'],
  ['an arrondissement of Paris', { c_com_insee: '75115' }, '75056', '75'],
  ['an arrondissement of Lyon', { c_com_insee: '69383' }, '69123', '69'],
  ['an arrondissement of Marseille', { c_com_insee: '13201' }, '13055', '13'],
  ['a commune that went up in another', { c_com_insee: '01003' }, '01165', '01'],
  ['no code, a postal code of Paris', { c_com_insee: '', c_com_cp: '75116' }, '75056', '75'],
  ['no code, a postal code of Lyon', { c_com_insee: '', c_com_cp: '69003' }, '69123', '69'],
  ['no code, a postal code of Marseille', { c_com_insee: '', c_com_cp: '13016' }, '13055', '13'],
  ['an odd code, a postal code of one commune', { c_com_insee: 'NC', c_com_cp: '59140' }, '59183', '59'],
  [
    'an unknown code, a postal code of one commune',
    { c_com_insee: '99999', c_com_cp: '59140' },
    '59183',
    '59',
  ],
  ['no code, a postal code of many', { c_com_insee: '', c_com_cp: '01500' }, null, '01'],
  ['no code, a postal code of Corsica', { c_com_insee: '', c_com_cp: '20999' }, null, '2B'],
  ['a code nobody has', { c_com_insee: '97999', c_com_cp: '' }, null, '979'],
  ['nothing', { c_com_insee: '', c_com_cp: '' }, null, null],
]

test('which commune and departement each stands in', async () => {
  await clear()
  publish(PLACES.map(([, fields], at) => device(2000 + at, fields)))
  await sync()
  const { rows } = await app.owner.query(`
    select d.gid, c.code_insee, d.departement, l.commune_id = d.commune_id as followed
    from defibrillateurs d left join communes c on c.id = d.commune_id
    left join commune_defibrillateurs l on l.gid = d.gid order by d.gid`)
  for (const [at, [what, , code, departement]] of PLACES.entries())
    assert.deepEqual(
      rows[at],
      { gid: `${2000 + at}`, code_insee: code, departement, followed: code === null ? null : true },
      what,
    )
})

test('one that moves to another commune takes along what was said of it', async () => {
  await clear()
  publish(ten())
  await sync()
  await app.owner.query(`update commune_defibrillateurs set note = 'Vu' where gid = '1000'`)
  publish(ten(at => (at === 0 ? { c_com_insee: '33063', c_com_cp: '33000' } : {})))
  await sync()
  const { code_insee, note } = await communalOf('1000')
  assert.deepEqual([code_insee, note], ['33063', 'Vu'])
  await app.owner.query(`delete from commune_defibrillateurs where gid = '1001'`)
  await sync()
  assert.ok(await communalOf('1001'), 'and a row that is missing is made')
})

test('a commune’s sync keeps its own rows, and judges what is missing among them', async () => {
  await clear()
  const bordeaux = { c_com_insee: '33063', c_com_cp: '33000', c_com_nom: 'Bordeaux' }
  const two = (change: Fields = {}) => ten(at => ({ ...(at < 5 ? bordeaux : {}), ...change }))
  publish(two())
  const commune = await communeId('33063')
  const first = await sync({ commune })
  assert.deepEqual([first.counts?.rows, first.counts?.taken, first.counts?.created], [10, 5, 5])
  assert.equal(await stateOf('1009'), undefined)
  await sync()
  // All of the other commune's leave and change; five of ten would be more than a fifth.
  publish(two({ c_nom: 'Nouveau' }).slice(0, 5))
  const second = await sync({ commune })
  assert.deepEqual([second.status, second.counts?.updated, second.counts?.withdrawn], ['ok', 5, 0])
  assert.deepEqual([(await stateOf('1009')).nom, (await stateOf('1009')).retire], ['DAE 1009', false])
  // One moves away: it is no loss.
  publish(two({ c_nom: 'Nouveau' }).map((row, at) => (at === 0 ? { ...row, c_com_insee: '01004' } : row)))
  const third = await sync({ commune })
  assert.deepEqual([third.status, third.counts?.updated, third.counts?.withdrawn], ['ok', 1, 0])
  assert.equal((await communalOf('1000')).code_insee, '01004')
  publish(two().slice(2))
  assert.equal((await sync({ commune })).status, 'held')
  assert.equal((await sync({ commune, force: true })).counts?.withdrawn, 1)
})

test('a commune without devices is a success', async () => {
  await clear()
  publish(ten())
  const { status, counts } = await sync({ commune: await communeId('2A004') })
  assert.deepEqual([status, counts?.taken], ['ok', 0])
})
