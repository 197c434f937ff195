import { Id, named, Obj, Text } from '../../../shared/shapes.ts'
import { type Sql, sql } from '../../kernel/db/db.ts'

export const KeyInBrief = named('KeyInBrief', Obj({ id: Id, nom: Text(100) }))
export const keyNamed = (id: Sql) =>
  sql`(select json_build_object('id', k.id, 'nom', k.nom) from api_keys k where k.id = ${id})`
