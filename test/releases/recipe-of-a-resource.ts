import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Recipe } from './copied-tree.ts'

/** The recipes of CONTRIBUTING for a resource and a migration: the markets of a commune with a contact. */

const migrations = readdirSync(join(import.meta.dirname, '../../db/migrations')).filter(name =>
  /^\d{4}_/.test(name),
)
/** The file of a new migration, which comes so many places after the newest one. */
const migration = (after: number, name: string) =>
  `db/migrations/${String(migrations.length + after).padStart(4, '0')}_${name}.sql`

export const MIGRATION: Recipe = {
  heading: 'A migration',
  begins: {
    [migration(2, 'name')]: `-- expand: markets say whether they are covered.
alter table marches add column couvert boolean not null default false;
`,
  },
  compiler: [],
  rest: {},
}

export const RESOURCE: Recipe = {
  heading: 'A resource',
  begins: {
    'src/routes.ts': [
      {
        before:
          "import { anybody, anyKey, app, bearer, bearerOrKey, mairie } from './people/access/blocks.ts'",
        added: "import { marches } from './territory/marches/actions.ts'\n",
      },
      {
        before: "    get('/communes/:id/elus', elus),",
        added: "    extension(get('/communes/:id/marches', marches)),\n",
      },
    ],
    'src/office-routes.ts': [
      {
        before: "import * as defibrillateursAdmin from './territory/defibrillateurs/admin.ts'",
        added: "import * as marchesAdmin from './territory/marches/admin.ts'\n",
      },
      {
        before: "extension(get('/communes/:id/place', places.byId)),",
        added: `extension(post('/communes/:id/marches', marchesAdmin.create, changed('marche.created'))),
    extension(patch('/communes/:id/marches/:marcheId', marchesAdmin.update, changed('marche.updated'))),
    `,
      },
    ],
    'src/office/personal-data/resources.ts': [
      {
        before: "import { auditData } from '../audit/personal-data.ts'",
        added: "import { marcheData } from '../../territory/marches/personal-data.ts'\n",
      },
      { before: '  defibrillateurs: defibrillateurData,', added: '  marches: marcheData,\n' },
    ],
  },
  compiler: [
    'src/office-routes.ts',
    'src/office/personal-data/resources.ts',
    'src/routes.ts',
    'test/schema/text-columns.ts',
  ],
  rest: {
    [migration(1, 'marches')]: `-- expand: communes have markets.
create table marches (
  id uuid primary key default new_id(),
  commune_id uuid not null references communes,
  nom text not null check (length(nom) between 1 and 200),
  contact_email text check (length(contact_email) <= 254),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index marches_of on marches (commune_id, nom, id);
create trigger marches_version before update on marches
  for each row when (old.* is distinct from new.*) execute function bump_version();
do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on marches to parvis_app;
  end if;
end $$;
`,
    'src/territory/marches/shapes.ts': `import type { Static } from 'typebox'
import { about, Email, Id, named, Nullable, Obj, Patch, Text, Version } from '../../../shared/shapes.ts'

const nom = about('The name of the market', Text(200))
const written = { nom, contact_email: Nullable(Email) }

export const Marche = named('Marche', Obj({ id: about('The id of the market', Id), nom }))
export type Marche = Static<typeof Marche>
export const FullMarche = named('FullMarche', Obj({ id: Id, commune_id: Id, ...written, version: Version }))
export type FullMarche = Static<typeof FullMarche>
export const NewMarche = named('NewMarche', Obj(written), {
  nom: 'Marché de la halle',
  contact_email: 'anne@exemple.fr',
})
export type NewMarche = Static<typeof NewMarche>
export const MarcheChanges = named('MarcheChanges', Patch(written), { nom: 'Marché du port' })
`,
    'src/territory/marches/queries.ts': `import { type Db, sql, type Tx } from '../../kernel/db/db.ts'
import type { FullMarche, Marche, NewMarche } from './shapes.ts'

const columns = sql\`id, commune_id, nom, contact_email, version\`

export const marchesOf = (db: Db, communeId: string) =>
  db.all<Marche>(sql\`select id, nom from marches where commune_id = \${communeId} order by nom, id\`)

export const lockMarche = (tx: Tx, communeId: string, id: string) =>
  tx.one<FullMarche>(sql\`
    select \${columns} from marches where id = \${id} and commune_id = \${communeId} for update\`)

export const insertMarche = (tx: Tx, communeId: string, { nom, contact_email }: NewMarche) =>
  tx.one<FullMarche>(sql\`
    insert into marches (commune_id, nom, contact_email) values (\${communeId}, \${nom}, \${contact_email})
    returning \${columns}\`)

export const saveMarche = (tx: Tx, { id, nom, contact_email }: FullMarche) =>
  tx.one<FullMarche>(sql\`
    update marches set nom = \${nom}, contact_email = \${contact_email} where id = \${id} returning \${columns}\`)
`,
    'src/territory/marches/actions.ts': `import { Data, Id, List, Obj } from '../../../shared/shapes.ts'
import { anyone } from '../../people/access/visitors.ts'
import { communeToShow } from '../communes/shown-commune.ts'
import { marchesOf } from './queries.ts'
import { Marche } from './shapes.ts'

export const marches = anyone.read({
  summary: 'The markets of a commune',
  params: Obj({ id: Id }),
  reply: Data(List(Marche)),
  errors: ['scope_violation'],
  async run({ db, params, source }) {
    const { id } = await communeToShow(db, source, params.id)
    return { data: await marchesOf(db, id) }
  },
})
`,
    'src/territory/marches/admin.ts': `import { Data, Id, Obj } from '../../../shared/shapes.ts'
import { found } from '../../kernel/refusals/errors.ts'
import { write } from '../../kernel/routes/action.ts'
import { lockCommune } from '../communes/queries.ts'
import { insertMarche, lockMarche, saveMarche } from './queries.ts'
import { FullMarche, MarcheChanges, NewMarche } from './shapes.ts'

const traced = ({ contact_email: _, ...rest }: FullMarche) => rest

export const create = write({
  summary: 'Create a market of a commune',
  params: Obj({ id: Id }),
  body: NewMarche,
  reply: Data(FullMarche),
  errors: ['not_found'],
  async run({ tx, params, body, audit }) {
    const commune = found(await lockCommune(tx, params.id))
    const made = found(await insertMarche(tx, commune.id, body))
    audit.record({ id: made.id, after: traced(made) })
    return { data: made }
  },
})

export const update = write({
  summary: 'Change a market',
  params: Obj({ id: Id, marcheId: Id }),
  body: MarcheChanges,
  reply: Data(FullMarche),
  errors: ['not_found'],
  versioned: true,
  async run({ tx, params, body, audit, refuseStale }) {
    const locked = found(await lockMarche(tx, params.id, params.marcheId))
    refuseStale(locked.version)
    const saved = found(await saveMarche(tx, { ...locked, ...body }))
    audit.record({ id: saved.id, before: traced(locked), after: traced(saved) })
    return { data: saved }
  },
})
`,
    'src/territory/marches/personal-data.ts': `import { sql } from '../../kernel/db/db.ts'
import { isAddressOf, type PersonalData } from '../../kernel/records/personal-data.ts'

export const marcheData: PersonalData = {
  async export(db, subject) {
    return {
      marches: await db.all(sql\`
        select id, nom, contact_email from marches where \${isAddressOf(subject, sql\`contact_email\`)} order by id\`),
    }
  },
  async erase(tx, subject) {
    const theirs = isAddressOf(subject, sql\`contact_email\`)
    return { marches: await tx.run(sql\`update marches set contact_email = null where \${theirs}\`) }
  },
  naming: [{ table: 'marches', columns: { nom: 'text' } }],
}
`,
    'src/territory/marches/marches.test.ts': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'

test('a market is created, changed by its version, and shown and traced without its contact', async () => {
  const app = await startApp()
  const office = app.as(await app.user(['operator_communes']))
  const town = await make.commune(app)
  const market = { nom: 'Marché de la halle', contact_email: 'anne@exemple.fr' }
  const created = await office.post(\`/admin/communes/\${town}/marches\`, market)
  assert.equal(created.status, 201)
  const { id } = created.body.data
  const renamed = (nom: string) =>
    office.patch(\`/admin/communes/\${town}/marches/\${id}\`, { nom }, { headers: { 'if-match': '"1"' } })
  assert.equal((await renamed('Marché du port')).status, 200)
  assert.equal((await renamed('Marché de la gare')).status, 412)
  const { body } = await app.anyone.get(\`/communes/\${town}/marches\`)
  assert.deepEqual(body.data, [{ id, nom: 'Marché du port' }])
  const trail = await make.auditOf(app, id)
  assert.deepEqual(
    trail.map(({ action }) => action),
    ['marche.created', 'marche.updated'],
  )
  assert.ok(!JSON.stringify(trail).includes(market.contact_email))
})
`,
    'docs/rules/communes.md': [
      { before: '\n## The first commune', added: '- A market is shown without its contact.\n' },
    ],
    'shared/words/personal-data.ts': [
      {
        before: "  uploads: { fr: 'Images et documents'",
        added: "  marches: { fr: 'Marchés', en: 'Markets' },\n",
      },
    ],
    'backoffice/office/audit/did-texts.ts': [
      {
        before: "      'communes.loaded': () => 'La liste nationale",
        added: `      'marche.created': (who: string) => \`\${who} a créé un marché\`,
      'marche.updated': (who: string) => \`\${who} a modifié un marché\`,
`,
      },
      {
        before: "      'communes.loaded': () => 'The national list",
        added: `      'marche.created': (who: string) => \`\${who} created a market\`,
      'marche.updated': (who: string) => \`\${who} edited a market\`,
`,
      },
    ],
    // These three have no test that reminds of them.
    'test/erasure.test.ts': [
      {
        before: "  ok(await desk.post('/admin/communes', { nom: 'Zyville', infos }, once()))",
        added: `  const market = { nom: 'Halle', contact_email: PERSON.address }
  ok(await desk.post(\`/admin/communes/\${commune}/marches\`, market, once()))

`,
      },
    ],
    'test/fuzz/subject.ts': [
      {
        before: "  const document = resolved((await ask(port, '/openapi.json')) as Document)",
        added: `  await client.query(\`
    insert into marches (commune_id, nom) select id, 'Halle' from communes order by cle, id limit 1\`)
`,
      },
      {
        before: "  for (const name of ['password', 'currentPassword', 'newPassword']) add(name, PASSWORD)",
        added: `  for (const { id } of (await client.query<{ id: string }>('select id::text from marches')).rows)
    add('marcheId', id)
`,
      },
    ],
  },
  tests: {
    'src/communes-merged.ts': [
      { before: "  moveColumn('import_sources'),\n", added: "  moveColumn('marches'),\n" },
    ],
    'test/scope.test.ts': [
      {
        before: 'const CALLS: Readonly<Record<string, Call | string>> = {',
        added:
          "await app.owner.query(`insert into marches (commune_id, nom) values ($1, 'Halle')`, [here])\n",
      },
      {
        before: "  'GET /communes/:id/elus': at(",
        added:
          "  'GET /communes/:id/marches': at('/communes/' + here + '/marches', { communesAlone: true }),\n",
      },
    ],
    'test/limits-to-places.test.ts': [
      {
        before: '  deliveryId: async () => crypto.randomUUID(),\n',
        added:
          "  marcheId: above =>\n    idOf(`insert into marches (commune_id, nom) values ($1, 'Halle') returning id`, [above]),\n",
      },
    ],
    'test/schema/owners.test.ts': [
      { before: "  media: 'src/media/',", added: "  marches: 'src/territory/marches/',\n" },
    ],
    'test/schema/text-columns.ts': [
      { before: "  appeals: 'appeals.email", added: "  marches: 'marches.contact_email',\n" },
    ],
    'test/schema/reminders.test.ts': [
      {
        before: "  'nodes.address': { nobodys: 'a node’s' },",
        added:
          "  'marches.nom': { nobodys: 'a market’s; loses contacts' },\n  'marches.contact_email': 'marches',\n",
      },
    ],
  },
}

/** The tests that remind of a forgotten file of the resource: each names what is missing. */
export const RESOURCE_REMINDERS = [
  { file: 'test/scope.test.ts', title: 'every app route is tested here', names: 'GET /communes/:id/marches' },
  {
    file: 'test/limits-to-places.test.ts',
    title: 'communes/:id/marches/:marcheId reaches no commune outside',
    names: 'nothing is known of marches/:marcheId',
  },
  { file: 'test/schema/schema.test.ts', title: 'db/schema.sql equals', names: 'run npm run schema' },
  { file: 'test/schema/owners.test.ts', title: 'a table is written by its own folder', names: "'marches'" },
  {
    file: 'test/schema/reminders.test.ts',
    title: 'every reference to a commune follows a merge',
    names: 'marches.commune_id',
  },
  {
    file: 'test/schema/reminders.test.ts',
    title: 'every column named like a name',
    names: 'marches.contact_email',
  },
]
