import { isDeepStrictEqual } from 'node:util'
import { type Field, namesOf } from '../../../shared/fields/field.ts'
import { STATUTS, type Statut } from '../../../shared/words/defibrillateurs.ts'
import { invalid } from '../../kernel/refusals/errors.ts'
import type { CommunalDefibrillateur, NationalDefibrillateur, Overrides } from './shapes.ts'

/** Decisions about a device, without SQL and HTTP. */

const BY_STRICTNESS = namesOf(STATUTS)

/** The fields in which the register's row and the commune's differ. */
export const stricter = (one: Statut, other: Statut): Statut =>
  BY_STRICTNESS.indexOf(one) >= BY_STRICTNESS.indexOf(other) ? one : other

/** Latitude and longitude are corrected together: one alone would be another place. */
export function refuseHalfAPosition({ latitude, longitude }: Overrides): void {
  const missing =
    latitude === undefined && longitude !== undefined
      ? 'latitude'
      : longitude === undefined && latitude !== undefined
        ? 'longitude'
        : (latitude === null) !== (longitude === null)
          ? latitude === null
            ? 'latitude'
            : 'longitude'
          : undefined
  if (missing)
    throw invalid(
      `overrides.${missing}`,
      'latitude et longitude vont ensemble',
      'latitude and longitude go together',
    )
}

/** A device that is added by hand needs a name, since no register gives it one. */
export function refuseNameless({ nom }: Overrides): void {
  if (!nom) throw invalid('overrides.nom', 'est obligatoire', 'is required')
}

////////////////////////////////////////////////////////////////////////////// what the trail keeps

/** How the trail holds each correction: contacts and free text may hold personal data, so only that they changed. */
const TRACED: Readonly<Record<keyof Overrides, Field['traced']>> = {
  nom: 'value',
  adresse: 'change',
  code_postal: 'value',
  commune_nom: 'value',
  latitude: 'value',
  longitude: 'value',
  acces: 'value',
  acces_libre: 'value',
  etage: 'value',
  complement: 'change',
  disponibilite_jours: 'value',
  disponibilite_heures: 'value',
  telephone: 'change',
  derniere_maintenance: 'value',
}
const onlyChange = (field: string) => TRACED[field as keyof Overrides] !== 'value'

type Decided = Pick<NationalDefibrillateur, 'id' | 'statut' | 'note'>

export const traceOfNational = (before: Decided, after: Decided) => ({
  id: after.id,
  before: { statut: before.statut },
  after: { statut: after.statut, ...(before.note !== after.note && { note: after.note && '…' }) },
})

export function traceOfCommunal(before: CommunalDefibrillateur, after: CommunalDefibrillateur) {
  const trace = traceOfNational(before, after)
  const moved = namesOf(TRACED).filter(
    field => onlyChange(field) && !isDeepStrictEqual(before.overrides[field], after.overrides[field]),
  )
  return {
    ...trace,
    before: { ...trace.before, overrides: traced(before.overrides) },
    after: {
      ...trace.after,
      overrides: traced(after.overrides),
      ...(moved.length > 0 && { changed: moved.map(field => `overrides.${field}`) }),
    },
  }
}

const traced = (overrides: Overrides) =>
  Object.fromEntries(
    Object.entries(overrides).map(([field, value]) => [
      field,
      value !== null && onlyChange(field) ? '…' : value,
    ]),
  )

export const traceOfNew = ({ id, commune_id, statut, note, overrides }: CommunalDefibrillateur) => ({
  id,
  after: { commune_id, statut, overrides: traced(overrides), ...(note !== null && { note: '…' }) },
})
