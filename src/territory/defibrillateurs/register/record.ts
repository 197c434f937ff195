import type { Acces } from '../../../../shared/words/defibrillateurs.ts'
import type { TypedColumns } from '../../../kernel/db/columns.ts'
import { positionOf } from './position.ts'
import type { Raw } from './raw-row.ts'
import { booleanIn, dayIn, listsOf, momentIn, oneOf, plain, textIn, valuesByWord } from './values.ts'

/** A device of the register, with its fields in the form of our table. */
export interface Device {
  readonly gid: string
  readonly nom: string | null
  readonly adresse: string | null
  readonly code_postal: string | null
  readonly code_insee: string | null
  readonly commune_nom: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly acces: Acces | null
  readonly acces_libre: boolean | null
  readonly etage: string | null
  readonly complement: string | null
  readonly disponibilite_jours: readonly string[]
  readonly disponibilite_heures: readonly string[]
  readonly telephone: string | null
  readonly etat_fonctionnement: string | null
  readonly derniere_maintenance: string | null
  readonly registry_updated_at: string | null
  readonly en_service: boolean
  readonly douteux: boolean
}

/** The columns that the register fills. */
export const REGISTERED = {
  nom: 'text',
  adresse: 'text',
  code_postal: 'text',
  code_insee: 'text',
  commune_nom: 'text',
  latitude: 'float8',
  longitude: 'float8',
  acces: 'text',
  acces_libre: 'boolean',
  etage: 'text',
  complement: 'text',
  disponibilite_jours: 'text[]',
  disponibilite_heures: 'text[]',
  telephone: 'text',
  etat_fonctionnement: 'text',
  derniere_maintenance: 'date',
  registry_updated_at: 'timestamptz',
  en_service: 'boolean',
} as const satisfies TypedColumns<Omit<Device, 'gid' | 'douteux'>>

const daysIn = listsOf(
  valuesByWord(
    '7j/7',
    'lundi',
    'mardi',
    'mercredi',
    'jeudi',
    'vendredi',
    'samedi',
    'dimanche',
    'jours fériés',
    'événements',
    'non renseigné',
  ),
)
const hoursIn = listsOf(valuesByWord('24h/24', 'heures ouvrables', 'heures de nuit', 'non renseigné'))
const WORKS = 'En fonctionnement'
const CONDITIONS = valuesByWord(
  WORKS,
  'Hors service',
  'Supprimé définitivement',
  'Absent momentanément',
  'Inconnu',
)
const ACCESS = valuesByWord('interieur', 'exterieur')

/** Undefined for a row without `c_gid`, which could not be recognised again. Columns are found by name. */
export function recordOf(raw: Raw): Device | undefined {
  const gid = gidIn(raw.c_gid)
  if (gid === undefined) return undefined
  const { latitude, longitude, doubtful } = positionOf(raw)
  const etat = textIn(raw.c_etat_fonct, 100)
  const etat_fonctionnement = etat === null ? null : (CONDITIONS.get(plain(etat)) ?? etat)
  return {
    gid,
    nom: textIn(raw.c_nom, 200),
    adresse: joined([textIn(raw.c_adr_num, 30), textIn(raw.c_adr_voie, 250)], ' '),
    code_postal: postalIn(raw.c_com_cp),
    code_insee: inseeIn(raw.c_com_insee),
    commune_nom: textIn(raw.c_com_nom, 100),
    latitude,
    longitude,
    acces: oneOf(raw.c_acc, ACCESS),
    acces_libre: booleanIn(raw.c_acc_lib),
    etage: textIn(raw.c_acc_etg, 50),
    // Hours in free text refine, or contradict, the two lists: shown beside them.
    complement: joined(
      [
        textIn(raw.c_acc_complt, 1_000),
        textIn(raw.c_disp_complt, 1_000) ?? textIn(raw.c_dispo_horaires, 1_000),
      ],
      '\n',
    ),
    disponibilite_jours: daysIn(raw.c_disp_j),
    disponibilite_heures: hoursIn(raw.c_disp_h),
    telephone: textIn(raw.c_tel1, 50) ?? textIn(raw.tel1, 50),
    etat_fonctionnement,
    derniere_maintenance: dayIn(raw.c_dermnt),
    registry_updated_at: momentIn(raw.c__edit_datemaj) ?? momentIn(raw.c_maj_don),
    en_service:
      etat_fonctionnement === WORKS &&
      isOneOf(raw.c_etat, ['actif']) &&
      isOneOf(raw.c_etat_valid, ['validees', 'validee', 'valide']) &&
      booleanIn(raw.c_doublon) !== true,
    douteux: doubtful,
  }
}

/** A whole number; also `1007.0` or `001007`, as spreadsheets write it. */
function gidIn(value: unknown): string | undefined {
  const text = textIn(value, 60)
  if (text === null || text.length > 50) return undefined
  return /^\d+(\.0+)?$/.test(text) ? text.replace(/\.0+$/, '').replace(/^0+(?=\d)/, '') : text
}

const joined = (parts: readonly (string | null)[], between: string) =>
  parts.filter(part => part !== null).join(between) || null

/** An empty field counts as the usual value. */
function isOneOf(value: unknown, words: readonly string[]): boolean {
  const text = textIn(value, 100)
  return text === null || words.includes(plain(text))
}

/** A leading zero lost in a spreadsheet is added again. */
const padded = (text: string) => (/^\d{4}(\.0+)?$/.test(text) ? `0${text}` : text).replace(/\.0+$/, '')

function postalIn(value: unknown): string | null {
  const code = padded((textIn(value, 20) ?? '').replaceAll(' ', ''))
  return /^\d{5}$/.test(code) ? code : null
}

function inseeIn(value: unknown): string | null {
  const code = padded((textIn(value, 20) ?? '').replaceAll(' ', '').toUpperCase())
  return /^(\d{2}|2[AB])\d{3}$/.test(code) ? code : null
}
