// A process of its own: the limits used up count per process.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { PASSWORD, signInAt } from '../../../test/sign-in.ts'

/** Mails that others cause to one mailbox are limited, also when each request comes from another network. */

const app = await startApp({
  env: { RATE_LIMIT_SCALE: '1', TRUST_PROXY: '127.0.0.1,::1', SMTP_URL: 'smtp://127.0.0.1:9' },
})
const auth = signInAt(app)
const commune = await make.commune(app)
let networks = 0
const elsewhere = () => {
  networks++
  return { headers: { 'x-forwarded-for': `198.51.${Math.floor(networks / 250)}.${networks % 250}` } }
}
/** Addresses of one mailbox. */
const spelt = (at: number, name = 'v.i.c.time') => `${name}+${at}@${at % 2 ? 'GMAIL.com' : 'googlemail.com'}`
const times = <T>(most: number, work: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: most }, (_, at) => work(at)))
const count = (answers: readonly Answer[], status: number) =>
  answers.filter(one => one.status === status).length
const policies = (answers: readonly Answer[]) => [
  ...new Set(answers.filter(one => one.status === 429).map(one => one.headers.get('ratelimit-policy'))),
]
const hourLater = (name: string) =>
  app.owner.query('update rate_limits set free_at = now() where key like $1', [`${name}-mailbox:%`])
const mails = async (template: string, pattern: string) =>
  (
    await app.owner.query('select from mails where template = $1 and recipient_email like $2', [
      template,
      pattern,
    ])
  ).rowCount

test('claims name a mailbox five times an hour and twenty times a day', async () => {
  const free = await make.several(70, () => make.acteur(app, commune))
  const claim = (at: number) =>
    app.anyone.post('/claims', { acteur_id: free.pop(), message: 'x', email: spelt(at) }, elsewhere())
  const answers = await times(20, claim)
  assert.deepEqual([count(answers, 201), count(answers, 429)], [5, 15])
  assert.deepEqual(policies(answers), ['"claim-mailbox";q=5;w=3600'])
  for (let hour = 1; hour < 4; hour++) {
    await hourLater('claim')
    assert.equal(count(await times(5, claim), 201), 5)
  }
  await hourLater('claim')
  const next = await claim(0)
  assert.deepEqual([next.status, policies([next])], [429, ['"claim-mailbox-day";q=20;w=86400']])
  assert.equal((await app.owner.query(`select from claims where email ilike 'v.i.c.time+%'`)).rowCount, 20)

  // A claimant's own address is proven: nobody else chose it.
  const user = await app.user()
  const own = await times(6, () =>
    app
      .as(user, 'public')
      .post('/claims', { acteur_id: free.pop(), message: 'x', email: user.email }, elsewhere()),
  )
  assert.equal(count(own, 201), 6)
})

test('a mailbox that reports name is told of ten an hour; the others count all the same', async () => {
  const published = await make.several(28, () => make.publication(app, null, commune))
  const report = (at: number, email: string, who: typeof app.anyone = app.anyone) =>
    who.post(`/publications/${published[at]}/report`, { reason: 'spam', email }, elsewhere())
  const answers = await times(14, at => report(at, spelt(at)))
  assert.equal(count(answers, 201), 14)
  const told = async (pattern: string) =>
    (await app.owner.query('select from publication_reports where email ilike $1', [pattern])).rowCount
  assert.equal(await told('v.i.c.time+%'), 10)
  // A reporter's own address is proven: nobody else chose it.
  const user = await app.user()
  const own = await times(14, at => report(14 + at, user.email, app.as(user, 'public')))
  assert.deepEqual([count(own, 201), await told(user.email)], [14, 14])
})

test('ten mails an hour tell an invited person of rights, whoever gives them', async () => {
  const teams = await times(14, async () => {
    const owner = await app.user()
    const acteur = await make.acteur(app, commune)
    await make.member(app, acteur, owner)
    return { own: app.as(owner), path: `/me/acteurs/${acteur}/members` }
  })
  const answers = await times(14, async at => {
    const { own, path } = teams[at] ?? assert.fail()
    return await own.post(path, { email: spelt(at), role: 'editor' }, elsewhere())
  })
  assert.deepEqual([count(answers, 201), count(answers, 429)], [10, 4])
  assert.equal(await mails('invitation', 'v.i.c.time+%'), 10)
})

test('a change or removal of rights that would be one mail too many is done without it', async () => {
  const [owner, member] = [await app.user(), await app.user()]
  const acteur = await make.acteur(app, commune)
  await make.member(app, acteur, owner)
  await make.member(app, acteur, member, 'editor')
  const path = `/me/acteurs/${acteur}/members/${member.id}`
  const answers: Answer[] = []
  for (let at = 0; at < 11; at++) {
    const permissions = at % 2 ? [] : ['manage_publications']
    answers.push(await app.as(owner).patch(path, { permissions }, elsewhere()))
  }
  assert.deepEqual(
    answers.map(({ status }) => status),
    Array(11).fill(200),
  )
  assert.equal(await mails('member-rights', member.email), 10)
  assert.equal((await app.as(owner).delete(path)).status, 200)
  assert.equal(await mails('member-removed', member.email), 0)
})

test('three confirmations of a new address an hour go to it, whoever asks', async () => {
  const bearers = await make.several(2, at => auth.member(`demandeur${at}@example.org`))
  const answers = await times(6, at =>
    auth.post(
      '/change-address',
      { newEmail: spelt(at, 'n.ouvelle'), password: PASSWORD },
      { bearer: bearers[at % 2], ...elsewhere() },
    ),
  )
  assert.deepEqual([count(answers, 200), count(answers, 429)], [3, 3])
  assert.deepEqual(policies(answers), ['"address-change-mailbox";q=3;w=3600'])
  assert.equal(await mails('confirm-address', 'n.ouvelle+%'), 3)
})

test('a mailbox gets three confirmations of weekly mails an hour and six a day, of all communes', async () => {
  const communes = await make.several(40, () => make.commune(app))
  const request = (at: number) =>
    app.anyone.post(`/communes/${communes.pop()}/weekly-mail`, { email: spelt(at) }, elsewhere())
  // The answer tells nothing.
  assert.equal(count(await times(8, request), 201), 8)
  assert.equal(await mails('week-confirmation', 'v.i.c.time+%'), 3)
  for (let hour = 1; hour < 4; hour++) {
    await hourLater('weekly-mail')
    await times(8, request)
  }
  assert.equal(await mails('week-confirmation', 'v.i.c.time+%'), 6)
  const { rows } = await app.owner.query(
    `select free_at <= now() as free from rate_limits where key like 'weekly-mail-mailbox:%'`,
  )
  assert.deepEqual(rows, [{ free: true }], 'a day that is full takes nothing from the hour')
})

test('three sign-ups an hour go to a mailbox, however it is spelt', async () => {
  const answers = await times(6, at =>
    auth.post('/sign-up/email', { email: spelt(at), password: PASSWORD, name: 'Anne' }, elsewhere()),
  )
  assert.deepEqual([count(answers, 200), count(answers, 429)], [3, 3])
})
