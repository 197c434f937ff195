/** Recipes of CONTRIBUTING are carried out on a copy: what the compiler names is what they name, and no more. */
// Of a release: it checks the types of everything, twice.
// A process of its own: the compiler keeps both cores busy.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')
const copy = mkdtempSync(join(tmpdir(), 'parvis-recipes-'))
after(() => rmSync(copy, { recursive: true, force: true }))
const run = promisify(execFile)

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
    field: `gpx: { fr: 'GPX', en: 'GPX', means: 'GPX', article: { fr: 'un GPX', en: 'a GPX' }, isFeed: false,
      changesByTheDay: false, rank: 2 },`,
    asks: [],
  },
]

/** The files of which the compiler says something. */
async function named(project: string): Promise<string[]> {
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const said = await run(process.execPath, [compiler, '--noEmit', '--incremental', 'false', '-p', project], {
    cwd: copy,
    maxBuffer: 1e8,
  }).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  )
  return [...said.matchAll(/^([^\s(]+)\(\d+,\d+\): error/gm)].map(([, file = '']) => file)
}

test('a described field or value is typed, sent and shown without another file than the recipes name', async () => {
  const isProduct = (path: string) =>
    !/\/(\.built|node_modules)(\/|$)|\.test\.ts$|\/backoffice\/test(\/|$)/.test(path)
  for (const part of ['db', 'shared', 'src', 'backoffice', 'packages', 'docs', 'launch.mjs', 'package.json'])
    cpSync(join(root, part), join(copy, part), { recursive: true, filter: isProduct })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'))
  writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src', 'shared'] }))
  const added = [...FIELDS, ...VALUES]
  for (const { file, before, field } of added) {
    const parts = readFileSync(join(copy, file), 'utf8').split(before)
    assert.equal(parts.length, 2, file)
    writeFileSync(join(copy, file), parts.join(`  ${field}\n${before}`))
  }
  await run(process.execPath, ['launch.mjs', 'src/write-contract.ts'], { cwd: copy })
  const files = [...(await named('.')), ...(await named('backoffice'))]
  assert.deepEqual([...new Set(files)].toSorted(), added.flatMap(({ asks }) => asks).toSorted())
})
