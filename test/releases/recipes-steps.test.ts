/** The recipes of CONTRIBUTING that make files: carried out on a copy, they change the files that they name, and no other. */
// Of a release: it checks the types of everything, twice.
// A process of its own: the compiler keeps both cores busy.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Changes, copiedTree, type Insertion, type Recipe } from './copied-tree.ts'
import { MIGRATION, RESOURCE, RESOURCE_REMINDERS } from './recipe-of-a-resource.ts'

const PAGE = readFileSync(join(import.meta.dirname, '../../CONTRIBUTING.md'), 'utf8')

/** The files of the points of a recipe. */
function filesOf(heading: string): string[] {
  const recipe = PAGE.split(/^## /m).find(part => part.startsWith(`${heading}: `)) ?? ''
  return [...recipe.matchAll(/(?:^|\. |and )\d+\. `([^`]+)`/gm)].map(([, file = '']) => file)
}

const line = (before: string, added: string): readonly Insertion[] => [{ before, added }]
const ENTRY = line('- Back-office: the menu shows the saved views', '- A route and a screen of markets.\n')

const ROUTE: Recipe = {
  heading: 'A route',
  begins: {
    'src/routes.ts': [
      {
        before: "import { infos } from './territory/communes/details/infos.ts'",
        added: "import { oldSlugs } from './territory/communes/old-slugs.ts'\n",
      },
      {
        before: "    get('/communes/:id/elus', elus),",
        added: "    extension(get('/communes/:id/old-slugs', oldSlugs)),\n",
      },
    ],
  },
  compiler: ['src/routes.ts'],
  rest: {
    'src/territory/communes/queries.ts': line(
      'export const listCommunes =',
      `export const oldSlugsOf = (db: Db, id: string) =>
  db.all<{ slug: string }>(sql\`select slug from commune_slugs where commune_id = \${id} order by slug\`)

`,
    ),
    'src/territory/communes/old-slugs.ts': `import { Data, Id, List, Obj, Slug } from '../../../shared/shapes.ts'
import { anyone } from '../../people/access/visitors.ts'
import { oldSlugsOf } from './queries.ts'
import { communeToShow } from './shown-commune.ts'

export const oldSlugs = anyone.read({
  summary: 'The former slugs of a commune',
  params: Obj({ id: Id }),
  reply: Data(List(Obj({ slug: Slug }))),
  errors: ['scope_violation'],
  async run({ db, params, source }) {
    const { id } = await communeToShow(db, source, params.id)
    return { data: await oldSlugsOf(db, id) }
  },
})
`,
    'src/territory/communes/old-slugs.test.ts': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'

test('a commune has the slugs that it had before', async () => {
  const app = await startApp()
  const id = await make.commune(app)
  const { rows } = await app.owner.query('select slug from communes where id = $1', [id])
  await app.owner.query("update communes set slug = 'nouvelle-adresse' where id = $1", [id])
  const { status, body } = await app.anyone.get(\`/communes/\${id}/old-slugs\`)
  assert.deepEqual([status, body.data], [200, rows])
})
`,
    'CHANGELOG.md': ENTRY,
  },
  tests: {
    'test/scope.test.ts': [
      {
        before: 'const CALLS: Readonly<Record<string, Call | string>> = {',
        added: "await app.owner.query(`insert into commune_slugs values ('ancienne-adresse', $1)`, [here])\n",
      },
      {
        before: "  'GET /communes/:id/elus': at(",
        added:
          "  'GET /communes/:id/old-slugs': at('/communes/' + here + '/old-slugs', { communesAlone: true }),\n",
      },
    ],
  },
}

const SCREEN: Recipe = {
  heading: 'A screen',
  begins: {
    'backoffice/app/screens.ts': [
      {
        before: "import { messagesAddress } from '../office/messages/address.ts'",
        added: "import { marchesAddress } from '../office/marches/address.ts'\n",
      },
      {
        before: '  claims: screen(',
        added: `  marches: screen(
    { area: 'communes', group: 'places', letter: 'L', icon: 'town', name: labelOf({ fr: 'Marchés', en: 'Markets' }) },
    createRoute({
      getParentRoute: () => root,
      path: '/marches',
      validateSearch: marchesAddress,
      component: lazyRouteComponent(() => import('../office/marches/marches.tsx'), 'Marches'),
    }),
  ),
`,
      },
    ],
  },
  compiler: ['backoffice/app/screens.ts'],
  rest: {
    'backoffice/office/marches/address.ts': `import { readingAddress, withoutBlanks } from '../../kit/address.ts'

export const marchesAddress = (search: Record<string, unknown>) =>
  withoutBlanks({ q: readingAddress(search).text('q') })
`,
    'backoffice/office/marches/marches.tsx': `import { Content, PageHead } from '../../kit/page.tsx'
import { t } from './texts.ts'

export const Marches = () => (
  <>
    <PageHead title={t.title} />
    <Content>
      <p>{t.none}</p>
    </Content>
  </>
)
`,
    'backoffice/office/marches/texts.ts': `import { texts } from '../../kit/words/language.ts'

export const t = texts({
  fr: { title: 'Marchés de plein air', none: 'Aucun marché pour le moment.' },
  en: { title: 'Open-air markets', none: 'No markets for now.' },
})
`,
    'backoffice/office/marches/marches.test.ts': `import { test } from 'node:test'
import { account, enter } from '../../../test/browser/people.ts'
import { skip, startBackoffice, visit } from '../../../test/browser/visit.ts'

test('a manager of communes opens the markets', { skip }, async () => {
  const app = await startBackoffice()
  const email = await account(app, 'anne@example.org', 'operator_communes')
  const look = await visit(app)
  await enter(look, email, '/marches')
  await look.page.getByRole('heading', { name: 'Marchés de plein air' }).waitFor()
})
`,
    'backoffice/test/hostile-screens.test.ts': line("  '/transparence',", "  '/marches',\n"),
    'CHANGELOG.md': ENTRY,
  },
}

const JOB: Recipe = {
  heading: 'A job',
  begins: {
    'src/foundation/queues.ts': line(
      "  'media.forgotten': {",
      "  'marches.tidy': { every: '*/10 * * * *' },\n",
    ),
  },
  compiler: ['backoffice/office/settings/failed-jobs-texts.ts', 'src/jobs.ts'],
  rest: {
    'src/territory/marches/upkeep.ts': `import { sql, type Tx } from '../../kernel/db/db.ts'

/** Finds nothing, since there is no market yet. */
export const tidyMarches = (tx: Tx): Promise<number> => tx.run(sql\`select 1 where false\`)
`,
    'src/jobs.ts': [
      {
        before: "import { nightlyUpkeep } from './upkeep.ts'",
        added: "import { tidyMarches } from './territory/marches/upkeep.ts'\n",
      },
      {
        before: "  'media.forgotten': ",
        added: "  'marches.tidy': inOneTransaction(tidyMarches),\n",
      },
    ],
    'src/territory/marches/upkeep.test.ts': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { tidyMarches } from './upkeep.ts'

test('nothing is tidied twice', async () => {
  const app = await startApp()
  for (const _ of [1, 2]) assert.equal(await app.service.db.transaction(tidyMarches), 0)
})
`,
    'backoffice/office/settings/failed-jobs-texts.ts': [
      {
        before: "      'claims.expire': 'Clore les demandes restées sans réponse',",
        added: "      'marches.tidy': 'Ranger les marchés',\n",
      },
      {
        before: "      'claims.expire': 'Closing claims that nobody answered',",
        added: "      'marches.tidy': 'Tidying the markets',\n",
      },
    ],
  },
  tests: {
    'test/jobs-rights.test.ts': line("  'claims.expire': 'by age',", "  'marches.tidy': 'by age',\n"),
  },
}

const RECIPES = [ROUTE, SCREEN, JOB, RESOURCE, MIGRATION]
/** The tests that remind of a forgotten file: each names what is missing. */
const REMINDERS = [
  {
    file: 'test/scope.test.ts',
    title: 'every app route is tested here',
    names: 'GET /communes/:id/old-slugs',
  },
  { file: 'test/jobs-rights.test.ts', title: 'each job acts for a person', names: 'marches.tidy' },
  ...RESOURCE_REMINDERS,
]
/** Those that the recipes say find something, and the new ones. The browser tests of the screen are only compiled. */
const TESTS = [
  'test/imports.test.ts',
  'test/routes.test.ts',
  'test/screens.test.ts',
  'test/erasure.test.ts',
  'test/schema/text-columns.test.ts',
  'src/operation/api-page/descriptions.test.ts',
  'src/operation/api-page/document.test.ts',
  'src/operation/api-page/examples.test.ts',
  'src/territory/communes/old-slugs.test.ts',
  'src/territory/communes/registers/load-merged.test.ts',
  'src/territory/marches/marches.test.ts',
  'src/territory/marches/upkeep.test.ts',
  'backoffice/kit/words/words.test.ts',
]
/** A test that starts the service of the fuzz. The requests of the fuzz take minutes, and are not sent here. */
const SUBJECT = { file: 'test/cursors.test.ts', title: 'a list refuses the cursor of another list' }
/** A limit for all routes together, which is decided anew as they grow. */
const SIZE = 'the document is small enough'
const CONTRACT = 'src/write-contract.ts'

/** Made by a command, or one for all recipes. */
const COMMON = [
  'CHANGELOG.md',
  'db/schema.sql',
  'backoffice/kit/api/contract.ts',
  'packages/client/src/contract.ts',
]

test('each recipe names as many files as its heading says, and those that it takes', () => {
  for (const { heading, begins, rest, tests } of RECIPES) {
    const files = filesOf(heading)
    assert.ok(PAGE.includes(`## ${heading}: ${files.length} files\n`), `${heading}: ${files.length}`)
    const own = Object.keys({ ...begins, ...rest, ...tests }).map(file => file.replace(/\d{4}_/, '00NN_'))
    assert.deepEqual(
      files.filter(file => !COMMON.includes(file)).toSorted(),
      own.filter(file => !COMMON.includes(file)).toSorted(),
      heading,
    )
  }
})

test('the recipes change the files that they name, and no other', async () => {
  const copy = copiedTree(path => !/^\/docs\/screenshots/.test(path))
  const put = (changes: Changes = {}) => {
    for (const [path, content] of Object.entries(changes)) copy.write(path, content)
  }
  const compiled = async () => {
    const files = [...(await copy.compilerNames('.')), ...(await copy.compilerNames('backoffice'))]
    return [...new Set(files)].toSorted()
  }
  /** As `npm test` does: on a PostgreSQL of its own, to which the new migrations are applied. */
  const tested = (...given: readonly string[]) =>
    copy.node(
      'test/run.mjs',
      '--test-concurrency=1',
      '--test-reporter=spec',
      `--test-skip-pattern=${SIZE}`,
      ...given,
    )
  const only = (tests: readonly { readonly file: string; readonly title: string }[]) => [
    ...tests.map(({ title }) => `--test-name-pattern=${title}`),
    ...new Set(tests.map(({ file }) => file)),
  ]

  for (const { begins } of RECIPES) put(begins)
  const asked = await compiled()
  // Without its address, files of the town hall are wrong too: the types of all addresses are derived from the table.
  for (const file of RECIPES.flatMap(({ compiler }) => compiler)) assert.ok(asked.includes(file), file)

  const { 'CHANGELOG.md': _, ...ofScreen } = SCREEN.rest
  for (const rest of [ROUTE.rest, ofScreen, JOB.rest, RESOURCE.rest]) put(rest)
  const reminded = await tested(...only(REMINDERS))
  assert.ok(!reminded.ok)
  for (const { file, names } of REMINDERS)
    assert.ok(reminded.said.includes(names), `${file}: ${reminded.said}`)
  assert.ok(!(await copy.node('launch.mjs', CONTRACT, '--check')).ok, 'the contract is stale')
  for (const { tests } of RECIPES) put(tests)
  for (const command of ['test/schema/write.ts', CONTRACT]) {
    const { ok, said } = await copy.node('launch.mjs', command)
    assert.ok(ok, said)
  }

  assert.deepEqual(await compiled(), [])
  for (const some of [TESTS, only([...REMINDERS, SUBJECT])]) {
    const { ok, said } = await tested(...some)
    assert.ok(ok, said)
  }
  const named = RECIPES.flatMap(({ heading }) => filesOf(heading)).flatMap(file =>
    // The number of a migration is the next one.
    file.includes('00NN') ? copy.changed().filter(path => path.endsWith(file.split('00NN')[1] ?? '')) : file,
  )
  assert.deepEqual(copy.changed(), [...new Set(named)].toSorted())
})
