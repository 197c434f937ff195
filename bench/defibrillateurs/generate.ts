/** Writes a file of the national register of defibrillators, of its size, with the commonest of its spellings and faults. */
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readNationalList } from '../../src/territory/communes/registers/national-list.ts'
import { isInFrance } from '../../src/territory/defibrillateurs/register/france.ts'
import { asCsv, device, type Fields } from '../../test/fixtures/geodae.ts'
import { Chance } from '../publications/chance.ts'

export interface Register {
  readonly rows: number
  readonly seed: number
  /** Shares of edited, missing and added rows. */
  readonly changed: number
  readonly withdrawn: number
  readonly fresh: number
}

interface Town {
  readonly code: string
  readonly nom: string
  readonly postal: string
  readonly centre: readonly [x: number, y: number]
  /** Cumulative population up to this commune. */
  readonly until: number
}

/** In these cities devices name an arrondissement, or no code. */
const CITIES: Readonly<Record<string, readonly [first: number, count: number, postal: number]>> = {
  '75056': [75101, 20, 75001],
  '69123': [69381, 9, 69001],
  '13055': [13201, 16, 13001],
}
/** Positions that stand for “unknown”. */
const PLACEHOLDERS = [
  [2.335965, 48.87718],
  [2.349, 48.856],
] as const

/** Frequencies counted in Paris in 2026, of 5 834 rows. */
const SHARES = {
  waiting: 0.06,
  noCode: 0.3,
  placeholder: 0.067,
  duplicate: 0.047,
  outside: 0.016,
  hours: 0.11,
  absent: 0.004,
}
const WEEK = ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche']
const UNKNOWN = ['non renseigné']
const DAYS = [WEEK.slice(0, 5), ['7j/7'], UNKNOWN, WEEK.slice(0, 6), WEEK]
const DAY_WEIGHTS = [0.61, 0.17, 0.16, 0.04, 0.02]
const HOURS = [['heures ouvrables'], ['24h/24'], UNKNOWN, ['heures ouvrables', 'heures de nuit']]
const HOUR_WEIGHTS = [0.9, 0.07, 0.02, 0.01]
const KINDS = ['École', 'Mairie', 'Gymnase', 'EHPAD', 'Salle des fêtes', 'Pharmacie', 'Supermarché', 'Stade']
const STREETS = ['Rue du Préau', 'Place du Marché', 'Avenue de la Gare', 'Lieu-dit Le Bourg']
const ACCESS = ['', 'Hall d’accueil', 'À gauche de la porte', 'Bureau ; demander la clé']
const TEXTS = ['L au V 9h/18h', 'mo-sa 10:00-20:00', 'de 8h30 à 20h', 'Ouvert\nL au S 8h/19h']
/** Columns that the sync does not read: they make the file as large as the real one. */
const FLAGS = ['c_acc_pcsec', 'c_acc_acc', 'c_dae_mobile', 'c_lc_ped', 'c_dispsurv']
const DATES = ['c_date_instal', 'c_dtpr_lcad', 'c_dtpr_bat', 'c_dermnt', 'c_maj_don']

/** Distributes devices by population. */
async function readTowns(): Promise<readonly Town[]> {
  const { communes } = await readNationalList()
  let until = 0
  return communes.map(({ code, nom, population = 0, codesPostaux: [postal = ''] = [] }) => {
    until += population + 50
    return { code, nom, postal, centre: centreOf(code), until }
  })
}

/** A made-up position near others of the département. */
function centreOf(code: string): readonly [number, number] {
  const departement = new Chance(Number.parseInt(code.slice(0, 2), 36), 0)
  const own = new Chance(Number.parseInt(code, 36), 1)
  for (;;) {
    const x = -4 + 11 * departement.share() + 0.6 * own.share()
    const y = 42.8 + 7.6 * departement.share() + 0.6 * own.share()
    if (isInFrance([x, y])) return [x, y]
  }
}

function townAt(towns: readonly Town[], share: number): Town {
  const wanted = share * (towns.at(-1)?.until ?? 0)
  let [low, high] = [0, towns.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((towns[middle]?.until ?? 0) < wanted) low = middle + 1
    else high = middle
  }
  return towns[low] as Town
}

const day = (chance: Chance) =>
  `${chance.between(2015, 2026)}-${String(chance.between(1, 12)).padStart(2, '0')}-${chance.between(10, 28)}`

/** The same number and seed give the same record; `isEdited` changes its name and date. */
function recordOf(number: number, chance: Chance, towns: readonly Town[], isEdited: boolean): Fields {
  const { code, nom, postal, centre } = townAt(towns, chance.share())
  const [first, count, firstPostal] = CITIES[code] ?? []
  const part = count === undefined ? 0 : chance.below(count)
  const isLost = first !== undefined && chance.happens(SHARES.placeholder)
  const [x, y] = isLost
    ? chance.pick(PLACEHOLDERS)
    : centre.map(at => Number((at + (chance.share() - 0.5) / 25).toFixed(6)))
  const name = `${chance.pick(KINDS)} ${nom}`
  const edited = day(chance).replaceAll('-', '/')
  return device(1_007 + number * 7, {
    gid: number + 1,
    c_nom: isEdited ? `${name} (bis)` : name,
    c_etat_valid: chance.happens(SHARES.waiting) ? 'en attente de validation' : 'validées',
    c_long_coor1: x,
    c_lat_coor1: y,
    c_adr_num: chance.between(1, 150),
    c_adr_voie: chance.pick(STREETS),
    c_com_cp: firstPostal === undefined ? postal : firstPostal + part,
    c_com_insee: first === undefined ? code : chance.happens(SHARES.noCode) ? '' : first + part,
    c_com_nom: nom,
    c_acc: chance.happens(SHARES.outside) ? 'Extérieur' : 'Intérieur',
    c_acc_lib: chance.happens(0.55),
    c_acc_etg: chance.pick(['0', 'RDC', '', '-1', '1', 'rez-de-chaussée']),
    c_acc_complt: chance.pick(ACCESS),
    c_disp_j: DAYS[chance.weighted(DAY_WEIGHTS)],
    c_disp_h: HOURS[chance.weighted(HOUR_WEIGHTS)],
    c_disp_complt: chance.happens(SHARES.hours) ? chance.pick(TEXTS) : '',
    c_etat_fonct: chance.happens(SHARES.absent) ? 'Absent momentanément' : 'En fonctionnement',
    c_expt_rais: `COMMUNE DE ${nom.toUpperCase()}`,
    c_doublon: chance.happens(SHARES.duplicate),
    c__edit_datemaj: isEdited ? '2026/11/19 09:43:09.179' : `${edited} 09:43:09.179`,
    ...Object.fromEntries(FLAGS.map(flag => [flag, chance.happens(0.4)])),
    ...Object.fromEntries(DATES.map(date => [date, chance.happens(0.6) ? day(chance) : ''])),
  })
}

async function* registerLines({ rows, seed, changed, withdrawn, fresh }: Register): AsyncGenerator<string> {
  const towns = await readTowns()
  yield asCsv([])
  let piece: Fields[] = []
  const withoutHead = () => asCsv(piece).slice(asCsv([]).length)
  for (let number = 0; number < rows + Math.round(rows * fresh); number++) {
    // A separate random stream, so that unchanged records are identical in every version.
    const fate = new Chance(seed + 1, number)
    const [isGone, isEdited] = [fate.happens(withdrawn), fate.happens(changed)]
    if (number >= rows || !isGone)
      piece.push(recordOf(number, new Chance(seed, number), towns, number < rows && isEdited))
    if (piece.length < 1_000) continue
    yield withoutHead()
    piece = []
  }
  yield withoutHead()
}

export const writeRegister = (file: string, register: Register): Promise<void> =>
  pipeline(Readable.from(registerLines(register), { highWaterMark: 2 }), createWriteStream(file))
