// In one browser: notifications are of the system, so that a class of this test takes their place.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { account, enter } from '../../../test/browser/people.ts'
import { skip, startBackoffice, visit } from '../../../test/browser/visit.ts'
import { becomes, eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'

interface Shown {
  readonly text: string
  readonly tag: string
  onclick?: () => void
}
/** Globals of the page that replace the Notification API. */
interface Place {
  answer: NotificationPermission
  isHidden: boolean
  shown: Shown[]
}

/** Runs in the page, before its scripts. */
function replaceNotifications() {
  const place = globalThis as unknown as Place
  Object.assign(place, { answer: 'denied', isHidden: false, shown: [] })
  class Notification {
    static permission: NotificationPermission = 'default'
    static async requestPermission() {
      Notification.permission = place.answer
      return place.answer
    }
    readonly text: string
    readonly tag: string
    constructor(_title: string, { body, tag }: { body: string; tag: string }) {
      this.text = body
      this.tag = tag
      place.shown.push(this)
    }
    close() {}
  }
  Object.assign(globalThis, { Notification })
  Object.defineProperty(document, 'visibilityState', {
    get: () => (place.isHidden ? 'hidden' : 'visible'),
  })
}

test('a hidden tab notifies what came since, once it may; a click opens the queue', { skip }, async () => {
  const app = await startBackoffice()
  const commune = await make.commune(app)
  const pending = () =>
    make.publication(app, null, commune, { moderation_status: 'pending', valide: false, publie_le: null })
  const look = await visit(app)
  const { page } = look
  await page.addInitScript(replaceNotifications)
  await page.clock.install()
  const counted = page.waitForResponse('**/api/v1/admin/counts')
  await enter(look, await account(app, 'anne@example.org', 'operator_moderation'), '/compte')
  // A hidden tab compares with its last count: without one it would tell nothing.
  await (await counted).finished()
  const notice = page.getByRole('switch', { name: 'M’avertir dans cet onglet' })
  const texts = () => page.evaluate(() => (globalThis as unknown as Place).shown.map(({ text }) => text))
  const turnTo = (isHidden: boolean) =>
    page.evaluate(isHidden => {
      Object.assign(globalThis, { isHidden })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, isHidden)
  /** The counts are polled every half minute. */
  const appears = (text: string) =>
    eventually(async () => {
      await page.clock.fastForward(31_000)
      return (await texts()).at(-1) === text
    }, text)

  await notice.click()
  await page.getByText('Ce navigateur les refuse pour ce site').waitFor()
  await becomes(() => notice.isChecked(), false)
  await look.assertAccessible('refused notifications')
  await page.evaluate(() => Object.assign(globalThis, { answer: 'granted' }))
  await notice.click()
  await page.getByRole('switch', { name: 'M’avertir dans cet onglet', checked: true }).waitFor()
  assert.deepEqual(await texts(), ['Les notifications s’afficheront ici.'])

  await turnTo(true)
  await pending()
  await appears('Une nouvelle publication à relire')
  await pending()
  await appears('2 nouvelles publications à relire')
  await page.evaluate(() => (globalThis as unknown as Place).shown.at(-1)?.onclick?.())
  await page.waitForURL('**/moderation')
  const tags = await page.evaluate(() => (globalThis as unknown as Place).shown.map(({ tag }) => tag))
  assert.equal(new Set(tags).size, 1)
  assert.deepEqual(look.faults, [])
})
