import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'

/** Hours of events, in each place that shows a day (DECISIONS §8). */

const app = await startApp()
const commune = await make.commune(app)
const further = await make.commune(app)
const club = await make.acteur(app, commune)
const [president, moderator] = [await app.user(), await app.user(['operator_moderation'])]
await make.member(app, club, president)
const member = app.as(president, 'public')
const office = app.as(moderator)
const evening = {
  title: 'Bal',
  body: 'Place de la mairie.',
  acteur_id: club,
  commune_id: commune,
  date_debut: '2027-07-14',
  heure_debut: '20:30',
  heure_fin: '23:45',
}
const hoursOf = (one: Record<string, unknown>) => [
  one.date_debut,
  one.heure_debut,
  one.date_fin,
  one.heure_fin,
]

test('an event is written with its hours; records, lists, the office, the trail and revisions say them', async () => {
  const written = await member.post('/publications', evening)
  assert.equal(written.status, 201, JSON.stringify(written.body))
  const { id } = written.body.data
  await office.patch(`/admin/publications/${id}/moderate`, { moderation_status: 'published' })
  const expected = ['2027-07-14', '20:30', null, '23:45']
  for (const shown of [
    written.body.data,
    (await app.anyone.get(`/publications/${id}`)).body.data,
    (await app.anyone.get(`/communes/${commune}/publications?sort=date_debut_asc`)).body.data[0],
    (await app.anyone.get('/publications?from=2027-07-14&to=2027-07-14')).body.data[0],
    (await member.get('/me/publications')).body.data[0],
    (await office.get('/admin/publications')).body.data[0],
  ])
    assert.deepEqual(hoursOf(shown), expected)
  const traces = await make.auditOf(app, id)
  assert.ok(traces.some(({ after }: { after: { heure_debut?: string } }) => after.heure_debut === '20:30'))

  // Another hour is another content: the author gets mail about the correction, and the approved revision is kept.
  await app.owner.query('update publications set created_by = $1 where id = $2', [president.id, id])
  const corrected = await office.patch(`/admin/publications/${id}`, { heure_debut: '21:00' })
  assert.deepEqual([corrected.status, corrected.body.data.version], [200, written.body.data.version + 2])
  const { rows } = await app.owner.query('select text from mails order by place desc limit 1')
  for (const said of ['14 juillet 2027, de 20 h 30 à 23 h 45', 'de 21 h à'])
    assert.ok(rows[0].text.replaceAll('\u00a0', ' ').includes(said), rows[0].text)
  const [kept] = (await office.get(`/admin/publications/${id}/revisions`)).body.data
  assert.deepEqual([kept.heure_debut, kept.heure_fin], ['20:30', '23:45'])
  const back = await office.post(`/admin/publications/${id}/revisions/${kept.id}/restore`)
  assert.deepEqual([back.status, back.body.data.heure_debut], [200, '20:30'])
})

test('an hour belongs to a day and is before the end: 422 names the field', async () => {
  const refused: [object, string][] = [
    [{ date_debut: null }, 'date_debut'],
    [{ heure_debut: null }, 'heure_debut'],
    [{ heure_fin: '20:30' }, 'heure_fin'],
    [{ heure_fin: '01:00' }, 'heure_fin'],
    [{ heure_debut: '24:00' }, 'heure_debut'],
    [{ heure_debut: '8:30' }, 'heure_debut'],
  ]
  for (const [change, path] of refused) {
    const { status, body } = await member.post('/publications', { ...evening, ...change })
    assert.deepEqual([status, body.error, body.details?.[0]?.path], [422, 'validation_failed', path])
  }
  const night = await member.post('/publications', { ...evening, date_fin: '2027-07-15', heure_fin: '01:00' })
  assert.equal(night.status, 201)
  // Removing a day that has hours is refused and changes nothing.
  const { id } = night.body.data
  assert.equal((await member.patch(`/publications/${id}`, { date_debut: null, date_fin: null })).status, 422)
  const without = { date_debut: null, date_fin: null, heure_debut: null, heure_fin: null }
  assert.equal((await member.patch(`/publications/${id}`, without)).status, 200)
})

test('within a day by the hour, events without one first, midnight behind them, over pages and communes', async () => {
  const day = '2028-03-01'
  const made = ['b 00:00', 'd 19:00', 'a', 'c 09:15'].map(name => {
    const [title = '', heure_debut = null] = name.split(' ')
    return make.publication(app, club, commune, {
      title,
      date_debut: day,
      heure_debut,
      ...(title === 'c' && { commune_id: further, commune_ids: [further, commune] }),
    })
  })
  await Promise.all(made)
  const titles: string[] = []
  const path = `/communes/${commune}/publications?sort=date_debut_asc&from=${day}&to=${day}&per_page=1`
  for (let next: string | null = ''; next !== null; ) {
    const { body } = await app.anyone.get(`${path}${next && `&after=${next}`}`)
    titles.push(...body.data.map(({ title }: { title: string }) => title))
    next = body.meta.next
  }
  assert.deepEqual(titles, ['a', 'b', 'c', 'd'])
})

test('a draft keeps an hour as it was typed', async () => {
  const content = { title: 'Bal', date_debut: 'samedi', heure_debut: '20 h', heure_fin: 'minuit' }
  const made = await member.post('/me/drafts', { acteur_id: club, content })
  assert.deepEqual([made.status, made.body.data.content], [201, content])
})
