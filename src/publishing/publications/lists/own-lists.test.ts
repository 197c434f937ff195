import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../../test/app.ts'
import * as make from '../../../../test/factories.ts'

const app = await startApp()
const [here, there] = [await make.commune(app), await make.commune(app)]
const [clerk, owner, author, stranger] = [
  await app.user(),
  await app.user(),
  await app.user(),
  await app.user(),
]
const hall = await make.mairie(app, here, clerk)
const club = await make.acteur(app, there)
await make.member(app, club, owner)

const add = (title: string, acteur: string, commune: string, fields = {}) =>
  make.publication(app, acteur, commune, { title, ...fields })
const waiting = { moderation_status: 'pending', valide: false, publie_le: null }
await add('avis', hall, here)
await add('projet', hall, here, waiting)
await add('tournoi', club, there, { commune_ids: [there, here] })
await add('tombola', club, here, waiting)
await add('ailleurs', club, there)
await add('retirée', club, here, { deleted_at: new Date() })
await add('rejetée', club, there, { moderation_status: 'rejected', valide: false, created_by: author.id })

const titles = (body: { data: { title: string }[] }) => body.data.map(({ title }) => title)
async function walk(as: ReturnType<typeof app.as>, path: string): Promise<string[]> {
  const seen: string[] = []
  for (let next: string | null = ''; next !== null; ) {
    const { status, body } = await as.get(
      `${path}${path.includes('?') ? '&' : '?'}per_page=2${next && `&after=${next}`}`,
    )
    assert.equal(status, 200, JSON.stringify(body))
    seen.push(...titles(body))
    next = body.meta.next
  }
  return seen
}

for (const [query, expected] of [
  ['', ['projet', 'avis']],
  ['?scope=own', ['projet', 'avis']],
  ['?scope=commune', ['tombola', 'tournoi']],
  ['?scope=all', ['tombola', 'tournoi', 'projet', 'avis']],
  ['?scope=all&moderation_status=pending', ['tombola', 'projet']],
  ['?scope=commune&moderation_status=rejected', []],
] as const)
  test(`a town hall lists ${query || 'its own'}, with an exact total`, async () => {
    const path = `/mairie/acteurs/${hall}/publications${query}`
    const { body } = await app.as(clerk, 'mairie').get(path)
    assert.deepEqual([titles(body), body.meta.total], [expected, expected.length])
    assert.deepEqual(await walk(app.as(clerk, 'mairie'), path), expected)
  })

test('a misspelt filter of a town hall is refused', async () => {
  const { status } = await app.as(clerk, 'mairie').get(`/mairie/acteurs/${hall}/publications?scop=all`)
  assert.equal(status, 422)
})

test('members list the publications of their acteurs in every state but deleted', async () => {
  const mine = (user: typeof owner) => walk(app.as(user, 'public'), '/me/publications')
  assert.deepEqual(await mine(owner), ['rejetée', 'ailleurs', 'tombola', 'tournoi'])
  assert.deepEqual(await mine(author), [])
  assert.deepEqual(await mine(clerk), ['projet', 'avis'])
  assert.deepEqual(await mine(stranger), [])
  const { body } = await app
    .as(owner, null)
    .get(`/me/publications?moderation_status=pending&acteur_id=${club}`)
  assert.deepEqual([titles(body), body.meta.total], [['tombola'], 1])
})

test('a member reads their publication with its decision; others’ are not found', async () => {
  const { rows } = await app.owner.query(`select id from publications where title = 'rejetée'`)
  const path = `/me/publications/${rows[0].id}`
  const { status, body } = await app.as(owner, null).get(path)
  assert.deepEqual([status, body.data.moderation_status, body.data.version], [200, 'rejected', 1])
  for (const user of [clerk, stranger, author]) assert.equal((await app.as(user, null).get(path)).status, 404)
})

test('a town hall publishes for its commune, unless it has several', async () => {
  const hallOf = app.as(clerk, 'mairie')
  const path = `/mairie/acteurs/${hall}/publications`
  const { status, body } = await hallOf.post(path, { title: 'Coupure d’eau', body: 'De 9 h à 12 h.' })
  assert.deepEqual([status, body.data.status], [201, 'published'])
  assert.equal((await make.row(app, body.data.id)).commune_id, here)
  const named = await hallOf.post(path, { title: 'x', body: 'y', acteur_id: club })
  assert.deepEqual([named.status, named.body.details[0].path], [422, 'acteur_id'])
  await app.owner.query('update communes set mairie_actor_id = $1 where id = $2', [hall, there])
  const which = await hallOf.post(path, { title: 'x', body: 'y' })
  assert.deepEqual([which.status, which.body.details[0].path], [422, 'commune_id'])
})

test('granting and revoking the right to publish applies from the next request', async () => {
  const acteur = await make.acteur(app, here)
  await make.member(app, acteur, owner)
  const publish = async () =>
    (
      await app
        .as(owner, null)
        .post('/publications', { title: 'a', body: 'b', acteur_id: acteur, commune_id: here })
    ).body.data.status
  for (const right of [false, true, false]) {
    await app.owner.query('update acteurs set can_publish = $2 where id = $1', [acteur, right])
    assert.equal(await publish(), right ? 'published' : 'pending')
  }
})

test('an alert has its own audit action', async () => {
  const { rows } = await app.owner.query(`select id from publication_types where slug = 'alerte'`)
  const { body } = await app.as(clerk, 'mairie').post(`/mairie/acteurs/${hall}/publications`, {
    title: 'Crue',
    body: 'Évitez les berges.',
    type_id: rows[0].id,
    commune_id: here,
  })
  await app.as(clerk, null).patch(`/publications/${body.data.id}`, { body: 'Évitez les quais.' })
  const trail = await make.auditOf(app, body.data.id)
  assert.deepEqual(
    trail.map(({ action }) => action),
    ['publication.alert', 'publication.alert'],
  )
  assert.ok(!JSON.stringify(trail).includes('Évitez'), 'the trail keeps that the text changed, not the text')
})

test('the allowed actions of each record are those that the routes accept', async () => {
  const editor = await app.user()
  await make.member(app, club, editor, 'editor', ['manage_publications'])
  const decided = await make.publication(app, club, there, { title: 'décidée', moderation_by: 'backoffice' })
  const held = await make.publication(app, club, here, {
    title: 'tenue',
    moderation_by: 'mairie',
    ...waiting,
  })
  const may = async (user: typeof owner, id: string) =>
    (await app.as(user, null).get(`/me/publications/${id}`)).body.data.may.join()
  const { rows } = await app.owner.query(`select id from publications where title = 'ailleurs'`)
  const free = rows[0].id
  assert.equal(await may(owner, free), 'edit,reject,hold,delete')
  await app.owner.query('update acteurs set can_publish = true where id = $1', [club])
  assert.equal(await may(owner, free), 'edit,publish,reject,hold,delete')
  assert.equal(await may(editor, free), 'edit,delete')
  assert.deepEqual([await may(owner, decided), await may(owner, held)], ['edit,delete', 'edit,delete'])

  // Through the town hall: its own publications like any acteur's; others' can be held unless the back-office has
  // decided.
  const { body } = await app
    .as(clerk, 'mairie')
    .get(`/mairie/acteurs/${hall}/publications?scope=all&per_page=100`)
  const shown = new Map(body.data.map((one: { title: string; may: string[] }) => [one.title, one.may.join()]))
  assert.equal(shown.get('avis'), 'edit,publish,reject,hold,delete')
  assert.deepEqual([shown.get('tournoi'), shown.get('tenue')], ['hold', 'hold'])
  await app.owner.query(`update publications set moderation_by = 'backoffice' where title = 'tournoi'`)
  const after = await app.as(clerk, 'mairie').get(`/mairie/acteurs/${hall}/publications?scope=commune`)
  const tournoi = after.body.data.find((one: { title: string }) => one.title === 'tournoi')
  assert.deepEqual(tournoi.may, [])

  // Replies to changes list the allowed actions too; a deleted publication has none.
  const moved = await app
    .as(owner, null)
    .patch(`/publications/${free}/moderate`, { moderation_status: 'pending' })
  assert.deepEqual(moved.body.data.may, ['edit', 'publish', 'reject', 'hold', 'delete'])
  const gone = await app.as(owner, null).delete(`/publications/${free}`)
  assert.deepEqual(gone.body.data.may, [])
  await app.owner.query('update acteurs set active = false where id = $1', [club])
  assert.equal(await may(owner, held), '')
})

test('filters by state and words, in each order, have exact totals and pages, and all states are counted at once', async () => {
  const [user, place] = [await app.user(), await make.commune(app)]
  const acteur = await make.mairie(app, place, user)
  const soon = new Date(Date.now() + 3_600_000)
  await add('Été en fête', acteur, place, { date_debut: '2027-07-14' })
  await add('Zumba', acteur, place, { date_debut: '2027-01-10' })
  await add('à venir', acteur, place, { publie_le: soon })
  await add('Brocante', acteur, place, waiting)
  const rejected = { moderation_status: 'rejected', valide: false }
  await add('Refus', acteur, place, { ...rejected, moderation_by: 'backoffice' })
  await add('Retrait', acteur, place, { ...rejected, moderation_by: 'member' })
  await add('Masque', acteur, place, { valide: false })
  await add('Renvoi', acteur, place, { moderation_status: 'changes_requested', valide: false })
  await add('Accord', acteur, place, { moderation_status: 'approved', publie_le: null })
  await add('Effacée', acteur, place, { deleted_at: new Date() })
  const mine = app.as(user, 'public')
  for (const [query, expected] of [
    ['etat=en_ligne', 'Zumba, Été en fête'],
    ['etat=programmees', 'à venir'],
    ['etat=en_attente', 'Accord, Brocante'],
    ['etat=a_corriger', 'Renvoi'],
    ['etat=refusees', 'Refus'],
    ['etat=retirees', 'Masque, Retrait'],
    ['q=fetes', 'Été en fête'],
    ['q=zumba&etat=en_attente', ''],
    ['sort=title_asc', 'à venir, Accord, Brocante, Été en fête, Masque, Refus, Renvoi, Retrait, Zumba'],
    ['sort=created_at_asc', 'Été en fête, Zumba, à venir, Brocante, Refus, Retrait, Masque, Renvoi, Accord'],
    ['sort=date_debut_desc', 'Été en fête, Zumba, Accord, Renvoi, Masque, Retrait, Refus, Brocante, à venir'],
  ] as const)
    for (const path of [
      `/me/publications?acteur_id=${acteur}&${query}`,
      `/mairie/acteurs/${acteur}/publications?${query}`,
    ]) {
      assert.equal((await walk(mine, path)).join(', '), expected, path)
      const { meta } = (await mine.get(path)).body
      assert.equal(meta.total, expected === '' ? 0 : expected.split(', ').length, path)
    }
  const states = { en_ligne: 2, en_attente: 2, programmees: 1, a_corriger: 1, refusees: 1, retirees: 2 }
  const own = async () => (await mine.get(`/me/publications/counts?acteur_id=${acteur}`)).body.data
  assert.deepEqual(await own(), { ...states, vues_semaine: 0 })
  const hall = await mine.get(`/mairie/acteurs/${acteur}/publications/counts`)
  assert.deepEqual(hall.body.data, states)
  // One to four are not told; a week ago counts no more.
  for (const [title, daysAgo, views, told] of [
    ['Zumba', 7, 90, 0],
    ['Zumba', 6, 3, null],
    ['Été en fête', 0, 400, 403],
  ] as const) {
    await app.owner.query(
      `insert into publication_page_views (publication_id, day, views)
       select id, (now() at time zone 'Europe/Paris')::date - $2::int, $3 from publications where title = $1 and acteur_id = $4`,
      [title, daysAgo, views, acteur],
    )
    assert.equal((await own()).vues_semaine, told, title)
  }
  assert.deepEqual(
    (await app.as(stranger, 'public').get(`/me/publications/counts?acteur_id=${acteur}`)).body.data,
    { en_ligne: 0, en_attente: 0, programmees: 0, a_corriger: 0, refusees: 0, retirees: 0, vues_semaine: 0 },
  )
})

test('long titles that fold into longer ones are paged by title', async () => {
  const [user, place] = [await app.user(), await make.commune(app)]
  const acteur = await make.mairie(app, place, user)
  const long = ['½', '😀'].flatMap(sign => ['a', 'b', 'c'].map(last => sign.repeat(199) + last))
  for (const title of long) await add(title, acteur, place, waiting)
  assert.deepEqual(await walk(app.as(user, 'public'), '/me/publications?sort=title_asc'), long)
})

test('authors without review schedule, reschedule and publish early', async () => {
  const [user, place] = [await app.user(), await make.commune(app)]
  const acteur = await make.mairie(app, place, user)
  const as = app.as(user, 'public')
  const words = { title: 'Vœux', body: 'Le 15.', acteur_id: acteur, commune_id: place }
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const { status, body } = await as.post('/publications', { ...words, publie_le: inHours(5) })
  assert.deepEqual([status, body.data.status, body.data.may.length], [201, 'published', 5])
  const { id } = body.data
  assert.equal((await app.anyone.get(`/publications/${id}`)).status, 404)
  const moved = await as.patch(`/publications/${id}`, { publie_le: inHours(7) })
  assert.equal(moved.body.data.version, 2)
  const shown = await as.patch(`/publications/${id}`, { publie_le: inHours(-1) })
  assert.ok(Math.abs(Date.parse(shown.body.data.publie_le) - Date.now()) < 900_000)
  assert.equal((await app.anyone.get(`/publications/${id}`)).status, 200)

  const refused = async (asked: Promise<{ status: number; body: { details: { path: string }[] } }>) => {
    const answer = await asked
    assert.deepEqual([answer.status, answer.body.details[0]?.path], [422, 'publie_le'])
  }
  await refused(as.patch(`/publications/${id}`, { publie_le: inHours(9) }))
  await refused(as.post('/publications', { ...words, publie_le: inHours(-1) }))
  await refused(as.post('/publications', { ...words, publie_le: inHours(24 * 400) }))
  await app.owner.query('update acteurs set can_publish = false where id = $1', [acteur])
  await refused(as.post('/publications', { ...words, publie_le: inHours(5) }))
})

test('a refused publication is corrected and resubmitted, and waits as its author’s', async () => {
  const editor = await app.user()
  await make.member(app, hall, editor, 'editor', ['manage_publications'])
  const id = await make.publication(app, hall, here, {
    title: 'Loto',
    moderation_status: 'rejected',
    valide: false,
    publie_le: null,
    moderation_by: 'backoffice',
    moderation_reason: 'Il manque le lieu.',
  })
  const as = app.as(editor, 'public')
  const same = await as.patch(`/publications/${id}`, { title: 'Loto', resubmit: true })
  assert.deepEqual([same.status, same.body.details[0].path], [422, 'resubmit'])
  const { status, body } = await as.patch(`/publications/${id}`, { lieu: 'Salle des fêtes', resubmit: true })
  assert.deepEqual(
    [status, body.data.lieu, body.data.moderation_status, body.data.moderation_reason],
    [200, 'Salle des fêtes', 'pending', null],
  )
  assert.deepEqual([body.data.title, body.data.moderation_by, body.data.valide], ['Loto', 'member', false])
  const again = await as.patch(`/publications/${id}`, { lieu: 'Gymnase', resubmit: true })
  assert.equal(again.status, 422)
})
