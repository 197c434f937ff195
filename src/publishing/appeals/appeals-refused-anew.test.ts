import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'

/** A refused publication is refused again: its author is told another reason, and contests the refusal that stands. */

const app = await startApp()
const [moderator, author] = [await app.user(['operator_moderation']), await app.user()]
const office = app.as(moderator)
const front = app.as(author, 'public')
const commune = await make.commune(app)
const acteur = await make.acteur(app, commune)
await make.member(app, acteur, author)
const SPAM = { moderation_status: 'rejected', reason_code: 'spam', reason: 'Une publicité.' }
const OTHERS = [
  { ...SPAM, reason: 'Une publicité pour un produit.' },
  { ...SPAM, reason_code: 'off_topic' },
] as const

const refuse = async (id: string, body: object) => {
  const answer = await office.patch(`/admin/publications/${id}/moderate`, body)
  assert.equal(answer.status, 200)
  return answer.body.meta as { operation_id: string; mail: { count: number } | null }
}
async function contested() {
  const id = await make.publication(app, acteur, commune, { created_by: author.id })
  await refuse(id, SPAM)
  return { id, appeal: await contest(id) }
}
async function contest(id: string): Promise<string> {
  const answer = await front.post(`/me/publications/${id}/appeal`, { message: 'Relisez-la.' })
  assert.equal(answer.status, 201)
  return answer.body.data.id
}
const statusOf = async (appeal: string) =>
  (await app.owner.query('select status from appeals where id = $1', [appeal])).rows[0].status
const mailsAbout = async (id: string) =>
  (
    await app.owner.query(
      `select m.text, m.status from moderation_letters l join mails m on m.id = l.mail_id
       where $1 = any(l.publication_ids) order by m.place`,
      [id],
    )
  ).rows

test('the same refusal again mails nothing, changes nothing and leaves the appeal open', async () => {
  const { id, appeal } = await contested()
  const before = await make.row(app, id)
  assert.equal((await refuse(id, SPAM)).mail, null)
  assert.deepEqual(await make.row(app, id), before)
  assert.deepEqual([await statusOf(appeal), (await mailsAbout(id)).length], ['pending', 1])
})

for (const other of OTHERS)
  test(`a refusal for another reason is mailed with its link, and closes the appeal: ${other.reason_code}, ${other.reason}`, async () => {
    const { id, appeal } = await contested()
    assert.equal((await refuse(id, other)).mail?.count, 1)
    assert.equal(await statusOf(appeal), 'closed')
    const [, mail] = await mailsAbout(id)
    assert.ok(mail.text.includes(`> ${other.reason}`))
    const [, path] = /(\/auth\/appeal\/\S+)/.exec(mail.text) ?? []
    const answer = await fetch(`${app.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message: 'Ce n’en est pas une.' }),
    })
    assert.equal(answer.status, 200)
    const { contestable, appeal: own } = (await front.get(`/me/publications/${id}/appeal`)).body.data
    assert.deepEqual([contestable, own.status, own.message], [false, 'pending', 'Ce n’en est pas une.'])
  })

test('undone, the other refusal takes its mail and its appeal with it, and the first appeal waits again', async () => {
  const { id, appeal } = await contested()
  const { operation_id } = await refuse(id, OTHERS[0])
  const second = await contest(id)
  await office.post(`/admin/operations/${operation_id}/undo`)
  assert.deepEqual([await statusOf(appeal), await statusOf(second)], ['pending', 'closed'])
  assert.equal((await make.row(app, id)).moderation_reason, SPAM.reason)
  const { rows } = await app.owner.query(
    `select status from mails where template = 'publication-rejected' and text like $1 order by place desc limit 1`,
    [`%${OTHERS[0].reason}%`],
  )
  assert.equal(rows[0].status, 'cancelled')
})

test('an appeal that a publishing closed waits again once the publishing is undone', async () => {
  const { id, appeal } = await contested()
  const published = await refuse(id, { moderation_status: 'published' })
  assert.equal(await statusOf(appeal), 'closed')
  await office.post(`/admin/operations/${published.operation_id}/undo`)
  assert.equal(await statusOf(appeal), 'pending')
})

test('an erased appeal stays closed', async () => {
  const { id, appeal } = await contested()
  const { operation_id } = await refuse(id, OTHERS[0])
  await app.owner.query('update appeals set message = null where id = $1', [appeal])
  await office.post(`/admin/operations/${operation_id}/undo`)
  assert.equal(await statusOf(appeal), 'closed')
})
