// Of a release: it takes minutes.
// In one browser: it takes a minute, and layout.test.ts shows the screens in both.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { enter } from '../../test/browser/people.ts'
import { skip, visit } from '../../test/browser/visit.ts'
import { harmless, SHOWN } from '../../test/hostile/shown.ts'
import type { Hostile } from '../../test/hostile/texts.ts'
import { ENTRIES } from '../app/navigation.ts'
import { screens } from '../app/screens.ts'
import { t as acteurs } from '../office/acteurs/texts.ts'
import { t as appeals } from '../office/appeals/texts.ts'
import { t as claims } from '../office/claims/texts.ts'
import { t as communes } from '../office/communes/texts.ts'
import { t as defibrillateurs } from '../office/defibrillateurs/texts.ts'
import { t as imports } from '../office/imports/texts.ts'
import { t as messages } from '../office/messages/texts.ts'
import { t as moderation } from '../office/moderation/texts.ts'
import { t as payments } from '../office/payments/texts.ts'
import { t as settings } from '../office/settings/texts.ts'
import { t as users } from '../office/users/texts.ts'
import { PARTS as FICHE } from '../townhall/page/address.ts'
import { TABS as OWN } from '../townhall/publications/address.ts'
import { openTown, type Town } from './hostile-town.ts'
import { countRequests, measureTasks, settled, watchTasks } from './long-tasks.ts'

/**
 * Every screen with hostile texts in everything it shows: none crashes, logs an error or blocks the main thread.
 */

/** The longest task of the main thread that a text may cause. */
const LIMIT_MS = 200
/** A slower visit is repeated, and the fastest counts. */
const LOOKS = 5

const world = skip ? undefined : openTown(SHOWN)
const opened = async () => (await world) ?? assert.fail('there is a browser')

interface Shown {
  readonly path: string
  /** An action on that screen, such as opening a dialog or pasting a text. */
  readonly doing?: readonly [what: string, act: (page: Page) => Promise<unknown>]
  /** The hostile text of the opened record, whose cost in a bare paragraph is the browser's own. */
  readonly text?: Hostile | undefined
}
type ScreensOf = (town: Town) => readonly (string | Shown)[]
const shownBy = (of: ScreensOf, town: Town): readonly Shown[] =>
  of(town).map(shown => (typeof shown === 'string' ? { path: shown } : shown))
const nameOf = ({ path, doing, text }: Shown) => [path, doing?.[0], text?.name].filter(Boolean).join(', ')

/** Navigates within the page, as a link does. */
const go = (page: Page, path: string) => page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`)
const AWAY = '/espace/aide'

async function begin(town: Town, email: string) {
  const look = await visit(town.app)
  await watchTasks(look)
  await look.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const underWay = countRequests(look)
  const asked: string[] = []
  look.page.on('request', request => void asked.push(request.url()))
  await enter(look, email, AWAY)
  await settled(look.page, underWay)
  return { look, asked, longestOf: await measureTasks(look, underWay) }
}
type Begun = Awaited<ReturnType<typeof begin>>

async function busyAt({ look: { page }, longestOf }: Begun, { path, doing }: Shown): Promise<number> {
  const shown = await longestOf(() => go(page, path))
  return doing ? Math.max(shown, await longestOf(() => doing[1](page))) : shown
}

/** Closes a dialog or comparison, and leaves the screen. */
async function leave(begun: Begun): Promise<void> {
  await begun.look.page.keyboard.press('Escape')
  await busyAt(begun, { path: AWAY })
}

async function shortestAt(begun: Begun, shown: Shown): Promise<number> {
  let shortest = await busyAt(begun, shown)
  for (let look = 1; look < LOOKS && shortest > LIMIT_MS; look++) {
    await leave(begun)
    shortest = Math.min(shortest, await busyAt(begun, shown))
  }
  return shortest
}

/** The script that measures is refused by the sandbox of the preview, whose page has none: la place’s tests read it with such texts. */
const REFUSED = /^wrote Blocked script execution in '[^']*\/place\/-\/apercu'/

async function walk(screensOf: ScreensOf, who: 'admin' | 'clerk'): Promise<void> {
  const town = await opened()
  const begun = await begin(town, town[who])
  const { page, faults } = begun.look
  const told: string[] = []
  const slow: [at: number, ms: number][] = []
  const screens = shownBy(screensOf, town)
  for (const [at, shown] of screens.entries()) {
    const before = faults.length
    const ms = await shortestAt(begun, shown)
    if (process.env.HOSTILE_TOLD) process.stderr.write(`${Math.round(ms)} ms ${nameOf(shown)}\n`)
    if (await page.evaluate(IS_LOST)) told.push(`${nameOf(shown)}: it is lost`)
    const own = faults.slice(before).filter(fault => !REFUSED.test(fault))
    told.push(...own.map(fault => `${nameOf(shown)}: ${fault}`))
    if (ms > LIMIT_MS) slow.push([at, ms])
    if (shown.doing) await page.keyboard.press('Escape')
  }
  told.push(...(slow.length > 0 ? await slowerThanFloor(screensOf, who, slow) : []))
  assert.deepEqual(told, [])
  const ids = screens.flatMap(({ path }) => path.match(/(?<=item=|\/)[\da-f-]{36}$/) ?? [])
  for (const id of ids)
    assert.ok(
      begun.asked.some(url => url.includes(id)),
      `${id} was never read`,
    )
}

/**
 * The floor: the same screen with ordinary prose of the same length, or twice the text in a bare paragraph, whichever takes
 * longer. A browser without a font for a text needs more than the limit to lay out that paragraph alone.
 */
async function slowerThanFloor(of: ScreensOf, who: 'admin' | 'clerk', slow: readonly [number, number][]) {
  const town = await openTown(SHOWN.map(({ name }) => ({ name, make: harmless })))
  const begun = await begin(town, town[who])
  const told: string[] = []
  for (const [at, ms] of slow) {
    const shown = shownBy(of, town)[at] ?? assert.fail('as many screens')
    const { text } = shownBy(of, await opened())[at] ?? shown
    const prose = await shortestAt(begun, shown)
    await leave(begun)
    const bare = text ? await paragraphOf(begun, text.make(20_000)) : 0
    if (ms - Math.max(prose, 2 * bare) > LIMIT_MS)
      told.push(
        `${nameOf({ ...shown, text })}: ${Math.round(ms)} ms, with prose ${Math.round(prose)}, bare ${Math.round(bare)}`,
      )
  }
  return told
}

const paragraphOf = ({ look: { page }, longestOf }: Begun, text: string) =>
  longestOf(() =>
    page.evaluate(shown => {
      const bare = document.body.appendChild(document.createElement('p'))
      bare.style.cssText = 'white-space: pre-wrap; overflow-wrap: anywhere; max-width: 40rem'
      bare.textContent = shown
      bare.getBoundingClientRect()
      bare.remove()
    }, text),
  )

/** Whether the screen or a `Pane` of it crashed. */
const IS_LOST = `!document.querySelector('h1') || document.querySelector('[data-broken]') !== null
  || document.body.textContent.includes('La page ne peut pas s’afficher')`

const tabsOf = (path: string, tabs: readonly string[], name = 'onglet') =>
  tabs.map(tab => `${path}?${name}=${tab}`)
/** A sample: the same component shows all texts on another screen of this file. */
const some = <T>(all: readonly T[], every: number, from = 0) => all.filter((_, at) => at % every === from)
/** A sample of the records that have one text each. */
const someOf = (
  ids: readonly string[],
  texts: readonly Hostile[],
  every: number,
  from: number,
  at: string,
): Shown[] => some([...ids.entries()], every, from).map(([n, id]) => ({ path: `${at}${id}`, text: texts[n] }))
const press = (key: string) => [`after ${key}`, (page: Page) => page.keyboard.press(key)] as const

/** Each text as Markdown, and in dialogs as plain text. */
const desk: ScreensOf = ({ publications, texts }) => [
  ...tabsOf('/moderation', Object.keys(moderation.tab)),
  ...publications.map((item, at): Shown => {
    const text = texts[at]
    const path = `/moderation?onglet=${at % 3 === 2 ? 'refusees' : 'attente'}&item=${item}`
    // Texts with many lines cost a text field most.
    if (at % 9 === 0) return { path, text, doing: ['a letter more, being corrected', correct] }
    // The first publications have a duplicate.
    if (at === 4 || at === 7) return { path, text, doing: press('d') }
    return at === 30 ? { path, text, doing: press('r') } : { path, text }
  }),
]

async function correct(page: Page): Promise<void> {
  await page.keyboard.press('e')
  const body = page.getByRole('dialog').locator('textarea')
  await body.focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('a')
}

const others: ScreensOf = town => [
  '/',
  { path: '/', doing: ['looked for', lookFor] },
  ...tabsOf('/demandes', Object.keys(claims.tab)),
  ...someOf(town.claims, town.texts, 8, 0, '/demandes?onglet=attente&item='),
  ...tabsOf('/contestations', Object.keys(appeals.tab)),
  ...tabsOf('/messages', Object.keys(messages.tab)),
  ...someOf(town.threads, town.texts, 5, 0, '/messages?onglet=ouverts&item='),
  ...[1, 2].map(page => `/journal?page=${page}`),
  `/journal?sorte=acteur&element=${town.acteurs[0]}`,
  ...some(town.lines, 5).map(line => `/journal?sorte=acteur&ligne=${line}`),
  ...[1, 2, 3].map(page => `/acteurs?page=${page}`),
  ...someOf(town.acteurs, town.texts, 10, 1, '/acteurs/'),
  ...tabsOf(`/acteurs/${town.club}`, Object.keys(acteurs.tab)),
  ...tabsOf('/utilisateurs', Object.keys(users.tab)),
  ...someOf(town.users, town.texts, 12, 2, '/utilisateurs/'),
  '/transparence',
  '/communes?q=saint',
  ...tabsOf(`/communes/${town.commune}`, Object.keys(communes.part)),
  '/imports',
  '/imports/nouvelle',
  ...tabsOf(`/imports/${town.source}`, Object.keys(imports.tab)),
  `/imports/${town.source}?onglet=lectures&lecture=${town.run}`,
  ...tabsOf('/defibrillateurs', Object.keys(defibrillateurs.tab)),
  '/defibrillateurs?vue=carte',
  ...tabsOf('/abonnements', Object.keys(payments.tab)),
  `/abonnements/${town.subscription}`,
  ...tabsOf('/reglages', Object.keys(settings.tab)),
  '/sante',
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
  ...some(drafts, 3).map(id => `/espace/ecrire?brouillon=${id}`),
  ...some(texts, 9, 5).map(({ name, make }) => ({
    path: '/espace/ecrire',
    doing: [`pasted: ${name}`, (page: Page) => paste(page, make(20_000))] as const,
  })),
]

/**
 * Not ten thousand lines: the field alone takes 200 ms for them. Beside the field, a preview is rendered on every letter.
 */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
  await page.locator('[contenteditable=true]').focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+v')
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('a')
}

test('the moderation shows every hostile publication', { skip }, () => walk(desk, 'admin'))
test('every other screen of the back-office shows hostile texts', { skip }, () => walk(others, 'admin'))
test('the screens of the town hall show hostile texts, also while they are typed', { skip }, () =>
  walk(house, 'clerk'),
)
test('every screen is visited', { skip }, async () => {
  const town = await opened()
  const paths = [desk, others, house].flatMap(of => shownBy(of, town)).map(({ path }) => path.split('?')[0])
  for (const path of [...Object.values(screens).map(({ path }) => path), ...ENTRIES.map(({ to }) => to)])
    assert.ok(paths.includes(path), path)
})
