// In one browser: the order of changes is about the script and the service.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openTown } from '../../../test/browser/place-town.ts'
import { standInForPush } from '../../../test/browser/push.ts'
import { skip, visit } from '../../../test/browser/visit.ts'
import { becomes } from '../../../test/eventually.ts'

const ENDPOINT = 'https://push.example.net/deux-onglets'
const STORE = '**/place/-/abonner'

const button = (page: Page, name: string) => page.getByRole('button', { name })
const follows = (page: Page) => button(page, 'Ne plus recevoir les alertes')
const offers = (page: Page) => button(page, 'Recevoir les alertes sur cet appareil')
const daily = (page: Page) => page.getByLabel(/une notification par jour au plus/)
const each = (page: Page) => page.getByLabel(/une notification à chaque publication/)

test('changes on a slow network and in two tabs end as the person chose last', { skip }, async () => {
  const { app } = await openTown()
  const { page, context, faults } = await visit(app)
  await standInForPush(context, ENDPOINT)
  await context.addInitScript(`
    Object.defineProperty(Notification, 'permission', { value: 'granted', configurable: true })
    Notification.requestPermission = async () => 'granted'`)
  const path = '/place/sainte-oeuvre/suivre'
  const stored = async () =>
    (
      await app.owner.query('select notices from push_subscriptions where endpoint = $1', [ENDPOINT])
    ).rows.map(({ notices }) => notices)
  await page.goto(path)
  await offers(page).click()
  await follows(page).waitFor()
  assert.deepEqual(await stored(), [null])

  // A second choice while the first one is on its way.
  const [asked, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const sent: string[] = []
  await page.route(STORE, async route => {
    const { notices } = route.request().postDataJSON()
    sent.push(notices)
    if (notices === 'daily') {
      asked.resolve()
      await late.promise
    }
    await route.continue()
  })
  await daily(page).check()
  await asked.promise
  await each(page).check()
  // What a choice reads before it is sent has been read by then.
  for (let times = 0; times < 3; times++)
    await page.evaluate(`navigator.serviceWorker.getRegistration(document.location.href)`)
  assert.deepEqual(sent, ['daily'])
  late.resolve()
  await becomes(stored, ['each'])
  assert.deepEqual(sent, ['daily', 'each'])
  await page.unroute(STORE)

  // A choice before the answer about what was stored has come.
  const [answered, given] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(STORE, async route => {
    if ('notices' in route.request().postDataJSON()) return await route.continue()
    const response = await route.fetch()
    answered.resolve()
    await given.promise
    await route.fulfill({ response })
  })
  await page.reload()
  await answered.promise
  await daily(page).check()
  given.resolve()
  await becomes(stored, ['daily'])
  await page.getByText('C’est noté.').waitFor()
  assert.equal(await daily(page).isChecked(), true)
  await page.unroute(STORE)

  // The other tab has ended it: the same button here does not begin it again.
  const other = await context.newPage()
  await other.goto(path)
  await follows(other).click()
  await offers(other).waitFor()
  assert.deepEqual(await stored(), [])
  await follows(page).click()
  await offers(page).waitFor()
  assert.deepEqual(await stored(), [])
  assert.deepEqual(faults, [])
})
