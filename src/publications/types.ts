import { Type } from 'typebox'
import { type Db, sql } from '../kernel/db/db.ts'
import { read } from '../kernel/routes/action.ts'
import { Data, Id, List, named, Obj, Slug, Text } from '../kernel/routes/shapes.ts'

const PublicationType = named(
  'PublicationType',
  Obj({
    id: Id,
    slug: Slug,
    nom: Text(100),
    couleur: Type.String({ pattern: '^#[0-9a-f]{6}$' }),
    icone: Text(40),
  }),
)

export const types = read({
  summary: 'The kinds of publications',
  reply: Data(List(PublicationType)),
  run: async ({ db }) => ({ data: await listTypes(db) }),
})

const listTypes = (db: Db) =>
  db.all<{ id: string; slug: string; nom: string; couleur: string; icone: string }>(
    sql`select id, slug, nom, couleur, icone from publication_types order by ordre, slug`,
  )
