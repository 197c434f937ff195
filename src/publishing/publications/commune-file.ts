import { each } from '../../../shared/fields/field.ts'
import { ANNOUNCED, WRITTEN } from '../../../shared/fields/publications.ts'
import { columnsOf, typed } from '../../kernel/db/columns.ts'
import { type Db, raw, type Sql, sql, type Tx } from '../../kernel/db/db.ts'
import { filedActe } from '../actes/commune-file.ts'
import { ACTE_TYPE } from '../actes/rules.ts'
import { CONTENT } from './content.ts'
import { DUPLICATE_KEY } from './duplicates.ts'
import { MODERATION } from './rules.ts'

/** Publications in the file of a commune (`src/office/commune-file`): as they leave, and as they come back. */

const { type_id: _type, commune_id: _own, commune_ids: _others, ...words } = each(WRITTEN, 'column')
/** What else belongs to a publication, and names nobody. */
const KEPT = {
  ...each(ANNOUNCED, 'column'),
  ...MODERATION,
  epingle: 'boolean',
  en_avant: 'boolean',
  featured_until: 'timestamptz',
  moderated_at: 'timestamptz',
  created_at: 'timestamptz',
  edited_at: 'timestamptz',
  updated_at: 'timestamptz',
  version: 'int',
} as const

/** A list of attachments without the store's keys, which are another one's elsewhere. */
const named = (list: 'images' | 'documents', word: 'alt' | 'name'): Sql =>
  raw(`coalesce((select jsonb_agg(jsonb_build_object('id', one ->> 'id', '${word}', one ->> '${word}') order by n)
    from jsonb_array_elements(p.${list}) with ordinality as each(one, n)), '[]') as ${list}`)

/** Types by their slug and communes by their INSEE code, since ids of both differ elsewhere. Times keep microseconds. */
const filed = sql`
  select p.id, p.acteur_id, t.slug as type,
    array(select coalesce(c.code_insee, c.slug) from unnest(p.commune_ids[2:]) with ordinality u(id, n)
          join communes c on c.id = u.id order by n) as communes,
    ${columnsOf(words, 'p')}, ${named('images', 'alt')}, ${named('documents', 'name')}, ${columnsOf(KEPT, 'p')},
    ${filedActe}
  from publications p join publication_types t on t.id = p.type_id left join actes a on a.publication_id = p.id`

interface FiledPublication {
  readonly id: string
  readonly acteur_id: string | null
  readonly [field: string]: unknown
}

/** Those whose own commune it is, but for deleted ones, and for acts whose document was removed for legal reasons. */
export const isOfCommune = (communeId: string): Sql =>
  sql`p.commune_id = ${communeId} and p.deleted_at is null and (p.type_id <> ${ACTE_TYPE} or p.documents is not null)`

export const publicationsToFile = async (db: Db, communeId: string, after: string, most: number) =>
  (
    await db.all<{ row: FiledPublication }>(sql`
      select to_jsonb(r) as row from (
        ${filed} where ${isOfCommune(communeId)} and p.id > ${after} order by p.id limit ${most}) r`)
  ).map(({ row }) => row)

interface Known {
  readonly row: FiledPublication
  readonly commune_id: string
  readonly deleted: boolean
}
/** Those of these ids that are here, as a file would hold them, with whose they are. */
export const publicationsHere = (db: Db, ids: readonly string[]) =>
  db.all<Known>(sql`
    select to_jsonb(r) as row, p.commune_id, p.deleted_at is not null as deleted
    from (${filed} where p.id = any(${[...ids]}::uuid[])) r join publications p on p.id = r.id`)

const FILED = {
  id: 'uuid',
  acteur_id: 'uuid',
  ...CONTENT,
  ...KEPT,
  ...DUPLICATE_KEY,
} as const
export type FiledRow = Readonly<Record<keyof typeof FILED, unknown>>

/** With their ids. Who wrote and decided them is not known here. */
export const insertFiled = (tx: Tx, rows: readonly FiledRow[]) =>
  tx.run(sql`
    insert into publications (${columnsOf(FILED)})
    select ${columnsOf(FILED)} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(${typed(FILED)})`)

////////////////////////////////////////////////////////////////////////////// their types

interface FiledType {
  readonly slug: string
  readonly nom: string
  readonly couleur: string
  readonly icone: string
}

export const typesToFile = (db: Db, communeId: string) =>
  db.all<FiledType>(sql`
    select slug, nom, couleur, icone from publication_types
    where id in (select p.type_id from publications p where ${isOfCommune(communeId)}) order by slug`)

/** By slug, retired ones too: publications keep theirs. */
export const typesBySlug = async (db: Db): Promise<Map<string, string>> =>
  new Map(
    (await db.all<{ slug: string; id: string }>(sql`select slug, id from publication_types`)).map(
      ({ slug, id }) => [slug, id],
    ),
  )

/** Those that new publications may have. */
export const typesToChoose = (db: Db) =>
  db.all<FiledType>(sql`
    select slug, nom, couleur, icone from publication_types where retired_at is null order by slug`)
