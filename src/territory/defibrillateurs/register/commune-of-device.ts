import { hash } from 'node:crypto'
import { type Db, sql } from '../../../kernel/db/db.ts'
import { communeCodes } from '../../communes/registers/commune-codes.ts'
import { nationalCodes } from '../../communes/registers/national-list.ts'
import { departementOfCode, departementOfPostal } from '../../communes/rules.ts'

/** The present commune of a device, from the register's fields. */
export interface CommunesOfDevices {
  /** A hash of the commune codes: unchanged as long as every device would get the same commune. */
  readonly digest: string
  find(device: { readonly code_insee: string | null; readonly code_postal: string | null }): CommuneOfDevice
}

export interface CommuneOfDevice {
  readonly commune_id: string | null
  readonly departement: string | null
}

/** The three cities with arrondissements, by the postal codes of these. */
const CITIES: readonly (readonly [postal: RegExp, code: string])[] = [
  [/^75(0(0[1-9]|1\d|20)|116)$/, '75056'],
  [/^6900[1-9]$/, '69123'],
  [/^130(0[1-9]|1[0-6])$/, '13055'],
]

export async function readCommunesOfDevices(db: Db): Promise<CommunesOfDevices> {
  const codes = await communeCodes(db)
  const rows = await db.all<{ postal: string; id: string; departement: string | null }>(sql`
    select postal, min(id::text) as id, min(departement) as departement from communes, unnest(codes_postaux) as postal
    where successor_id is null group by postal having count(*) = 1`)
  const byPostal = new Map(rows.map(row => [row.postal, row]))
  const byCity = (postal: string) => {
    const code = CITIES.find(([pattern]) => pattern.test(postal))?.[1]
    return code === undefined ? undefined : codes.find(code)
  }
  return {
    digest: await digestOf(db),
    find({ code_insee, code_postal }) {
      const commune =
        (code_insee === null ? undefined : codes.find(code_insee)) ??
        (code_postal === null ? undefined : (byCity(code_postal) ?? byPostal.get(code_postal)))
      return {
        commune_id: commune?.id ?? null,
        departement: commune?.departement ?? departementOf(code_insee, code_postal),
      }
    },
  }
}

async function digestOf(db: Db): Promise<string> {
  const { successors } = await nationalCodes()
  const communes = await db.one<{ digest: string }>(sql`
    select md5(string_agg(concat_ws(' ', id, successor_id, code_insee, departement, codes_postaux::text), ',' order by id))
      as digest from communes`)
  return hash('sha256', `${communes?.digest} ${[...successors].join(' ')}`)
}

function departementOf(insee: string | null, postal: string | null): string | null {
  if (insee !== null) return departementOfCode(insee)
  return postal === null ? null : departementOfPostal(postal)
}
