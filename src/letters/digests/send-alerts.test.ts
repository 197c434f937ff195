import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestUser, testConfig } from '../../../test/app.ts'
import { ask } from '../../../test/ask.ts'
import * as make from '../../../test/factories.ts'
import { MOST_MAILS_AN_HOUR } from './queries.ts'
import { sendAlerts } from './send-alerts.ts'

const app = await startApp()
const admin = app.as(await app.user(['admin']))
const [here, there] = [await make.commune(app), await make.commune(app)]
const acteur = await make.acteur(app, here)
const send = () =>
  sendAlerts(
    {},
    { db: app.service.db, config: testConfig(), enqueue: async () => {} },
    new AbortController().signal,
  )
const mailsTo = async (user: TestUser) =>
  (
    await app.owner.query(
      `select subject, text, unsubscribe_url from mails where recipient_email = $1 and template = 'alert' order by place`,
      [user.email],
    )
  ).rows
const subjects = async (user: TestUser) => (await mailsTo(user)).map(({ subject }) => subject)
const choose = (user: TestUser, choice: object) => app.as(user).send('PUT', '/me/digest', choice)
const chosen = async (user: TestUser) => {
  const { published: _, ...digest } = (await app.as(user).get('/me/digest')).body.data
  return digest
}
const moderator = async (choice: object = { frequency: 'daily' }) => {
  const user = await app.user(['operator_moderation'])
  assert.equal((await choose(user, choice)).status, 200)
  return user
}
const report = (id: string, reporter: string) =>
  app.owner.query(
    `insert into publication_reports (publication_id, reason, language, reporter) values ($1, 'spam', 'fr', $2)`,
    [id, reporter],
  )
const reported = async (title: string, reporters: readonly string[], commune = here) => {
  const id = await make.publication(app, acteur, commune, { title })
  for (const reporter of reporters) await report(id, reporter)
  return id
}
const alerte = (title: string, fields = {}) =>
  make.publication(app, acteur, here, {
    title,
    type: 'alerte',
    moderation_status: 'pending',
    valide: false,
    publie_le: null,
    ...fields,
  })

test('once three people reported a publication, the desk gets one mail, also from several workers', async () => {
  const [user, second, without] = [
    await moderator(),
    await moderator(),
    await moderator({ frequency: 'none' }),
  ]
  const id = await reported('Loto', ['address:1', 'address:1', 'address:2'])
  await send()
  assert.deepEqual(await subjects(user), [], 'two people')
  await report(id, 'address:3')
  await Promise.all([send(), send(), send(), send()])
  for (const one of [user, second]) assert.deepEqual(await subjects(one), ['4 signalements : Loto'])
  const [mail] = await mailsTo(user)
  assert.match(mail.text, new RegExp(`/moderation\\?item=${id}\n`))
  await report(id, 'address:4')
  await send()
  assert.equal((await subjects(user)).length, 1)
  assert.deepEqual(await subjects(without), [])
})

test('alerts that wait are told once, those decided meanwhile or waiting for days are not', async () => {
  const user = await moderator()
  const day = new Date(Date.now() - 25 * 3_600_000)
  await alerte('Ancienne', { created_at: day, edited_at: day })
  await alerte('Supprimée', { deleted_at: new Date() })
  await alerte('Publiée', { moderation_status: 'published', valide: true, publie_le: new Date() })
  await make.publication(app, acteur, here, { moderation_status: 'pending', valide: false, publie_le: null })
  await send()
  assert.deepEqual(await subjects(user), [])
  await alerte('Coupure d’eau')
  await send()
  await send()
  assert.deepEqual(await subjects(user), ['Alerte à relire : Coupure d’eau'])
})

test('six mails an hour: what comes above is in the next one, which names five and counts the others', async () => {
  const user = await moderator()
  for (let at = 0; at < MOST_MAILS_AN_HOUR; at++) {
    await alerte(`Alerte ${at}`)
    await send()
  }
  assert.equal((await subjects(user)).length, MOST_MAILS_AN_HOUR)
  const decided = await alerte('Décidée')
  for (let at = 0; at < 17; at++) await alerte(`Route ${at}`)
  await Promise.all([send(), send()])
  assert.equal((await subjects(user)).length, MOST_MAILS_AN_HOUR)
  await app.owner.query(`update publications set moderation_status = 'rejected' where id = $1`, [decided])
  await app.owner.query(
    `update digests set alerts_sent = array[now() - interval '61 minutes'] || alerts_sent[2:] where user_id = $1`,
    [user.id],
  )
  await Promise.all([send(), send()])
  const mails = await mailsTo(user)
  assert.equal(mails.length, MOST_MAILS_AN_HOUR + 1)
  const { subject, text } = mails[MOST_MAILS_AN_HOUR]
  assert.equal(subject, '17 publications à voir sans attendre')
  assert.match(text, /Route 4[\s\S]*Et 12 autres\./)
  assert.doesNotMatch(text, /Route 5|Décidée/)
})

test('only moderators who want it, in their territory, and for the number of the team', async () => {
  const [user, claims] = [await app.user(), await app.user(['operator_claims'])]
  await app.owner.query(
    `insert into user_roles (user_id, role, commune_ids) values ($1, 'operator_moderation', $2)`,
    [user.id, [there]],
  )
  for (const one of [user, claims]) await choose(one, { frequency: 'none', alerts: true })
  await reported('Ici', ['address:1', 'address:2', 'address:3'])
  await send()
  assert.deepEqual(await subjects(user), [])
  await admin.patch('/admin/team-settings', { alert_reports: null })
  await reported('Là', ['address:1', 'address:2', 'address:3'], there)
  await send()
  assert.deepEqual(await subjects(user), [], 'never')
  await admin.patch('/admin/team-settings', { alert_reports: 1 })
  await send()
  assert.deepEqual(await subjects(user), ['3 signalements : Là'])
  await choose(user, { frequency: 'none', alerts: false })
  await reported('Encore là', ['address:1'], there)
  await send()
  assert.equal((await subjects(user)).length, 1)
  await choose(user, { frequency: 'none', alerts: true })
  await send()
  assert.equal((await subjects(user)).length, 1, 'from now on')
  assert.deepEqual(await subjects(claims), [])
  await admin.patch('/admin/team-settings', { alert_reports: 3 })
})

test('alerts follow the digest until chosen apart; their link stops them alone', async () => {
  const user = await moderator()
  assert.deepEqual(await chosen(user), { frequency: 'daily', alerts: true })
  await choose(user, { frequency: 'none' })
  assert.deepEqual(await chosen(user), { frequency: 'none', alerts: false })
  await choose(user, { frequency: 'weekly', alerts: true })
  await alerte('Verglas')
  await send()
  const [{ unsubscribe_url: url, text }] = await mailsTo(user)
  assert.ok(text.includes(url))
  const stopped = await ask(app.url + new URL(url).pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  assert.equal(stopped.status, 200)
  assert.deepEqual(await chosen(user), { frequency: 'weekly', alerts: false })
  await choose(user, { frequency: 'daily' })
  assert.deepEqual(await chosen(user), { frequency: 'daily', alerts: false })
})
