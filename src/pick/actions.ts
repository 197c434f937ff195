import { about, Data, isId, List, Obj, Optional, Text } from '../../shared/shapes.ts'
import { Type } from '../../shared/type.ts'
import { areasOf, type Caller, isAdministrator } from '../access/permissions.ts'
import { signedIn } from '../access/visitors.ts'
import { inTime } from '../dashboard/in-time.ts'
import { findSourcesByName } from '../imports/queries.ts'
import type { Db } from '../kernel/db/db.ts'
import { areaOf, describe, describePeople, describeSources, kinds, Line } from './described.ts'
import { FIND, findPeople } from './found.ts'

const UUID = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'
const MOST_PICKED = 10
const MOST_FOUND = 5

const PickQuery = Obj({
  q: Optional(about('The typed text: beginnings of words, without accents', Text(200, 0))),
  ids: Optional(
    Type.String({
      pattern: `^${UUID}(,${UUID}){0,99}$`,
      description: 'Instead of `q`: the lines of these ids, 100 at most, with commas between',
    }),
  ),
})

interface Picked {
  readonly find: (db: Db, q: string, caller: Caller) => Promise<readonly string[]>
  readonly lines: (db: Db, ids: readonly string[], caller: Caller) => Promise<Line[]>
}

const picking = (summary: string, { find, lines }: Picked) =>
  signedIn.read({
    summary: `${summary}: ten that \`q\` finds, or those of \`ids\` in whatever state`,
    query: PickQuery,
    reply: Data(List(Line)),
    async run({ db, query, caller }) {
      const wanted = query.ids?.toLowerCase().split(',') ?? (await find(db, query.q ?? '', caller))
      return { data: await lines(db, [...new Set(wanted)], caller) }
    },
  })

export const acteurs = picking('Acteurs to choose from', {
  find: (db, q) => FIND.acteurs(db, q, MOST_PICKED),
  lines: (db, ids) => describe(db, 'acteurs', ids),
})
export const communes = picking('Communes to choose from', {
  find: (db, q) => FIND.communes(db, q, MOST_PICKED),
  lines: (db, ids) => describe(db, 'communes', ids),
})
/** Only administrators read e-mail addresses or search by them. */
export const users = picking('People to choose from', {
  find: (db, q, caller) => (isAdministrator(caller) ? FIND.users : findPeople)(db, q, MOST_PICKED),
  lines: (db, ids, caller) =>
    isAdministrator(caller) ? describe(db, 'users', ids) : describePeople(db, ids),
})

export const importSources = picking('Import sources to choose from', {
  find: (db, q) => findSourcesByName(db, q, MOST_PICKED),
  lines: (db, ids) => describeSources(db, ids),
})

export const search = signedIn.read({
  summary:
    'Search by words or id: five of each kind that the caller may open; a kind that takes too long is left out',
  query: Obj({ q: about('Words as its own list finds them, or an id', Text(200)) }),
  reply: Data(Obj(Object.fromEntries(kinds.map(kind => [kind, Optional(List(Line))])))),
  async run(context) {
    const { caller, query } = context
    const areas = areasOf(caller.roles)
    const found = kinds
      .filter(kind => areas.includes(areaOf(kind)))
      .map(kind => {
        const ids = (db: Db) => (isId(query.q) ? [query.q] : FIND[kind](db, query.q, MOST_FOUND))
        return [kind, { compute: async (db: Db) => await describe(db, kind, await ids(db)) }] as const
      })
    return { data: await inTime(context, Object.fromEntries(found)) }
  },
})
