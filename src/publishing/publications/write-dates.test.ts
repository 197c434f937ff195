import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { checkKept, repairKept } from './commands.ts'

/** Several dates of an event, in each place that shows a day (DECISIONS §8). */

const app = await startApp()
const commune = await make.commune(app)
const further = await make.commune(app)
const club = await make.acteur(app, commune)
const [president, moderator] = [await app.user(), await app.user(['operator_moderation'])]
await make.member(app, club, president)
const member = app.as(president, 'public')
const office = app.as(moderator)
const series = {
  title: 'Atelier',
  body: 'À la médiathèque.',
  acteur_id: club,
  commune_id: commune,
  date_debut: '2027-12-03',
  heure_debut: '20:30',
  dates: ['2027-12-17', '2027-12-10'],
}
const SORTED = ['2027-12-10', '2027-12-17']

test('a series is written with its dates; records, lists, the office, the trail and revisions say them', async () => {
  const written = await member.post('/publications', series)
  assert.equal(written.status, 201, JSON.stringify(written.body))
  const { id, version } = written.body.data
  await office.patch(`/admin/publications/${id}/moderate`, { moderation_status: 'published' })
  for (const shown of [
    written.body.data,
    (await app.anyone.get(`/publications/${id}`)).body.data,
    (await app.anyone.get(`/communes/${commune}/publications?sort=date_debut_asc`)).body.data[0],
    (await app.anyone.get('/publications?from=2027-12-11&to=2027-12-17')).body.data[0],
    (await member.get('/me/publications')).body.data[0],
    (await office.get('/admin/publications')).body.data[0],
  ])
    assert.deepEqual([shown.date_debut, shown.dates], ['2027-12-03', SORTED])
  const traces = await make.auditOf(app, id)
  const said = traces.find(({ after }: { after: { dates?: unknown } }) => after.dates)
  assert.deepEqual(said?.after.dates, SORTED)

  // Further dates alone are another content: a version, a revision and a mail in words.
  await app.owner.query('update publications set created_by = $1 where id = $2', [president.id, id])
  const corrected = await office.patch(`/admin/publications/${id}`, { dates: ['2028-01-07'] })
  assert.deepEqual([corrected.status, corrected.body.data.version], [200, version + 2])
  const { rows } = await app.owner.query('select text from mails order by place desc limit 1')
  const text = rows[0].text.replaceAll('\u00a0', ' ')
  for (const words of [
    'les 3, 10 et 17 décembre 2027, à 20 h 30',
    'les 3 décembre 2027 et 7 janvier 2028, à 20 h 30',
  ])
    assert.ok(text.includes(words), text)
  const [kept] = (await office.get(`/admin/publications/${id}/revisions`)).body.data
  assert.deepEqual(kept.dates, SORTED)
  const back = await office.post(`/admin/publications/${id}/revisions/${kept.id}/restore`)
  assert.deepEqual([back.status, back.body.data.dates], [200, SORTED])

  // In another order they are the same.
  const same = await member.patch(`/publications/${id}`, { dates: series.dates })
  assert.deepEqual([same.status, same.body.data.version], [200, back.body.data.version])
  const none = await member.patch(`/publications/${id}`, { dates: [] })
  assert.deepEqual([none.body.data.dates, none.body.data.moderation_status], [[], 'pending'])
})

test('further dates are distinct, after the first day, and sixty at most: 422 names the field', async () => {
  const many = (n: number) =>
    Array.from({ length: n }, (_, at) => new Date(Date.UTC(2028, 0, 1 + at)).toISOString().slice(0, 10))
  const refused: [object, string][] = [
    [{ dates: ['2027-12-10', '2027-12-10'] }, 'dates'],
    [{ dates: ['2027-12-03'] }, 'dates'],
    [{ dates: ['2027-12-02', '2027-12-10'] }, 'dates'],
    [{ dates: many(61) }, 'dates'],
    [{ dates: ['2027-02-30'] }, 'dates.0'],
    [{ dates: null }, 'dates'],
    [{ date_debut: null, heure_debut: null }, 'date_debut'],
  ]
  for (const [change, path] of refused) {
    const { status, body } = await member.post('/publications', { ...series, ...change })
    assert.deepEqual([status, body.error, body.details?.[0]?.path], [422, 'validation_failed', path])
  }
  const made = await member.post('/publications', { ...series, dates: many(60) })
  assert.deepEqual([made.status, made.body.data.dates.length], [201, 60])
  const { id } = made.body.data
  // The first day passes none of the others.
  const later = await member.patch(`/publications/${id}`, { date_debut: '2028-01-02' })
  assert.deepEqual([later.status, later.body.details?.[0]?.path], [422, 'dates'])
  assert.equal((await member.patch(`/publications/${id}`, { date_debut: '2027-12-31' })).status, 200)
})

test('what the service keeps beside the dates follows them, and is repaired', async () => {
  const id = await make.publication(app, club, commune, {
    date_debut: '2029-05-01',
    heure_debut: '10:00',
    dates: ['2029-05-08', '2029-05-15'],
    commune_ids: [commune, further],
  })
  const kept = async () =>
    (
      await app.owner.query(
        `select debut::text, previous::text, own from publication_days where publication_id = $1 order by own desc, debut`,
        [id],
      )
    ).rows.map(({ debut, previous, own }) => `${own ? 'own' : 'further'} ${debut} behind ${previous}`)
  const [first, second] = [
    '2029-05-08 10:00:00.000001 behind 2029-05-01',
    '2029-05-15 10:00:00.000001 behind 2029-05-08',
  ]
  assert.deepEqual(await kept(), [`own ${first}`, `own ${second}`, `further ${first}`, `further ${second}`])
  await app.owner.query(`update publications set commune_ids = $2, heure_debut = null where id = $1`, [
    id,
    [commune],
  ])
  assert.deepEqual(await kept(), [
    'own 2029-05-08 00:00:00 behind 2029-05-01',
    'own 2029-05-15 00:00:00 behind 2029-05-08',
  ])
  const wrong = async () =>
    (await app.service.db.transaction(checkKept)).filter(one => one.wrong > 0).map(({ name }) => name)
  assert.deepEqual(await wrong(), [])
  await app.owner.query(`delete from publication_days where debut = '2029-05-15'`)
  await app.owner.query(`update publication_days set previous = '2029-05-07' where debut = '2029-05-08'`)
  assert.deepEqual(await wrong(), ['further dates of each publication'])
  await app.service.db.transaction(repairKept)
  assert.deepEqual(await wrong(), [])
  await app.owner.query(`update publications set dates = '{}' where id = $1`, [id])
  assert.deepEqual(await kept(), [])
})

/** What lists by day have to say: each publication once, by its first day from then on. */
interface Listed {
  readonly title: string
  readonly days: readonly string[]
}

test('a list from a day on shows a series once, by its next day, over pages, communes, words and apps', async () => {
  const town = await make.commune(app)
  const made: Listed[] = []
  const day = (n: number) => new Date(Date.UTC(2031, 0, 1 + n)).toISOString().slice(0, 10)
  for (let at = 0; at < 24; at++) {
    const days = Array.from({ length: at % 3 === 0 ? 1 : 2 + (at % 5) }, (_, k) =>
      day(at + k * (1 + (at % 4) * 3)),
    )
    const [date_debut, ...dates] = days
    const title = `Rendez-vous ${String.fromCharCode(97 + at)}`
    await make.publication(app, club, commune, {
      title,
      date_debut,
      dates,
      ...(at % 2 === 0 ? { commune_id: town, commune_ids: [town] } : { commune_ids: [commune, town] }),
    })
    made.push({ title, days })
  }
  await make.publication(app, club, town, { title: 'Nouvelle sans jour' })
  await app.owner.query(`insert into app_sources (slug, commune_ids) values ('place', $1)`, [[town, further]])
  const places = [
    ['/publications', 'public'],
    ['/publications', 'place'],
    [`/communes/${town}/publications`, 'public'],
    [`/acteurs/${club}/publications`, 'public'],
  ] as const
  for (const [path, source] of places)
    for (const [from, to] of [
      [day(0), day(90)],
      [day(11), day(90)],
      [day(11), day(14)],
      [day(20), day(20)],
      [day(31), day(40)],
    ] as const)
      for (const words of ['', '&q=rendez-vous'])
        for (const sort of ['date_debut_asc', 'publie_le_desc']) {
          const expected = made
            .flatMap(({ title, days }) => {
              const next = days.find(one => one >= from)
              return next !== undefined && next <= to ? [{ title, next }] : []
            })
            .sort((a, b) => (a.next < b.next ? -1 : a.next > b.next ? 1 : 0))
          const seen: string[] = []
          const query = `from=${from}&to=${to}&sort=${sort}&per_page=3${words}`
          for (let next: string | null = ''; next !== null; ) {
            const { body } = await app
              .as(undefined, source)
              .get(`${path}?${query}${next && `&after=${next}`}`)
            assert.ok(body.data, `${path} ${query} ${JSON.stringify(body)}`)
            seen.push(...body.data.map(({ title }: Listed) => title))
            next = body.meta.next
          }
          const what = `${path} ${source} ${query}`
          assert.deepEqual(seen.toSorted(), expected.map(({ title }) => title).sort(), what)
          if (sort === 'publie_le_desc') continue
          const byTitle = new Map(expected.map(({ title, next }) => [title, next]))
          const days = seen.map(title => byTitle.get(title))
          assert.deepEqual(days, days.toSorted(), what)
        }
})

test('a draft keeps further dates as they were typed', async () => {
  const content = { title: 'Bal', date_debut: 'samedi', dates: '17/12/2027\nle 24' }
  const made = await member.post('/me/drafts', { acteur_id: club, content })
  assert.deepEqual([made.status, made.body.data.content], [201, content])
})
