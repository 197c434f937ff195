import { type Db, sql } from '../../../kernel/db/db.ts'
import { nationalCodes } from './national-list.ts'

interface Known {
  readonly id: string
  /** False for a code of a former commune, of a part of one or of an arrondissement. */
  readonly itself: boolean
  readonly departement: string | null
}

/**
 * The present commune of an INSEE code in a register: old codes stay in use after communes merge, and cities have
 * several.
 */
export interface CommuneCodes {
  find(code: string): Known | undefined
  /** Every code that means this commune today, its own first. */
  of(id: string): readonly string[]
}

export async function communeCodes(db: Db): Promise<CommuneCodes> {
  const { successors } = await nationalCodes()
  const rows = await db.all<Known & { code_insee: string }>(sql`
    select code_insee, coalesce(successor_id, id) as id, successor_id is null as itself, departement
    from communes where code_insee is not null`)
  const known = new Map<string, Known>(rows.map(row => [row.code_insee, row]))
  const find = (code: string) => {
    const here = known.get(code)
    if (here) return here
    const now = known.get(successors.get(code) ?? '')
    return now && { ...now, itself: false }
  }
  return {
    find,
    of: id =>
      [...new Set([...known.keys(), ...successors.keys()])]
        .filter(code => find(code)?.id === id)
        .sort(
          (one, other) => Number(find(other)?.itself) - Number(find(one)?.itself) || (one < other ? -1 : 1),
        ),
  }
}
