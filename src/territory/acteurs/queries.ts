import { randomBytes, randomUUID } from 'node:crypto'
import { ACTEUR_FIELDS } from '../../../shared/fields/acteurs.ts'
import { isId } from '../../../shared/shapes.ts'
import { assigned, columnsOf, valuesOf } from '../../kernel/db/columns.ts'
import { type Db, sql, type Tx, where } from '../../kernel/db/db.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { attachImages } from '../../media/attach.ts'
import { type AttachedImage, type ImageWanted, shownImage } from '../../media/attached.ts'
import { communeInBrief } from '../../people/access/in-brief.ts'
import {
  isActeurAtHome,
  isActeurGoverned,
  meetsTerritory,
  type Territory,
} from '../../people/access/territory.ts'
import { ouvertureOf } from '../communes/opening.ts'
import { pagesOfCommune } from '../communes/shown-commune.ts'
import type { ActeurFields } from './rules.ts'
import type { Acteur, AdminActeur, StoredActeur } from './shapes.ts'

////////////////////////////////////////////////////////////////////////////// columns, of `acteurs p`

/** Without the zone, which has a table of its own. */
const { commune_ids: _zone, ...stored } = ACTEUR_FIELDS
const WRITTEN = { ...stored, image: true } as const

const publicColumns = sql`
  p.id, ${columnsOf(WRITTEN, 'p')},
  case when p.commune_id is null then '{}' else array[p.commune_id] end
    || array(select z.commune_id from acteur_communes z
             where z.acteur_id = p.id and z.commune_id is distinct from p.commune_id order by 1) as commune_ids,
  (select home.slug from communes home where home.id = p.commune_id) as commune_slug,
  p.valide, p.valide_le, p.badge, p.created_at, p.updated_at, p.version`
/** As a caller with this territory sees it. */
const adminColumns = (
  territory: Territory,
) => sql`${publicColumns}, p.active, p.can_publish, p.deleted_at, p.merged_into,
  ${communeInBrief(sql`p.commune_id`)} as commune,
  (select count(*) from actor_users m where m.acteur_id = p.id and m.role = 'owner') as owners_count,
  (select count(*) from publications b ${where([
    sql`b.acteur_id = p.id and b.deleted_at is null`,
    ...meetsTerritory(sql`b.commune_ids`, territory),
  ])}) as publications_count,
  array_remove(array[case when ${isActeurAtHome(sql`p.id`, territory)} then 'describe' end,
    case when ${isActeurGoverned(sql`p.id`, territory)} then 'govern' end], null) as may`
export const columns = { public: publicColumns, admin: adminColumns }

////////////////////////////////////////////////////////////////////////////// one record

/** An acteur that is active and not deleted. */
export const findOpen = (db: Db, id: string) =>
  db.one<StoredActeur<Acteur>>(sql`
    select ${columns.public} from acteurs p where p.id = ${id} and p.active and p.deleted_at is null`)

/** Finds an acteur by id or slug, also by those of an acteur that was merged into it. */
export const findOpenAt = (db: Db, address: string) =>
  db.one<StoredActeur<Acteur>>(sql`
    with recursive way (id, merged_into) as (
      select id, merged_into from acteurs where ${isId(address) ? sql`id = ${address}` : sql`slug = ${address}`}
      union select a.id, a.merged_into from acteurs a join way on a.id = way.merged_into)
    select ${columns.public} from acteurs p
    where p.id = (select id from way where merged_into is null) and p.active and p.deleted_at is null`)

/** Locks it by id, so that no merge runs before the row being written can follow it. */
export async function lockOpen(tx: Tx, id: string): Promise<StoredActeur<Acteur> | undefined> {
  await tx.run(sql`select from acteurs where id = ${id} for key share`)
  return await findOpen(tx, id)
}

/** Its communes, for the scope of an app. */
export const findPlaces = (db: Db, id: string) =>
  db.one<{ id: string; commune_ids: string[]; deleted: boolean }>(sql`
    select a.id, a.deleted_at is not null as deleted,
           array(select a.commune_id where a.commune_id is not null
                 union all select commune_id from acteur_communes where acteur_id = a.id) as commune_ids
    from acteurs a where a.id = ${id}`)

/** As a caller with this territory sees it; null for what the service itself reads. */
export const findForAdmin = (db: Db, id: string, territory: Territory) =>
  db.one<StoredActeur<AdminActeur>>(sql`
    select ${columns.admin(territory)} from acteurs p where p.id = ${id}`)

/** Locked first and read afterwards, to see what others wrote while this waited, its zone included. */
export async function lockActeur(
  tx: Tx,
  id: string,
  territory: Territory,
): Promise<StoredActeur<AdminActeur> | undefined> {
  const locked = await tx.one(sql`select from acteurs where id = ${id} for no key update`)
  return locked ? await findForAdmin(tx, id, territory) : undefined
}

/** The record with the addresses of its picture and page and the days of its hours, as the API shows it. */
export const shownActeur = <
  A extends Pick<StoredActeur<Acteur>, 'slug' | 'image' | 'horaires' | 'commune_slug'>,
>(
  { commune_slug, ...acteur }: A,
  config: Config,
) => ({
  ...acteur,
  image: acteur.image && shownImage(acteur.image, config),
  ouverture: ouvertureOf(acteur.horaires),
  url: pageOf({ slug: acteur.slug, commune_slug }, config),
})

/** The address of its page; an acteur of no commune has none. */
export function pageOf(
  { slug, commune_slug }: Pick<StoredActeur<Acteur>, 'slug' | 'commune_slug'>,
  config: Config,
): string | null {
  const pages = commune_slug && pagesOfCommune(commune_slug, config)
  return pages && `${pages}/annuaire/${slug}`
}

////////////////////////////////////////////////////////////////////////////// written

/**
 * The first of these slugs that is free; a given slug is the only candidate, and the index refuses it when it is taken.
 */
export async function insertActeur(
  tx: Tx,
  acteur: ActeurFields,
  slugs: { readonly given: string } | { readonly candidates: readonly string[] },
): Promise<string | undefined> {
  const tries =
    'given' in slugs
      ? [{ slug: slugs.given, orElse: sql`` }]
      : [...slugs.candidates, ...lastResort(slugs.candidates)].map(slug => ({
          slug,
          orElse: sql`on conflict on constraint acteurs_slug_taken do nothing`,
        }))
  for (const { slug, orElse } of tries) {
    const made = await tx.one<{ id: string }>(sql`
      insert into acteurs (${columnsOf(WRITTEN)}) values (${valuesOf(WRITTEN, { ...withJson(acteur), slug })})
      ${orElse} returning id`)
    if (!made) continue
    await saveZone(tx, made.id, acteur)
    return made.id
  }
  return undefined
}

/** Used from the third acteur of one name in one commune on. */
const lastResort = ([slug]: readonly string[]) =>
  slug === undefined
    ? [randomUUID()]
    : [`${slug.slice(0, 80).replace(/-+$/, '')}-${randomBytes(4).toString('hex')}`]

/** The version grows by one, whether the row, its zone or both changed. */
export async function saveActeur(
  tx: Tx,
  before: StoredActeur<AdminActeur>,
  after: ActeurFields & { slug: string },
): Promise<void> {
  const zoneMoved = before.commune_ids.join() !== after.commune_ids.join()
  if (zoneMoved) await saveZone(tx, before.id, after)
  await tx.run(sql`
    update acteurs set ${assigned(WRITTEN, withJson(after))}, version = version + ${zoneMoved ? 1 : 0}::int,
      updated_at = case when ${zoneMoved} then now() else updated_at end
    where id = ${before.id}`)
}

const withJson = <R extends ActeurFields>(row: R) => ({
  ...row,
  image: sql`${row.image && JSON.stringify(row.image)}::jsonb`,
  fermetures: sql`${JSON.stringify(row.fermetures)}::jsonb`,
})

/** The picture after a change: the one that was sent, none for null, the present one where it is absent. */
export async function pictureOf(
  tx: Tx,
  before: Pick<StoredActeur<AdminActeur>, 'id' | 'image'>,
  wanted: ImageWanted | null | undefined,
): Promise<AttachedImage | null> {
  if (wanted === undefined) return before.image
  if (wanted === null) return null
  const was = before.image && [before.image]
  return (await attachImages(tx, before.id, [wanted], was, () => 'image'))?.[0] ?? null
}

async function saveZone(tx: Tx, id: string, { commune_id, commune_ids }: ActeurFields): Promise<void> {
  await tx.run(sql`delete from acteur_communes where acteur_id = ${id}`)
  const others = commune_ids.filter(one => one !== commune_id)
  if (others.length > 0)
    await tx.run(sql`
      insert into acteur_communes (acteur_id, commune_id) select ${id}, unnest(${others}::uuid[])`)
}

export const setValide = (tx: Tx, id: string, valide: boolean) =>
  tx.run(sql`
    update acteurs set valide = ${valide}, valide_le = case when ${valide} then coalesce(valide_le, now()) end
    where id = ${id}`)
export const setBadge = (tx: Tx, id: string, badge: AdminActeur['badge']) =>
  tx.run(sql`update acteurs set badge = ${badge} where id = ${id}`)
export const setActive = (tx: Tx, id: string, active: boolean) =>
  tx.run(sql`update acteurs set active = ${active} where id = ${id}`)
export const setCanPublish = (tx: Tx, id: string, canPublish: boolean) =>
  tx.run(sql`update acteurs set can_publish = ${canPublish} where id = ${id}`)
export const setDeleted = (tx: Tx, id: string, deleted: boolean) =>
  tx.run(sql`update acteurs set deleted_at = case when ${deleted} then now() end where id = ${id}`)
/**
 * After a merge is undone: rights that the remaining acteur lost during the merge are lost by both.
 */
export const limitSeparated = (
  tx: Tx,
  id: string,
  most: { readonly deleted: boolean; readonly active: boolean; readonly can_publish: boolean },
) =>
  tx.run(sql`
    update acteurs set deleted_at = case when ${most.deleted} then now() end,
      active = active and ${most.active}, can_publish = can_publish and ${most.can_publish}
    where id = ${id}`)

/** Marks it as merged into another acteur, or undoes that. */
export const setMerged = (tx: Tx, id: string, into: string | null) =>
  tx.run(sql`
    update acteurs set merged_into = ${into}, deleted_at = case when ${into}::uuid is not null then now() end
    where id = ${id}`)
