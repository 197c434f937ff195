/** Recipes of CONTRIBUTING are carried out on a copy: what the compiler names is what they name, and no more. */
// Of a release: it checks the types of everything, twice.
// A process of its own: the compiler keeps both cores busy.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { copiedTree } from './copied-tree.ts'

/** Fields that people type, before another field of their table; and what the compiler asks for besides. */
const FIELDS = [
  {
    file: 'shared/fields/publications.ts',
    before: '  image_url: {\n    fr:',
    field: `tarif: { fr: 'Tarif', en: 'Price', column: 'text', input: 'line', schema: Nullable(Text(200)),
      draft: Text(200, 0), traced: 'value', fact: 'tarif', personal: true, imported: true },`,
    asks: ['src/exchange/imports/reading/csv/columns.ts'],
  },
  {
    file: 'shared/fields/publications.ts',
    before: '  source_url: {\n    fr:',
    field: `inscription_le: { fr: 'Inscription jusqu’au', en: 'Register until', column: 'date', input: 'day',
      schema: Nullable(Day), draft: Text(60, 0), traced: 'value', fact: 'inscription_le' },
    ouverture: { fr: 'Ouverture des portes', en: 'Doors open', column: 'text', input: 'hour',
      schema: Nullable(Hour), draft: Text(60, 0), traced: 'value', fact: 'ouverture' },`,
    asks: [],
  },
  {
    file: 'shared/fields/acteurs.ts',
    before: '  adresse: {\n    fr:',
    field: `slogan: { fr: 'Devise', en: 'Motto', input: 'line', schema: Nullable(Text(200)),
      traced: 'change', erased: 'contacts', own: true },`,
    asks: [],
  },
  {
    file: 'shared/fields/acteurs.ts',
    before: '  telephone: {\n    fr:',
    field: `fondation: { fr: 'Fondée le', en: 'Founded on', input: 'day', past: true, schema: Nullable(Day),
      traced: 'value', erased: 'never', own: true },`,
    asks: [],
  },
  {
    file: 'shared/fields/communes.ts',
    before: "  notes: {\n    fr: 'Remarques",
    field: `heure_fin: { fr: 'Jusqu’à', en: 'Until', column: 'text', input: 'hour', schema: Nullable(Hour),
      erased: 'never' },`,
    asks: [],
  },
  {
    file: 'shared/fields/communes.ts',
    before: "  adresse: {\n    fr: 'Adresse',\n",
    field: `acces: { fr: 'Accès', en: 'Access', column: 'text', input: 'line', schema: Nullable(Text(200)),
      erased: 'contacts' },`,
    asks: [],
  },
]

/** Values of enumerations, before another value of their table. An event of webhooks is none: without its row nothing starts. */
const VALUES = [
  {
    file: 'shared/words/moderation.ts',
    before: "  other: {\n    fr: 'Autre motif'",
    field: `harassment: { fr: 'Harcèlement', en: 'Harassment', means: 'harasses a person',
      author: { fr: 'harcèlement', en: 'harassment' }, reporter: 'C’est du harcèlement' },`,
    asks: [],
  },
  {
    file: 'shared/words/access.ts',
    before: '  operator_imports: {\n',
    field: `operator_markets: { fr: 'Marchés', en: 'Markets', means: 'manages markets',
      does: { fr: 'Tient les marchés.', en: 'Manages markets.' },
      may: { fr: 'tenir les marchés', en: 'manage markets' } },`,
    asks: [],
  },
  {
    file: 'shared/words/access.ts',
    before: '  dashboard: { role:',
    field: `markets: { role: 'operator_markets', means: 'markets' },`,
    asks: [],
  },
  {
    file: 'shared/words/mail.ts',
    before: '  invitation: {\n',
    field: `'market-moved': { fr: 'Marché déplacé', en: 'Market moved', means: 'a market moves', confidential: false },`,
    asks: ['src/letters/mail/templates/all.ts'],
  },
  {
    file: 'shared/words/imports.ts',
    before: "  csv: {\n    fr: 'Tableau (CSV)'",
    field: `gpx: { fr: 'GPX', en: 'GPX', means: 'GPX', article: { fr: 'un GPX', en: 'a GPX' },
      holds: 'all events', rank: 2 },`,
    asks: [],
  },
]

const PARTS = [
  'db',
  'shared',
  'src',
  'backoffice',
  'packages',
  'docs',
  'launch.mjs',
  'package.json',
  'tsconfig.json',
]

test('a described field or value is typed, sent and shown without another file than the recipes name', async () => {
  const copy = copiedTree(
    path => PARTS.includes(path.split('/')[1] ?? '') && !/\.test\.ts$|\/backoffice\/test(\/|$)/.test(path),
  )
  const { compilerOptions } = JSON.parse(readFileSync(join(copy.folder, 'tsconfig.json'), 'utf8'))
  copy.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['src', 'shared'] }))
  const added = [...FIELDS, ...VALUES]
  for (const { file, before, field } of added) copy.write(file, [{ before, added: `  ${field}\n` }])
  const { ok, said } = await copy.node('launch.mjs', 'src/write-contract.ts')
  assert.ok(ok, said)
  const files = [...(await copy.compilerNames('.')), ...(await copy.compilerNames('backoffice'))]
  assert.deepEqual([...new Set(files)].toSorted(), added.flatMap(({ asks }) => asks).toSorted())
})
