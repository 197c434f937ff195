import { type Sql, sql } from '../../kernel/db/db.ts'
import type { Config } from '../../kernel/settings/config.ts'
import type { AppSource } from '../../people/access/app-sources.ts'
import { isInForce } from '../../publishing/publications/alerts.ts'
import { columns, listed, type PublicRow, relations } from '../../publishing/publications/record.ts'
import { typeColumns } from '../../publishing/publications/types.ts'
import * as acteurs from '../../territory/acteurs/queries.ts'
import { publicColumns as communeColumns } from '../../territory/communes/queries.ts'
import type { StoredCommune } from '../../territory/communes/shapes.ts'
import { shownCommune } from '../../territory/communes/shown-commune.ts'
import type { RecordKind } from './kinds.ts'

/** The public records of the feed, as their lists show them, within the scope of an app. */

interface Source {
  /** Columns of the table `p` and its joins. */
  readonly columns: Sql
  readonly from: Sql
  /** Public at this time, in SQL. */
  readonly conditions: (at: Sql, scope: AppSource) => readonly Sql[]
  // biome-ignore lint/suspicious/noExplicitAny: each kind has its own row, which its columns give
  readonly shown: (row: any, config: Config, at: number) => object
}

const list = (ids: readonly string[]) => sql`${[...ids]}::uuid[]`
export const instant = (micros: Sql) => sql`(timestamptz 'epoch' + ${micros} * interval '1 microsecond')`

export const SOURCES: Readonly<Record<RecordKind, Source>> = {
  type: { columns: typeColumns, from: sql`publication_types p`, conditions: () => [], shown: row => row },
  commune: {
    columns: communeColumns,
    from: sql`communes p`,
    conditions: (_, { communeIds }) => [
      sql`p.successor_id is null`,
      ...(communeIds ? [sql`p.id = any(${list(communeIds)})`] : []),
    ],
    shown: (row: StoredCommune, config) => shownCommune(row, config),
  },
  acteur: {
    columns: acteurs.columns.public,
    from: sql`acteurs p`,
    conditions: (_, { communeIds, acteurIds }) => [
      sql`p.active and p.deleted_at is null`,
      ...(acteurIds ? [sql`p.id = any(${list(acteurIds)})`] : []),
      ...(communeIds
        ? [
            sql`(p.commune_id = any(${list(communeIds)}) or exists (
              select from acteur_communes z where z.acteur_id = p.id and z.commune_id = any(${list(communeIds)})))`,
          ]
        : []),
    ],
    shown: (row, config) => acteurs.shownActeur(row, config),
  },
  publication: {
    columns: columns.public,
    from: sql`publications p ${relations}`,
    // By the time of the change, not by the clock: what appears later has a change of its own, unless it is withdrawn before.
    conditions: (at, { communeIds, acteurIds }) => [
      sql`p.visible_le <= ${at}`,
      ...(communeIds ? [sql`p.commune_ids && ${list(communeIds)}`] : []),
      ...(acteurIds ? [sql`p.acteur_id = any(${list(acteurIds)})`] : []),
    ],
    shown: (row: PublicRow, config, at) => {
      const now = new Date(Math.max(Date.now(), at / 1_000))
      const isOver = row.featured_until !== null && new Date(row.featured_until) <= now
      return {
        ...listed(row, config),
        ...(isOver && { en_avant: false, featured_until: null }),
        en_vigueur: isInForce(row, now),
      }
    },
  },
}
