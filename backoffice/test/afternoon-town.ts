/** The town of `afternoon.test.ts`: the demo town with a real mail server, and queries about it. */
import assert from 'node:assert/strict'
import { after } from 'node:test'
import { ofOneAfternoon, play } from '../../src/demo/demo.ts'
import { agendaFrom, serveAgenda } from '../../src/demo/outside.ts'
import { todayAt } from '../../src/demo/play.ts'
import { jobs } from '../../src/jobs.ts'
import { grantRole } from '../../src/people/users/queries.ts'
import { type TestApp, testConfig } from '../../test/app.ts'
import { follow, skip, startBackoffice, type Visit } from '../../test/browser/visit.ts'
import { becomes, eventually } from '../../test/eventually.ts'
import { type MailServer, startMailServer } from '../../test/fixtures/mail-server.ts'
import { PASSWORD, signInAt, totp } from '../../test/sign-in.ts'

const EMAIL = 'anne@example.org'
const QUEUE = 400

const world = skip ? undefined : await openTown()
export function opened() {
  assert.ok(world)
  return world
}

async function openTown() {
  const post = await startMailServer()
  after(() => post.stop())
  await using agenda = await serveAgenda(agendaFrom(todayAt(new Date())))
  const app = await startBackoffice({
    env: {
      IMPORT_ALLOW_PRIVATE: agenda.pair,
      PROCESS: 'all',
      SMTP_URL: post.url,
      MAIL_FROM: 'Ville <mairie@essai.fr>',
    },
    jobs: {
      'mail.send': jobs['mail.send'],
      'operations.continue': jobs['operations.continue'],
    },
  })
  const { service, url } = app
  await play(
    { service, url, config: ofOneAfternoon(testConfig(), agenda), agenda, password: PASSWORD },
    { publications: QUEUE, hostile: true },
  )
  await signUp(app, post, EMAIL)
  const { rows } = await app.owner.query(`update users set nom = 'Anne Roux' where email = $1 returning id`, [
    EMAIL,
  ])
  const anne: string = rows[0].id
  await app.service.db.transaction(tx => grantRole(tx, anne, 'operator_moderation'))
  return { app, post, anne }
}

/** Follows the link of the mail. A sent mail no longer has its text in the database. */
export async function signUp(app: TestApp, post: MailServer, email: string): Promise<void> {
  const at = signInAt(app)
  assert.equal((await at.signUp(email)).status, 200)
  await eventually(async () => post.acceptedFor(email).length > 0, 'the link to verify the address')
  const link = /https?:\/\/\S+?\/auth(\/\S+)/.exec(post.acceptedFor(email).at(-1)?.parsed.text ?? '')?.[1]
  assert.equal((await at.get(link ?? '')).status, 200)
}

export const one = async (sql: string, ...values: unknown[]) =>
  (await opened().app.owner.query(sql, values)).rows[0]
export const decidedByAnne = async () =>
  Object.fromEntries(
    (
      await opened().app.owner.query(
        'select moderation_status as status, count(*)::int as n from publications where moderated_by = $1 group by 1',
        [opened().anne],
      )
    ).rows.map(({ status, n }) => [status, n]),
  )

/** Sends queued mails without waiting for their delay. */
export async function letThemLeave(): Promise<void> {
  const { owner } = opened().app
  const { rows } = await owner.query(
    `update mails set next_try_at = now() where status = 'queued' returning id`,
  )
  await owner.query(
    `update pgboss.job set start_after = now() where name = 'mail.send' and state = 'created'`,
  )
  const ids = rows.map(({ id }) => id)
  const waiting = async () =>
    (await one(`select count(*)::int as n from mails where id = any($1) and status = 'queued'`, ids)).n
  await becomes(waiting, 0)
}
export const lettersTo = (email: string, subject: RegExp) =>
  opened()
    .post.acceptedFor(email)
    .filter(({ parsed }) => subject.test(parsed.subject ?? ''))

export async function signIn(look: Visit, code?: string, email = EMAIL): Promise<void> {
  const { keyboard } = look.page
  await look.page.goto('/moderation')
  await look.page.getByLabel('Adresse électronique').waitFor()
  await keyboard.type(email)
  await keyboard.press('Tab')
  await keyboard.type(PASSWORD)
  await keyboard.press('Enter')
  if (code !== undefined) {
    await look.page.getByLabel('Code à six chiffres').waitFor()
    await keyboard.type(code)
    await keyboard.press('Enter')
  }
  await look.page.locator('#item-title').waitFor()
}

/** Replies as if the filter found more than the service counts; while `counting` is set, more than it can count. */
export async function findsMore(page: Visit['page'], least: number) {
  const listing = /\/admin\/publications\?(?!.*exact_total)/
  const counting = /\/admin\/publications\?.*exact_total=true/
  await page.route(listing, async route => {
    const response = await route.fetch()
    const { data, meta } = await response.json()
    await route.fulfill({ response, json: { data, meta: { ...meta, total: least, total_exact: false } } })
  })
  const json = { error: 'unavailable', message: 'Réessayez.', request_id: 'r-count', details: [] }
  await page.route(counting, route => route.fulfill({ status: 503, json }))
  return { listing, counting }
}

const titleOf = async ({ page }: Visit) =>
  (await page.locator('#item-title').textContent())?.replaceAll('\u2060', '') ?? ''

/** Presses a key, and waits until the next item is open: the address changes before it. */
export async function movesOn(look: Visit, press: () => Promise<void>): Promise<string> {
  const open = () =>
    look.page.evaluate(`document.querySelector('[data-open] a[aria-current]')?.getAttribute('href')`)
  const before = await open()
  const title = await titleOf(look)
  await press()
  await eventually(
    async () => ![before, undefined].includes(await open()),
    `the next one is open after “${title}”`,
  )
  return title
}

export const said = ({ page }: Visit, text: string | RegExp) =>
  page.getByRole('status').getByText(text).waitFor()

/** The duplicates of a publication, itself included. */
export const rejectedAlike = async (id: string): Promise<number> =>
  (
    await one(
      `select count(*)::int as n from publications where moderation_reason_code = 'duplicate' and moderation_status = 'rejected'
         and duplicate_key = (select duplicate_key from publications where id = $1)`,
      id,
    )
  ).n

/** Sets up the second factor on the page. Answers the next code of the authenticator app: no code is accepted twice. */
export async function turnSecondFactorOn(look: Visit): Promise<string> {
  const { page } = look
  await follow(page, '/compte')
  await page.getByRole('button', { name: 'Activer' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Mot de passe').fill(PASSWORD)
  await page.keyboard.press('Enter')
  const key = (await dialog.getByText(/^[A-Z2-7 ]{20,}$/).textContent())?.replaceAll(' ', '')
  const codeAt = (at: number) => totp(`otpauth://totp/Parvis?secret=${key}`, at)
  await look.assertAccessible('the square')
  // The codes of this time step and of the next: both are accepted if the step ends meanwhile.
  const now = Date.now()
  await dialog.getByLabel('Code à six chiffres').fill(codeAt(now))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Gardez ces codes' }).waitFor()
  await look.assertAccessible('the codes to keep')
  return codeAt(now + 30_000)
}
