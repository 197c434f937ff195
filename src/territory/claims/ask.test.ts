/** Questions to a claimant over a real mail server, and the answers. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { deliver, INBOUND_SECRET, mail } from '../../../test/fixtures/inbound-mail.ts'
import { startMailServer } from '../../../test/fixtures/mail-server.ts'
import { jobs } from '../../jobs.ts'

const server = await startMailServer()
after(() => server.stop())
const app = await startApp({
  env: {
    PROCESS: 'all',
    SMTP_URL: server.url,
    MAIL_FROM: 'Ville d’Essai <support@essai.fr>',
    PARVIS_MAILS_AT_ONCE: '1',
    INBOUND_MAIL_SECRETS: INBOUND_SECRET,
  },
  jobs: { 'mail.send': jobs['mail.send'] },
})
const office = app.as(await app.user(['operator_claims']))
const commune = await make.commune(app, { nom: 'Écully' })

async function waiting(fields: object = {}, acteur: object = {}) {
  const acteur_id = await make.acteur(app, commune, { nom: 'Étoile', ...acteur })
  const { status, body } = await app.anyone.post('/claims', { acteur_id, message: 'Moi.', ...fields })
  assert.equal(status, 201)
  return { id: body.data.id as string, acteur_id }
}
const item = async (id: string) => (await office.get(`/admin/claims/${id}`)).body.data
const arrived = (to: string, count = 1) =>
  eventually(async () => {
    const all = server.acceptedFor(to)
    return all.length >= count && all
  }, `${count} mails for ${to}`)

test('a question is mailed, its answer appears with the claim, and the claim waits two more weeks', async () => {
  const who = 'camille@example.com'
  const { id } = await waiting({ nom: 'Camille', email: who })
  const before = await item(id)
  assert.deepEqual([before.exchange, before.conversation], [null, []])
  const asked = await office.post(`/admin/claims/${id}/ask`, { message: 'Une preuve\u00a0?' })
  assert.equal(asked.status, 200)
  const { data, meta } = asked.body
  assert.deepEqual(
    [data.exchange, data.version, meta.mail.count, meta.mail.to[0].as],
    ['awaiting', before.version, 1, 'claimant'],
  )
  assert.ok(Date.parse(data.expires_at) > Date.now() + 13 * 86_400_000)

  const [sent] = await arrived(who)
  assert.match(sent?.parsed.text ?? '', /Étoile[\s\S]*Une preuve[\s\S]*votre réponse rejoint votre demande/)
  const back = {
    From: `Camille <${who}>`,
    To: sent?.parsed.replyTo?.[0]?.address ?? '',
    Subject: 'Re: Demande',
    'Message-ID': '<answer-1@example.com>',
  }
  assert.equal((await deliver(app, mail(back, 'Voici le procès-verbal.'))).status, 200)
  const now = await item(id)
  assert.equal(now.exchange, 'answered')
  assert.deepEqual(
    now.conversation.map((one: Record<string, unknown>) => [one.direction, one.body, one.delivery]),
    [
      ['outbound', 'Une preuve\u00a0?', 'sent'],
      ['inbound', 'Voici le procès-verbal.', null],
    ],
  )
  // A second question continues the same conversation.
  await office.post(`/admin/claims/${id}/ask`, { message: 'Et la date\u00a0?' })
  const [, second] = await arrived(who, 2)
  assert.equal(second?.parsed.inReplyTo, '<answer-1@example.com>')
  const threads = new Set((await item(id)).conversation.map((one: { thread_id: string }) => one.thread_id))
  assert.equal(threads.size, 1)
  assert.equal((await office.get('/admin/claims?sort=expires_at_asc')).body.data[0].exchange, 'awaiting')
})

test('a claim that waits for its claimant’s answer is not late, and is again once it was answered', async () => {
  const who = 'tard@example.com'
  const { id } = await waiting({ email: who })
  await app.owner.query(`update team_settings set target_hours = 48`)
  await app.owner.query(`update claims set created_at = now() - interval '72 hours' where id = $1`, [id])
  const late = async () =>
    (await office.get('/admin/claims?late=true')).body.data.map((one: { id: string }) => one.id)
  const counted = async () => (await office.get('/admin/counts')).body.data.claims.late
  assert.deepEqual([await late(), await counted()], [[id], 1])
  await office.post(`/admin/claims/${id}/ask`, { message: 'Une preuve ?' })
  assert.deepEqual([await late(), await counted()], [[], 0])
  const [sent] = await arrived(who)
  const back = { From: who, To: sent?.parsed.replyTo?.[0]?.address ?? '', 'Message-ID': '<late@example.com>' }
  await deliver(app, mail(back, 'Voilà.'))
  assert.deepEqual([await late(), await counted()], [[id], 1])
})

test('an owner’s answer to the mail about a claim appears with it; other mails do not', async () => {
  const [owner, editor] = [await app.user(), await app.user()]
  const acteur_id = await make.acteur(app, commune)
  await make.member(app, acteur_id, owner)
  await make.member(app, acteur_id, editor, 'editor')
  await deliver(app, mail({ From: owner.email, 'Message-ID': '<old@example.com>' }, 'Rien à voir.'))
  const { body } = await app.anyone.post('/claims', { acteur_id, message: 'Moi.' })
  const [letter] = await arrived(owner.email)
  assert.match(letter?.parsed.text ?? '', /Je suis d’accord[\s\S]*répondez à ce message/)
  await deliver(app, mail({ From: owner.email, 'Message-ID': '<no@example.com>' }, 'Je ne la connais pas.'))
  await deliver(app, mail({ From: editor.email, 'Message-ID': '<ed@example.com>' }, 'Moi non plus.'))
  const { objections, conflicts } = await item(body.data.id)
  assert.deepEqual(
    objections.map((one: { body: string }) => one.body),
    ['Je ne la connais pas.'],
  )
  assert.equal(conflicts, 0)
  assert.equal((await app.anyone.post('/claims', { acteur_id, message: 'Et moi.' })).status, 409)
  assert.equal((await item(body.data.id)).conflicts, 1)
})

test('claimants without address and decided claims cannot be asked', async () => {
  const { id } = await waiting()
  const ask = () => office.post(`/admin/claims/${id}/ask`, { message: 'Qui êtes-vous ?' })
  assert.deepEqual((await ask()).body.error, 'claimant_unknown')
  await office.patch(`/admin/claims/${id}`, { status: 'rejected' })
  assert.equal((await ask()).body.error, 'claim_already_decided')
  const { rows } = await app.owner.query('select thread_id from claims where id = $1', [id])
  assert.equal(rows[0].thread_id, null)
})

test('ten questions at once share one conversation', async () => {
  const { id } = await waiting({ email: 'dix@example.com' }, { nom: `X${'🎪'.repeat(199)}` })
  const asked = await Promise.all(
    Array.from({ length: 10 }, (_, at) => office.post(`/admin/claims/${id}/ask`, { message: `n° ${at}` })),
  )
  assert.ok(asked.every(({ status }) => status === 200))
  const { conversation } = await item(id)
  assert.equal(conversation.length, 10)
  const { rows } = await app.owner.query('select subject from support_threads where id = $1', [
    conversation[0].thread_id,
  ])
  assert.equal(rows[0].subject, `Demande : X${'🎪'.repeat(188)}…`)
  assert.equal(new Set(conversation.map((one: { thread_id: string }) => one.thread_id)).size, 1)
})

test('the mails are previewed around the operator’s words, which a refusal then contains', async () => {
  const { id } = await waiting({ nom: 'Anne', email: 'anne@example.com', telephone: '04 78 11 22 33' })
  const { data } = (await office.get(`/admin/claims/${id}/letters`)).body
  assert.equal(data.to, 'anne@example.com')
  assert.match(data.approved.opening, /Ouvrez un compte[\s\S]*anne@example\.com/)
  const reason = 'Écrivez-nous depuis\nl’adresse du club.'
  const refused = await office.patch(`/admin/claims/${id}`, { status: 'rejected', reason, note: 'Inconnue.' })
  assert.deepEqual([refused.body.data.reason, refused.body.data.note], [reason, 'Inconnue.'])
  const [sent] = await arrived('anne@example.com')
  const plain = (text: string) =>
    text
      .replace(/(?<=\/appeal\/)\S+/, '…')
      .replaceAll(/\s+/g, ' ')
      .trim()
  assert.equal(
    plain(sent?.parsed.text ?? ''),
    plain(`${data.rejected.opening} ${reason} ${data.rejected.closing}`),
  )
  assert.ok(!sent?.parsed.text?.includes('Inconnue.'))
  const undone = await office.post(`/admin/claims/${id}/undo`, undefined)
  assert.equal(undone.body.data.reason, null)
})

test('an approval refuses a reason for refusal', async () => {
  const { id } = await waiting({ email: 'b@example.com' })
  const { status, body } = await office.patch(`/admin/claims/${id}`, { status: 'approved', reason: 'Non.' })
  assert.deepEqual([status, body.details[0].path], [422, 'reason'])
})
