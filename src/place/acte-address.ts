import { shortId } from '../../shared/short-id.ts'
import { sql } from '../kernel/db/db.ts'
import { isWithin } from '../people/access/app-sources.ts'
import { type Acte, findActe } from '../publishing/actes/queries.ts'
import { idIn, publicationPath } from './addresses.ts'
import type { Visit } from './visit.ts'

/** A withdrawn act is named by its id alone: its title may be why it was withdrawn. */
export const actePath = ({ publication_id, title, visible }: Acte): string =>
  visible ? publicationPath({ id: publication_id, title }) : `/p/acte-${shortId(publication_id)}`

/** An act of the commune, readable or withdrawn. */
export async function acteAt(visit: Visit, named: string): Promise<Acte | undefined> {
  const id = idIn(named)
  const acte = id === undefined ? undefined : await findActe(visit.db, id)
  return acte && isWithin(visit.source, acte) && acte.commune_ids.includes(visit.town.id) ? acte : undefined
}

/** The SIRET of the town hall. Without it there is no open data: the schema requires it. */
export const siretOf = async ({ db, town }: Pick<Visit, 'db' | 'town'>): Promise<string | undefined> =>
  (
    await db.one<{ siret: string | null }>(sql`
      select a.siret from communes c join acteurs a on a.id = c.mairie_actor_id where c.id = ${town.id}`)
  )?.siret ?? undefined
