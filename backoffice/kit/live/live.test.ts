// In one browser: what colleagues do reaches an open screen, whoever polls.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { pollChanges } from '../../../src/exchange/changes/poll.ts'
import { enter } from '../../../test/browser/people.ts'
import { skip, type Visit, visit } from '../../../test/browser/visit.ts'
import { becomes, eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { settled } from '../../test/long-tasks.ts'
import { openDesk } from '../../test/moderation-desk.ts'
import { eventsIn } from './parse.ts'

const desk = skip ? undefined : openDesk()
const opened = async () => (await desk) ?? assert.fail('there is a browser')
let numbering: ReturnType<typeof pollChanges> | undefined
after(() => numbering?.stop())
const streams = async () => {
  const { app } = await opened()
  const { text } = await app.service.metrics.text(undefined)
  return Number(/^parvis_event_streams (\d+)/m.exec(text)?.[1])
}
/** No poll comes in between: the clock of the page stands still for them. */
const withoutPolling = (look: Visit) =>
  look.context.addInitScript(() => {
    const later = globalThis.setTimeout
    const isPoll = (ms?: number) => ms !== undefined && ms >= 14_000 && ms <= 31_000
    globalThis.setTimeout = ((run: () => void, ms?: number, ...rest: unknown[]) =>
      isPoll(ms) ? 0 : later(run, ms, ...rest)) as typeof setTimeout
    const every = globalThis.setInterval
    globalThis.setInterval = ((run: () => void, ms?: number, ...rest: unknown[]) =>
      isPoll(ms) ? 0 : every(run, ms, ...rest)) as typeof setInterval
  })

test('a colleague decides the open item, assigns it, reads it, and a new one comes: the open screen shows it without polling', {
  skip,
}, async () => {
  const { app, email, moderator, waiting, statusOf } = await opened()
  numbering ??= pollChanges(app.service.db, { enqueue: async () => {} }, {})
  const colleague = await app.user(['operator_moderation'])
  await app.owner.query(`update users set nom = 'Zoé Delaunay' where id = $1`, [colleague.id])
  const office = app.as(colleague)
  const [id, other] = [await waiting('Marché aux fleurs'), await waiting('Collecte de sang')]
  // One stays undecided: after the last one the next page would be loaded.
  await waiting('Fête du pain')
  const look = await visit(app)
  const { page } = look
  await withoutPolling(look)
  await enter(look, email, `/moderation?item=${id}`)
  await page.locator('#item-title').getByText('Marché aux fleurs').waitFor()
  await becomes(streams, 1)

  await office.send('PUT', '/admin/presence', { entity: 'publication', id })
  await page.getByText('Zoé Delaunay lit aussi').waitFor()
  await office.send('PUT', '/admin/presence', { entity: 'publication', id: other })
  await page.getByText('Zoé Delaunay lit aussi').waitFor({ state: 'detached' })

  await office.patch(`/admin/publications/${id}/assignee`, { assignee_id: colleague.id })
  await page.getByRole('option', { name: 'Zoé Delaunay', selected: true }).waitFor({ state: 'attached' })

  await waiting('Vide-greniers')
  await page.getByRole('button', { name: /nouvelle/ }).waitFor()

  await office.patch(`/admin/publications/${other}/moderate`, { moderation_status: 'published' })
  await page.locator('ol li[data-done]', { hasText: 'Collecte de sang' }).getByText('Publiée').waitFor()

  // The dialog is open: it says so, keeps what is typed, and the decision still asks.
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio').first().check()
  await office.patch(`/admin/publications/${id}/moderate`, { moderation_status: 'published' })
  await dialog.getByText('Zoé Delaunay vient de la traiter. Elle est : Publiée.').waitFor()
  await look.assertAccessible('the dialog with the news')
  await page.keyboard.press('Control+Enter')
  await dialog.getByText('Quelqu’un l’a changée entre-temps').waitFor()
  await dialog.getByRole('button', { name: 'Garder ce qui est' }).click()
  await page.locator('ol li[data-done]', { hasText: 'Marché aux fleurs' }).getByText('Publiée').waitFor()
  assert.equal(await statusOf(id), 'published')
  assert.deepEqual(look.faults, [])
  await look.context.close()
  void moderator
})

test('an item that was read before a colleague took it, and is answered later, still shows who looks after it', {
  skip,
}, async () => {
  const { app, email, waiting } = await opened()
  numbering ??= pollChanges(app.service.db, { enqueue: async () => {} }, {})
  const colleague = await app.user(['operator_moderation'])
  await app.owner.query(`update users set nom = 'Noé Garnier' where id = $1`, [colleague.id])
  const office = app.as(colleague)
  const id = await waiting('Repas des aînés')
  const look = await visit(app)
  const { page } = look
  await withoutPolling(look)
  await enter(look, email, `/moderation?item=${id}`)
  await page.locator('#item-title').getByText('Repas des aînés').waitFor()
  await eventually(async () => (await streams()) > 0, 'the page hears of changes')
  const [read, older] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let reads = 0
  await page.route(`**/admin/publications/${id}`, async route => {
    reads += 1
    const response = await route.fetch()
    if (reads === 1) {
      read.resolve()
      await older.promise
    }
    await route.fulfill({ response })
  })
  await office.post(`/admin/publications/${id}/notes`, { body: 'Je regarde.' })
  await read.promise
  await office.patch(`/admin/publications/${id}/assignee`, { assignee_id: colleague.id })
  const taken = page.getByRole('option', { name: 'Noé Garnier', selected: true })
  await taken.waitFor({ state: 'attached' })
  const answered = page.waitForResponse(`**/admin/publications/${id}`)
  older.resolve()
  await answered
  await settled(page, () => 0)
  assert.equal(await taken.count(), 1)
  assert.deepEqual(look.faults, [])
  await page.unrouteAll({ behavior: 'wait' })
  await look.context.close()
})

test('an item that was read before the person took it, and is answered later, still shows that they look after it', {
  skip,
}, async () => {
  const { app, email, waiting } = await opened()
  numbering ??= pollChanges(app.service.db, { enqueue: async () => {} }, {})
  const office = app.as(await app.user(['operator_moderation']))
  const id = await waiting('Concert de la chorale')
  const look = await visit(app)
  const { page } = look
  await withoutPolling(look)
  await enter(look, email, `/moderation?item=${id}`)
  await page.locator('#item-title').getByText('Concert de la chorale').waitFor()
  await eventually(async () => (await streams()) > 0, 'the page hears of changes')
  const [read, older, end] = [
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
  ]
  let reads = 0
  await page.route(`**/admin/publications/${id}`, async route => {
    reads += 1
    const isFirst = reads === 1
    const response = await route.fetch()
    if (isFirst) read.resolve()
    await (isFirst ? older : end).promise
    await route.fulfill({ response })
  })
  await office.post(`/admin/publications/${id}/notes`, { body: 'Qui regarde ?' })
  await read.promise
  await page.getByRole('button', { name: /^Je m’en occupe/ }).click()
  const assigned = async () =>
    (await app.owner.query('select assignee_id from assignments where publication_id = $1', [id])).rows[0]
      ?.assignee_id
  const me = await eventually(assigned, 'it is theirs')
  const followed = page.locator('article').getByLabel('Suivi par')
  const answered = page.waitForResponse(`**/admin/publications/${id}`)
  older.resolve()
  await answered
  await settled(page, () => 0)
  assert.equal(await followed.inputValue(), me)
  // It is read once more, with the note.
  end.resolve()
  await eventually(async () => reads > 1, 'it is read again')
  await page.unrouteAll({ behavior: 'wait' })
  await becomes(() => followed.inputValue(), me)
  assert.deepEqual(look.faults, [])
  await look.context.close()
})

test('tabs of a browser share one stream, and another tab goes on when the first is closed', {
  skip,
}, async () => {
  const { app, email, waiting } = await opened()
  numbering ??= pollChanges(app.service.db, { enqueue: async () => {} }, {})
  const colleague = app.as(await app.user(['operator_moderation']))
  const [one, two] = [await waiting('Bal du village'), await waiting('Loto du club')]
  const look = await visit(app)
  await withoutPolling(look)
  await enter(look, email, '/moderation')
  const second = await look.context.newPage()
  await second.goto(`/moderation?item=${two}`)
  await becomes(streams, 1)
  const row = (title: string) => second.locator('ol li[data-done]', { hasText: title })
  await eventually(
    async () => (await second.locator('ol li', { hasText: 'Bal du village' }).count()) > 0,
    'the list',
  )
  // Both tabs have begun to listen once the first told the second.
  await colleague.patch(`/admin/publications/${one}/moderate`, { moderation_status: 'published' })
  await row('Bal du village').waitFor()
  assert.equal(await streams(), 1)
  await look.page.close()
  await becomes(streams, 1)
  await colleague.patch(`/admin/publications/${two}/moderate`, { moderation_status: 'published' })
  await row('Loto du club').waitFor()
  assert.deepEqual(look.faults, [])
  await look.context.close()
  await becomes(streams, 0)
})

test('what was missed while a screen was loading is read for all its items by one request', {
  skip,
}, async () => {
  const { app, email, waiting } = await opened()
  const colleague = app.as(await app.user(['operator_moderation']))
  const [one, two] = [await waiting('Brocante'), await waiting('Braderie')]
  // One stays undecided: after the last one the next page would be loaded.
  const three = await waiting('Bourse aux jouets')
  const look = await visit(app)
  const { page } = look
  await withoutPolling(look)
  const alone: string[] = []
  page.on('request', request => {
    const [, id] = /\/admin\/publications\/([0-9a-f-]{36})$/.exec(request.url()) ?? []
    if (request.method() === 'GET' && id) alone.push(id)
  })
  const asked: string[] = []
  await page.route(/\/admin\/publications\?ids=/, async route => {
    asked.push(new URL(route.request().url()).searchParams.get('ids') ?? '')
    if (asked.length > 1) return await route.continue()
    assert.deepEqual(alone, [])
    await colleague.patch(`/admin/publications/${one}/moderate`, { moderation_status: 'published' })
    await colleague.delete(`/admin/publications/${two}`)
    await route.continue()
  })
  await enter(look, email, '/moderation?tri=recentes')
  const row = (title: string) => page.locator('ol li[data-done]', { hasText: title })
  await row('Brocante').getByText('Publiée').waitFor()
  await row('Braderie').getByText('À la corbeille').waitFor()
  assert.deepEqual(
    [one, two, three].filter(id => !asked[0]?.includes(id)),
    [],
  )
  assert.deepEqual(look.faults, [])
  await look.context.close()
})

test('an empty queue shows what arrives by itself', { skip }, async () => {
  const { app, email, waiting } = await opened()
  numbering ??= pollChanges(app.service.db, { enqueue: async () => {} }, {})
  const look = await visit(app)
  await withoutPolling(look)
  await enter(look, email)
  for (const order of ['urgence', 'recentes', 'titre']) {
    await look.page.goto(`/moderation?q=sapins&tri=${order}`)
    await look.page
      .getByText('Rien dans En attente.')
      .or(look.page.getByText('Rien pour « sapins ».'))
      .waitFor()
    await becomes(streams, 1)
    const id = await waiting(`Ramassage des sapins, ${order}`)
    await look.page.locator('ol li', { hasText: order }).waitFor()
    await app.owner.query('update publications set deleted_at = now() where id = $1', [id])
  }
  assert.deepEqual(look.faults, [])
  await look.context.close()
})

test('a role that is limited or withdrawn while the desk is open: the screen shows what may be seen now', {
  skip,
}, async () => {
  const { app, moderator, waiting } = await opened()
  numbering ??= pollChanges(app.service.db, { enqueue: async () => {} }, {})
  const admin = app.as(await app.user(['admin']))
  const email = await moderator('limitee@example.org')
  const { rows } = await app.owner.query('select id from users where lower(email) = $1', [email])
  const there = await make.commune(app)
  await waiting('Thé dansant d’ici')
  await make.publication(app, await make.acteur(app, there), there, {
    title: 'Thé dansant de là-bas',
    moderation_status: 'pending',
    valide: false,
    publie_le: null,
  })
  const look = await visit(app)
  const { page } = look
  await withoutPolling(look)
  await enter(look, email, '/moderation?q=dansant')
  const item = (title: string) => page.locator('ol li', { hasText: title })
  await item('Thé dansant d’ici').waitFor()
  await becomes(streams, 1)
  const role = 'operator_moderation'
  const path = `/admin/users/${rows[0].id}/roles`
  await admin.post(path, { role, communes: [there] })
  // The service looks at the rights of a stream with each event.
  await waiting('Concert')
  await item('Thé dansant d’ici').waitFor({ state: 'detached' })
  await item('Thé dansant de là-bas').waitFor()
  await becomes(streams, 1)
  await admin.post(path, { role: 'operator_claims' })
  await admin.delete(`${path}/${role}`)
  await waiting('Concert')
  await page.getByText('Cette partie ne vous est pas ouverte.').waitFor()
  await becomes(() => page.getByRole('link', { name: 'Modération' }).count(), 0)
  await look.context.close()
})

test('a stream is parsed in whatever pieces it comes, and events of later versions are passed over', () => {
  const text =
    ': still here\n\nevent: changed\nid: 7-1\ndata: [{"kind":"claim","id":"x"}]\n\nevent: later\ndata: {}\n\nevent: reset\nid: 8-1\ndata: []\n\nevent: cha'
  const expected = [
    { news: { event: 'changed', items: [{ kind: 'claim', id: 'x' }] }, id: '7-1' },
    { news: { event: 'reset', items: [] }, id: '8-1' },
  ]
  for (const size of [1, 3, 1_000]) {
    const seen: unknown[] = []
    let rest = ''
    for (let at = 0; at < text.length; at += size) {
      const [events, left] = eventsIn(rest + text.slice(at, at + size))
      seen.push(...events)
      rest = left
    }
    assert.deepEqual([seen, rest], [expected, 'event: cha'])
  }
})
