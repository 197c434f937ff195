import { about, Data, Formed, List, named, Obj, Optional, Text } from '../../../shared/shapes.ts'
import { type Db, sql } from '../../kernel/db/db.ts'
import { read } from '../../kernel/routes/action.ts'

const MOST_PICKED = 10

const Epci = named(
  'EpciLine',
  Obj({
    id: about('The SIREN of the intercommunality', Text(9)),
    nom: Text(200),
    hint: about('How many communes it has', Text(100)),
  }),
)

export const epcis = read({
  summary: 'Intercommunalities to choose from: the ten best matches of `q`, or those of `ids`',
  query: Obj({
    q: Optional(about('Part of the name, ignoring accents', Text(200, 0))),
    ids: Optional(
      Formed(
        '^[0-9]{9}(,[0-9]{9}){0,99}$',
        [
          'attend des SIREN d’intercommunalités séparés par des virgules, 100 au plus',
          'takes SIREN codes separated by commas, 100 at most',
        ],
        { description: 'Instead of `q`: SIREN codes, separated by commas; 100 at most' },
      ),
    ),
  }),
  reply: Data(List(Epci)),
  run: async ({ db, query }) => ({ data: await findEpcis(db, query) }),
})

/** A thousand rows: they need no index. */
const findEpcis = (db: Db, { q = '', ids }: { readonly q?: string; readonly ids?: string }) =>
  db.all<{ id: string; nom: string; hint: string }>(sql`
    select e.code as id, e.nom, (
      select count(*) || case when count(*) > 1 then ' communes' else ' commune' end
      from communes c where c.epci_code = e.code) as hint
    from epcis e
    where ${ids === undefined ? sql`plain_text(e.nom) like somewhere(${q})` : sql`e.code = any(${ids.split(',')}::text[])`}
    order by e.nom, e.code limit ${ids === undefined ? MOST_PICKED : 100}`)
