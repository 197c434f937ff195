import { type Db, type Sql, sql, where } from '../kernel/db/db.ts'
import { Problem } from '../kernel/refusals/errors.ts'
import type { Config } from '../kernel/settings/config.ts'
import type { AppSource } from '../people/access/app-sources.ts'
import { isOpenPlace } from '../territory/communes/places/queries.ts'
import { baseOf, epciPath } from './addresses.ts'
import { type Epci, firstHost } from './town.ts'
import { Elsewhere, type Visit } from './visit.ts'

/** An intercommunality (EPCI), and where each of its open communes has its pages. */

interface Member extends Pick<Visit['town'], 'id' | 'nom' | 'slug' | 'departement' | 'code_insee'> {
  readonly host: string | null
}
export interface Asked {
  readonly slow: Db
  readonly source: AppSource
  readonly config: Config
  readonly portal: string
  readonly publicUrl: string
}

export interface MemberPlace {
  readonly nom: string
  readonly base: string
}
export const NOWHERE: MemberPlace = { nom: '', base: '' }

const codeIn = (named: string): string => named.slice(0, 9)

/** Its open communes, as a query. */
export const membersOf = ({ source: { communeIds } }: Pick<Asked, 'source'>, code: string): Sql => sql`
  select c.id, c.nom, c.slug from communes c ${where([
    sql`c.epci_code = ${code} and c.successor_id is null`,
    isOpenPlace(sql`c.id`),
    ...(communeIds ? [sql`c.id = any(${[...communeIds]}::uuid[])`] : []),
  ])}`

/** Where the pages of an intercommunality are, and the open communes of it: one statement. */
export async function epciAt(asked: Asked, named: string, end = '') {
  const { slow, source, portal } = asked
  const { communeIds } = source
  const rows = await slow.all<Member & Epci & { readonly epci_nom: string }>(sql`
    select e.code, e.nom as epci_nom, c.id, c.nom, c.slug, c.departement, c.code_insee, ${firstHost(sql`c.id`)} as host
    from epcis e join communes c on c.epci_code = e.code ${where([
      sql`e.code = ${codeIn(named)} and c.successor_id is null`,
      isOpenPlace(sql`c.id`),
      ...(communeIds ? [sql`c.id = any(${[...communeIds]}::uuid[])`] : []),
    ])} order by c.cle, c.id`)
  const [first] = rows
  if (!first) throw new Problem('not_found')
  const epci = { code: first.code, nom: first.epci_nom }
  const path = epciPath(epci)
  if (path !== `/place/-/${named}`) return new Elsewhere(portal + path + end)
  const members = new Map(rows.map(one => [one.id, { nom: one.nom, base: baseOf(asked, one) }]))
  return { first, epci, path, members, memberIds: rows.map(({ id }) => id) }
}
