// In one browser: the counts are the service's.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { pollChanges } from '../../src/exchange/changes/poll.ts'
import { account, enter } from '../../test/browser/people.ts'
import { skip, visit, withoutNews } from '../../test/browser/visit.ts'
import { becomes } from '../../test/eventually.ts'
import { misplaced } from '../test/measures.ts'
import { openDesk } from '../test/moderation-desk.ts'

const desk = skip ? undefined : await openDesk()
const opened = () => desk ?? assert.fail('there is a browser')
let numbering: ReturnType<typeof pollChanges> | undefined
after(() => numbering?.stop())

test('saved views stand in the menu with their counts, by one request, which the news of colleagues renew', {
  skip,
}, async () => {
  const { app, email, waiting } = opened()
  numbering = pollChanges(app.service.db, { enqueue: async () => {} }, {})
  const titles = ['Chorale de printemps', 'Chorale d’été', 'Vide-greniers']
  const [first] = [
    await waiting(titles[0] ?? ''),
    await waiting(titles[1] ?? ''),
    await waiting(titles[2] ?? ''),
  ]
  await app.owner.query(
    `insert into appeals (kind, publication_id, decision, decided_at, language, message)
     select 'publication', id, 'rejected', now(), 'fr', 'Relisez.' from publications limit 1`,
  )
  const look = await visit(app)
  const { page } = look
  // With the first news the counts are asked for again.
  const hearNews = await withoutNews(look)
  await enter(look, email, '/moderation')
  const asked: string[] = []
  page.on('request', request => {
    if (request.url().includes('/admin/views/counts')) asked.push(request.url())
  })
  const save = (nom: string, address: string, area = 'moderation', whose = email) =>
    app.owner.query(
      `insert into views (user_id, area, nom, address) select id, $3, $1, $2 from users where email = $4`,
      [nom, address, area, whose],
    )
  await save('La chorale', '/moderation?q=chorale')
  await save('Toutes', '/moderation?tri=anciennes')
  await save('Publiées hier', '/moderation?onglet=publiees')
  await save('Un titre de vue très très long qui ne tient pas dans le menu du bureau', '/contestations')
  // An address by hand, and one of a screen that is not counted.
  await save('Autre', '/moderation?onglet=inconnu&type=x')
  await save('Journal', '/journal?q=x')
  await page.goto('/moderation')
  const menu = page.getByRole('navigation', { name: 'Principale' }).first()
  const shown = async () =>
    (await menu.getByRole('link', { name: /chorale|Toutes|hier|Autre/ }).allInnerTexts()).map(text =>
      text.replace(/\s+/g, ' '),
    )
  await becomes(shown, ['Autre 3', 'La chorale 2', 'Publiées hier 0', 'Toutes 3'])
  assert.equal(asked.length, 1)
  hearNews()
  await look.assertAccessible('the menu with views')
  await menu.getByRole('link', { name: 'La chorale' }).click()
  await page.waitForURL(/q=chorale/)
  await menu.locator('a[aria-current]', { hasText: 'La chorale' }).waitFor()

  // The menu of the screen says the same.
  await page.getByRole('button', { name: 'Vues' }).click()
  await page
    .getByRole('link', { name: /La chorale\s*2/ })
    .last()
    .waitFor()
  await page.keyboard.press('Escape')

  const colleague = app.as(await app.user(['operator_moderation']))
  await colleague.patch(`/admin/publications/${first}/moderate`, { moderation_status: 'published' })
  await becomes(shown, ['Autre 2', 'La chorale 1', 'Publiées hier 1', 'Toutes 2'])

  // Where the counts are unknown, the views stand without them.
  await page.route('**/admin/views/counts*', route => route.abort())
  await page.goto('/demandes')
  await becomes(shown, ['Autre', 'La chorale', 'Publiées hier', 'Toutes'])
  assert.deepEqual(
    look.faults.filter(one => !/ERR_FAILED/.test(String(one))),
    [],
  )
  await look.context.close()

  // On a telephone, the menu behind “Plus” has them, and its button says what waits on a screen that is not in the bar.
  const phone = await visit(app, { width: 390, touch: true })
  const all = ['operator_moderation', 'operator_claims', 'operator_support'] as const
  const lea = await account(app, 'lea@example.org', ...all)
  await save('La chorale', '/moderation?q=chorale', 'moderation', lea)
  await enter(phone, lea, '/moderation')
  const bar = phone.page.getByRole('navigation', { name: 'Principale' }).last()
  const more = bar.getByRole('button', { name: /^Plus 1 à traiter$/ })
  await more.waitFor()
  await more.tap()
  await bar.getByRole('link', { name: /^Contestations\s*1$/ }).waitFor()
  await phone.assertAccessible('the menu of a telephone')
  await becomes(() => misplaced(phone.page), [])
  await bar.getByRole('link', { name: /^La chorale\s*1$/ }).tap()
  await phone.page.waitForURL(/q=chorale/)
  assert.deepEqual(phone.faults, [])
})
