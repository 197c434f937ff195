import { Id, Nullable, named, Obj, Text } from '../../../shared/shapes.ts'

/** Shown beside an id in the back-office. */
export const CommuneInBrief = named(
  'CommuneInBrief',
  Obj({ id: Id, nom: Text(100), departement: Nullable(Text(3)) }),
)
