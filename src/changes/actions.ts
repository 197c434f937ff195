import { anyone } from '../access/visitors.ts'
import { Problem } from '../kernel/errors.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { CHANGE_KINDS, type ChangeKind, isList } from './kinds.ts'
import { beginning, type Item, pageAfter } from './read.ts'
import { ChangesQuery, type PublicChange, PublicChanges } from './shapes.ts'

/** The feed of public changes, within the scope of the calling app. */

const PER_PAGE = 100

export const feed = anyone.read({
  summary: 'All public changes in order, for mirrors and search engines; at first all public records',
  description: `A mirror begins without \`after\`, stores what comes, and goes on with \`meta.next\`: at once while \`has_more\`, then every
minute or so. Each change has the record as it is now, so a change that comes twice does no harm, and a record that changed several
times may come once. What appears or ends by its planned time is a change too.

Changes are kept for 35 days. An older cursor, one of an app whose scope has changed since, and one from before the database was
restored are refused with \`changes_gone\` (410): forget what was stored, and begin again.`,
  query: ChangesQuery,
  reply: PublicChanges,
  errors: ['changes_gone'],
  async run({ db, database, source, config, query }) {
    const kinds = new Set(query.kinds === undefined ? CHANGE_KINDS : (query.kinds.split(',') as ChangeKind[]))
    const asked = { source, config, kinds, perPage: query.per_page ?? PER_PAGE }
    const cursor = query.after === undefined ? await beginning(db) : readCursor(query.after, source)
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

const shown = ({ kind, id, at, record }: Item): PublicChange => ({
  ...{ kind, id, at, change: record ? 'upsert' : 'delete' },
  ...(record && !isList(kind) && { [kind]: record }),
})
