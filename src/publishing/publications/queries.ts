import { each } from '../../../shared/fields/field.ts'
import { ANNOUNCED } from '../../../shared/fields/publications.ts'
import { assigned, type Columns, columnsOf, valuesOf } from '../../kernel/db/columns.ts'
import { type Db, sql, type Tx } from '../../kernel/db/db.ts'
import type { Identified } from '../../kernel/http/visitor.ts'
import { invalid, Problem } from '../../kernel/refusals/errors.ts'
import { keyIdOf, type UserOrKey, userIdOf } from '../../people/access/permissions.ts'
import type { Territory } from '../../people/access/territory.ts'
import { unknownId } from '../../people/access/unknown-ids.ts'
import { type Announced, CONTENT, type Content } from './content.ts'
import { DUPLICATE_KEY, type DuplicateKey } from './duplicates.ts'
import { type AdminRow, officeColumns } from './office-record.ts'
import { columns, memberOf, type OwnRow, type PublicRow, relations } from './record.ts'
import { MODERATION, type Moderation } from './rules.ts'

////////////////////////////////////////////////////////////////////////////// one record

export const findVisible = (db: Db, id: string) =>
  db.one<PublicRow>(sql`
    select ${columns.public} from publications p ${relations} where p.id = ${id} and p.visible_le <= now()`)

/** In any state: the caller has checked who may see it. */
export const findOwn = (db: Db, caller: UserOrKey, id: string) =>
  db.one<OwnRow>(sql`
    select ${columns.own} from publications p ${relations} ${memberOf(caller)} where p.id = ${id}`)

export const findForAdmin = (db: Db, id: string, territory: Territory) =>
  db.one<AdminRow>(
    sql`select ${officeColumns(territory)} from publications p ${relations} where p.id = ${id}`,
  )

////////////////////////////////////////////////////////////////////////////// locked, to be changed

/** The columns of the locked row that decisions and edits need. */
export interface Locked extends Content, Moderation, Announced, DuplicateKey {
  readonly id: string
  readonly acteur_id: string | null
  readonly epingle: boolean
  readonly en_avant: boolean
  readonly featured_until: string | null
  readonly deleted_at: string | null
  readonly created_by: string | null
  readonly created_by_key: string | null
  readonly picture_id: string | null
  readonly version: number
  /** Edited after the last decision. */
  readonly edited_since: boolean
  /** Within the minutes in which the mail about a correction may not have left. */
  readonly just_edited: boolean
}
const LOCKED = {
  ...CONTENT,
  ...MODERATION,
  ...each(ANNOUNCED, 'column'),
  ...DUPLICATE_KEY,
  id: true,
  acteur_id: true,
  epingle: true,
  en_avant: true,
  featured_until: true,
  deleted_at: true,
  created_by: true,
  created_by_key: true,
  picture_id: true,
  version: true,
} as const satisfies Columns<Omit<Locked, 'edited_since' | 'just_edited'>>
const locked = sql`${columnsOf(LOCKED)}, coalesce(edited_at > moderated_at, false) as edited_since,
  coalesce(edited_at > now() - interval '5 minutes', false) as just_edited`

export const lockPublication = (tx: Tx, id: string) =>
  tx.one<Locked>(sql`select ${locked} from publications where id = ${id} for no key update`)

/** A deleted publication is `not_found`. */
export async function lockPresent(tx: Tx, id: string): Promise<Locked> {
  const row = await lockPublication(tx, id)
  if (!row || row.deleted_at !== null) throw new Problem('not_found')
  return row
}

/** Locked in id order, so that concurrent moderators of the same rows do not deadlock. */
export const lockPublications = (tx: Tx, ids: readonly string[]) =>
  tx.all<Locked>(sql`
    select ${locked} from publications where id = any(${[...ids]}::uuid[]) order by id for no key update`)

////////////////////////////////////////////////////////////////////////////// written

interface NewRow extends Content, Moderation, DuplicateKey {
  readonly acteur_id: string | null
  readonly epingle: boolean
  readonly created_by: string | null
  readonly created_by_key: string | null
  readonly written_by_key: string | null
}

const NEW = {
  ...CONTENT,
  ...MODERATION,
  ...DUPLICATE_KEY,
  acteur_id: true,
  epingle: true,
  created_by: true,
  created_by_key: true,
  written_by_key: true,
} as const satisfies Columns<NewRow>

const withLists = <R extends Content>(row: R) => ({
  ...row,
  commune_ids: sql`${[...row.commune_ids]}::uuid[]`,
  dates: sql`${[...row.dates]}::date[]`,
  images: sql`${jsonOrNull(row.images)}::jsonb`,
  documents: sql`${jsonOrNull(row.documents)}::jsonb`,
})
const jsonOrNull = (list: object | null) => list && JSON.stringify(list)

/** Returns the record as its author sees it, without a second statement. */
export const insertPublication = (tx: Tx, caller: UserOrKey, row: NewRow) =>
  tx.one<OwnRow>(sql`
    with p as (
      insert into publications (${columnsOf(NEW)}) values (${valuesOf(NEW, withLists(row))}) returning *)
    select ${columns.own} from p ${relations} ${memberOf(caller)}`)

/** Writes an edit, with the moderation status that the rules give. */
export const saveEdit = (
  tx: Tx,
  id: string,
  row: Content & DuplicateKey & Pick<Moderation, 'moderation_status' | 'valide' | 'moderation_by'>,
  by: Identified,
) =>
  tx.run(sql`
    update publications set ${assigned({ ...CONTENT, ...DUPLICATE_KEY }, withLists(row))},
      moderation_status = ${row.moderation_status}, valide = ${row.valide}, moderation_by = ${row.moderation_by},
      edited_at = now(), edited_by = ${userIdOf(by)}, written_by_key = ${keyIdOf(by)}
    where id = ${id}`)

/** Shows the fetched files of an imported publication. It is no edit. */
export const saveFetched = (
  tx: Tx,
  id: string,
  row: Pick<Content, 'body' | 'images' | 'documents'> & DuplicateKey,
) =>
  tx.run(sql`
    update publications set body = ${row.body}, images = ${jsonOrNull(row.images)}::jsonb,
      documents = ${jsonOrNull(row.documents)}::jsonb, duplicate_key = ${row.duplicate_key},
      duplicate_reason = ${row.duplicate_reason}
    where id = ${id}`)

export const setPinned = (tx: Tx, id: string, pinned: boolean) =>
  tx.run(sql`update publications set epingle = ${pinned} where id = ${id}`)

export const setAnnounced = (tx: Tx, id: string, row: Announced) =>
  tx.run(sql`update publications set ${assigned(ANNOUNCED, row)} where id = ${id}`)

export const setTime = (tx: Tx, id: string, publie_le: string | null) =>
  tx.run(sql`update publications set publie_le = ${publie_le} where id = ${id}`)

/** Resubmitted after an edit: the reason stays in its history. */
export const dropReason = (tx: Tx, id: string) =>
  tx.run(sql`
    update publications set moderation_reason = null, moderation_reason_code = null where id = ${id}`)

export const setFeatured = (tx: Tx, ids: readonly string[], featured: boolean, until: string | null) =>
  tx.run(sql`
    update publications set en_avant = ${featured}, featured_until = ${until} where id = any(${[...ids]}::uuid[])`)

export const setDeleted = (tx: Tx, ids: readonly string[], deleted: boolean) =>
  tx.run(sql`
    update publications set deleted_at = case when ${deleted} then now() end where id = any(${[...ids]}::uuid[])`)

////////////////////////////////////////////////////////////////////////////// what is around it

export const communesOfMairie = async (db: Db, acteurId: string): Promise<string[]> =>
  (
    await db.all<{ id: string }>(
      sql`select id from communes where mairie_actor_id = ${acteurId} order by cle, id`,
    )
  ).map(({ id }) => id)

export interface PublicationType {
  readonly id: string
  readonly slug: string
}
/** A type that may be chosen. A retired type is accepted only if the publication has it already (`stood`). */
export async function knownType(tx: Tx, id: string, stood?: string): Promise<PublicationType> {
  const type = await tx.one<PublicationType & { readonly retired: boolean }>(
    sql`select id, slug, retired_at is not null as retired from publication_types where id = ${id}`,
  )
  if (!type) throw unknownId('type_id', 'type')
  if (type.retired && id !== stood)
    throw invalid(
      'type_id',
      'est un type qui ne sert plus : choisissez-en un autre',
      'is a type that is retired: choose another one',
    )
  return { id: type.id, slug: type.slug }
}
export const typeNamed = (tx: Tx, slug: string) =>
  tx.one<PublicationType>(sql`select id, slug from publication_types where slug = ${slug}`)
