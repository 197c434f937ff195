import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as make from '../../../../test/factories.ts'
import { ical, openagenda, type Thing } from '../../../../test/imports/documents.ts'
import { feeder, said, thing } from '../../../../test/imports/fed.ts'
import { importWorld, inDays } from '../../../../test/imports/world.ts'

const world = await importWorld()
const { app, office, acteur, commune } = world
const admin = await app.user(['admin'])
const moderators = app.as(admin)
const member = await app.user()
await make.member(app, acteur, member)

const fed = feeder(world)

test('without an acteur, under review, or of an acteur without the right: it waits, unseen', async () => {
  const humble = await make.acteur(app, commune)
  const closed = await make.acteur(app, commune, { can_publish: true, active: false })
  const cases: readonly object[] = [
    { commune_id: commune },
    { acteur_id: acteur, moderation: 'pending' },
    { acteur_id: humble },
    { acteur_id: closed },
  ]
  for (const fields of cases) {
    const { run, made } = await fed([thing('a')], fields)
    assert.equal(said((await run()).counts), '1 created', JSON.stringify(fields))
    const [row] = await made()
    assert.deepEqual(
      [row.moderation_status, row.valide, row.publie_le, row.moderation_by],
      ['pending', false, null, 'import'],
    )
    assert.equal((await app.anyone.get(`/publications/${row.id}`)).status, 404)
  }
})

test('what a moderator lets through afterwards is published now, and stays with its source', async () => {
  const { id, run, made } = await fed([thing('a')], { commune_id: commune })
  await run()
  const [row] = await made()
  const answer = await moderators.patch(`/admin/publications/${row.id}/moderate`, {
    moderation_status: 'published',
  })
  assert.deepEqual([answer.status, answer.body.data.import_source_id], [200, id])
  assert.equal((await app.anyone.get(`/publications/${row.id}`)).status, 200)
  assert.equal(said((await run()).counts), '1 unchanged')
  const listed = await moderators.get(`/admin/publications?import_source_id=${id}`)
  assert.equal(listed.body.meta.total, 1)
})

test('edited here, by a member or by the back-office: never overwritten, however often it changes', async () => {
  for (const [who, changes] of [
    [app.as(member), { title: 'Autrement' }],
    [moderators, { lieu: 'Salle des fêtes' }],
    [moderators, { commune_ids: [await make.commune(app)] }],
  ] as const) {
    const { say, run, made } = await fed([thing('a')])
    await run()
    const [row] = await made()
    const answer = await who.patch(`/publications/${row.id}`, changes)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    const edited = await make.row(app, row.id)
    assert.equal(said((await run()).counts), '1 unchanged')
    for (const text of ['Nouveau', 'Encore nouveau']) {
      say([thing('a', { text })])
      assert.equal(said((await run()).counts), '1 skipped')
    }
    assert.deepEqual(await make.row(app, row.id), edited)
  }
})

test('pinned, featured, moderated is not edited: its words still follow, and nothing else moves', async () => {
  const { say, run, made } = await fed([thing('a')])
  await run()
  const [row] = await made()
  const until = new Date(Date.now() + 86_400_000).toISOString()
  await moderators.patch(`/admin/publications/${row.id}/feature`, { en_avant: true, featured_until: until })
  await moderators.patch(`/publications/${row.id}`, { epingle: true })
  await moderators.patch(`/admin/publications/${row.id}/moderate`, { moderation_status: 'published' })
  const before = await make.row(app, row.id)
  say([thing('a', { text: 'Nouveau', title: 'Neuf' })])
  assert.equal(said((await run()).counts), '1 updated')
  const now = await make.row(app, row.id)
  const { title, body, version, updated_at, edited_at, ...rest } = now
  assert.deepEqual([title, body, version], ['Neuf', 'Nouveau', before.version + 1])
  for (const [field, value] of Object.entries(rest)) assert.deepEqual(value, before[field], field)
  assert.ok(now.en_avant && now.epingle && now.moderation_by === 'backoffice')
  // And it is found by its new words.
  const found = await app.anyone.get(`/publications?q=Nouveau+Neuf&acteur_id=${acteur}`)
  assert.deepEqual(
    found.body.data.map((one: { id: string }) => one.id),
    [row.id],
  )
})

test('deleted or rejected here: it never comes back, changed or not; restored, it follows again', async () => {
  const { say, run, made } = await fed([thing('a'), thing('b')])
  await run()
  const [a, b] = await made()
  await moderators.delete(`/admin/publications/${a.id}`)
  await moderators.patch(`/admin/publications/${b.id}/moderate`, {
    moderation_status: 'rejected',
    reason: 'Non.',
  })
  for (const text of [undefined, 'Autre', 'Encore autre']) {
    if (text) say([thing('a', { text }), thing('b', { text })])
    const { counts } = await run()
    assert.equal(said(counts), '2 skipped')
  }
  const rows = await made()
  assert.deepEqual(
    rows.map(row => row.body),
    ['Texte a', 'Texte b'],
  )
  await moderators.patch(`/admin/publications/${a.id}/restore`)
  assert.equal(said((await run()).counts), '1 updated, 1 skipped')
  assert.equal((await make.row(app, a.id)).body, 'Encore autre')
})

test('deleted here, it does not come back through another source either, nor through its own made anew', async () => {
  const link = 'https://ville.example.org/interdit'
  const first = await fed([thing('a', { link })])
  await first.run()
  const [row] = await first.made()
  await moderators.delete(`/admin/publications/${row.id}`)
  const second = await fed([thing('z', { link, title: 'Autrement' })])
  assert.equal(said((await second.run()).counts), '1 skipped')
  await office.delete(`/admin/import-sources/${first.id}`)
  const anew = await fed([thing('a', { link })])
  assert.equal(said((await anew.run()).counts), '1 skipped')
  assert.match((await world.entries(anew.id))[0]?.message ?? '', /deleted or rejected here/)
})

test('what is in stock from elsewhere is a duplicate, and of which; of one source an address makes none', async () => {
  const link = 'https://www.ville.example.org/page/?utm_source=x'
  const written = await app.as(member).post('/publications', {
    title: 'Écrit ici',
    body: 'À la main.',
    acteur_id: acteur,
    commune_id: commune,
    source_url: 'http://ville.example.org/page',
  })
  assert.equal(written.status, 201)
  const { id, run, made } = await fed([
    thing('a', { link }),
    thing('b', { link: 'https://ville.example.org/meme', text: 'Un' }),
    thing('c', { link: 'https://ville.example.org/meme', text: 'Deux' }),
  ])
  const dry = await world.dryRun(id)
  const { counts } = await run()
  assert.equal(said(counts), '2 created, 1 duplicates')
  assert.deepEqual(dry.counts, counts)
  const duplicate = dry.items.find((one: { action: string }) => one.action === 'duplicate')
  assert.deepEqual([duplicate.external_id, duplicate.duplicate_of], ['a', written.body.data.id])
  assert.deepEqual(
    (await made()).map(row => row.external_id),
    ['b', 'c'],
  )
  const entry = (await world.entries(id)).find(({ item }) => item === 'a')
  assert.ok(entry?.message.includes(written.body.data.id))
})

test('a feed that gives each item a new identifier at every reading does not fill the stock', async () => {
  const same = { title: 'Toujours', text: 'Pareil.', link: 'https://ville.example.org/toujours' }
  const { say, run, made } = await fed([thing('1', same)])
  await run()
  say([thing('2', same), thing('3', same)])
  assert.equal(said((await run()).counts), '2 duplicates')
  assert.equal((await made()).length, 1)
  say([thing('2', { ...same, text: 'Autre chose.' })])
  assert.equal(said((await run()).counts), '1 created')
})

test('withdrawn by the source: what was imported stays as it is', async () => {
  const { say, run, made } = await fed([thing('a'), thing('b')])
  await run()
  const before = await made()
  say([thing('b')])
  assert.equal(said((await run()).counts), '1 unchanged')
  assert.deepEqual(await made(), before)
})

test('an update of what an acteur may publish no more goes back to the moderators; so does a source under review', async () => {
  const trusted = await make.acteur(app, commune, { can_publish: true })
  const one = await fed([thing('a')], { acteur_id: trusted })
  await one.run()
  await app.owner.query('update acteurs set can_publish = false where id = $1', [trusted])
  one.say([thing('a', { text: 'Changé' })])
  assert.equal(said((await one.run()).counts), '1 updated')
  const [row] = await one.made()
  assert.deepEqual(
    [row.moderation_status, row.valide, row.moderation_by, row.body],
    ['pending', false, 'import', 'Changé'],
  )
  assert.ok(row.publie_le)

  const two = await fed([thing('a')])
  await two.run()
  await office.patch(`/admin/import-sources/${two.id}`, { moderation: 'pending' })
  two.say([thing('a', { text: 'Changé' })])
  await two.run()
  assert.equal((await two.made())[0].moderation_status, 'pending')
})

test('events: their type, days and place; past and cancelled ones are left out; called off and on again', async () => {
  const event = (id: string, fields: Partial<Thing> = {}) =>
    thing(id, { from: inDays(20), to: inDays(20).replace('T10', 'T12'), place: 'Halle', ...fields })
  const past = { from: inDays(-3), to: inDays(-3).replace('T10', 'T12') }
  const { id, say, run, made } = await fed(
    [event('a'), event('b', { cancelled: true }), event('c', past)],
    { acteur_id: acteur },
    ical,
  )
  assert.equal(said((await run()).counts), '1 created, 2 skipped')
  const [row] = await made()
  const { rows: types } = await app.owner.query('select slug from publication_types where id = $1', [
    row.type_id,
  ])
  assert.deepEqual([types[0].slug, row.lieu, row.moderation_status], ['evenement', 'Halle', 'published'])
  assert.deepEqual(
    (await world.entries(id)).map(({ item, message }) => `${item} ${message.slice(0, 45)}`),
    [
      'a Created, published: Titre a',
      'b Left out: Titre b. It is cancelled.',
      'c Left out: Titre c. It is over.',
    ],
  )
  const shown = async () => (await app.anyone.get(`/publications/${row.id}`)).body.data
  say([event('a', { cancelled: true, text: 'Annulé.' })])
  assert.equal(said((await run()).counts), '1 updated')
  const off = await shown()
  assert.deepEqual([off.annule_le !== null, off.body, off.status], [true, row.body, 'published'])
  assert.equal(said((await run()).counts), '1 skipped')
  const [, trace] = await make.auditOf(app, row.id)
  assert.deepEqual(trace?.after, { annule_le: off.annule_le })
  say([event('a', { text: 'Finalement oui.' })])
  assert.equal(said((await run()).counts), '1 updated')
  const on = await shown()
  assert.deepEqual([on.annule_le, on.body, on.publie_le], [null, 'Finalement oui.', off.publie_le])
  assert.equal(said((await run()).counts), '1 unchanged')
})

test('cancelled by its source, edited here: the words stay; reinstated here, it stays so', async () => {
  const event = (fields: Partial<Thing> = {}) =>
    thing('a', { from: inDays(20), to: inDays(20).replace('T10', 'T12'), ...fields })
  const { say, run, made } = await fed([event()], { acteur_id: acteur }, ical)
  await run()
  const [row] = await made()
  await moderators.patch(`/admin/publications/${row.id}`, { title: 'Corrigé' })
  const states = async () => {
    const { annule_le, title } = await make.row(app, row.id)
    return [annule_le !== null, title]
  }
  say([event({ cancelled: true, text: 'Annulé.' })])
  assert.equal(said((await run()).counts), '1 updated')
  assert.deepEqual(await states(), [true, 'Corrigé'])
  await moderators.patch(`/publications/${row.id}`, { annule: false })
  assert.equal(said((await run()).counts), '1 skipped')
  assert.deepEqual(await states(), [false, 'Corrigé'])
  say([event({ text: 'Finalement oui.' })])
  assert.equal(said((await run()).counts), '1 updated')
  assert.deepEqual(await states(), [false, 'Corrigé'])
  assert.equal(said((await run()).counts), '1 skipped')
})

test('the commune an item names: another town’s is left out, and who imports for nobody takes it from there', async () => {
  await app.owner.query(`update communes set code_insee = '81004' where id = $1`, [commune])
  const albi = thing('a', { from: inDays(9), to: inDays(9), insee: '81004' })
  const elsewhere = thing('b', { from: inDays(9), to: inDays(9), insee: '99999', title: 'Ailleurs' })
  const gaillac = await make.commune(app, { code_insee: '81099' })
  const other = thing('c', { from: inDays(9), to: inDays(9), insee: '81099', title: 'Gaillac' })
  const kind = 'openagenda'
  const one = await fed([albi, other], { acteur_id: acteur, kind }, openagenda)
  assert.equal(said((await one.run()).counts), '1 created, 1 skipped')
  const two = await fed(
    [albi, elsewhere, other].map(each => ({ ...each, title: `${each.title} bis` })),
    { kind },
    openagenda,
  )
  assert.equal(said((await two.run()).counts), '2 created, 1 skipped')
  assert.deepEqual(
    (await two.made()).map(row => row.commune_id),
    [commune, gaillac],
  )
})

test('a series under review: its dates are stored; passing days change nothing, and a long one is continued unseen', async () => {
  const [from = ''] = inDays(3).split('T')
  const calendar = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'BEGIN:VEVENT',
    'UID:marche',
    'SUMMARY:Marché',
    'DURATION:PT4H',
    `DTSTART;TZID=Europe/Paris:${from.replaceAll('-', '')}T083000`,
    'RRULE:FREQ=WEEKLY',
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n')
  const url = world.server.serve('/series', { body: calendar })
  const id = await world.source({ url, acteur_id: acteur, moderation: 'pending' })
  const items = (await world.dryRun(id)).items
  const { counts } = await world.run(id)
  assert.deepEqual([said(counts), items[0].changes.dates.after.split(', ').length], ['1 created', 52])
  const [row] = await world.publications(id)
  assert.deepEqual([row.day, row.dates.length, row.heure_debut], [from, 52, '08:30'])
  await moderators.patch(`/admin/publications/${row.id}/moderate`, { moderation_status: 'published' })
  const weeks = (n: number) => new Date(Date.now() + n * 7 * 86_400_000)
  for (const then of [undefined, weeks(0.2), weeks(1), weeks(20)])
    assert.equal(said((await world.run(id, then)).counts), '1 unchanged', String(then))
  assert.equal(said((await world.run(id, weeks(30))).counts), '1 updated')
  const [continued] = await world.publications(id)
  assert.deepEqual(
    [continued.moderation_status, continued.valide, continued.dates.length],
    ['published', true, 52],
  )
  assert.ok(continued.day > from)
})
