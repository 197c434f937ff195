import type { Statut } from '../../../../shared/words/defibrillateurs.ts'
import { columnsOf, type TypedColumns } from '../../../kernel/db/columns.ts'
import { type Sql, sql } from '../../../kernel/db/db.ts'
import { REGISTERED } from '../register/record.ts'
import { stricter } from '../rules.ts'
import {
  type CommunalDefibrillateur,
  type Defibrillateur,
  type NationalDefibrillateur,
  Overrides,
} from '../shapes.ts'

/** The records of a device, for the public and for the back-office: the columns that are read, and what is made of them. */

type Described = Omit<Defibrillateur, 'id' | 'gid' | 'commune_id' | 'statut' | 'vu_le'>
const { en_service: _, ...registered } = REGISTERED
const {
  disponibilite_jours: _days,
  disponibilite_heures: _hours,
  ...plain
} = {
  ...registered,
  retire_le: 'timestamptz',
} as const satisfies TypedColumns<Described>
/** Columns of `defibrillateurs d`; null for a device that only its commune has. */
const described = sql`${columnsOf(plain, 'd')}, coalesce(d.disponibilite_jours, '{}') as disponibilite_jours,
  coalesce(d.disponibilite_heures, '{}') as disponibilite_heures`

/**
 * A sync does not write unchanged rows, although it has seen them: so the time of the last sync counts, national or of the
 * commune (an uncorrelated subquery is executed once).
 */
const seenIn = (commune: Sql) => sql`
  case when d.vu_le is not null and d.retire_le is null then greatest(d.vu_le,
    (select max(s.finished_at) from defibrillateur_syncs s where s.status = 'ok' and s.commune_id is null),
    (select max(s.finished_at) from defibrillateur_syncs s where s.status = 'ok' and s.commune_id = ${commune}))
  else d.vu_le end as vu_le`

/** For the catalogue: the commune's corrections are in the same row. */
export const catalogueColumns = sql`d.id, d.gid, d.commune_id, ${described}, ${seenIn(sql`d.commune_id`)}, d.overrides`
export const nationalColumns = sql`${catalogueColumns}, d.departement, d.statut, d.note, d.en_service, d.statut_commune,
  d.actif, d.version`
/** For `commune_defibrillateurs c` and its `d`. */
export const shownColumns = (communeId: string) => sql`
  c.id, c.gid, c.commune_id, ${described}, ${seenIn(sql`${communeId}::uuid`)}, c.overrides`
export const communalNearColumns = sql`
  c.id, c.gid, c.commune_id, ${described}, ${seenIn(sql`c.commune_id`)}, c.overrides`
export const communalColumns = sql`
  c.id, c.gid, c.commune_id, ${described}, ${seenIn(sql`c.commune_id`)}, c.overrides, c.statut, c.note,
  c.version, d.id as national_id, d.statut as national_statut, d.en_service, coalesce(d.actif, true) as national_actif`

type Layered = Described &
  Pick<Defibrillateur, 'id' | 'gid' | 'commune_id' | 'vu_le'> & { overrides: Overrides }
export type ShownRow = Layered
export type CommunalRow = Omit<Layered, 'gid' | 'commune_id'> &
  Pick<CommunalDefibrillateur, 'gid' | 'commune_id' | 'statut' | 'note' | 'version'> & {
    national_id: string | null
    national_statut: Statut | null
    en_service: boolean | null
    national_actif: boolean
  }
export type NationalRow = NationalDefibrillateur

/** The public sees active devices only, with the commune's corrections. */
export const shown = ({ overrides, ...row }: ShownRow): Defibrillateur => ({
  ...row,
  ...corrected(overrides),
  statut: 'actif',
})

export function communal(row: CommunalRow): CommunalDefibrillateur {
  const { national_id, national_statut, en_service, national_actif, overrides, ...rest } = row
  const {
    id: _,
    gid: _gid,
    commune_id: _commune,
    note: _note,
    version: _version,
    vu_le: _seen,
    retire_le: _gone,
    ...registered
  } = rest
  return {
    ...rest,
    ...corrected(overrides),
    overrides,
    statut_en_vigueur: stricter(rest.statut, national_statut ?? 'actif'),
    actif: rest.statut === 'actif' && national_actif,
    national:
      national_id === null || national_statut === null || en_service === null
        ? null
        : { ...registered, id: national_id, statut: national_statut, en_service },
  }
}

const CORRECTABLE = Object.keys(Overrides.properties)
const corrected = (overrides: Overrides): Partial<Described> =>
  Object.fromEntries(Object.entries(overrides).filter(([field]) => CORRECTABLE.includes(field)))
