import type { Db } from '../../kernel/db/db.ts'
import { invalid, Problem } from '../../kernel/refusals/errors.ts'
import { NOW } from '../../kernel/routes/cursors.ts'
import { type AppSource, refuseOutsideCommunes } from '../../people/access/app-sources.ts'
import { anyone } from '../../people/access/visitors.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { CHANGE_KINDS, type ChangeKind, isList } from './kinds.ts'
import { beginning, fromNow, type Item, pageAfter } from './read.ts'
import { ChangesQuery, type PublicChange, PublicChanges } from './shapes.ts'

/** The feed of public changes, within the scope of the calling app. */

const PER_PAGE = 100

export const feed = anyone.read({
  summary: 'All public changes in order, for mirrors and search engines; at first all public records',
  description: `A mirror begins without \`after\`, stores what comes, and goes on with \`meta.next\`: at once while \`has_more\`, then every
minute or so. Who only wants news begins with \`after=now\`. Each change has the record as it is now: the same change twice
does no harm, and several may come as one. What appears or ends by its planned time is a change too.

Changes are kept for 35 days. An older cursor, one of an app whose scope has changed since, and one from before the database was
restored are refused with \`changes_gone\` (410): forget what was stored, and begin again.`,
  query: ChangesQuery,
  reply: PublicChanges,
  asBuilt: true,
  errors: ['changes_gone', 'scope_violation'],
  async run({ db, database, source: app, config, query }) {
    const kinds = kindsOf(query.kinds)
    const source = narrowed(app, query.commune_id)
    const asked = { source, config, kinds, perPage: query.per_page ?? PER_PAGE }
    const cursor = await cursorOf(db, query.after, source)
    // A replica may be behind a cursor that came from the primary.
    const page =
      cursor && ((await pageAfter(db, cursor, asked)) ?? (await pageAfter(database.pool, cursor, asked)))
    if (!page) throw new Problem('changes_gone')
    return {
      data: page.items.map(shown),
      meta: { next: writeCursor(page.cursor, source), has_more: page.has_more },
    }
  },
})

const cursorOf = (db: Db, after: string | undefined, source: AppSource) => {
  if (after === undefined) return beginning(db)
  return after === NOW ? fromNow(db) : readCursor(after, source)
}

function kindsOf(asked: string | undefined): ReadonlySet<ChangeKind> {
  const kinds = asked === undefined ? CHANGE_KINDS : (asked.split(',') as ChangeKind[])
  const known = CHANGE_KINDS.join(', ')
  if (!kinds.every(kind => CHANGE_KINDS.includes(kind)))
    throw invalid('kinds', `prend une ou plusieurs de ces valeurs : ${known}`, `takes some of: ${known}`)
  return new Set(kinds)
}

/** One commune is followed as by an app that shows it alone. */
function narrowed(source: AppSource, communeId: string | undefined): AppSource {
  if (communeId === undefined) return source
  refuseOutsideCommunes(source, communeId)
  return { ...source, communeIds: [communeId] }
}

/** Which record belongs to a kind is said by `SOURCES`, whose rows have no types. */
const shown = ({ kind, id, at, record }: Item) =>
  ({
    kind,
    id,
    at,
    change: record ? 'upsert' : 'delete',
    ...(record && !isList(kind) && { [kind]: record }),
  }) as PublicChange
