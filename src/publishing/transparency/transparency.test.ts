import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { outcome } from '../../../test/sign-in.ts'
import { storeMonths, yearOf } from './months.ts'
import type { TransparencyMonth } from './shapes.ts'

const app = await startApp()
const admin = app.as(await app.user(['admin']))
const moderator = app.as(await app.user(['operator_moderation']))
const [here, there] = [await make.commune(app, { slug: 'ici' }), await make.commune(app, { slug: 'la-bas' })]
const acteur = await make.acteur(app, here)
const waiting = { moderation_status: 'pending', valide: false, publie_le: null }
type Name = Exclude<keyof TransparencyMonth, 'month'>

const monthsIn = async (year: number, as = moderator): Promise<TransparencyMonth[]> =>
  (await as.get(`/admin/transparency?year=${year}`)).body.data
/** Over the years of this test, which may last over midnight of the last day of a year. */
const began = yearOf(new Date())
async function sums(as = moderator): Promise<Record<Name, number>> {
  const years = [...new Set([began, yearOf(new Date())])]
  const months = (await Promise.all(years.map(year => monthsIn(year, as)))).flat()
  const names = Object.keys(months[0] ?? {}).filter(name => name !== 'month') as Name[]
  return Object.fromEntries(
    names.map(name => [name, months.reduce((sum, month) => sum + (month[name] ?? 0), 0)]),
  ) as Record<Name, number>
}
/** The figures that a piece of work changes, without the medians. */
async function changes(work: () => Promise<unknown>, as = moderator): Promise<Partial<Record<Name, number>>> {
  const before = await sums(as)
  await work()
  const after = await sums(as)
  return Object.fromEntries(
    (Object.keys(after) as Name[])
      .filter(name => !name.includes('median') && after[name] !== (before[name] ?? 0))
      .map(name => [name, after[name] - (before[name] ?? 0)]),
  )
}
const decide = async (id: string, body: object) => {
  const decided = await moderator.patch(`/admin/publications/${id}/moderate`, body)
  assert.equal(outcome(decided), '200', JSON.stringify(decided.body))
  return decided.body.meta.operation_id as string
}

test('a refusal counts with its reason, and still counts after it is undone or replaced', async () => {
  const id = await make.publication(app, acteur, here, waiting)
  let operation = ''
  const refused = async () => {
    operation = await decide(id, { moderation_status: 'rejected', reason_code: 'spam' })
  }
  assert.deepEqual(await changes(refused), { decisions: 1, refused: 1, refused_spam: 1 })
  const undo = () => moderator.post(`/admin/operations/${operation}/undo`)
  assert.deepEqual(await changes(undo), { undone: 1 })
  const accept = () => decide(id, { moderation_status: 'published' })
  assert.deepEqual(await changes(accept), { decisions: 1, accepted: 1 })
  assert.deepEqual(
    await changes(() => moderator.patch(`/admin/publications/${id}/valide`, { valide: false })),
    { hidden: 1 },
  )
  assert.deepEqual(await changes(() => make.publication(app, acteur, here, waiting)), { submitted: 1 })
})

test('reports count when they come and when they are decided, with their outcome', async () => {
  const [kept, removed] = [
    await make.publication(app, acteur, here),
    await make.publication(app, acteur, here),
  ]
  const report = (id: string, reason: string) => app.anyone.post(`/publications/${id}/report`, { reason })
  const received = () => Promise.all([report(kept, 'spam'), report(removed, 'illegal')])
  assert.deepEqual(await changes(received), { reports_received: 2 })
  const decided = async () => {
    await decide(kept, { moderation_status: 'published' })
    await decide(removed, { moderation_status: 'rejected', reason_code: 'illegal' })
  }
  const { reports_closed, reports_kept, reports_removed, reports_removed_illegal } = await changes(decided)
  assert.deepEqual([reports_closed, reports_kept, reports_removed, reports_removed_illegal], [2, 1, 1, 1])
})

test('appeals count when they come and when they are answered, with their outcome', async () => {
  const appeal = (status: string, hours: number | null) => async () => {
    const id = await make.publication(app, acteur, here, { ...waiting, moderation_status: 'rejected' })
    await app.owner.query(
      `insert into appeals (kind, publication_id, decision, decided_at, language, message, status, answered_at)
       values ('publication', $1, 'rejected', now(), 'fr', 'Non.', $2, now() + make_interval(hours => $3))`,
      [id, status, hours],
    )
  }
  const { appeals_received, appeals_upheld, ...others } = await changes(async () => {
    for (const answer of [appeal('pending', null), appeal('upheld', 0), appeal('overturned', 0)])
      await answer()
  })
  assert.deepEqual([appeals_received, appeals_upheld, others.appeals_overturned], [3, 1, 1])
})

test('a limited caller sees the figures of their territory', async () => {
  const user = await app.user()
  await admin.post(`/admin/users/${user.id}/roles`, { role: 'operator_moderation', communes: [there] })
  const limited = app.as(user)
  assert.ok(Object.values(await sums(limited)).every(sum => sum === 0))
  const work = async () => {
    const id = await make.publication(app, acteur, there, { ...waiting, commune_ids: [there, here] })
    await decide(id, { moderation_status: 'rejected', reason_code: 'off_topic' })
  }
  assert.deepEqual(await changes(work, limited), {
    submitted: 1,
    decisions: 1,
    refused: 1,
    refused_off_topic: 1,
  })
})

test('months that are over are stored once, and stay as they are', async () => {
  const { rows } = await app.owner.query<{ year: number; month: string }>(
    `select extract(year from m)::int as year, to_char(m, 'YYYY-MM') as month
     from (select date_trunc('month', now() at time zone 'Europe/Paris') - interval '2 months' as m) past`,
  )
  const [{ year, month } = { year: 0, month: '' }] = rows
  const past = { ...waiting, created_at: `${month}-15T12:00:00Z` }
  await make.publication(app, acteur, here, past)
  const decided = {
    moderation_status: 'rejected',
    moderation_by: 'backoffice',
    valide: false,
    publie_le: null,
  }
  const ids: string[] = []
  for (const hours of [1, 3, 8])
    ids.push(
      await make.publication(app, acteur, there, {
        ...decided,
        created_at: `${month}-10T00:00:00Z`,
        edited_at: `${month}-10T00:00:00Z`,
        moderated_at: `${month}-10T0${hours}:00:00Z`,
      }),
    )
  const shown = async () => (await monthsIn(year)).find(one => one.month === month)
  const uncounted = await shown()
  assert.deepEqual([uncounted?.decisions, uncounted?.decisions_median_hours], [0, null])
  await app.owner.query(
    `insert into audit_log (at, action, entity, entity_id, after)
     select $1, 'publication.moderated', 'publication', id, '{"moderation_by": "backoffice", "moderation_status": "rejected"}'
     from unnest($2::text[]) id`,
    [`${month}-10T09:00:00Z`, ids],
  )
  assert.equal((await monthsIn(year))[0]?.month, month, 'nothing is known of the months before')
  const live = await shown()
  assert.deepEqual([live?.submitted, live?.decisions, live?.decisions_median_hours], [4, 3, 3])
  const store = () => app.service.db.transaction(storeMonths)
  const both = await Promise.all([store(), store()])
  assert.deepEqual(both.map(stored => stored > 0).sort(), [false, true])
  await make.publication(app, acteur, here, past)
  assert.deepEqual(await shown(), live)
})

test('the figures are public only if the team says so: those of months that are over', async () => {
  const { rows } = await app.owner.query<{ month: string }>(
    'select month from transparency_months order by month',
  )
  const [{ month } = { month: '' }] = rows
  const read = () => app.anyone.get(`/transparency?year=${month.slice(0, 4)}`)
  // Pages are kept for a while: each commune has its own.
  const page = async (slug: string) => {
    const answer = await fetch(`${app.url}/place/${slug}/transparence`)
    return { status: answer.status, text: await answer.text() }
  }
  assert.deepEqual([outcome(await read()), (await page('la-bas')).status], ['404 not_found', 404])
  assert.equal(outcome(await admin.patch('/admin/team-settings', { transparency_public: true })), '200')
  assert.match((await page('ici')).text, /Signalements : reçus/)
  const { status, body } = await read()
  assert.deepEqual([status, body.data[0].month], [200, month])
  assert.deepEqual((await app.anyone.get('/transparency?year=2001')).body.data, [])
  await admin.patch('/admin/team-settings', { transparency_public: false })
  assert.equal(outcome(await read()), '404 not_found')
})

test('the figures are a table for spreadsheets as well', async () => {
  const headOf = async (language: string) => {
    const headers = { accept: 'text/csv', 'accept-language': language }
    return String((await moderator.get('/admin/transparency', { headers })).body).split('\r\n')[0]
  }
  assert.match(
    `${await headOf('fr')}`,
    /^\ufeff?Mois;Publications proposées;Décisions;Acceptées;.*;Délai médian des décisions \(heures\)/,
  )
  assert.match(`${await headOf('en')}`, /^\ufeff?Month,Publications submitted,Decisions,Accepted,/)
})
