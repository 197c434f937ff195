import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readRegister } from './register-reading.ts'

const TODAY = '2026-11-28'
const sample = readFileSync('test/imports/samples/deliberations-scdl.csv', 'utf8')

test('the sample of the schema is read, with or without a mark at its beginning', () => {
  for (const text of [sample, `\uFEFF${sample}`]) {
    const register = readRegister(text, TODAY, 'deliberation')
    assert.deepEqual(register?.wrong, [])
    assert.deepEqual(
      register?.rows.map(({ line, numero, date, matiere, transmis_le, url, siren }) => [
        line,
        numero,
        date,
        matiere,
        transmis_le,
        url,
        siren,
      ]),
      ['041', '042'].map((number, at) => [
        at + 2,
        `DCM-2026-${number}`,
        at === 0 ? '2026-10-15' : '2026-11-12',
        at === 0 ? '8.4' : '7.1',
        at === 0 ? '2026-10-20' : '2026-11-17',
        `https://www.exemple.fr/deliberations/2026-${number}.pdf`,
        '214800001',
      ]),
    )
  }
})

const HEADER = 'DELIB_ID;DELIB_DATE;DELIB_OBJET;DELIB_URL;DELIB_MATIERE_CODE;PREF_DATE;COLL_SIRET'
const read = (...cells: readonly (readonly string[])[]) =>
  readRegister([HEADER, ...cells.map(row => row.join(';'))].join('\n'), TODAY, 'deliberation')
const GOOD = ['1', '2020-01-02', 'Objet', 'https://a.fr/1.pdf', '7.10.2', '', '214 800 001 00011']

test('registers as spreadsheets write them: semicolons, French days, a third level, spaces in numbers', () => {
  const [row] = read(GOOD.with(1, '02/01/2020'))?.rows ?? []
  assert.deepEqual([row?.date, row?.matiere, row?.siren], ['2020-01-02', '7.10', '214800001'])
  assert.equal(read(GOOD.with(1, '2020-01-02T00:00:00Z'))?.rows[0]?.date, '2020-01-02')
  assert.equal(read(GOOD.with(4, '8.19'))?.rows[0]?.matiere, null)
})

test('what is wrong is told with its line, and the rest is read', () => {
  const wrong = [
    GOOD.with(0, ''),
    GOOD.with(0, 'x'.repeat(51)),
    GOOD.with(1, '2020-02-30'),
    GOOD.with(1, '30/02/2020'),
    GOOD.with(1, '2027-01-01'),
    GOOD.with(1, ''),
    GOOD.with(2, ' '),
    GOOD.with(2, 'x'.repeat(5_001)),
    GOOD.with(3, ''),
    GOOD.with(3, 'javascript:alert(1)'),
    GOOD.with(3, 'https://'),
    GOOD.with(5, '2019-12-31'),
    GOOD.with(5, 'hier'),
  ]
  for (const cells of wrong) {
    const register = read(cells, GOOD)
    assert.deepEqual([register?.wrong[0]?.line, register?.rows.length], [2, 1], cells.join(';').slice(0, 80))
  }
  // Numbers begin anew each year in many towns.
  const years = read(GOOD, GOOD.with(1, '2021-01-02'), GOOD)
  assert.deepEqual([years?.rows.length, years?.wrong[0]?.line], [2, 4])
  assert.deepEqual(read(GOOD, ['2', '2020-01-02', '"sans fin'])?.wrong, [{ line: 3, why: 'guillemet' }])
})

test('of a text that is too long, one line more is read than there may be', () => {
  for (const cells of [GOOD, ['x']]) {
    const lines = Array.from({ length: 40 }, (_, at) => cells.with(0, `${at}`).join(';'))
    const register = readRegister([HEADER, ...lines].join('\n'), TODAY, 'deliberation', 10)
    assert.equal((register?.rows.length ?? 0) + (register?.wrong.length ?? 0), 11)
  }
})

test('another table is none', () => {
  for (const text of ['', 'a;b\n1;2', HEADER.replace('DELIB_URL', 'Maire')])
    assert.equal(readRegister(text, TODAY, 'deliberation'), undefined)
})

const TABLE = 'Nature\tN°\tDate\tObjet\tLien\tMatière\tTransmis le\tSignataire\tQualité'
const ROW = ['Délibération', 'D-1', '12/03/2019', 'Étude', 'https://a.fr/1.pdf', '8.4 Voirie', '', '', '']
const table = (...rows: readonly (readonly string[])[]) =>
  readRegister([TABLE, ...rows.map(row => row.join('\t'))].join('\r\n'), TODAY, 'arrete')

test('the table of a town hall is read as it is pasted, whatever its columns are called', () => {
  const read = table(
    ROW,
    [
      'ARRETES DU MAIRE',
      'A-2',
      '1er mars 2020',
      'Route barrée',
      'http://a.fr/2.pdf',
      '',
      '2/3/2020',
      'J. Petit',
      'maire',
    ],
    ['PV de séance', 'PV 3', '05.04.2021', 'Séance', 'http://a.fr/3.pdf', '', '', '', ''],
    ['', 'A-4', '2021-04-05 00:00:00', 'Sans nature', 'http://a.fr/4.pdf', '', '', '', ''],
    ['BF', 'B-5', '2021-04-05', 'Budget', 'http://a.fr/5.pdf', '7.1', '', '', ''],
  )
  assert.deepEqual(read?.wrong, [])
  assert.deepEqual(
    read?.rows.map(({ nature, numero, date, transmis_le, matiere, signataire }) => [
      nature,
      numero,
      date,
      transmis_le,
      matiere,
      signataire,
    ]),
    [
      ['deliberation', 'D-1', '2019-03-12', null, '8.4', null],
      ['arrete', 'A-2', '2020-03-01', '2020-03-02', null, 'J. Petit'],
      ['proces_verbal', 'PV 3', '2021-04-05', null, null, null],
      ['arrete', 'A-4', '2021-04-05', null, null, null],
      ['budget', 'B-5', '2021-04-05', null, '7.1', null],
    ],
  )
})

test('what may mean two things is not understood: no day without its whole year, no other kind', () => {
  for (const [at, cell, why] of [
    [2, '12/03/19', 'date'],
    [2, 'le 12', 'date'],
    [2, 'mardi', 'date'],
    [2, '43536', 'date'],
    [2, '12/03', 'date'],
    [0, 'Compte rendu', 'nature'],
    [0, 'Détail', 'nature'],
    [4, 'D-1.pdf', 'lien'],
  ] as const)
    assert.deepEqual(table(ROW.with(at, cell))?.wrong, [{ line: 2, why }], cell)
  // An order may have the number of a deliberation of that day.
  assert.equal(table(ROW, ROW.with(0, 'arrêté'))?.rows.length, 2)
})

test('whatever it is given, it is read in time that grows with its length', () => {
  const time = (text: string) => {
    const began = process.cpuUsage()
    readRegister(text, TODAY, 'deliberation')
    const { user, system } = process.cpuUsage(began)
    return user + system
  }
  const hostile: readonly ((n: number) => string)[] = [
    n => `${HEADER}\n${'"'.repeat(n)}`,
    n => `${HEADER}\n${'";'.repeat(n / 2)}`,
    n => ';'.repeat(n),
    n => `${HEADER}\n${'1;1 janvier 2020;x;http://a.fr\n'.repeat(n / 31)}`,
    n => `${HEADER}\n${'1;1 janvier 2020'.padEnd(59, ' 1')};;\n`.repeat(n / 150),
  ]
  for (const [at, make] of hostile.entries()) {
    const [short, long] = [40_000, 320_000].map(n =>
      Math.min(...Array.from({ length: 4 }, () => time(make(n)))),
    ) as [number, number]
    assert.ok(long < 40 * short + 20_000, `${at}: ${short} then ${long} µs`)
  }
})
