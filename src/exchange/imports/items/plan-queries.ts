import { IMPORTED } from '../../../../shared/fields/publications.ts'
import { columnsOf } from '../../../kernel/db/columns.ts'
import { type Db, sql, type Tx } from '../../../kernel/db/db.ts'
import { MODERATION } from '../../../publishing/publications/rules.ts'
import { communeCodes } from '../../../territory/communes/registers/commune-codes.ts'
import { findActeur } from '../queries.ts'
import type { FeedItem } from '../reading/item.ts'
import type { Settings } from '../settings.ts'
import { communesNamed, type ZoneCommune } from './named-communes.ts'
import type { ImportingSource, Known, NamedCommunes } from './rules.ts'

/** What a run needs to know of existing records. */

/** The source with its acteur's present rights, and with the commune that its own may have merged into. */
export async function loadImportingSource(
  db: Db,
  source: Settings & { readonly id: string },
): Promise<ImportingSource> {
  const { id, acteur_id, commune_id, type_id, moderation, max_items, max_age_days } = source
  return {
    id,
    acteur_id,
    moderation,
    max_items,
    max_age_days,
    type_id: type_id === null ? null : await typeToday(db, type_id),
    commune_id: commune_id === null ? null : await communeToday(db, commune_id),
    acteur: acteur_id === null ? undefined : await findActeur(db, acteur_id),
  }
}

const communeToday = async (db: Db, id: string): Promise<string> =>
  (await db.one<{ id: string }>(sql`select coalesce(successor_id, id) as id from communes where id = ${id}`))
    ?.id ?? id

/** What was set before the type was retired: its items get the usual one. */
const typeToday = async (db: Db, id: string): Promise<string | null> =>
  (
    await db.one<{ id: string }>(
      sql`select id from publication_types where id = ${id} and retired_at is null`,
    )
  )?.id ?? null

export interface Types {
  readonly evenement: string
  readonly actualite: string
  readonly alerte: string
}
export async function loadUsualTypes(db: Db): Promise<Types> {
  const rows = await db.all<{ slug: string; id: string }>(
    sql`select slug, id from publication_types where slug in ('evenement', 'actualite', 'alerte')`,
  )
  const named = Object.fromEntries(rows.map(({ slug, id }) => [slug, id]))
  return { evenement: named.evenement ?? '', actualite: named.actualite ?? '', alerte: named.alerte ?? '' }
}

const filesOfItem = sql`coalesce(
  (select jsonb_agg(jsonb_build_object('url', f.url, 'media_key', w.media_key)) from import_files w
     join fetched_files f on f.id = w.file_id
   where w.source_id = i.source_id and w.external_id = i.external_id), '[]')`

export const findKnown = (tx: Tx, sourceId: string, ids: readonly string[]) =>
  tx.all<Known>(sql`
    select i.external_id, p.id as publication_id, i.words_hash, i.cancelled,
      coalesce(p.edited_at is distinct from i.edited_at, false) as edited_here,
      p.deleted_at is not null as deleted, ${columnsOf(IMPORTED, 'p')}, p.type_id, p.acteur_id,
      p.images, p.documents, ${filesOfItem} as files,
      ${columnsOf(MODERATION, 'p')}, p.annule_le,
      coalesce(a.active and a.deleted_at is null and a.can_publish, false) as acteur_publishes
    from import_items i left join publications p on p.id = i.publication_id
    left join acteurs a on a.id = p.acteur_id
    where i.source_id = ${sourceId} and i.external_id = any(${[...ids]}::text[])`)

/** A publication of another source, or of none. */
export interface Shown {
  readonly id: string
  readonly acteur_id: string | null
  readonly commune_ids: readonly string[]
  /** It is as its source wrote it: nobody changed it here. */
  readonly is_theirs: boolean
  readonly is_waiting: boolean
}

/** Publications with the same content. */
export interface SameContent {
  /** From this source, by the whole text. */
  readonly byWords: ReadonlyMap<string, { readonly publication_id: string | null; readonly gone: boolean }>
  /** From elsewhere, by `duplicate_key`. */
  readonly byKey: ReadonlyMap<string, Shown[]>
  /** Imported by any source, and deleted here. */
  readonly takenAway: ReadonlySet<string>
}

export async function findSameContent(
  tx: Tx,
  sourceId: string,
  keys: readonly string[],
  hashes: readonly string[],
): Promise<SameContent> {
  if (keys.length === 0) return { byWords: new Map(), byKey: new Map(), takenAway: new Set() }
  const own = await tx.all<{ words_hash: string; publication_id: string | null; gone: boolean }>(sql`
    select distinct on (i.words_hash) i.words_hash, p.id as publication_id,
      p.id is null or p.deleted_at is not null or p.moderation_status = 'rejected' as gone
    from import_items i left join publications p on p.id = i.publication_id
    where i.source_id = ${sourceId} and i.words_hash = any(${[...hashes]}::text[])
    order by i.words_hash, gone, p.id`)
  const elsewhere = await tx.all<Shown & { duplicate_key: string }>(sql`
    select p.duplicate_key, p.id, p.acteur_id, p.commune_ids, p.moderation_status = 'pending' as is_waiting,
      p.moderation_status <> 'rejected' and exists (select from import_items i
        where i.publication_id = p.id and i.source_id = p.import_source_id and i.edited_at = p.edited_at) as is_theirs
    from publications p
    where p.duplicate_key = any(${[...keys]}::uuid[]) and p.deleted_at is null
      and p.import_source_id is distinct from ${sourceId}
    order by p.duplicate_key, p.id`)
  const away = await tx.all<{ duplicate_key: string }>(sql`
    select distinct duplicate_key from publications
    where duplicate_key = any(${[...keys]}::uuid[]) and deleted_at is not null and import_source_id is not null
      and import_source_id <> ${sourceId}`)
  return {
    byWords: new Map(own.map(({ words_hash, ...rest }) => [words_hash, rest])),
    byKey: Map.groupBy(elsewhere, ({ duplicate_key }) => duplicate_key),
    takenAway: new Set(away.map(({ duplicate_key }) => duplicate_key)),
  }
}

/** The list of all communes is only read when an item has a code, and that of the zone when it may name several. */
export async function loadNamedCommunes(
  tx: Tx,
  { commune_id, acteur }: ImportingSource,
  items: readonly FeedItem[],
): Promise<(item: FeedItem) => NamedCommunes> {
  const codes = items.some(({ code_insee }) => code_insee !== null) ? await communeCodes(tx) : undefined
  const isWide = commune_id === null && acteur !== undefined && acteur.communes.length > 1
  const zone = isWide
    ? await tx.all<ZoneCommune>(sql`
        select id, nom, codes_postaux from communes where id = any(${[...acteur.communes]}::uuid[])`)
    : []
  return item => ({
    byCode: item.code_insee === null ? undefined : codes?.find(item.code_insee)?.id,
    byName: zone.length > 0 ? communesNamed(item, zone) : [],
  })
}
