import { type Db, sql } from '../../src/kernel/db/db.ts'
import { pageOf } from '../../src/kernel/lists/paging.ts'
import type { Territory } from '../../src/people/access/territory.ts'
import { countAll } from '../../src/publishing/publications/lists/admin-count.ts'
import { planFilter } from '../../src/publishing/publications/lists/admin-filter.ts'
import { pageForAdmin } from '../../src/publishing/publications/lists/admin-list.ts'
import { ORDERS as ADMIN_ORDERS } from '../../src/publishing/publications/lists/admin-orders.ts'
import {
  BY_GROUP,
  countDuplicates,
  listDuplicates,
} from '../../src/publishing/publications/lists/duplicates-list.ts'
import { matching } from '../../src/publishing/publications/lists/matching.ts'
import { listVisible } from '../../src/publishing/publications/lists/public-list.ts'
import { ORDERS } from '../../src/publishing/publications/lists/public-orders.ts'
import type { Filter, Place } from '../../src/publishing/publications/lists/public-rows.ts'
import { loadSearchContext } from '../../src/publishing/publications/lists/search.ts'
import type { AdminQuery } from '../../src/publishing/publications/lists/shapes.ts'

export interface Question {
  readonly heading: string
  /** The connections that run it. */
  readonly on: 'reads' | 'pool'
  readonly ask: (db: Db) => Promise<unknown>
}

const everywhere: Place = { communeIds: null, acteurIds: null, acteurId: undefined }
const anything = { place: everywhere, type: undefined, from: undefined, to: undefined, words: undefined }
const FIRST = { per_page: 15 }
const QUEUE = { per_page: 10 }
const newest = pageOf(FIRST, ORDERS.publie_le_desc)

/** The statements for a page of the public lists, including all search steps. */
const ask = (db: Db, filter: Partial<Filter>, page: Parameters<typeof listVisible>[2] = newest) =>
  listVisible({ db, slow: db }, { ...anything, ...filter }, page)

export async function questionsFor(db: Db): Promise<Question[]> {
  const communes = await db.all<{ id: string }>(sql`
    select commune_id as id from publications group by commune_id order by count(*) desc limit 300`)
  const ids = communes.map(({ id }) => id)
  const biggest = await db.one<{ departement: string }>(sql`
    select departement from communes join publications on commune_id = communes.id
    group by departement order by count(*) desc limit 1`)
  const departement = biggest?.departement ?? ''
  const members = await db.all<{ id: string }>(sql`
    select id from communes where epci_code = (
      select epci_code from communes join publications on commune_id = communes.id where epci_code is not null
      group by epci_code order by count(*) desc limit 1)`)
  const territory = members.map(({ id }) => id)
  const town = { ...everywhere, communeIds: ids.slice(0, 1) }
  const region = { ...everywhere, communeIds: ids }
  const list = (heading: string, place: Place, more: Partial<Filter> = {}) =>
    ({
      heading,
      on: 'reads',
      ask: db => ask(db, { ...more, place }),
    }) satisfies Question
  return [
    list('Newest', everywhere),
    {
      heading: 'Newest, offset 9 990',
      on: 'reads',
      ask: db => ask(db, {}, pageOf({ ...FIRST, page: 667 }, ORDERS.publie_le_desc)),
    },
    list('The biggest commune', town),
    list('The biggest commune, a rare type', town, { type: { slugs: ['alerte'] } }),
    list('An app of 300 communes', region),
    {
      heading: 'The biggest commune, by day',
      on: 'reads',
      ask: db => ask(db, { place: town }, pageOf(FIRST, ORDERS.date_debut_asc)),
    },
    list('The biggest commune, under way', town, { on: dayFrom(0) }),
    list('Under way', everywhere, { on: dayFrom(0) }),
    days('This week', everywhere, dayFrom(0), dayFrom(6)),
    days('A day that nothing has: from 2199 on', everywhere, '2199-01-01'),
    days('Everything from 2000 on', everywhere, '2000-01-01'),
    days('The biggest commune, from 2199 on', town, '2199-01-01'),
    days('An app of 300 communes, from 2199 on', region, '2199-01-01'),
    { heading: 'Featured first', on: 'reads', ask: db => ask(db, {}, pageOf(FIRST, ORDERS.featured)) },
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
    {
      heading: 'All that is pending, to be decided as one',
      on: 'pool',
      ask: async db => db.all((await matching(db, { moderation_status: 'pending' }, null)).rows),
    },
    ...admin('Pending, by urgency', { moderation_status: 'pending', sort: 'urgency' }),
    ...admin('Pending and rejected', { moderation_status: 'pending,rejected' }),
    ...admin('What nobody sees', { visible: false }),
    ...admin('What everybody sees', { visible: true }),
    ...admin('The biggest departement, pending', { departement, moderation_status: 'pending' }),
    ...admin('The biggest intercommunality, pending', { moderation_status: 'pending' }, territory),
    ...admin('The biggest intercommunality, newest', {}, territory),
    ...admin('The biggest intercommunality, by title', { sort: 'title_asc' }, territory),
    ...[undefined, 'pending', 'rejected'].map(
      (status): Question => ({
        heading: `The biggest intercommunality: how many ${status ?? 'publications'}`,
        on: 'pool',
        ask: async db =>
          await countAll(db, planFilter(status ? { moderation_status: status } : {}, undefined, territory)),
      }),
    ),
    duplicates(
      'The biggest intercommunality: pending duplicates',
      { moderation_status: 'pending' },
      territory,
    ),
    duplicates('Duplicates, pending', { moderation_status: 'pending' }),
    duplicates('Duplicates, everything', {}),
  ]
}

const search = (heading: string, q: string, place: Place): Question => ({
  heading,
  on: 'reads',
  async ask(db) {
    const words = await loadSearchContext(db, q)
    if (words === undefined) throw new Error(`“${q}” is no search.`)
    await ask(db, { words, place })
  },
})

const days = (heading: string, place: Place, from: string, to?: string): Question => ({
  heading,
  on: 'reads',
  ask: db => ask(db, { from, to, place }),
})
const dayFrom = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
const DAY_MS = 86_400_000

type Asked = AdminQuery

/** The order is named, not left to the settings of a team. */
type Listed = AdminQuery & { readonly sort?: keyof typeof ADMIN_ORDERS }

function admin(heading: string, query: Listed, territory: Territory = null): Question[] {
  const narrowed = planFilter(query, undefined, territory)
  const page = pageOf(QUEUE, ADMIN_ORDERS[query.sort ?? 'created_at_desc'])
  return [
    {
      heading: `${heading}, with its total`,
      on: 'pool',
      ask: async db => await (await pageForAdmin({ db, short: db }, narrowed, page)).rows,
    },
  ]
}

const duplicates = (heading: string, query: Asked, territory: Territory = null): Question => ({
  heading,
  on: 'pool',
  async ask(db) {
    const narrowed = planFilter(query, undefined, territory)
    await listDuplicates(db, narrowed, pageOf(QUEUE, BY_GROUP))
    await countDuplicates(db, narrowed)
  },
})
