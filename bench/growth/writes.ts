import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Figure, timed } from './figures.ts'
import { FEED_ITEMS, type Office } from './office.ts'

/** In batches, by the worker. */
const MANY = 2_000

/** The writes: single, bulk, bulk in batches, and an import. */
export async function writes(
  office: Office,
  client: pg.Client,
  tell: (figure: Figure) => void,
): Promise<Figure[]> {
  const pending = async (count: number, order = 'created_at') =>
    (
      await client.query<{ id: string }>(
        `select id from publications where moderation_status = 'pending' and deleted_at is null
         order by ${order} limit $1`,
        [count],
      )
    ).rows.map(({ id }) => id)
  const { rows } = await client.query<{ acteur: string; commune: string }>(`
    select id as acteur, commune_id as commune from acteurs where can_publish and commune_id is not null
    order by id limit 1`)
  const { acteur, commune } = rows[0] ?? { acteur: '', commune: '' }
  const publication = {
    acteur_id: acteur,
    commune_id: commune,
    title: 'Réunion de quartier à la salle des fêtes',
    body: 'Le conseil municipal invite les habitants à une réunion de quartier. '.repeat(12),
  }
  const until = async (path: string, isDone: (body: { status: string }) => boolean) => {
    while (!isDone((await office.asAdmin('GET', path)).body.data)) await sleep(20)
  }
  const figures: Figure[] = []
  const add = async (...of: Parameters<typeof timed>) => {
    const figure = await timed(...of)
    figures.push(figure)
    tell(figure)
  }
  await add('writing', 'create one', 20, async () => {
    await office.asAdmin('POST', '/publications', publication)
  })
  const some = await pending(21)
  await add('writing', 'decide about one', 20, async time => {
    await office.asAdmin('PATCH', `/admin/publications/${some[time]}/moderate`, {
      moderation_status: 'published',
    })
  })
  for (const [which, order] of [
    ['', 'created_at'],
    [' of the newest', 'created_at desc'],
  ] as const)
    await add('writing', `decide about 500${which} at once`, 3, async () => {
      const ids = await pending(500, order)
      await office.asAdmin('PATCH', '/admin/publications/bulk/moderate', {
        ids,
        moderation_status: 'published',
      })
    })
  const { body: source } = await office.asAdmin('POST', '/admin/import-sources', {
    nom: 'Agenda du banc d’essai',
    url: office.feed,
    acteur_id: acteur,
    commune_id: commune,
    options: { max_items: FEED_ITEMS },
  })
  const path = `/admin/import-sources/${source.data.id}`
  await add('writing', `an import of ${FEED_ITEMS}, from asked to done`, 3, async () => {
    const { body } = await office.asAdmin('POST', `${path}/run`, {})
    await until(`${path}/runs/${body.data.id}`, ({ status }) => !/queued|running/.test(status))
  })
  await office.asAdmin('DELETE', path)
  return [...figures, await inPieces(office, client, tell)]
}

/** All pending publications of as many communes as have about two thousand. */
async function inPieces(office: Office, client: pg.Client, tell: (figure: Figure) => void): Promise<Figure> {
  const { rows } = await client.query<{ id: string; waiting: number }>(`
    select commune_id as id, count(*)::int as waiting from publications
    where moderation_status = 'pending' and deleted_at is null group by 1 order by 2 desc`)
  const chosen = rows.find(({ waiting }) => waiting <= MANY) ?? rows[0]
  const filter = { moderation_status: 'pending', commune_id: chosen?.id }
  const query = new URLSearchParams(filter as Record<string, string>)
  const { body: list } = await office.asAdmin('GET', `/admin/publications?${query}`)
  const { total } = list.meta
  const figure = await timed(
    'writing',
    'decide about all that waits in a commune, in pieces',
    1,
    async () => {
      const { body } = await office.asAdmin('PATCH', '/admin/publications/bulk/moderate', {
        filter,
        expected_total: total,
        moderation_status: 'published',
      })
      for (let left = body.meta.queued ?? 0; left > 0; ) {
        await sleep(50)
        const { body: now } = await office.asAdmin('GET', `/admin/operations/${body.meta.operation_id}`)
        left = now.data.finished_at === null ? 1 : 0
      }
      return total
    },
  )
  tell(figure)
  return figure
}
