import { about, Data, Ids, isId, List, Nullable, Obj, Optional, Text, Word } from '../../../shared/shapes.ts'
import { findSourcesByName } from '../../exchange/imports/queries.ts'
import { type Db, sql } from '../../kernel/db/db.ts'
import { areasOf, type Caller, isAdministrator, territoryOf } from '../../people/access/permissions.ts'
import { idsInside } from '../../people/access/territory.ts'
import { signedIn } from '../../people/access/visitors.ts'
import { inTime } from '../dashboard/in-time.ts'
import { corrected } from './corrections.ts'
import {
  areaOf,
  describe,
  describeFound,
  describePeople,
  describeSources,
  Found,
  type Kind,
  kinds,
  Line,
} from './described.ts'
import { FIND, findActeurs, findPeople, peopleNear } from './found.ts'

const MOST_PICKED = 10
const MOST_FOUND = 5

const PickQuery = Obj({
  q: Optional(about('The typed text; finds the beginnings of words, ignoring accents', Text(200, 0))),
  ids: Optional(
    Ids(100, {
      description: 'Instead of `q`: the ids of the records to return, separated by commas; 100 at most',
    }),
  ),
})

interface Picked {
  readonly find: (db: Db, q: string, caller: Caller) => Promise<readonly string[]>
  /** Those of the given ids that the caller may see. */
  readonly named: (db: Db, ids: readonly string[], caller: Caller) => Promise<readonly string[]>
  readonly lines: (db: Db, ids: readonly string[], caller: Caller) => Promise<Line[]>
}

const inside =
  (kind: Kind): Picked['named'] =>
  (db, ids, caller) =>
    idsInside(db, kind, ids, { id: caller.id, territory: territoryOf(caller, 'dashboard') })

const picking = (summary: string, { find, named, lines }: Picked) =>
  signedIn.read({
    summary: `${summary}: the ten best matches of \`q\`, or the records of \`ids\` in any state`,
    query: PickQuery,
    reply: Data(List(Line)),
    async run({ db, query, caller }) {
      const ids = query.ids?.toLowerCase().split(',')
      const wanted = ids ? await named(db, [...new Set(ids)], caller) : await find(db, query.q ?? '', caller)
      return { data: await lines(db, wanted, caller) }
    },
  })

export const acteurs = picking('Acteurs to choose from', {
  find: (db, q, caller) => findActeurs(db, q, MOST_PICKED, territoryOf(caller, 'dashboard')),
  named: inside('acteurs'),
  lines: (db, ids) => describe(db, 'acteurs', ids),
})
export const communes = picking('Communes to choose from', {
  find: (db, q, caller) => FIND.communes(db, q, MOST_PICKED, territoryOf(caller, 'dashboard')),
  named: inside('communes'),
  lines: (db, ids) => describe(db, 'communes', ids),
})
/** Only administrators read e-mail addresses, or search by a part of them. */
export const users = picking('People to choose from', {
  find: (db, q, caller) =>
    isAdministrator(caller)
      ? FIND.users(db, q, MOST_PICKED, null)
      : findPeople(db, q, MOST_PICKED, territoryOf(caller, 'dashboard')),
  named: (db, ids, caller) => peopleNear(db, ids, territoryOf(caller, 'dashboard')),
  lines: (db, ids, caller) =>
    isAdministrator(caller)
      ? describe(db, 'users', ids)
      : describePeople(db, ids, territoryOf(caller, 'dashboard')),
})

/** Also revoked ones, those in force first. */
export const apiKeys = picking('API keys to choose from', {
  async find(db, q) {
    const found = await db.all<{ id: string }>(sql`
      select id from api_keys where plain_text(nom) like somewhere(${q})
      order by revoked_at is null desc, id desc limit ${MOST_PICKED}`)
    return found.map(({ id }) => id)
  },
  named: async (_db, ids) => ids,
  lines: (db, ids) =>
    db.all(sql`select id, nom, prefix as hint from api_keys where id = any(${[...ids]}::uuid[])
               order by revoked_at is null desc, id desc`),
})

export const importSources = picking('Import sources to choose from', {
  find: (db, q, caller) => findSourcesByName(db, q, MOST_PICKED, territoryOf(caller, 'dashboard')),
  named: inside('import_sources'),
  lines: describeSources,
})

const SearchedKind = Word<Kind>(kinds, {
  publications: 'publications',
  acteurs: 'acteurs',
  claims: 'claims of acteurs',
  threads: 'conversations',
  communes: 'communes',
  import_sources: 'import sources',
  users: 'people',
  subscriptions: 'subscriptions',
})

export const search = signedIn.read({
  summary:
    'Search by words or id: five results of each kind that the caller may open, in any state; slow kinds are left out',
  query: Obj({
    q: about('Words, as in the search of each list, or an id', Text(200)),
    kind: Optional(about('Searches this kind alone', SearchedKind)),
  }),
  reply: Obj({
    data: Obj(Object.fromEntries(kinds.map(kind => [kind, Optional(List(Found))]))),
    meta: Obj({
      corrected: about(
        'The words that were searched instead, where nothing has the words of `q`; else null',
        Nullable(Text(1000)),
      ),
    }),
  }),
  async run(context) {
    const { caller, query } = context
    const areas = areasOf(caller.roles)
    const { kind: only } = query
    const idsOf = (db: Db, kind: Kind, q: string, most: number) => {
      const territory = territoryOf(caller, areaOf(kind))
      return isId(q)
        ? idsInside(db, kind, [q], { id: caller.id, territory })
        : FIND[kind](db, q, most, territory)
    }
    const searched = kinds.filter(kind => areas.includes(areaOf(kind)) && (only ?? kind) === kind)
    const found = (q: string) =>
      inTime(
        context,
        Object.fromEntries(
          searched.map(kind => {
            const compute = async (db: Db) =>
              await describeFound(db, kind, await idsOf(db, kind, q, MOST_FOUND))
            return [kind, { compute }] as const
          }),
        ),
      )
    const isFound = async (db: Db, word: string) => {
      for (const kind of searched) if ((await idsOf(db, kind, word, 1)).length > 0) return true
      return false
    }
    const data = await found(query.q)
    const plain = { data, meta: { corrected: null } }
    const isLate = Object.keys(data).length === 0
    if (isLate || findsAny(data) || isId(query.q)) return plain
    const { words } = await inTime(context, { words: { compute: db => corrected(db, query.q, isFound) } })
    if (words === undefined) return plain
    const instead = await found(words)
    return findsAny(instead) ? { data: instead, meta: { corrected: words } } : plain
  },
})

const findsAny = (found: Readonly<Record<string, readonly unknown[]>>): boolean =>
  Object.values(found).some(({ length }) => length > 0)
