import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { jobs } from '../../src/jobs.ts'
import { account } from '../../test/browser/people.ts'
import { skip, startBackoffice } from '../../test/browser/visit.ts'
import { becomes } from '../../test/eventually.ts'
import { INBOUND_SECRET } from '../../test/fixtures/inbound-mail.ts'
import { startMailServer } from '../../test/fixtures/mail-server.ts'

/** The inbox of a file's tests: Maëlle in the browser, her colleague Karim, and a real mail server. */

async function openWorld() {
  const server = await startMailServer()
  after(() => server.stop())
  const app = await startBackoffice({
    env: {
      PROCESS: 'all',
      SMTP_URL: server.url,
      MAIL_FROM: 'Ville d’Essai <support@essai.fr>',
      INBOUND_MAIL_SECRETS: INBOUND_SECRET,
    },
    jobs: { 'mail.send': jobs['mail.send'] },
  })
  const email = await account(app, 'maelle@example.org', 'operator_support')
  await app.owner.query(`update users set nom = 'Maëlle Le Goff' where lower(email) = $1`, [email])
  const colleague = await app.user(['operator_support'])
  await app.owner.query(`update users set nom = 'Karim Benali' where id = $1`, [colleague.id])
  return { app, server, email, karim: app.as(colleague) }
}
const world = skip ? undefined : openWorld()
export const opened = async () => (await world) ?? assert.fail('there is a browser')

export async function ask(email: string, subject: string, body = 'Bonjour, quand ?', nom = 'Jeanne Dupré') {
  const { app } = await opened()
  return (await app.anyone.post('/messages', { nom, email, subject, body })).body.data.id as string
}
/** Replies leave minutes later: a slow machine needs longer than ten seconds to take one back. */
export async function lateReplies(): Promise<() => Promise<unknown>> {
  const { app } = await opened()
  await app.owner.query(`create function late() returns trigger language plpgsql
    as $$ begin new.next_try_at := new.next_try_at + interval '5 minutes'; return new; end $$`)
  await app.owner.query('create trigger late before insert on mails for each row execute function late()')
  return () => app.owner.query('drop function late cascade')
}
/** The reads of conversations that are under way. */
export function readsOf(page: Page): ReadonlySet<Request> {
  const reads = new Set<Request>()
  page.on('request', request => {
    if (request.method() === 'GET' && request.url().includes('/threads/')) reads.add(request)
  })
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', request => void reads.delete(request))
  return reads
}
export const at = (id: string, path = '') => `/admin/messages/threads/${id}${path}`
/** Karim answers, and the page hears of it by a refusal alone: it reads the conversation every few seconds. */
export async function answersUnseen(page: Page, reads: ReadonlySet<Request>, id: string, body: string) {
  const { karim } = await opened()
  const address = `**/threads/${id}/messages?*`
  const [waiting, heard] = [new Set<Request>(), Promise.withResolvers<void>()]
  await page.route(address, async route => {
    waiting.add(route.request())
    await heard.promise
    // The screen may have been left.
    await route.continue().catch(() => {})
  })
  await becomes(async () => [...reads].filter(one => !waiting.has(one)).length, 0)
  await karim.post(at(id, '/reply'), { body })
  return heard.resolve
}
