import { Refusal } from '../../../kernel/refusals/refusal.ts'
import { isDay } from '../../../kernel/routes/check.ts'
import { firstLetters, folded, storable } from '../../../kernel/texts/texts.ts'

/** The national register of elected officials, in any of the formats it has been published in. */

export const REGISTERS = ['maires', 'municipaux', 'arrondissement'] as const
export type Register = (typeof REGISTERS)[number]

const COLUMNS = {
  departement: ['code departement'],
  code: ['code commune'],
  commune: ['libelle commune'],
  secteur: ['libelle secteur'],
  nom: ['nom elu', 'nom'],
  prenom: ['prenom elu', 'prenom'],
  sexe: ['code sexe', 'sexe elu', 'sexe'],
  naissance: ['date naissance', 'date naissance elu'],
  debut_mandat: ['date debut mandat'],
  fonction: ['libelle fonction'],
  debut_fonction: ['date debut fonction'],
} as const
type Column = keyof typeof COLUMNS
const NEEDED = ['code', 'nom', 'prenom'] as const satisfies readonly Column[]

export interface Header {
  readonly register: Register
  readonly width: number
  readonly at: Readonly<Partial<Record<Column, number>>>
}

/**
 * One person in one function. The birth date distinguishes two people of one name while a file is read; it is not
 * stored.
 */
export interface Official {
  readonly code: string
  readonly commune: string
  readonly nom: string
  readonly prenom: string
  readonly fonction: string
  readonly debut_mandat: string | null
  readonly debut_fonction: string | null
  readonly naissance: string
}

export function headerOf(fields: readonly string[], file: string): Header {
  const names = fields.map(plainName)
  const at = Object.fromEntries(
    Object.entries(COLUMNS).flatMap(([column, spellings]) => {
      const place = names.findIndex(name => (spellings as readonly string[]).includes(name))
      return place < 0 ? [] : [[column, place]]
    }),
  ) as Header['at']
  const missing = NEEDED.filter(column => at[column] === undefined).map(column => COLUMNS[column][0])
  if (missing.length > 0) {
    throw new Refusal(
      `${file} is no list of the elus of communes: its first line names no column “${missing.join('”, “')}”.`,
    )
  }
  const register =
    at.secteur !== undefined ? 'arrondissement' : at.fonction === undefined ? 'maires' : 'municipaux'
  return { register, width: fields.length, at }
}

/** The key of a column: `Libellé de la fonction` and `libelle_fonction` are the same. */
const plainName = (name: string) =>
  folded(name)
    .split(/[^a-z0-9]+/)
    .filter(word => word !== '' && !['de', 'du', 'des', 'la', 'le', 'les', 'l', 'd'].includes(word))
    .join(' ')

export type Reason = 'columns' | 'code' | 'name' | 'date'

export function officialIn(fields: readonly string[], { register, width, at }: Header): Official | Reason {
  if (fields.length !== width) return 'columns'
  const value = (column: Column) => clean(fields[at[column] ?? -1] ?? '')
  const code = codeIn(value('code'))
  if (code === undefined) return 'code'
  const [nom, prenom] = [value('nom'), value('prenom')]
  if (nom === '' || prenom === '' || nom.length > 200 || prenom.length > 200) return 'name'
  const [debut_mandat, debut_fonction] = [dayIn(value('debut_mandat')), dayIn(value('debut_fonction'))]
  if (debut_mandat === undefined || debut_fonction === undefined) return 'date'
  const fonction = functionIn(register, value('fonction'), value('sexe'))
  const secteur = value('secteur')
  return {
    code,
    commune: firstLetters(value('commune'), 100),
    nom,
    prenom,
    fonction: firstLetters(secteur === '' ? fonction : `${fonction} (${secteur})`, 200),
    debut_mandat,
    debut_fonction,
    naissance: value('naissance'),
  }
}

/** Removes control characters of a wrong export: PostgreSQL would refuse the whole file for one of them. */
const clean = (text: string) => storable(text).replace(/\s+/g, ' ').trim()

/** `01004`, `2A004`; a leading zero lost in a spreadsheet is added again. */
function codeIn(text: string): string | undefined {
  const code = /^\d{4}$/.test(text) ? `0${text}` : text.toUpperCase()
  return /^(\d{2}|2[AB])\d{3}$/.test(code) ? code : undefined
}

/** Null for an empty field, undefined for an invalid date: `01/07/2021`, `2021-07-01`, `2021-07-01 00:00:00+00`. */
function dayIn(text: string): string | null | undefined {
  if (text === '') return null
  const french = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text)
  const day = french
    ? `${french[3]}-${french[2]?.padStart(2, '0')}-${french[1]?.padStart(2, '0')}`
    : (/^(\d{4}-\d\d-\d\d)([ T].*)?$/.exec(text)?.[1] ?? '')
  return isDay(day) ? day : undefined
}

function functionIn(register: Register, named: string, sexe: string): string {
  if (named !== '') return firstLetters(named, 150)
  if (register === 'maires') return 'Maire'
  const title = sexe.toUpperCase() === 'F' ? 'Conseillère' : 'Conseiller'
  return register === 'municipaux'
    ? `${title} ${title === 'Conseiller' ? 'municipal' : 'municipale'}`
    : `${title} d'arrondissement`
}
