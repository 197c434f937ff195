/** Mails that pretend to come from a member. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestUser } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import {
  addressOf,
  count,
  draftsOf,
  MAIL_ENV,
  mailsTo,
  outcomes,
  SERVER,
  town,
  vouched,
  write,
} from '../../../test/fixtures/mailed-drafts.ts'
import { ANNOUNCEMENTS, type Envelope, SHAPES } from '../../../test/fixtures/town-letters.ts'

const app = await startApp({ env: MAIL_ENV })
const clerk = await app.user()
const { hall, commune } = await town(app, clerk)
const renewed = await addressOf(app, clerk, hall)
const address = await addressOf(app, clerk, hall)
const domain = clerk.email.slice(clerk.email.indexOf('@') + 1)

const other = await make.acteur(app, commune)
const owner = await app.user()
await make.member(app, other, owner)
const closed = await make.acteur(app, commune)
await make.member(app, closed, clerk)
const closedAddress = await addressOf(app, clerk, closed)
await app.owner.query('update acteurs set active = false where id = $1', [closed])
const removed = await make.acteur(app, commune)
await make.member(app, removed, clerk)
const removedAddress = await addressOf(app, clerk, removed)
assert.equal((await app.as(clerk, 'public').delete(`/me/acteurs/${removed}/mail-address`)).status, 200)

const [former, suspended, reader, stranger, admin] = [
  await app.user(),
  await app.user(),
  await app.user(),
  await app.user(),
  await app.user(['admin']),
]
for (const user of [former, suspended]) await make.member(app, hall, user)
await make.member(app, hall, reader, 'editor', [])
await app.owner.query('delete from actor_users where user_id = $1', [former.id])
await app.owner.query(`update users set status = 'suspended' where id = $1`, [suspended.id])
const invited = {
  id: (
    await app.owner.query(
      `insert into users (invited_email) values ('invitee@saint-jean.example') returning id`,
    )
  ).rows[0].id as string,
  email: 'invitee@saint-jean.example',
}
await make.member(app, hall, invited)

type Forged = Envelope & { readonly by?: Pick<TestUser, 'email'>; readonly tells?: true }
const says = (...results: string[]): Forged => ({ results })
const of = (what: string) => `${SERVER}; ${what}`
const evil = `evil@evil.example`

/** Each is delivered with the words of every form. */
const FORGED: Readonly<Record<string, Forged>> = {
  'an address that nobody has': { by: { email: 'marie@saint-jean.example' } },
  'no results': says(),
  'DMARC fails': says(of(`spf=pass smtp.mailfrom=${domain}; dmarc=fail header.from=${domain}`)),
  'DMARC cannot be asked': says(
    of(`spf=pass smtp.mailfrom=${domain}; dmarc=temperror header.from=${domain}`),
  ),
  'the policy is broken': says(of(`dkim=pass header.d=${domain}; dmarc=permerror header.from=${domain}`)),
  'nothing was proven': says(
    of(`spf=none smtp.mailfrom=${domain}; dkim=none; dmarc=none header.from=${domain}`),
  ),
  'SPF fails without a policy': says(of(`spf=fail smtp.mailfrom=${domain}`)),
  'SPF fails softly': says(of(`spf=softfail smtp.mailfrom=${domain}; dkim=none`)),
  'the signature is broken': says(of(`dkim=fail header.d=${domain}`)),
  'SPF of another domain': says(of('spf=pass smtp.mailfrom=evil.example; dmarc=none')),
  'a signature of another domain': says(
    of('dkim=pass header.d=evil.example; spf=pass smtp.mailfrom=bounce@evil.example'),
  ),
  'DMARC of another domain': says(of('dmarc=pass header.from=evil.example')),
  'DMARC without a domain': says(of('dmarc=pass')),
  'results of another server': says(`mx.evil.example; dmarc=pass header.from=${domain}`),
  'a server whose name begins so': says(`${SERVER}.evil.example; dmarc=pass header.from=${domain}`),
  'a server whose name ends so': says(`evil${SERVER}; dmarc=pass header.from=${domain}`),
  'the name of the server in a comment': says(
    `mx.evil.example (${SERVER}); dmarc=pass header.from=${domain}`,
  ),
  'the name of the server as a version': says(`mx.evil.example ${SERVER}; dmarc=pass header.from=${domain}`),
  'the name of the server encoded': says(`=?utf-8?Q?${SERVER}?=; dmarc=pass header.from=${domain}`),
  'a result in a comment': says(of(`dmarc=fail (dmarc=pass header.from=${domain}) header.from=${domain}`)),
  'a result in a quotation': says(
    of(`spf=fail reason="x; dmarc=pass header.from=${domain}; y" smtp.mailfrom=${domain}`),
  ),
  'a second result that passes': says(
    of(`dmarc=fail header.from=${domain}`),
    of(`dmarc=pass header.from=${domain}`),
  ),
  'a first result that passes': says(
    of(`dmarc=pass header.from=${domain}`),
    of(`dmarc=fail header.from=${domain}`),
  ),
  'a header with a blank before its colon': {
    results: [],
    more: { 'Authentication-Results ': of(`dmarc=pass header.from=${domain}`) },
  },
  'a header of ARC': {
    results: [],
    more: { 'ARC-Authentication-Results': `i=1; ${of(`dmarc=pass header.from=${domain}`)}` },
  },
  'too many headers': says(...Array.from({ length: 30 }, () => of(`dmarc=pass header.from=${domain}`))),
  'the address of the member as a name': {
    from: `"${clerk.email}" <${evil}>`,
    results: [vouched(evil)],
  },
  'two senders': { from: `${clerk.email}, ${evil}`, results: [vouched(clerk.email)] },
  'a second sender': { more: { From: evil }, results: [vouched(clerk.email)] },
  'a group': { from: `x: ${clerk.email};`, results: [vouched(clerk.email)] },
  'a look-alike domain': { by: { email: clerk.email.replace('@', '@rn') } },
  'a domain below it': { by: { email: clerk.email.replace('@', '@mail.') } },
  'a Cyrillic letter': { by: { email: clerk.email.replace('e', 'е') } },
  'the member as the sender of an evil author': {
    from: evil,
    results: [vouched(evil)],
    more: { Sender: clerk.email },
  },
  'a member who left': { by: former },
  'a suspended member': { by: suspended },
  'an invited person': { by: invited },
  'an editor who may not write': { by: reader },
  'a user of no acteur': { by: stranger },
  'an administrator who is no member': { by: admin },
  'the address of another acteur': { by: owner },
  'the address before it was renewed': { to: renewed, tells: true },
  'an address that was removed': { to: removedAddress, tells: true },
  'an acteur that was closed': { to: closedAddress },
  'a token with another letter': {
    to: address.replace(/.(?=@)/, letter => (letter === 'a' ? 'b' : 'a')),
    tells: true,
  },
  'an absence note': { more: { 'Auto-Submitted': 'auto-replied' } },
  'a bounce': { more: { 'Return-Path': '<>' } },
}

test('no mail that pretends to come from a member makes a draft; only a proven member is answered', async () => {
  const before = await count(app, 'mails')
  let mails = 0
  for (const [how, { by = clerk, to = address, tells, ...envelope }] of Object.entries(FORGED)) {
    for (const shape of Object.values(SHAPES)) {
      const [announcement] = ANNOUNCEMENTS
      assert.ok(announcement)
      const { files: _files, ...letter } = shape(announcement)
      const { status } = await write(app, by, to, letter, envelope)
      assert.equal(status, 200, how)
      mails++
    }
    assert.equal(await count(app, 'publication_drafts'), 0, how)
    if (!tells) assert.equal(await count(app, 'mails'), before + toldOf(how), how)
  }
  assert.ok(mails >= 500, `${mails}`)
  assert.equal(await count(app, 'publications'), 0)
  assert.equal(await count(app, 'support_threads'), 0, 'none is a message to the support')
  for (const address of [evil, former.email, suspended.email, stranger.email, 'marie@saint-jean.example'])
    assert.deepEqual(await mailsTo(app, address), [])
  const found = await outcomes(app)
  for (const outcome of ['unknown_address', 'not_checked', 'not_proven', 'not_a_member', 'automatic'])
    assert.ok((found[outcome] ?? 0) > 0, outcome)
  assert.equal(found.draft, undefined)
})

/** Answers to the member whose address was renewed, before the mails of this kind. */
const toldOf = (how: string): number => {
  const kinds = Object.keys(FORGED)
  return (
    kinds.slice(0, kinds.indexOf(how)).filter(kind => FORGED[kind]?.tells).length * Object.keys(SHAPES).length
  )
}

test('a mail that is delivered again later makes no second draft', async () => {
  const letter = { subject: 'Loto', text: 'Venez.' }
  const envelope = { messageId: '<replayed@saint-jean.example>' }
  await write(app, clerk, address, letter, envelope)
  assert.equal((await draftsOf(app, clerk.id)).length, 1)
  await app.owner.query('delete from publication_drafts')
  for (let times = 0; times < 5; times++)
    await write(app, clerk, address, { ...letter, subject: `${times}` }, envelope)
  assert.equal(await count(app, 'publication_drafts'), 0)
})

test('without the name of the mail server no mail becomes a draft', async () => {
  const node = await app.beside({ INBOUND_MAIL_SERVERS: '' })
  await write({ ...app, as: node.as }, clerk, address, { subject: 'Loto', text: 'Venez.' })
  assert.equal(await count(app, 'publication_drafts'), 0)
  const { body } = await node.as(clerk, 'public').get(`/me/acteurs/${hall}/mail-address`)
  assert.deepEqual([body.data.available, body.data.address], [false, null])
  await node.stop()
})
