import { about, Data, Id, List, named, Obj, Optional, Slug, Text } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { type Db, sql, where } from '../../kernel/db/db.ts'
import { read } from '../../kernel/routes/action.ts'

export const PublicationType = named(
  'PublicationType',
  Obj({
    id: Id,
    slug: Slug,
    nom: Text(100),
    couleur: about('The colour of its label, as `#rrggbb`', Type.String({ pattern: '^#[0-9a-f]{6}$' })),
    icone: about(
      'The name of an icon that the front end draws: `newspaper`, `calendar`, `alert`, `megaphone`, `wrench` or `scale` by default; operators may add others',
      Text(40),
    ),
    retired: Type.Boolean({ description: 'New publications cannot have this type', 'x-extension': true }),
  }),
)

export const types = read({
  summary: 'Publication types',
  query: Obj({
    with_retired: Optional(about('Include retired types', Type.Boolean())),
  }),
  reply: Data(List(PublicationType)),
  run: async ({ db, query }) => ({ data: await listTypes(db, query.with_retired ?? false) }),
})

/** Columns of `publication_types`. */
export const typeColumns = sql`id, slug, nom, couleur, icone, retired_at is not null as retired`

export const listTypes = (db: Db, withRetired: boolean) =>
  db.all<{ id: string; slug: string; nom: string; couleur: string; icone: string; retired: boolean }>(
    sql`select ${typeColumns} from publication_types
      ${where(withRetired ? [] : [sql`retired_at is null`])} order by ordre, slug`,
  )
