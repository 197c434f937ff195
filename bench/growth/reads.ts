import type pg from 'pg'
import { type Figure, timed } from './figures.ts'
import type { Office } from './office.ts'

const TIMES = 15

/** The reads of the public and of the back-office. */
export async function reads(
  office: Office,
  client: pg.Client,
  tell: (figure: Figure) => void,
): Promise<Figure[]> {
  const { rows: towns } = await client.query<{ id: string }>(`
    select commune_id as id from publications where visible_le <= now() group by 1 order by count(*) desc`)
  const [city, village] = [towns[0]?.id, towns[20_000]?.id ?? towns.at(-1)?.id]
  const { rows: one } = await client.query<{ id: string }>(
    'select id from publications where visible_le <= now() order by visible_le desc limit 1',
  )
  const deep = (await office.get('/publications?per_page=15&page=600')).body.meta.next
  const next = encodeURIComponent(deep)
  const today = new Date().toISOString().slice(0, 10)
  const asked: readonly (readonly [group: Figure['group'], name: string, path: string])[] = [
    ['everybody', 'newest, first page', '/publications?per_page=15'],
    ['everybody', 'newest, page 600 by number', '/publications?per_page=15&page=600'],
    ['everybody', 'newest, behind the cursor of page 600', `/publications?per_page=15&after=${next}`],
    ['everybody', 'the page of the greatest commune', `/communes/${city}/publications?per_page=20`],
    ['everybody', 'the page of a village', `/communes/${village}/publications?per_page=20`],
    [
      'everybody',
      'a rare type of the greatest commune',
      `/communes/${city}/publications?per_page=20&type=alerte`,
    ],
    ['everybody', 'one publication', `/publications/${one[0]?.id}`],
    ['everybody', 'the types', '/publications/types'],
    ['everybody', 'what happens from today on', `/publications?per_page=15&from=${today}`],
    ['everybody', 'search: a word of 50 texts', '/publications?per_page=15&q=ornithorynque'],
    ['everybody', 'search: a word of one text in 200', '/publications?per_page=15&q=philatélie'],
    ['everybody', 'search: a word of every other text', '/publications?per_page=15&q=mairie'],
    ['everybody', 'search: a word of old texts alone', '/publications?per_page=15&q=confinement'],
    ['everybody', 'search: no text', '/publications?per_page=15&q=axolotl'],
    [
      'everybody',
      'search: old texts alone, by relevance',
      '/publications?per_page=15&q=confinement&sort=relevance',
    ],
    ['everybody', 'search: old texts alone, a type', '/publications?per_page=15&q=confinement&type=alerte'],
    [
      'everybody',
      'search: old texts of the greatest commune',
      `/communes/${city}/publications?per_page=15&q=confinement`,
    ],
    ['everybody', 'search: two words that hardly meet', '/publications?per_page=15&q=patinoire solstice'],
    ['everybody', 'search: a phrase of common words', '/publications?per_page=15&q="municipal conseil"'],
    [
      'everybody',
      'search: events from today on',
      `/publications?per_page=15&q=bibliothèque&from=${today}&sort=date_debut_asc`,
    ],
    [
      'everybody',
      'search: a common word, old events, stopped',
      '/publications?per_page=15&q=mairie&to=2022-06-01',
    ],
    [
      'the back-office',
      'pending queue, newest first',
      '/publications?moderation_status=pending&sort=created_at_desc&per_page=10',
    ],
    [
      'the back-office',
      'pending queue, by urgency',
      '/publications?moderation_status=pending&sort=urgency&per_page=10',
    ],
    ['the back-office', 'reported ones first', '/publications?sort=reports_desc&per_page=10'],
    [
      'the back-office',
      'pending of the greatest commune',
      `/publications?moderation_status=pending&commune_id=${city}&per_page=10`,
    ],
    [
      'the back-office',
      'the greatest commune by title',
      `/publications?commune_id=${city}&sort=title_asc&per_page=10`,
    ],
    ['the back-office', 'search: a word of 50 texts', '/publications?q=ornithorynque&per_page=10'],
    ['the back-office', 'search: a word of every other text', '/publications?q=mairie&per_page=10'],
    ['the back-office', 'search: a word of old texts alone', '/publications?q=confinement&per_page=10'],
    [
      'the back-office',
      'duplicates, pending',
      '/publications?duplicates=true&moderation_status=pending&per_page=10',
    ],
    ['the back-office', 'duplicates, everything', '/publications?duplicates=true&per_page=10'],
    ['the back-office', 'what waits: all counts', '/counts'],
    ['the back-office', 'statistics of 30 days', '/stats'],
    ['the back-office', 'find in everything: a rare word', '/search?q=ornithorynque'],
  ]
  const figures: Figure[] = []
  for (const [group, name, path] of asked) {
    const get = group === 'everybody' ? office.get : (path: string) => office.asAdmin('GET', `/admin${path}`)
    const figure = await timed(group, name, TIMES, async () => (await get(path)).body.meta?.total)
    figures.push(figure)
    tell(figure)
  }
  return figures
}
