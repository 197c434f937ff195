import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, testConfig } from '../../../test/app.ts'
import { ask } from '../../../test/ask.ts'
import * as make from '../../../test/factories.ts'
import { sendAuthorNews } from './send.ts'

const app = await startApp()
const moderator = await app.user(['operator_moderation'])
const commune = await make.commune(app, { slug: 'crest', nom: 'Crest' })
const acteur = await make.acteur(app, commune)
const MINUTE = 60_000
const before = (minutes: number) => new Date(Date.now() - minutes * MINUTE)

const send = (env = {}) =>
  sendAuthorNews(
    { db: app.service.db, config: testConfig(env), enqueue: async () => {} },
    new AbortController().signal,
  )
/** Reviewed by a moderator, and online since an hour. */
const accepted = (created_by: string, fields = {}) =>
  make.publication(app, acteur, commune, {
    created_by,
    moderation_by: 'backoffice',
    moderated_by: moderator.id,
    publie_le: before(60),
    ...fields,
  })
const mailsTo = async ({ email }: { email: string }) =>
  (
    await app.owner.query(
      `select subject, text, unsubscribe_url from mails where recipient_email = $1 and template = 'publications-online' order by place`,
      [email],
    )
  ).rows
const aDayLater = () =>
  app.owner.query(`update author_news set sent_at = sent_at - interval '1 day', told_until = told_until`)

test('an author is told of what was accepted, with its page, once, and a day later of what came since', async () => {
  const author = await app.user()
  await accepted(author.id, { title: 'Loto du club' })
  await send()
  await send()
  const [mail, ...more] = await mailsTo(author)
  assert.deepEqual(more, [])
  assert.equal(mail.subject, 'Votre publication est en ligne : Loto du club')
  assert.match(mail.text, /«\sLoto du club\s»[\s\S]*http:\/\/parvis\.test\/place\/crest\/p\/loto-du-club-/)
  assert.match(mail.unsubscribe_url, /^http:\/\/parvis\.test\/auth\/stop-digest\/\w{64}$/)

  await accepted(author.id, { title: 'Bal', publie_le: before(12) })
  await app.owner.query(`update author_news set told_until = now() - interval '30 minutes'`)
  await accepted(author.id, { title: 'Concert', publie_le: before(11) })
  await send()
  assert.equal((await mailsTo(author)).length, 1, 'one mail a day')
  await aDayLater()
  await send()
  const [, second] = await mailsTo(author)
  assert.equal(second.subject, '2 de vos publications sont en ligne')
  assert.match(second.text, /Bal[\s\S]*Concert/)
})

test('nothing is told of what the author published alone, what was imported, undone or hidden since, or is old', async () => {
  const author = await app.user()
  const system = await app.user()
  await accepted(author.id, { moderation_by: 'member', moderated_by: author.id })
  await accepted(author.id, { moderated_by: author.id })
  await accepted(author.id, { moderation_by: 'import', moderated_by: null })
  await accepted(author.id, { publie_le: before(2) })
  await accepted(author.id, { publie_le: before(60 * 24 * 3) })
  await accepted(author.id, { publie_le: new Date(Date.now() + 60 * MINUTE) })
  await accepted(author.id, { valide: false })
  await accepted(author.id, { moderation_status: 'rejected', valide: false })
  await accepted(author.id, { deleted_at: new Date() })
  await app.owner.query(`update users set status = 'suspended' where id = $1`, [system.id])
  await accepted(system.id)
  await send()
  assert.deepEqual([await mailsTo(author), await mailsTo(system)], [[], []])
})

test('who switches it off in the account, or by the link of a mail, gets none', async () => {
  const author = await app.user()
  const front = app.as(author, 'public')
  const chosen = async () => (await front.get('/me/digest')).body.data
  assert.deepEqual(await chosen(), { frequency: 'none', alerts: false, published: true })
  await front.send('PUT', '/me/digest', { frequency: 'none', published: false })
  assert.deepEqual(await chosen(), { frequency: 'none', alerts: false, published: false })
  // A choice about digests alone leaves it.
  await front.send('PUT', '/me/digest', { frequency: 'none' })
  assert.equal((await chosen()).published, false)
  await accepted(author.id)
  await send()
  assert.deepEqual(await mailsTo(author), [])
  // Nothing of that time is told later.
  await front.send('PUT', '/me/digest', { frequency: 'none', published: true })
  await send()
  assert.deepEqual(await mailsTo(author), [])

  await accepted(author.id, { publie_le: before(11) })
  await app.owner.query(
    `update author_news set told_until = now() - interval '12 minutes' where user_id = $1`,
    [author.id],
  )
  await send()
  const [mail] = await mailsTo(author)
  const path = new URL(mail.unsubscribe_url).pathname
  assert.equal((await ask(app.url + path, { method: 'POST' })).status, 200)
  assert.equal((await chosen()).published, false)
})

test('several workers at once send one mail to each author', async () => {
  const authors = []
  for (let n = 0; n < 10; n++) {
    const author = await app.user()
    authors.push(author)
    for (let one = 0; one < 3; one++) await accepted(author.id)
  }
  await Promise.all(Array.from({ length: 6 }, () => send()))
  for (const author of authors) assert.equal((await mailsTo(author)).length, 1)
})

test('without pages for residents, the mail leads to the pages of the acteur', async () => {
  const author = await app.user()
  await accepted(author.id)
  await send({ PLACE: 'off' })
  assert.match((await mailsTo(author))[0].text, new RegExp(`/espace\\?pour=${acteur}`))
})
