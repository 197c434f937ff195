// Not a part of `npm test` yet: it has to pass whole first. Run it with `node launch.mjs --test`.
// Begun first: it takes long.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { enter } from '../../test/browser/people.ts'
import { skip, visit } from '../../test/browser/visit.ts'
import { harmless, SHOWN } from '../../test/hostile/shown.ts'
import { TABS as ACTEUR } from '../acteurs/address.ts'
import { TABS as CLAIMS } from '../claims/address.ts'
import { ENTRIES } from '../clerk/screens.ts'
import { PARTS as FICHE } from '../clerk-page/address.ts'
import { PARTS as COMMUNE } from '../communes/address.ts'
import { TABS as DEVICES } from '../defibrillateurs/address.ts'
import { TABS as IMPORT } from '../imports/address.ts'
import { TABS as MESSAGES } from '../messages/address.ts'
import { TABS as MODERATION } from '../moderation/address.ts'
import { TABS as OWN } from '../own-publications/address.ts'
import { TABS as PAYMENTS } from '../payments/address.ts'
import { TABS as SETTINGS } from '../settings/address.ts'
import { screens } from '../shell/screens.ts'
import { TABS as USERS } from '../users/address.ts'
import { busyDuring, countRequests, settled, watchTasks } from './busy.ts'
import { openTown, type Town } from './hostile-town.ts'

/**
 * Every screen with texts made to cost in everything that it shows: none is lost, none writes an error, and none keeps its
 * reader waiting.
 */

/** No task of the main thread is longer because of a text. */
const LIMIT_MS = 200
/**
 * A machine that does something else makes a task longer and never shorter, so a screen that took longer is shown again, and
 * its shortest counts. What it takes with as many letters of ordinary prose is not because of the text: that is taken off.
 */
const LOOKS = 5

const world = skip ? undefined : openTown(SHOWN)
const opened = async () => (await world) ?? assert.fail('there is a browser')
let ordinary: ReturnType<typeof openTown> | undefined
/** The same town, as people write: only where something has to be compared with it. */
const openOrdinary = () => (ordinary ??= openTown(SHOWN.map(({ name }) => ({ name, make: harmless }))))

interface Shown {
  readonly path: string
  /** What is done there: a dialog that is opened, a text that is pasted. */
  readonly doing?: readonly [what: string, act: (page: Page) => Promise<unknown>]
}
type ScreensOf = (town: Town) => readonly (string | Shown)[]
const nameOf = ({ path, doing }: Shown) => (doing ? `${path}, ${doing[0]}` : path)

/** To another address as a link of the page leads there. */
const go = (page: Page, path: string) => page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`)
const AWAY = '/espace/aide'

async function begin(town: Town, email: string) {
  const look = await visit(town.app)
  await watchTasks(look)
  await look.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const underWay = countRequests(look)
  await enter(look, email, AWAY)
  await settled(look.page, underWay)
  return { look, underWay }
}
type Begun = Awaited<ReturnType<typeof begin>>

async function busyAt({ look: { page }, underWay }: Begun, { path, doing }: Shown): Promise<number> {
  await page.keyboard.press('Escape')
  const shown = await busyDuring(page, underWay, () => go(page, path))
  return Math.max(shown, doing ? await busyDuring(page, underWay, () => doing[1](page)) : 0)
}

async function shortestAt(begun: Begun, shown: Shown): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY
  for (let look = 0; look < LOOKS && shortest > LIMIT_MS; look++) {
    if (look > 0) await busyAt(begun, { path: AWAY })
    shortest = Math.min(shortest, await busyAt(begun, shown))
  }
  return shortest
}

async function walk(screensOf: ScreensOf, who: 'admin' | 'clerk'): Promise<void> {
  const town = await opened()
  const begun = await begin(town, town[who])
  const { page, faults } = begun.look
  const told: string[] = []
  const all = screensOf(town).map(shown => (typeof shown === 'string' ? { path: shown } : shown))
  for (const [at, shown] of all.entries()) {
    const before = faults.length
    const ms = await shortestAt(begun, shown)
    if (process.env.HOSTILE_TOLD) process.stderr.write(`${Math.round(ms)} ms ${nameOf(shown)}\n`)
    if (await isLost(page)) told.push(`${nameOf(shown)}: it is lost`)
    told.push(...faults.slice(before).map(fault => `${nameOf(shown)}: ${fault}`))
    if (ms <= LIMIT_MS) continue
    const other = await openOrdinary()
    const same = screensOf(other)[at] as string | Shown
    const usual = await shortestAt(
      await begin(other, other[who]),
      typeof same === 'string' ? { path: same } : same,
    )
    if (ms - usual > LIMIT_MS)
      told.push(`${nameOf(shown)}: ${Math.round(ms)} ms, with prose ${Math.round(usual)}`)
  }
  assert.deepEqual(told, [])
}

const isLost = async (page: Page) =>
  (await page.getByText('ne peut pas s’afficher').count()) > 0 || (await page.locator('h1').count()) === 0

const tabsOf = (path: string, tabs: readonly string[], name = 'onglet') =>
  tabs.map(tab => `${path}?${name}=${tab}`)
/** Enough of them to meet each kind of text on each kind of screen, in a minute. */
const some = <T>(all: readonly T[], every = 5) => all.filter((_, at) => at % every === 0)
const press = (key: string) => [`after ${key}`, (page: Page) => page.keyboard.press(key)] as const

const desk: ScreensOf = ({ publications }) => [
  ...tabsOf('/moderation', MODERATION),
  ...publications.map((id, at) => `/moderation?onglet=${at % 3 === 2 ? 'refusees' : 'attente'}&item=${id}`),
]
const asked: ScreensOf = ({ publications }) =>
  some(publications, 4).flatMap(id => {
    const path = `/moderation?item=${id}`
    const keys = ['e', 'r', 'd']
    return [
      ...keys.map(key => ({ path, doing: press(key) })),
      { path, doing: ['a letter more, being corrected', correct] as const },
    ]
  })

async function correct(page: Page): Promise<void> {
  await page.keyboard.press('e')
  const body = page.getByRole('dialog').locator('textarea')
  await body.focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('ab')
}

const others: ScreensOf = town => [
  '/',
  { path: '/', doing: ['looked for', lookFor] },
  ...tabsOf('/demandes', CLAIMS),
  ...some(town.claims).map((id, at) => `/demandes?item=${id}&onglet=${CLAIMS[at % 3]}`),
  ...tabsOf('/messages', MESSAGES),
  ...some(town.threads, 2).map(id => `/messages?onglet=ouverts&item=${id}`),
  ...[1, 2, 3, 4, 5].map(page => `/journal?page=${page}`),
  ...some(town.acteurs).map(id => `/journal?sorte=acteur&element=${id}`),
  ...town.lines.map(line => `/journal?sorte=acteur&ligne=${line}`),
  ...[1, 2, 3].map(page => `/acteurs?page=${page}`),
  ...some(town.acteurs).map(id => `/acteurs/${id}`),
  ...tabsOf(`/acteurs/${town.club}`, ACTEUR),
  ...tabsOf('/utilisateurs', USERS),
  ...some(town.users).map(id => `/utilisateurs/${id}`),
  '/communes?q=saint',
  ...tabsOf(`/communes/${town.commune}`, COMMUNE),
  '/imports',
  '/imports/nouvelle',
  ...tabsOf(`/imports/${town.source}`, IMPORT),
  `/imports/${town.source}?onglet=lectures&lecture=${town.run}`,
  ...tabsOf('/defibrillateurs', DEVICES),
  '/defibrillateurs?vue=carte',
  ...tabsOf('/abonnements', PAYMENTS),
  ...tabsOf('/reglages', SETTINGS),
  '/compte',
]

async function lookFor(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('searchbox').fill('aa')
}

const house: ScreensOf = ({ drafts, texts }) => [
  '/espace',
  '/espace/moi',
  ...ENTRIES.map(({ to }) => to),
  ...tabsOf('/espace/publications', OWN, 'etat'),
  ...tabsOf('/espace/fiche', FICHE, 'partie'),
  ...drafts.map(id => `/espace/ecrire?brouillon=${id}`),
  ...some(texts, 3).map(({ name, make }) => ({
    path: '/espace/ecrire',
    doing: [`pasted: ${name}`, (page: Page) => paste(page, make(20_000))] as const,
  })),
]

/** Beside it the text is shown as citizens will see it, with every letter. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
  const body = page.locator('textarea').first()
  await body.focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+v')
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('ab')
}

const walked = (town: Town) =>
  [desk, others, house].flatMap(of => of(town)).map(shown => (typeof shown === 'string' ? shown : shown.path))

test('the moderation shows every text that is proposed', { skip }, () => walk(desk, 'admin'))
test('what is asked about a text is answered beside it', { skip }, () => walk(asked, 'admin'))
test('every other screen of the back-office shows what people write', { skip }, () => walk(others, 'admin'))
test('the house of those who publish shows it, also while it is written', { skip }, () =>
  walk(house, 'clerk'),
)
test('no screen is left out', { skip }, async () => {
  const paths = walked(await opened()).map(path => path.split('?')[0])
  for (const path of [...Object.values(screens).map(({ path }) => path), ...ENTRIES.map(({ to }) => to)])
    assert.ok(paths.includes(path), path)
})
