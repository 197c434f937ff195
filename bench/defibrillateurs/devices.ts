import { readNationalList } from '../../src/territory/communes/registers/national-list.ts'
import { isInFrance } from '../../src/territory/defibrillateurs/register/france.ts'
import type { Chance } from '../publications/chance.ts'

/** Made-up records of the national register, with its columns, spellings and faults. */

export const COLUMNS =
  `gid c_gid c_etat_valid c_nom c_x_coor2 c_y_coor2 c_lat_coor1 c_long_coor1 c_xy_precis c_id_adr
  c_adr_num c_adr_voie c_com_cp c_com_insee c_com_nom c_acc c_acc_lib c_acc_pcsec c_acc_acc c_dae_mobile c_acc_etg
  c_acc_complt c_photo1 c_photo2 c_disp_j c_disp_h c_disp_complt c_date_instal c_etat_fonct c_lc_ped c_dtpr_lcped
  c_dtpr_lcad c_dtpr_bat c_freq_mnt c_dispsurv c_dermnt c_maj_don c_expt_siren c_expt_rais c_etat
  c_application_provenance c_doublon c__edit_datemaj c_srid_origin the_geom cc_photo1`.split(/\s+/)

export interface Town {
  readonly code: string
  readonly nom: string
  readonly postal: string
  readonly siren: string
  readonly x: number
  readonly y: number
  /** Cumulative population up to this commune. */
  readonly until: number
}

/** Distributes devices by population; the three cities by arrondissement. */
export async function readTowns(): Promise<readonly Town[]> {
  const { communes } = await readNationalList()
  let until = 0
  return communes.map(({ code, nom, population = 0, codesPostaux: [postal = ''] = [] }) => {
    until += population + 50
    const [x, y] = centreOf(code)
    return { code, nom, postal, siren: `21${code.replace(/\D/, '0')}00`.slice(0, 9), x, y, until }
  })
}

/** A made-up position near others of the département. */
function centreOf(code: string): readonly [number, number] {
  const spread = (text: string) => {
    let state = 2166136261
    for (const letter of text) state = Math.imul(state ^ letter.charCodeAt(0), 16777619)
    return ((state ^ (state >>> 15)) >>> 0) / 2 ** 32
  }
  const departement = code.slice(0, 2)
  for (let tries = 0; ; tries++) {
    const point = [
      -4 + 11 * spread(`x${departement}${tries}`) + 0.6 * spread(`x${code}`),
      42.8 + 7.6 * spread(`y${departement}${tries}`) + 0.6 * spread(`y${code}`),
    ] as const
    if (isInFrance(point)) return point
  }
}

const CITIES: Readonly<Record<string, readonly [first: number, count: number, postal: number]>> = {
  '75056': [75101, 20, 75001],
  '69123': [69381, 9, 69001],
  '13055': [13201, 16, 13001],
}
const PLACEHOLDERS = [
  [2.335965, 48.87718],
  [2.349, 48.856],
  [2.352222, 48.856614],
] as const

/** Frequencies counted in Paris in 2026, of 5 834 rows. */
const SHARES = {
  waiting: 350 / 5834,
  noCode: 1762 / 5834,
  placeholder: 392 / 5834,
  farPostal: 37 / 5834,
  rounded: 9 / 5834,
  duplicate: 275 / 5834,
  mobile: 140 / 5834,
  outside: 96 / 5834,
  hours: 524 / 4703,
  absent: 12 / 5834,
  broken: 10 / 5834,
  noDay: 139 / 4703,
  // Not counted, but seen.
  sentinel: 0.04,
  wrongPage: 0.002,
  swapped: 0.0005,
  noPoint: 0.001,
}
type Weighted = readonly (readonly [value: string, count: number])[]
const DAYS: Weighted = [
  ['{lundi,mardi,mercredi,jeudi,vendredi}', 2668],
  ['{7j/7}', 756],
  ['"{""non renseigné""}"', 713],
  ['{lundi,mardi,mercredi,jeudi,vendredi,samedi}', 148],
  ['{lundi,mardi,mercredi,jeudi,vendredi,samedi,dimanche}', 38],
  ['{lundi,vendredi,mardi,mercredi,jeudi}', 31],
  ['{événements}', 29],
  ['{lundi,mardi,mercredi,jeudi,vendredi,événements}', 15],
  ['{lundi,mardi,mercredi,jeudi}', 11],
  ['{7j/7,lundi,mardi,mercredi,jeudi,vendredi}', 11],
]
const HOURS: Weighted = [
  ['"{""heures ouvrables""}"', 4244],
  ['{24h/24}', 336],
  ['"{""non renseigné""}"', 88],
  ['"{24h/24,""heures ouvrables""}"', 16],
  ['"{""heures de nuit""}"', 7],
  ['"{""heures ouvrables"",""heures de nuit""}"', 4],
]
const KINDS = ['École', 'Mairie', 'Gymnase', 'EHPAD', 'Salle des fêtes', 'Pharmacie', 'Supermarché', 'Stade']
const STREETS = [
  'Rue du Préau',
  'Place du Marché',
  'Avenue de la Gare',
  'Chemin des Écoliers',
  'Lieu-dit Le Bourg',
]
const ACCESS = [
  '',
  'Hall d’accueil',
  'À gauche de la porte',
  '"Bureau ; demander la clé"',
  'Sous le préau, à droite',
]
const WORDS = [
  'L au V 9h/18h',
  'mo-sa 10:00-20:00',
  'de 8h30 à 20h',
  '7j/7 20h/8h',
  '"Ouvert\nL au S 8h/19h"',
]

const weighted = (chance: Chance, values: Weighted): string => {
  const total = values.reduce((sum, [, count]) => sum + count, 0)
  return values[chance.weighted(values.map(([, count]) => count / total))]?.[0] ?? ''
}
const flag = (chance: Chance, share: number) => (chance.happens(share) ? 't' : 'f')
const two = (number: number) => String(number).padStart(2, '0')
const day = (chance: Chance, from: number, to: number) =>
  `${chance.between(from, to)}-${two(chance.between(1, 12))}-${two(chance.between(1, 28))}`

/** One row. The same number and seed give the same record; `edited` changes its name and date. */
export function sheetOf(number: number, chance: Chance, towns: readonly Town[], edited: boolean): string {
  const town = townAt(towns, chance.share())
  const city = CITIES[town.code]
  const part = city ? chance.below(city[1]) : 0
  const { x, y } = placeOf(chance, town, city !== undefined)
  const noCode = city !== undefined && chance.happens(SHARES.noCode)
  const name = `${chance.pick(KINDS)} ${town.nom}`
  const point = chance.happens(SHARES.noPoint) ? '' : wkbOf(x, y)
  const values: Readonly<Record<string, string | number>> = {
    gid: number + 1,
    c_gid: 1_007 + number * 7,
    c_etat_valid: chance.happens(SHARES.waiting) ? 'en attente de validation' : 'validées',
    c_nom: chance.happens(SHARES.wrongPage) ? name.replaceAll('é', '‚') : edited ? `${name} (bis)` : name,
    c_lat_coor1: y,
    c_long_coor1: x,
    c_xy_precis: chance.happens(0.5) ? (0.9 + chance.share() / 10).toFixed(6) : '',
    c_adr_num: chance.happens(0.7) ? chance.between(1, 150) : '',
    c_adr_voie: chance.pick(STREETS),
    c_com_cp: chance.happens(SHARES.farPostal) ? '75000' : city ? city[2] + part : town.postal,
    c_com_insee: noCode ? '' : city ? city[0] + part : town.code,
    c_com_nom: town.nom,
    c_acc: chance.happens(SHARES.outside) ? 'Extérieur' : 'Intérieur',
    c_acc_lib: flag(chance, 0.55),
    c_acc_pcsec: flag(chance, 0.1),
    c_acc_acc: flag(chance, 0.6),
    c_dae_mobile: flag(chance, SHARES.mobile),
    c_acc_etg: chance.pick(['0', '0', 'RDC', '', '-1', '1', 'rez-de-chaussée']),
    c_acc_complt: chance.pick(ACCESS),
    c_disp_j: weighted(chance, DAYS),
    c_disp_h: weighted(chance, HOURS),
    c_disp_complt: chance.happens(SHARES.hours) ? chance.pick(WORDS) : '',
    c_date_instal: chance.happens(0.6) ? day(chance, 2015, 2026) : '',
    c_etat_fonct: chance.happens(SHARES.absent)
      ? 'Absent momentanément'
      : chance.happens(SHARES.broken)
        ? 'Hors service'
        : 'En fonctionnement',
    c_lc_ped: flag(chance, 0.5),
    c_dtpr_lcad: chance.happens(0.45) ? day(chance, 2023, 2029) : '',
    c_dtpr_bat: chance.happens(0.4) ? day(chance, 2023, 2029) : '',
    c_freq_mnt: chance.pick(['', 'Tous les ans', 'Tous les 6 mois', '12 mois', '1', 'Annuelle']),
    c_dispsurv: flag(chance, 0.1),
    c_dermnt: chance.happens(SHARES.sentinel)
      ? chance.pick(['2000-01-01', '0001-01-01'])
      : chance.happens(0.1)
        ? ''
        : day(chance, 2022, 2026),
    c_maj_don: chance.happens(SHARES.noDay) ? '' : day(chance, 2022, 2026),
    c_expt_siren: town.siren,
    c_expt_rais: `COMMUNE DE ${town.nom.toUpperCase()}`,
    c_etat: chance.pick(['Actif', 'Actif', 'Actif', 'Actif', 'Actif', 'Actif', 'Actif', '']),
    c_doublon: flag(chance, SHARES.duplicate),
    c__edit_datemaj: edited
      ? '2026/11/19 09:43:09.179'
      : `${day(chance, 2022, 2026).replaceAll('-', '/')} ${two(chance.below(24))}:43:09.179`,
    c_srid_origin: "'EPSG:4326'::character varying",
    the_geom: point,
  }
  return `${COLUMNS.map(column => values[column] ?? '').join(';')}\n`
}

function townAt(towns: readonly Town[], share: number): Town {
  const wanted = share * (towns.at(-1)?.until ?? 0)
  let [low, high] = [0, towns.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((towns[middle]?.until ?? 0) < wanted) low = middle + 1
    else high = middle
  }
  const town = towns[low]
  if (!town) throw new Error('There is no commune.')
  return town
}

function placeOf(chance: Chance, town: Town, isCity: boolean): { x: number; y: number } {
  if (isCity && chance.happens(SHARES.placeholder)) {
    const [x, y] = chance.pick(PLACEHOLDERS)
    return { x, y }
  }
  const digits = chance.happens(SHARES.rounded) ? 3 : 6
  const near = (centre: number) => Number((centre + (chance.share() - 0.5) / 25).toFixed(digits))
  const [x, y] = [near(town.x), near(town.y)]
  return chance.happens(SHARES.swapped) ? { x: y, y: x } : { x, y }
}

/** A PostGIS multipoint of one point, with its SRID. */
function wkbOf(x: number, y: number): string {
  const bytes = Buffer.alloc(34)
  Buffer.from('0104000020E61000000100000001' + '01000000', 'hex').copy(bytes)
  bytes.writeDoubleLE(x, 18)
  bytes.writeDoubleLE(y, 26)
  return bytes.toString('hex').toUpperCase()
}
