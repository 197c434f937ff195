import assert from 'node:assert/strict'
import type { Answer, Requests } from '../app.ts'
import { type Ask, COMMENT, expected, type Verdict } from './oracle.ts'
import {
  inParallel,
  lay,
  outcome,
  type Row,
  rowsOf,
  type Target,
  through,
  trailOf,
  type Who,
  type World,
} from './world.ts'

/** Sends every request × user × publication, and compares the results with the oracle. */

export interface Plan {
  readonly people: readonly Who[]
  readonly asks: readonly Ask[]
  readonly objects: readonly Target[]
}

function send(requests: Requests, ask: Ask, { id }: Target, world: World): Promise<Answer> {
  switch (ask.do) {
    case 'edit':
      return requests.patch(`/publications/${id}`, {
        ...(ask.content && { title: ask.content === 'new' ? `Autre ${id}` : `Titre ${id}` }),
        ...(ask.pin !== undefined && { epingle: ask.pin }),
        ...(ask.again && { resubmit: true }),
      })
    case 'delete':
      return requests.delete(`/publications/${id}`)
    case 'moderate': {
      const body = {
        moderation_status: ask.to,
        ...(ask.to === 'changes_requested' && { reason: COMMENT }),
      }
      if (ask.by === 'member') return requests.patch(`/publications/${id}/moderate`, body)
      if (ask.by === 'admin') return requests.patch(`/admin/publications/${id}/moderate`, body)
      if (ask.by === 'bulk')
        return requests.patch('/admin/publications/bulk/moderate', { ids: [id], ...body })
      return requests.patch(`/mairie/acteurs/${world.mairie.id}/publications/${id}/moderate`, body)
    }
    case 'valide':
      return requests.patch(
        `/admin/publications/${id}/valide`,
        ask.to === undefined ? undefined : { valide: ask.to },
      )
    case 'feature':
      return requests.patch(`/admin/publications/${id}/feature`, {
        en_avant: ask.on,
        ...(ask.until !== undefined && { featured_until: ask.until }),
      })
    case 'delete as administrator':
      return requests.delete(`/admin/publications/${id}`)
    case 'restore':
      return requests.patch(`/admin/publications/${id}/restore`)
    case 'report':
      return requests.post(`/publications/${id}/report`, { reason: 'other' })
  }
}

const isOffice = (ask: Ask) =>
  (ask.do === 'moderate' && (ask.by === 'admin' || ask.by === 'bulk')) ||
  ['valide', 'feature', 'delete as administrator', 'restore'].includes(ask.do)

interface Cell {
  readonly who: Who
  readonly ask: Ask
  readonly what: Target
  readonly name: string
}

/** Fails with a table of the disagreements. */
export async function holds(world: World, plans: readonly Plan[]): Promise<void> {
  const cells: Cell[] = plans.flatMap(({ people, asks, objects }) =>
    asks.flatMap(ask =>
      people.flatMap(who =>
        objects.map(object => ({
          who,
          ask,
          what: { ...object, id: crypto.randomUUID() },
          name: `${who.name} · ${JSON.stringify(ask)} · ${object.acteur.name}, ${object.stateName}, ${object.type}, on ${object.communes.length}`,
        })),
      ),
    ),
  )
  const ids = cells.map(({ what }) => what.id)
  await lay(
    world,
    cells.map(({ what }) => what),
  )
  const before = await rowsOf(world.app, ids)
  const start = Date.now()
  const answers = await inParallel(cells, ({ who, ask, what }) =>
    send(through(world, who, isOffice(ask) ? '/admin/' : '/'), ask, what, world),
  )
  const span = [start, Date.now()] as const
  const [after, trail] = [await rowsOf(world.app, ids), await trailOf(world.app, ids)]
  const disagreements = cells.flatMap((cell, at) => {
    const found = compare(cell, expected(cell.who, cell.ask, cell.what, world), {
      answer: answers[at] as Answer,
      before: before.get(cell.what.id) as Row,
      after: after.get(cell.what.id) as Row,
      trail: trail.get(cell.what.id) ?? [],
      span,
    })
    return found.length === 0 ? [] : [`${cell.name}: ${found.join('; ')}`]
  })
  assert.equal(
    disagreements.length,
    0,
    `${disagreements.length} of ${cells.length} disagree:\n${disagreements.slice(0, Number(process.env.MATRIX_SHOW ?? 30)).join('\n')}`,
  )
}

interface Seen {
  readonly answer: Answer
  readonly before: Row
  readonly after: Row
  readonly trail: readonly Row[]
  readonly span: readonly [from: number, to: number]
}

/** Columns that follow other columns; the oracle says nothing about them. */
const FOLLOWING = [
  'title',
  'updated_at',
  'version',
  'edited_at',
  'edited_by',
  'visible_le',
  'recherche',
  'duplicate_key',
  'duplicate_reason',
  'reports_count',
  'moderated_at',
  'moderated_by',
  'deleted_at',
]

function compare({ who, ask, what }: Cell, verdict: Verdict, seen: Seen): string[] {
  const { answer, before, after, trail } = seen
  const found: string[] = []
  const differ = (what: string, is: unknown, should: unknown) => {
    if (JSON.stringify(is) !== JSON.stringify(should))
      found.push(`${what} is ${JSON.stringify(is)}, should be ${JSON.stringify(should)}`)
  }
  if ('refused' in verdict) {
    differ('answer', outcome(answer), verdict.refused)
    differ('row', changedFields(before, after), [])
    differ(
      'trail',
      trail.map(row => row.action),
      [],
    )
    return found
  }
  differ('answer', outcome(answer), `${verdict.status}`)
  differ(
    'trail',
    trail.map(row => `${row.action} by ${row.user_id === who.user.id ? 'the caller' : row.user_id}`),
    verdict.trace === null ? [] : [`${verdict.trace} by the caller`],
  )
  const { publie_le, deleted, ...columns } = verdict.after
  const should: Row = { ...before, ...columns }
  for (const name of Object.keys(before))
    if (!FOLLOWING.includes(name) && !(name === 'publie_le' && publie_le === 'now'))
      differ(name, after[name], should[name])
  differ('deleted', after.deleted_at !== null, deleted ?? what.state.deleted)
  if (publie_le === 'now' && !within(after.publie_le, seen.span))
    found.push(`publie_le is ${after.publie_le}, should be the time of the request`)
  if (ask.do === 'edit')
    differ('title', after.title, ask.content === 'new' ? `Autre ${what.id}` : before.title)
  else differ('title', after.title, before.title)
  const wrote = ask.do === 'edit' && ask.content === 'new'
  differ('edited_by', after.edited_by, wrote ? who.user.id : before.edited_by)
  if (verdict.moderated && verdict.trace) {
    differ('moderated_by', after.moderated_by, who.user.id)
    if (!within(after.moderated_at, seen.span)) found.push(`moderated_at is ${after.moderated_at}`)
  }
  if (ask.do === 'report') differ('reports_count', after.reports_count, 1)
  found.push(...bodyDiffers(ask, verdict, answer, after))
  return found
}

/** The reply must show the stored row. */
function bodyDiffers(ask: Ask, verdict: Exclude<Verdict, { refused: string }>, answer: Answer, after: Row) {
  const data = answer.body?.data
  if (!data || ask.do === 'report') return []
  if (ask.do === 'moderate' && ask.by === 'bulk') {
    const list = verdict.failed ? 'failed' : verdict.trace ? 'updated' : 'unchanged'
    const said = Object.entries(data)
      .filter(([, items]) => (items as unknown[]).length > 0)
      .map(([name]) => name)
    return said.join() === list ? [] : [`bulk says ${said}, should be ${list}`]
  }
  const shown = [data.id, data.status, data.epingle, data.publie_le, data.version]
  const stands = [after.id, after.moderation_status, after.epingle, after.publie_le, after.version]
  return JSON.stringify(shown) === JSON.stringify(stands)
    ? []
    : [`the answer shows ${JSON.stringify(shown)}, the row is ${JSON.stringify(stands)}`]
}

const within = (time: Date | null, [from, to]: readonly [number, number]) =>
  time !== null && time.getTime() >= from - 5 && time.getTime() <= to + 5

const changedFields = (before: Row, after: Row) =>
  Object.keys(before).filter(name => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
