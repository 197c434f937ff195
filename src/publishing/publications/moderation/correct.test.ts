import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../../test/app.ts'
import * as make from '../../../../test/factories.ts'
import { passages } from '../../../letters/mail/templates/corrections.ts'

const app = await startApp()
const moderator = await app.user(['operator_moderation'])
const office = app.as(moderator)
const author = await app.user()
const member = app.as(author, 'public')
const [commune, next] = [await make.commune(app), await make.commune(app)]
const acteur = await make.acteur(app, commune)
await make.member(app, acteur, author)
const publication = (fields: object = {}) =>
  make.publication(app, acteur, commune, { created_by: author.id, ...fields })
const at = (id: string) => `/admin/publications/${id}`
const undo = (operation: string) => office.post(`/admin/operations/${operation}/undo`)
const texts = async (id: string) => (await office.get(`${at(id)}/revisions`)).body.data
const waiting = { moderation_status: 'pending', valide: false, publie_le: null }

test('a correction keeps a publication visible, and its author is told what changed', async () => {
  const id = await publication({ title: 'Vide grenier', body: 'Samdi, place du marché.', lieu: null })
  const { status, body } = await office.patch(at(id), {
    title: 'Vide-grenier',
    body: 'Samedi, place du marché.',
    lieu: 'Place du marché',
  })
  assert.equal(status, 200)
  assert.deepEqual(
    [body.data.title, body.data.moderation_status, body.data.valide, body.data.version],
    ['Vide-grenier', 'published', true, 2],
  )
  assert.deepEqual(body.meta.mail.to, [{ as: 'author', id: author.id, nom: null }])
  const { rows } = await app.owner.query('select * from mails order by place desc limit 1')
  assert.deepEqual([rows[0].template, rows[0].status], ['publication-corrected', 'queued'])
  for (const said of ['> Vide grenier', '> Vide-grenier', '> Samdi, place', '> Samedi, place', '> (rien)'])
    assert.ok(rows[0].text.includes(said), said)
  const [entry] = await make.auditOf(app, id)
  assert.deepEqual([entry.action, entry.after.title], ['publication.updated', 'Vide-grenier'])
  assert.ok(!JSON.stringify(entry).includes('Samedi'), 'a text never goes into the trail')
  const [kept, ...others] = await texts(id)
  assert.deepEqual(
    [kept.title, kept.body, kept.written_by.id, kept.current, others.length],
    ['Vide grenier', 'Samdi, place du marché.', author.id, false, 0],
  )
  assert.ok(kept.visible_from)
})

test('the mail about a correction says that the text is online once it is published, and no longer after an undo', async () => {
  const mails = async (id: string) =>
    (
      await app.owner.query(
        `select m.status, m.text from mails m left join moderation_letters l on l.mail_id = m.id
         where m.template = 'publication-corrected' and m.created_at >= (select created_at from publications where id = $1)
         order by m.place`,
        [id],
      )
    ).rows
  const isTold = (text: string) => text.includes('Elle est en ligne, ainsi corrigée.')
  const id = await publication({ ...waiting, title: 'Vide grenier' })
  await office.patch(at(id), { title: 'Vide-grenier' })
  assert.deepEqual(
    (await mails(id)).map(({ status, text }) => [status, isTold(text)]),
    [['queued', false]],
  )
  const { body } = await office.patch(`${at(id)}/moderate`, { moderation_status: 'published' })
  const [first, second] = await mails(id)
  assert.deepEqual(
    [first.status, second.status, isTold(second.text), second.text.includes(body.data.url)],
    ['cancelled', 'queued', true, true],
  )
  await undo(body.meta.operation_id)
  assert.deepEqual(
    (await mails(id)).map(({ status, text }) => [status, isTold(text)]),
    [
      ['cancelled', false],
      ['cancelled', true],
      ['queued', false],
    ],
  )
  // What has left is not sent again.
  await app.owner.query(`update mails set status = 'sent', sent_at = now() where status = 'queued'`)
  await office.patch(`${at(id)}/moderate`, { moderation_status: 'published' })
  assert.equal((await mails(id)).length, 3)

  const visible = await publication({ title: 'Loto' })
  await office.patch(at(visible), { title: 'Le loto' })
  assert.deepEqual(
    (await mails(visible)).map(({ text }) => isTold(text)),
    [true],
  )
})

test('undoing a correction restores every field, and the next import runs as if nothing had happened', async () => {
  const id = await publication({
    commune_ids: [commune, next],
    date_debut: '2026-12-01',
    date_fin: '2026-12-02',
  })
  const { version: _, updated_at: __, ...stood } = await make.row(app, id)
  const { body } = await office.patch(at(id), {
    title: 'Autre',
    commune_ids: [],
    date_debut: null,
    date_fin: null,
    source_url: 'https://exemple.fr/fete',
  })
  assert.deepEqual((await undo(body.meta.operation_id)).body.data.restored, [id])
  const { version, updated_at, ...stands } = await make.row(app, id)
  assert.deepEqual(stands, stood)
  const { rows } = await app.owner.query('select status from mails order by place desc limit 1')
  assert.equal(rows[0].status, 'cancelled')
  assert.deepEqual(
    (await make.auditOf(app, id)).map(({ action, after }) => [action, after.title]),
    [
      ['publication.updated', 'Autre'],
      ['publication.moderation_undone', stood.title],
    ],
  )
})

test('a correction of a pending publication keeps it pending; own and anonymous publications send no mail; no change writes nothing', async () => {
  const id = await publication(waiting)
  const { body } = await office.patch(at(id), { title: 'Mieux' })
  assert.deepEqual([body.data.moderation_status, body.data.valide], ['pending', false])
  const again = await office.patch(at(id), { title: 'Mieux' })
  assert.deepEqual([again.body.data.version, again.body.meta.mail], [body.data.version, null])
  assert.deepEqual((await undo(again.body.meta.operation_id)).body.data.restored, [])
  for (const created_by of [moderator.id, null])
    assert.equal(
      (await office.patch(at(await publication({ created_by })), { title: 'Mieux' })).body.meta.mail,
      null,
    )
})

test('corrections are refused like edits: unknown type or commune, end before begin, deleted, stale version', async () => {
  const id = await publication()
  const unknown = crypto.randomUUID()
  for (const [change, path] of [
    [{ type_id: unknown }, 'type_id'],
    [{ commune_id: unknown }, 'commune_id'],
    [{ date_debut: '2026-02-02', date_fin: '2026-01-01' }, 'date_fin'],
    [{ epingle: true }, 'epingle'],
    [{ acteur_id: acteur }, 'acteur_id'],
  ] as const) {
    const { status, body } = await office.patch(at(id), change)
    assert.deepEqual([status, body.details?.[0]?.path], [422, path])
  }
  const stale = { headers: { 'if-match': '"7"' } }
  assert.equal((await office.patch(at(id), { title: 'x' }, stale)).status, 412)
  await office.delete(at(id))
  assert.equal((await office.patch(at(id), { title: 'x' })).status, 404)
  assert.equal((await make.auditOf(app, id)).length, 1)
})

test('of twenty corrections of one version at once, one succeeds and the others get a conflict', async () => {
  const id = await publication()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      office.patch(at(id), { title: `Titre corrigé ${n}` }, { headers: { 'if-match': '"1"' } }),
    ),
  )
  assert.deepEqual(
    [200, 412].map(code => answers.filter(({ status }) => status === code).length),
    [1, 19],
  )
  assert.equal((await texts(id)).length, 1)
})

test('after an edit of an approved publication the moderator sees the approved version and can restore it', async () => {
  const id = await publication({ title: 'Approuvé', body: 'Premier texte.' })
  await member.patch(`/publications/${id}`, { body: 'Second texte.' })
  const { data } = (await office.get(at(id))).body
  assert.deepEqual(
    [data.moderation_status, data.changed_since_approval, data.approved.title, data.approved.body],
    ['pending', true, 'Approuvé', 'Premier texte.'],
  )
  const row = (await office.get('/admin/publications?moderation_status=pending')).body.data.find(
    (one: { id: string }) => one.id === id,
  )
  assert.equal(row.changed_since_approval, true)
  const [first] = await texts(id)
  const { body } = await office.post(`${at(id)}/revisions/${first.id}/restore`)
  assert.deepEqual(
    [body.data.body, body.data.moderation_status, body.data.changed_since_approval, body.meta.mail.count],
    ['Premier texte.', 'pending', false, 1],
  )
  assert.equal((await texts(id))[0].current, true)
  assert.equal((await office.get(at(id))).body.data.approved, null)
  await undo(body.meta.operation_id)
  assert.equal((await make.row(app, id)).body, 'Second texte.')
  assert.equal((await office.post(`${at(await publication())}/revisions/${first.id}/restore`)).status, 404)
})

test('every version that was visible is kept as a revision, and no other', async () => {
  const id = await publication({ ...waiting, body: 'Brouillon.' })
  const write = (body: string) => member.patch(`/publications/${id}`, { body })
  const decide = (moderation_status: string) => office.patch(`${at(id)}/moderate`, { moderation_status })
  await write('Un.')
  assert.deepEqual(await texts(id), [])
  await decide('published')
  await decide('rejected')
  await decide('published')
  await decide('rejected')
  await write('Jamais vu.')
  await write('Deux.')
  await decide('published')
  await write('Un.')
  await decide('published')
  await write('Trois.')
  const kept = await texts(id)
  assert.deepEqual(
    kept.map(({ body }: { body: string }) => body),
    ['Un.', 'Deux.', 'Un.'],
  )
  const page = (await office.get(`${at(id)}/revisions?per_page=2`)).body
  const rest = (await office.get(`${at(id)}/revisions?per_page=2&after=${page.meta.next}`)).body
  assert.deepEqual(
    [...page.data, ...rest.data].map(({ id }: { id: string }) => id),
    kept.map(({ id }: { id: string }) => id),
  )
})

test('a version scheduled and replaced before its time is kept as a revision that was never visible', async () => {
  const id = await publication(waiting)
  await office.patch(`${at(id)}/moderate`, {
    moderation_status: 'approved',
    publie_le: '2031-01-01T00:00:00Z',
  })
  await member.patch(`/publications/${id}`, { body: 'Autre.' })
  const [kept] = await texts(id)
  assert.deepEqual([kept.visible_from, kept.approved_at !== null], [null, true])
})

test('the trigger keeps a revision of changes made outside the service too', async () => {
  const id = await publication({ title: 'Zéro' })
  for (const title of ['Un', 'Deux', 'Trois'])
    await app.owner.query('update publications set title = $2 where id = $1', [id, title])
  await app.owner.query('update publications set epingle = true where id = $1', [id])
  assert.deepEqual(
    (await texts(id)).map(({ title }: { title: string }) => title),
    ['Deux', 'Un', 'Zéro'],
  )
})

test('differences are shown with some words around them, however long the texts are', () => {
  const long = 'mot '.repeat(4_000)
  const [before, after] = passages(`${long}ancien ${long}`, `${long}neuf ${long}`)
  assert.match(before, /^… .{40,80}ancien .{40,80} …$/)
  assert.match(after, /^… .{40,80}neuf .{40,80} …$/)
  assert.deepEqual(passages('a', 'b'), ['a', 'b'])
  assert.deepEqual(passages('abc', 'ab'), ['abc', 'ab'])
  assert.ok(passages(long, `x${long.toUpperCase()}`).every(one => one.length < 700))
})
