import { type Db, sql } from '../../src/kernel/db/db.ts'
import type { Page } from '../../src/kernel/lists/paging.ts'
import type { RunKey } from '../../src/kernel/lists/runs.ts'
import { countForAdmin, listForAdmin, narrow } from '../../src/publications/lists/admin-list.ts'
import { RUNS as ADMIN_RUNS } from '../../src/publications/lists/admin-orders.ts'
import { countDuplicates, listDuplicates } from '../../src/publications/lists/duplicates-list.ts'
import { listVisible, type Place, RUNS } from '../../src/publications/lists/public-list.ts'
import { datedOn, searched, understand } from '../../src/publications/lists/search.ts'

export interface Question {
  readonly heading: string
  /** Which connections of the service ask it. */
  readonly on: 'reads' | 'pool'
  readonly ask: (db: Db) => Promise<unknown>
}

const everywhere: Place = { communeIds: null, acteurIds: null, acteurId: undefined }
const anything = { place: everywhere, type: undefined, from: undefined, to: undefined, search: undefined }
const page: Page<RunKey> = { number: 1, perPage: 15, offset: 0, after: undefined }
const deep: Page<RunKey> = { ...page, number: 667, offset: 9_990 }
const queue = { ...page, perPage: 10 }

export async function questionsFor(db: Db): Promise<Question[]> {
  const communes = await db.all<{ id: string }>(sql`
    select commune_id as id from publications group by commune_id order by count(*) desc limit 300`)
  const ids = communes.map(({ id }) => id)
  const town = { ...everywhere, communeIds: ids.slice(0, 1) }
  const region = { ...everywhere, communeIds: ids }
  const list = (heading: string, place: Place, more: Partial<Parameters<typeof listVisible>[1]> = {}) =>
    ({
      heading,
      on: 'reads',
      ask: db => listVisible(db, { ...anything, ...more, place }, RUNS.publie_le_desc, page),
    }) satisfies Question
  return [
    list('Newest', everywhere),
    {
      heading: 'Newest, offset 9 990',
      on: 'reads',
      ask: db => listVisible(db, anything, RUNS.publie_le_desc, deep),
    },
    list('The biggest commune', town),
    list('The biggest commune, a rare type', town, { type: { slug: 'alerte' } }),
    list('An app of 300 communes', region),
    {
      heading: 'The biggest commune, by day',
      on: 'reads',
      ask: db => listVisible(db, { ...anything, place: town }, RUNS.date_debut_asc, page),
    },
    days('A day that nothing has: from 2199 on', everywhere, '2199-01-01'),
    days('Everything from 2000 on', everywhere, '2000-01-01'),
    days('The biggest commune, from 2199 on', town, '2199-01-01'),
    days('An app of 300 communes, from 2199 on', region, '2199-01-01'),
    { heading: 'Featured first', on: 'reads', ask: db => listVisible(db, anything, RUNS.featured, page) },
    search('Search: an absent word', 'axolotl', everywhere),
    search('Search: a word in 50 texts', 'ornithorynque', everywhere),
    search('Search: a word in one text of 20', 'bibliothèque', everywhere),
    search('Search: a word in every other text', 'mairie', everywhere),
    search('Search: two words that hardly meet', 'patinoire solstice', everywhere),
    search('Search: exclusions alone', '-bal', everywhere),
    search('Search: a word of another commune', 'belvédère', { ...everywhere, communeIds: ids.slice(1, 2) }),
    ...admin('Pending queue', { moderation_status: 'pending' }),
    ...admin('Reported ones first', { sort: 'reports_desc' }),
    ...admin('Newest publication first', { sort: 'publie_le_desc' }),
    ...admin('Pending, by publication', { moderation_status: 'pending', sort: 'publie_le_asc' }),
    ...admin('The biggest commune, pending', { moderation_status: 'pending', commune_id: ids[0] ?? '' }),
    ...admin('The biggest commune, by title', { commune_id: ids[0] ?? '', sort: 'title_asc' }),
    duplicates('Duplicates, pending', { moderation_status: 'pending' }),
    duplicates('Duplicates, everything', {}),
  ]
}

const search = (heading: string, q: string, place: Place): Question => ({
  heading,
  on: 'reads',
  async ask(db) {
    const words = await understand(db, q)
    if (words === undefined) throw new Error(`“${q}” is no search.`)
    await searched(
      { db, slow: db },
      words,
      place.communeIds,
      (_, search) => listVisible(db, { ...anything, place, search }, RUNS.publie_le_desc, page),
      rows => rows.length > page.perPage,
    )
  },
})

const days = (heading: string, place: Place, from: string): Question => ({
  heading,
  on: 'reads',
  async ask(db) {
    await datedOn(
      { db, slow: db },
      { from, to: undefined },
      place.communeIds,
      (_, search) => listVisible(db, { ...anything, from, place, search }, RUNS.publie_le_desc, page),
      rows => rows.length > page.perPage,
    )
  },
})

type Asked = Parameters<typeof narrow>[0]

function admin(heading: string, query: Asked): Question[] {
  const narrowed = narrow(query, undefined)
  const runs = ADMIN_RUNS[query.sort ?? 'created_at_desc']
  return [
    {
      heading: `${heading}, with its total`,
      on: 'pool',
      ask: async db => listForAdmin(db, narrowed, runs, queue, await countForAdmin(db, narrowed)),
    },
  ]
}

const duplicates = (heading: string, query: Asked): Question => ({
  heading,
  on: 'pool',
  async ask(db) {
    const narrowed = narrow(query, undefined)
    await listDuplicates(db, narrowed, { ...queue, after: undefined })
    await countDuplicates(db, narrowed)
  },
})
