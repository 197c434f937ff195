import { Id, Nullable, named, Obj, Text } from '../../../shared/shapes.ts'
import { type Sql, sql } from '../../kernel/db/db.ts'

/** Records that the back-office shows beside an id: their shapes, and the SQL that reads one of them by its id. */

export const PersonInBrief = named('PersonInBrief', Obj({ id: Id, nom: Nullable(Text(254)) }))
export const personInBrief = (id: Sql): Sql =>
  sql`(select json_build_object('id', person.id, 'nom', person.nom) from users person where person.id = ${id})`

export const KeyInBrief = named('KeyInBrief', Obj({ id: Id, nom: Text(100) }))
export const keyInBrief = (id: Sql): Sql =>
  sql`(select json_build_object('id', key.id, 'nom', key.nom) from api_keys key where key.id = ${id})`

export const acteurInBrief = (id: Sql): Sql =>
  sql`(select json_build_object('id', acteur.id, 'nom', acteur.nom) from acteurs acteur where acteur.id = ${id})`

export const CommuneInBrief = named(
  'CommuneInBrief',
  Obj({ id: Id, nom: Text(100), departement: Nullable(Text(3)) }),
)
const COMMUNE = sql`json_build_object('id', town.id, 'nom', town.nom, 'departement', town.departement)`
export const communeInBrief = (id: Sql): Sql =>
  sql`(select ${COMMUNE} from communes town where town.id = ${id})`
/** By name; an empty list for null. */
export const communesInBrief = (ids: Sql): Sql => sql`coalesce((
  select json_agg(${COMMUNE} order by town.cle, town.id) from communes town where town.id = any(${ids})), '[]')`

/** By name; an empty list for null. */
export const epcisInBrief = (codes: Sql): Sql => sql`coalesce((
  select json_agg(json_build_object('code', epci.code, 'nom', epci.nom) order by epci.nom, epci.code)
  from epcis epci where epci.code = any(${codes})), '[]')`
