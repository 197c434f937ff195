// Begun first: it takes long.
// In one browser: which publications a request names is about the code; layout.test.ts shows the desk in both.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enter } from '../../../test/browser/people.ts'
import { skip, visit, withoutNews } from '../../../test/browser/visit.ts'
import { becomes, eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { openDesk } from '../../test/moderation-desk.ts'

/** Each key of the desk acts on the open publication, or on the selected ones and nothing else. */

const desk = skip ? undefined : await openDesk()
const opened = () => desk ?? assert.fail('there is a browser')
const tick = (title: string) => ({ name: `Choisir « ${title} »`, exact: true })

/** Keys that decide nothing: they move, select, search, undo earlier decisions and show the help. */
const DECIDES_NOTHING = new Set(['J', 'K', 'X', 'U', '/', 'Escape'])
/** Keys that act on several publications; the others say that they do not. */
const FOR_MANY = ['P', 'R', 'V', 'T', 'F', 'Delete', 'S', 'I', 'N']
const PRINTED: Readonly<Record<string, string>> = { Suppr: 'Delete', Échap: 'Escape' }

test('each key names the open publication, or exactly the selected ones, also those of another page', {
  skip,
}, async () => {
  const { app, acteur, email, waiting } = opened()
  const author = await app.user()
  await make.member(app, acteur, author)
  const titles = Array.from({ length: 28 }, (_, at) => `Tombola ${at + 1}`)
  const idOf = new Map<string, string>()
  for (const [at, title] of titles.entries()) {
    // Each has a twin, so that D has something to compare.
    const duplicate_key = '7b6c1c4e-2a7e-4a4e-9a55-6f6f0a1d2c3b'
    const created_at = new Date(Date.UTC(2026, 1, 20 - at))
    idOf.set(title, await waiting(title, { created_by: author.id, created_at, duplicate_key }))
  }
  const look = await visit(app)
  const { page } = look
  await enter(look, email, '/moderation?q=tombola&tri=recentes')
  const title = page.locator('#item-title')
  const dialog = page.getByRole('dialog')
  await title.getByText('Tombola 1', { exact: true }).waitFor()

  // Nothing is carried out: what a request names is read, and it fails.
  const named = new Set<string>()
  await page.route('**/api/v1/admin/publications/**', async route => {
    const request = route.request()
    if (request.method() === 'GET') return await route.continue()
    const said = `${request.url()} ${request.postData() ?? ''}`
    for (const [one, id] of idOf) if (said.includes(id)) named.add(one)
    await route.abort()
  })
  const form = page.locator('dialog[open], article form')
  /** “Confier…” goes to the list of colleagues. */
  const choice = page.locator('article select:focus')
  /** Answers the dialog or the form that a key opens, so that it sends its request. */
  const answer = async () => {
    const [text, day] = [form.locator('textarea').last(), form.getByLabel('Jour', { exact: true })]
    if (await choice.count()) return void (await choice.selectOption({ index: 1 }))
    if (await form.getByRole('radiogroup').count()) await page.keyboard.press('5')
    if (await day.count()) await day.fill('lundi prochain midi')
    else if (await text.count()) await text.fill('À revoir avec la mairie.')
    await page.keyboard.press('Control+Enter')
  }
  const close = async () => {
    await page.keyboard.press('Escape')
    await becomes(() => page.locator('dialog[open], [data-opening]').count(), 0)
    const leave = page.getByRole('button', { name: 'Ne rien noter' })
    if (await leave.count()) await leave.click()
  }
  const settle = () => page.evaluate(() => new Promise(done => setTimeout(done, 150)))
  const list = page.getByRole('list', { name: 'Les publications choisies' })
  const oneOnly = page.getByText('Cela ne se fait que pour une publication à la fois.')

  const walk = async (state: string, selected: readonly string[], select: () => Promise<void>) => {
    await page.keyboard.press('?')
    await dialog.getByRole('heading', { name: 'Raccourcis du clavier' }).waitFor()
    const printed = await dialog.locator('section').first().locator('kbd').allInnerTexts()
    await close()
    const keys = printed.map(key => PRINTED[key] ?? key)
    assert.ok(
      [...FOR_MANY, 'E', 'D'].every(key => keys.includes(key)),
      `${state}: ${keys}`,
    )
    for (const key of keys.filter(key => !DECIDES_NOTHING.has(key))) {
      await select()
      const shown =
        selected.length > 0
          ? (await list.locator('summary').allInnerTexts()).toSorted()
          : [await title.innerText()]
      if (selected.length > 0) assert.deepEqual(shown, selected.toSorted(), `${state}, ${key}: all are shown`)
      named.clear()
      await page.keyboard.press(key)
      await eventually(
        async () =>
          named.size > 0 ||
          (await form.count()) > 0 ||
          (await choice.count()) > 0 ||
          (await oneOnly.count()) > 0,
        `${state}, ${key}: it does something`,
      )
      if (selected.length > 0 && !FOR_MANY.includes(key)) {
        await oneOnly.waitFor()
        assert.equal(await form.count(), 0, `${state}, ${key}: nothing is asked`)
        assert.deepEqual([...named], [], `${state}, ${key}: nothing is named`)
        continue
      }
      if ((await form.count()) || (await choice.count())) await answer()
      if (FOR_MANY.includes(key))
        await becomes(
          async () => [...named].toSorted().join(),
          shown.join(),
          `${state}, ${key}: all that is shown`,
        )
      await settle()
      assert.deepEqual(
        [...named].filter(one => !shown.includes(one)),
        [],
        `${state}, ${key}: nothing else`,
      )
      await close()
    }
  }

  const pick = async (...titles: readonly string[]) => {
    for (const one of titles) await page.getByRole('checkbox', tick(one)).check()
  }
  await walk('nothing selected', [], async () => {})
  await walk('selected on this page', ['Tombola 2', 'Tombola 3'], async () => {
    await pick('Tombola 2', 'Tombola 3')
    // The keys are at a row that is not selected.
    await page.getByRole('link', { name: 'Tombola 5', exact: true }).click()
    await page.getByText('« Tombola 5 » n’est pas choisie.').waitFor()
  })
  const turn = async (to: string, row: string) => {
    await page.getByRole('button', { name: to }).click()
    await page.getByRole('checkbox', tick(row)).waitFor()
  }
  await page.keyboard.press('Escape')
  await walk('selected on another page', ['Tombola 2', 'Tombola 3'], async () => {
    if (await list.count()) return
    if (!(await page.getByRole('checkbox', tick('Tombola 2')).count()))
      await turn('Page précédente', 'Tombola 2')
    await pick('Tombola 2', 'Tombola 3')
    await turn('Page suivante', 'Tombola 26')
  })
  await look.assertAccessible('what is selected on another page')
})

test('several are given to a colleague at once, what another one took meanwhile stays, and U gives them back', {
  skip,
}, async () => {
  const { app, email, moderator, waiting } = opened()
  const [karim, zoe] = [await app.user(['operator_moderation']), await app.user(['operator_moderation'])]
  for (const [user, nom] of [
    [karim, 'Karim Benali'],
    [zoe, 'Zoé Delaunay'],
  ] as const)
    await app.owner.query('update users set nom = $2 where id = $1', [user.id, nom])
  const titles = ['Kermesse 1', 'Kermesse 2', 'Kermesse 3']
  const ids = [await waiting('Kermesse 1'), await waiting('Kermesse 2'), await waiting('Kermesse 3')]
  const assignees = async () =>
    (
      await app.owner.query(
        `select u.nom from unnest($1::uuid[]) with ordinality as p(id, at)
         left join assignments s on s.publication_id = p.id left join users u on u.id = s.assignee_id order by at`,
        [ids],
      )
    ).rows.map(({ nom }) => nom)
  const look = await visit(app)
  const { page } = look
  await withoutNews(look)
  await enter(look, email, '/moderation?q=kermesse')
  for (const one of titles) await page.getByRole('checkbox', tick(one)).check()
  // The keys for several come with their code.
  await page.getByRole('list', { name: 'Les publications choisies' }).waitFor()
  await page.keyboard.press('i')
  const choice = page.getByLabel('Confier à')
  await becomes(() => choice.evaluate(one => one === document.activeElement), true)
  await choice.getByRole('option', { name: 'Karim Benali' }).waitFor({ state: 'attached' })
  await look.assertAccessible('several are given')
  // A colleague takes one, and the news does not come before the choice.
  await app.as(zoe).patch(`/admin/publications/${ids[1]}/assignee`, { assignee_id: zoe.id })
  await choice.selectOption('Karim Benali')
  await page.getByText(/2\spublications confiées à Karim Benali\./).waitFor()
  await page.getByText('Une a été confiée par un collègue entre-temps : elle reste ainsi.').waitFor()
  assert.deepEqual(await assignees(), ['Karim Benali', 'Zoé Delaunay', 'Karim Benali'])
  // By then one of them has changed hands again: the undo leaves it.
  await app.as(zoe).patch(`/admin/publications/${ids[2]}/assignee`, { assignee_id: zoe.id })
  await page.keyboard.press('u')
  await page.getByText(/1\spublication est suivie comme avant\./).waitFor()
  assert.deepEqual(await assignees(), [null, 'Zoé Delaunay', 'Zoé Delaunay'])
  await page.getByRole('button', { name: 'Annuler', exact: true }).waitFor({ state: 'detached' })
  assert.deepEqual(look.faults, [])
  await look.context.close()
  void moderator
})
