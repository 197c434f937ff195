import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CsvColumns } from '../../../../../shared/csv-columns.ts'
import { NOW, read, URL_OF_FEED } from '../../../../../test/fixtures/feeds.ts'
import { sample } from '../../../../../test/imports/samples.ts'
import { type FeedItem, Unreadable } from '../item.ts'
import { readDocument } from '../read-document.ts'

const readTable = (text: string, columns: CsvColumns | null = null) =>
  readDocument({ text, url: URL_OF_FEED, kind: 'csv', columns }, NOW)
const when = ({ date_debut, heure_debut, date_fin, heure_fin }: FeedItem) => [
  date_debut,
  heure_debut,
  date_fin,
  heure_fin,
]
const codes = ({ notes }: ReturnType<typeof read>) => notes.map(({ code }) => code)
const refused = (work: () => unknown): Unreadable => {
  try {
    work()
  } catch (error) {
    assert.ok(error instanceof Unreadable, String(error))
    return error
  }
  return assert.fail('it was read')
}

test('a table says for whom an event is and what it costs, in columns of several names', () => {
  const { items } = readTable(
    'Titre;Date;Public;Tarif\nConte;12/12/2026;Dès 3 ans;Gratuit\nBal;13/12/2026;Adultes;8 €\nLoto;14/12/2026;;',
  )
  assert.deepEqual(
    items.map(item => [item.title, item.public, item.gratuit]),
    [
      ['Conte', 'familles', true],
      ['Bal', 'adultes', false],
      ['Loto', null, null],
    ],
  )
})

test('a town’s agenda: a title above the header, hours in words, quoted line breaks, lines that say nothing', () => {
  const reading = read(sample('agenda-mairie.csv'))
  const { kind, items, columns } = reading
  assert.equal(kind, 'csv')
  assert.deepEqual(columns?.used, {
    title: 'Nom de la manifestation',
    body: 'Descriptif',
    date_debut: 'Date',
    heure_debut: 'Heure',
    lieu: 'Lieu',
    source_url: 'Site Internet',
    image_url: 'Photo',
  })
  assert.deepEqual(columns?.found[1], { name: 'Date', examples: ['12/12/2026', '13/12/2026', '17/12/2026'] })
  assert.deepEqual(
    items.map(item => [item.title, ...when(item), item.lieu]),
    [
      ['Marché de Noël', '2026-12-12', '10:00', '2026-12-12', '18:00', 'Place du Foirail'],
      ['Loto de l’amicale', '2026-12-13', '14:00', '2026-12-13', null, 'Salle des fêtes'],
      ['Conseil municipal "budget"', '2026-12-17', '20:30', '2026-12-17', null, 'Mairie'],
      ['=HYPERLINK("x")', '2026-12-19', null, '2026-12-19', null, null],
    ],
  )
  const [market, loto] = items
  assert.deepEqual(
    [market?.body, market?.source_url, market?.image_url, market?.external_id],
    [
      'Artisans, vin chaud et manège.\nEntrée libre.',
      'https://www.ville.exemple.fr/noel',
      'https://ville.exemple.fr/noel.jpg',
      'ville.exemple.fr/noel',
    ],
  )
  assert.match(loto?.external_id ?? '', /^hash:/)
  assert.deepEqual(codes(reading), ['csv_rows_without_title', 'no_date', 'no_time', 'no_hour'])
  assert.deepEqual(reading.notes[0]?.params, { count: 1, number: 7 })
})

test('SCDL deliberations: the newest first, by their own number, with the document', () => {
  const { items, columns } = read(sample('deliberations-scdl.csv'))
  assert.deepEqual(columns?.used, {
    title: 'DELIB_OBJET',
    body: 'DELIB_MATIERE_NOM',
    source_url: 'DELIB_URL',
    published_at: 'DELIB_DATE',
    external_id: 'DELIB_ID',
  })
  const [latest, first] = items
  assert.deepEqual(
    [latest?.external_id, latest?.date_debut, latest?.published_at?.toISOString()],
    ['DCM-2026-042', null, '2026-11-11T23:00:00.000Z'],
  )
  assert.match(
    latest?.body ?? '',
    /^Finances locales\/Décisions budgétaires\n\n- \[.*\]\(https:.*042\.pdf\)$/,
  )
  assert.ok(first?.title?.endsWith('…'))
  assert.match(
    first?.body ?? '',
    /consultation des entreprises\n\nDomaines de compétences/,
    'nothing is lost',
  )
})

test('what Outlook exports, and an evening that ends on the next day', () => {
  const { items } = read(sample('outlook.csv'))
  assert.deepEqual(items.map(when), [
    ['2026-12-03', '18:30', '2026-12-03', '20:00'],
    ['2026-12-05', null, '2026-12-06', null],
    ['2026-12-12', '21:00', '2026-12-13', '02:00'],
  ])
})

test('DATAtourisme’s table: the next of its periods', () => {
  const { items, columns } = read(sample('datatourisme-fma.csv'))
  assert.deepEqual(items.map(when), [['2026-12-05', null, '2026-12-06', null]])
  assert.equal(items[0]?.external_id, 'https://data.datatourisme.fr/23/00000000-0000-0000-0000-000000000001')
  assert.equal(columns?.used?.body, 'Description')
})

test('OpenAgenda’s public events as a table', () => {
  const [item] = read(sample('evenements-publics.csv')).items
  assert.deepEqual(
    [item?.title, item?.body, item?.lieu, item?.external_id, ...when(item as FeedItem)],
    [
      'Nuit de la lecture',
      'Contes, lectures et tisane.',
      'Médiathèque',
      '90000001',
      '2027-01-23',
      '18:00',
      '2027-01-23',
      '21:00',
    ],
  )
})

test('columns that nobody knows are chosen; then they are read', () => {
  const text = sample('associations.csv')
  const error = refused(() => read(text))
  assert.equal(error.code, 'csv_columns_unknown')
  assert.equal(error.columns?.used, null)
  assert.deepEqual(error.columns?.found[0], { name: 'Qui', examples: ['Amicale laïque', 'Club de marche'] })
  const columns = {
    title: 'Quoi',
    body: 'Renseignements',
    date_debut: 'Quand',
    lieu: 'Où',
    external_id: 'Qui',
  }
  assert.deepEqual(
    readTable(text, columns).items.map(item => [item.external_id, item.title, item.date_debut, item.lieu]),
    [
      ['Amicale laïque', 'Vide-grenier', '2026-12-06', 'Cour de l’école'],
      ['Club de marche', 'Randonnée des crêtes', '2026-12-13', 'Parking du stade'],
    ],
  )
})

test('a column that has gone is named; one that was only written otherwise is found', () => {
  const columns = { title: 'Titre', date_debut: 'Date de début', lieu: 'Lieu' }
  const error = refused(() => readTable('titre;jour\nLoto;12/12/2026\n', columns))
  assert.deepEqual([error.code, error.explanation.params.text], ['csv_column_gone', 'Date de début, Lieu'])
  assert.deepEqual(error.columns?.found[1], { name: 'jour', examples: ['12/12/2026'] })
  const again = readTable('TITRE;DATE_DE_DEBUT;lieu\nLoto;12/12/2026;Mairie\n', columns)
  assert.equal(again.items[0]?.date_debut, '2026-12-12')
})

test('a list of anything is no agenda: a name alone is no title', () => {
  assert.equal(refused(() => read('nom;adresse;url\nStade;Rue A;https://a.fr\n')).code, 'csv_columns_unknown')
  assert.equal(read('nom;date;url\nMatch;12/12/2026;https://a.fr\n').items.length, 1)
})

test('names of columns are told apart: repeated, empty, and hostile ones', () => {
  const { columns } = readTable('Titre;Date;Date;;<script>\u0000x\na;12/12/2026;;;\n')
  assert.deepEqual(
    columns?.found.map(({ name }) => name),
    ['Titre', 'Date', 'Date (2)', 'Colonne 4', '‹script>x'],
  )
})

test('two evenings under one link or title are two items; the same line again is one', () => {
  const rows = ['12/12/2026', '13/12/2026', '12/12/2026'].map(day => `Loto;${day};https://ville.exemple.fr/`)
  const { items } = read(`titre;date;lien\n${rows.join('\n')}\n`)
  assert.deepEqual(
    items.map(({ date_debut }) => date_debut),
    ['2026-12-12', '2026-12-13'],
  )
})

test('an end without an hour ends with its day', () => {
  const [item] = read('titre;date debut;heure debut;date fin\nFoire;2026-12-12;20h30;2026-12-12\n').items
  assert.deepEqual(when(item as FeedItem), ['2026-12-12', '20:30', '2026-12-12', null])
  assert.equal(item?.ends_at?.toISOString(), '2026-12-12T23:00:00.000Z')
})

test('of fifty thousand lines, the nearest events or the latest news are read', () => {
  const day = (at: number) => new Date(Date.UTC(2015, 0, 1) + at * 86_400_000).toISOString().slice(0, 10)
  const lines = Array.from({ length: 50_000 }, (_, at) => `n${at};${day(at % 5000)}`)
  const events = read(`titre;date\n${lines.join('\n')}\n`)
  assert.deepEqual([events.items.length, events.items[0]?.date_debut], [2000, '2026-11-20'])
  assert.deepEqual(codes(events), ['csv_too_long'])
  const news = read(`titre;date de publication\n${lines.join('\n')}\n`)
  assert.equal(news.items[0]?.published_at?.toISOString().slice(0, 10), day(4998))
})

const MANY = 10 * 1024 * 1024
const HOSTILE: Readonly<Record<string, readonly [text: string, code: string | number]>> = {
  'ten million quotes in a line': [`titre;date\n${'"'.repeat(MANY)};12/12/2026\n`, 1],
  'an odd quote before ten million': [`titre;date\n"${'""'.repeat(MANY / 2)};\n`, 'csv_open_quote'],
  'five million lines of a quote': [`titre;date\n${'"\n'.repeat(MANY / 2)}`, 0],
  'a line of ten million letters': [`titre;date\n${'x'.repeat(MANY)}`, 0],
  'a title of ten million letters': [`titre;date\n${'x'.repeat(MANY)};12/12/2026\n`, 1],
  'a line of ten million columns': [`titre;date\nLoto;12/12/2026${';'.repeat(MANY)}\n`, 1],
  'a hundred thousand columns': [`${'a;'.repeat(100_000)}\n${'b;'.repeat(100_000)}\n`, 'not_a_feed'],
  'forty thousand columns': [`${'a;'.repeat(40_000)}\n${'b;'.repeat(40_000)}\n`, 'csv_too_wide'],
  'ten million NULs': [`titre;date\nLoto${'\0'.repeat(MANY)};12/12/2026\n`, 1],
  'a million days in words': [
    `titre;date\n${Array.from({ length: 500_000 }, (_, at) => `a;le ${at}e jour`).join('\n')}`,
    0,
  ],
  'ten million empty lines': [`titre;date\n${'\n'.repeat(MANY)}`, 0],
  'five million short lines': [`titre;date\n${'a;1\n'.repeat(MANY / 4)}`, 0],
}
for (const [name, [text, outcome]] of Object.entries(HOSTILE))
  test(`hostile: ${name}`, () => {
    if (typeof outcome === 'string') assert.equal(refused(() => readTable(text)).code, outcome)
    else assert.equal(readTable(text).items.length, outcome)
  })
