import type { MemberPermission, MemberRole, Standing } from '../access/permissions.ts'
import { unknownId } from '../access/unknown-ids.ts'
import { assigned, columnsOf } from '../kernel/db/columns.ts'
import { type Db, sql, type Tx } from '../kernel/db/db.ts'
import type { DuplicateKey } from './duplicates.ts'
import { type AdminRow, columns, type OwnRow, type PublicRow, relations } from './record.ts'
import { CONTENT, type Content, MODERATION, type Moderation } from './rules.ts'

////////////////////////////////////////////////////////////////////////////// one record

export const findVisible = (db: Db, id: string) =>
  db.one<PublicRow>(sql`
    select ${columns.public} from publications p ${relations} where p.id = ${id} and p.visible_le <= now()`)

/** In any state: the caller has checked who may see it. */
export const findOwn = (db: Db, id: string) =>
  db.one<OwnRow>(sql`select ${columns.own} from publications p ${relations} where p.id = ${id}`)

export const findForAdmin = (db: Db, id: string) =>
  db.one<AdminRow>(sql`select ${columns.admin} from publications p ${relations} where p.id = ${id}`)

////////////////////////////////////////////////////////////////////////////// locked, to be changed

/** What a decision or an edit needs of the present row. */
export interface Locked extends Content, Moderation {
  readonly id: string
  readonly acteur_id: string | null
  readonly epingle: boolean
  readonly en_avant: boolean
  readonly featured_until: string | null
  readonly deleted_at: string | null
  readonly created_by: string | null
  readonly version: number
}
const locked = sql`id, title, body, type_id, acteur_id, commune_id, commune_ids, date_debut, date_fin, lieu, image_url,
  source_url, epingle, en_avant, featured_until, ${columnsOf(MODERATION)}, deleted_at, created_by, version`

export const lockPublication = (tx: Tx, id: string) =>
  tx.one<Locked>(sql`select ${locked} from publications where id = ${id} for no key update`)

/** Locked in id order, so that two moderators of the same rows wait for each other instead of deadlocking. */
export const lockPublications = (tx: Tx, ids: readonly string[]) =>
  tx.all<Locked>(sql`
    select ${locked} from publications where id = any(${[...ids]}::uuid[]) order by id for no key update`)

////////////////////////////////////////////////////////////////////////////// written

export interface NewRow extends Content, Moderation, DuplicateKey {
  readonly acteur_id: string | null
  readonly epingle: boolean
  readonly created_by: string | null
}

export const insertPublication = (tx: Tx, row: NewRow) =>
  tx.one<{ id: string }>(sql`
    insert into publications (title, body, acteur_id, type_id, commune_id, commune_ids, date_debut, date_fin, lieu,
      image_url, source_url, epingle, moderation_status, valide, publie_le, moderation_by, created_by, duplicate_key,
      duplicate_reason)
    values (${row.title}, ${row.body}, ${row.acteur_id}, ${row.type_id}, ${row.commune_id},
      ${[...row.commune_ids]}::uuid[], ${row.date_debut}, ${row.date_fin}, ${row.lieu}, ${row.image_url},
      ${row.source_url}, ${row.epingle}, ${row.moderation_status}, ${row.valide}, ${row.publie_le},
      ${row.moderation_by}, ${row.created_by}, ${row.duplicate_key}, ${row.duplicate_reason})
    returning id`)

/** Writes an edit, and takes back an approval where the rules say so. */
export const saveEdit = (
  tx: Tx,
  id: string,
  row: Content & DuplicateKey & Pick<Moderation, 'moderation_status' | 'valide' | 'moderation_by'>,
  by: string,
) =>
  tx.run(sql`
    update publications set ${assigned(CONTENT, { ...row, commune_ids: sql`${[...row.commune_ids]}::uuid[]` })},
      moderation_status = ${row.moderation_status}, valide = ${row.valide}, moderation_by = ${row.moderation_by},
      duplicate_key = ${row.duplicate_key}, duplicate_reason = ${row.duplicate_reason}, edited_at = now(),
      edited_by = ${by}
    where id = ${id}`)

export const setPinned = (tx: Tx, id: string, pinned: boolean) =>
  tx.run(sql`update publications set epingle = ${pinned} where id = ${id}`)

export const setFeatured = (tx: Tx, id: string, featured: boolean, until: string | null) =>
  tx.run(sql`update publications set en_avant = ${featured}, featured_until = ${until} where id = ${id}`)

export const setDeleted = (tx: Tx, id: string, deleted: boolean) =>
  tx.run(sql`update publications set deleted_at = case when ${deleted} then now() end where id = ${id}`)

////////////////////////////////////////////////////////////////////////////// what is around it

/** A user's rights in an acteur, and the acteur's communes. Undefined when there is no such acteur. */
export interface ActeurStanding extends Standing {
  readonly communes: readonly string[]
  readonly deleted: boolean
}

/** The standing for a publication without acteur (from an import): no one is a member, the back-office decides. */
const OF_NO_ACTEUR: ActeurStanding = {
  role: undefined,
  permissions: [],
  open: true,
  can_publish: false,
  communes: [],
  deleted: false,
}

export async function standingIn(
  tx: Tx,
  acteurId: string | null,
  userId: string,
): Promise<ActeurStanding | undefined> {
  if (acteurId === null) return OF_NO_ACTEUR
  const row = await tx.one<{
    role: MemberRole | null
    permissions: MemberPermission[] | null
    active: boolean
    deleted: boolean
    can_publish: boolean
    communes: string[]
  }>(sql`
    select m.role, m.permissions, a.active, a.deleted_at is not null as deleted, a.can_publish,
           array(select a.commune_id where a.commune_id is not null
                 union select commune_id from acteur_communes where acteur_id = a.id) as communes
    from acteurs a left join actor_users m on m.acteur_id = a.id and m.user_id = ${userId}
    where a.id = ${acteurId} for share of a`)
  if (!row) return undefined
  const { role, permissions, active, deleted, ...rest } = row
  return {
    ...rest,
    role: role ?? undefined,
    permissions: permissions ?? [],
    open: active && !deleted,
    deleted,
  }
}

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
export async function knownType(tx: Tx, id: string): Promise<PublicationType> {
  const type = await tx.one<PublicationType>(sql`select id, slug from publication_types where id = ${id}`)
  if (!type) throw unknownId('type_id', 'type')
  return type
}
export const typeNamed = (tx: Tx, slug: string) =>
  tx.one<PublicationType>(sql`select id, slug from publication_types where slug = ${slug}`)
