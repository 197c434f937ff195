import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApp } from '../../../../test/app.ts'
import { waitingForLocks } from '../../../../test/databases.ts'
import { eventually } from '../../../../test/eventually.ts'
import * as make from '../../../../test/factories.ts'
import { startMailServer } from '../../../../test/fixtures/mail-server.ts'
import { jobs } from '../../../jobs.ts'
import { takeLease } from '../../../letters/mail/leases.ts'
import { takeBack } from '../../../letters/mail/take-back.ts'

/** The mails of a decision leave after a minute; an undo cancels them before, and sends a correction after. */

const server = await startMailServer()
after(() => server.stop())
const app = await startApp({
  env: { PROCESS: 'all', SMTP_URL: server.url, MAIL_FROM: 'Ville <mairie@essai.fr>' },
  jobs: { 'mail.send': jobs['mail.send'] },
})
const moderator = await app.user(['operator_moderation'])
const office = app.as(moderator)
const commune = await make.commune(app)
const acteur = await make.acteur(app, commune)

async function author(nom: string | null = null) {
  const user = await app.user()
  await make.member(app, acteur, user)
  await app.owner.query('update users set nom = $2 where id = $1', [user.id, nom])
  return user
}
const pendingOf = (user: { id: string }, fields: object = {}) =>
  make.publication(app, acteur, commune, {
    moderation_status: 'pending',
    valide: false,
    publie_le: null,
    created_by: user.id,
    ...fields,
  })
const rejecting = async (ids: readonly string[]) =>
  (await office.patch('/admin/publications/bulk/moderate', { ids, moderation_status: 'rejected' })).body.meta
const undo = (operation: string) => office.post(`/admin/operations/${operation}/undo`)
const mailsTo = async (email: string) =>
  (await app.owner.query('select * from mails where recipient_email = $1 order by place', [email])).rows

/** Ends the minute. */
async function letThemLeave() {
  await app.owner.query(`update mails set next_try_at = now() where status = 'queued'`)
  await app.owner.query(
    `update pgboss.job set start_after = now() where name = 'mail.send' and state = 'created'`,
  )
}
const settled = (email: string) =>
  eventually(async () => {
    const mails = await mailsTo(email)
    return mails.length > 0 && mails.every(({ status }) => status !== 'queued') && mails
  }, `every mail to ${email} is settled`)

test('a decision names the recipients and the time of its mail, which an undo cancels', async () => {
  const jeanne = await author('Jeanne Dupré')
  const id = await pendingOf(jeanne)
  const before = Date.now()
  const { body } = await office.patch(`/admin/publications/${id}/moderate`, { moderation_status: 'rejected' })
  const after = Date.now()
  const { mail, operation_id } = body.meta
  assert.deepEqual(
    [mail.to, mail.count],
    [[{ as: 'author', id: jeanne.id, nom: 'Jeanne Dupré' }], 1],
    'by name, without an address',
  )
  const [most, least] = [before, after].map(time => (Date.parse(mail.leaves_at) - time) / 1000)
  assert.ok((most ?? 0) > 20 && (least ?? 90) < 90, `${least} to ${most}`)
  assert.deepEqual((await undo(operation_id)).body.data.restored, [id])
  await letThemLeave()
  const other = await author()
  await rejecting([await pendingOf(other)])
  await letThemLeave()
  await settled(other.email)
  assert.deepEqual(
    (await mailsTo(jeanne.email)).map(({ status, attempts }) => [status, attempts]),
    [['cancelled', 0]],
  )
  assert.deepEqual(server.acceptedFor(jeanne.email), [])
})

test('the reply says when nobody gets mail', async () => {
  const { body } = await office.patch(`/admin/publications/${await pendingOf(moderator)}/moderate`, {
    moderation_status: 'rejected',
  })
  assert.equal(body.meta.mail, null)
})

test('undone after the mail was sent, the author is told that the publication is under review again', async () => {
  const paul = await author()
  const id = await pendingOf(paul, { title: 'Loto du dimanche' })
  const { operation_id } = await rejecting([id])
  await letThemLeave()
  await settled(paul.email)
  await undo(operation_id)
  await settled(paul.email)
  const [first, second, ...others] = server.acceptedFor(paul.email).map(({ parsed }) => parsed)
  assert.equal(others.length, 0)
  assert.match(first?.text ?? '', /Contester cette décision, sans se connecter/)
  assert.equal(second?.subject, 'Votre publication est de nouveau en examen : Loto du dimanche')
  assert.ok(second?.text?.includes('> Loto du dimanche'))
  assert.equal(second?.inReplyTo, first?.messageId)
  await undo(operation_id)
  assert.equal((await mailsTo(paul.email)).length, 2, 'told once')
})

test('undone while the mail is being sent, a correction follows it', async () => {
  const lea = await author()
  let release = () => {}
  const held = new Promise<undefined>(resolve => {
    release = () => resolve(undefined)
  })
  server.behaviours.set(lea.email, { data: nth => (nth === 1 ? held : undefined) })
  const { operation_id } = await rejecting([await pendingOf(lea)])
  await letThemLeave()
  await eventually(async () => (await mailsTo(lea.email))[0]?.claimed_by !== null, 'a job has it')
  await undo(operation_id)
  release()
  await eventually(async () => server.acceptedFor(lea.email).length === 2, 'both have come')
  assert.deepEqual(
    server.acceptedFor(lea.email).map(({ parsed }) => parsed.subject?.replace(/ : .*/, '')),
    ['Votre publication n’a pas été retenue', 'Votre publication est de nouveau en examen'],
  )
})

test('forty undone while their mails leave: each author gets both mails or none, never the first alone', async t => {
  const people: Awaited<ReturnType<typeof author>>[] = []
  for (let n = 0; n < 40; n++) people.push(await author())
  const operations = await Promise.all(
    people.map(async person => (await rejecting([await pendingOf(person)])).operation_id as string),
  )
  await letThemLeave()
  const answers = await Promise.all(
    operations.map(async (operation, at) => {
      await new Promise(resolve => setTimeout(resolve, at * 40))
      return await undo(operation)
    }),
  )
  assert.ok(answers.every(({ status, body }) => status === 200 && body.data.restored.length === 1))
  let told = 0
  for (const { email } of people) {
    await settled(email)
    const subjects = server.acceptedFor(email).map(({ parsed }) => parsed.subject?.replace(/ : .*/, ''))
    if (subjects.length === 0) continue
    told++
    assert.deepEqual(
      subjects,
      ['Votre publication n’a pas été retenue', 'Votre publication est de nouveau en examen'],
      email,
    )
  }
  t.diagnostic(`${told} of 40 had left`)
})

test('a job that wants a mail during an undo waits, and finds it cancelled', async () => {
  const max = await author()
  await rejecting([await pendingOf(max)])
  const [{ id }] = (await mailsTo(max.email)) as [{ id: string }]
  let claimed: Promise<unknown> = Promise.resolve()
  const [taken] = await app.service.db.transaction(async tx => {
    const mails = await takeBack(tx, [id])
    claimed = takeLease(app.service.db.pool, id, crypto.randomUUID())
    await eventually(async () => (await waitingForLocks(app.connection.database ?? '')) > 0, 'the job waits')
    return mails
  })
  assert.deepEqual([taken?.cancelled, taken?.told, await claimed], [true, false, undefined])
})

test('mails link members to the text, or to the rejected ones of one acteur; others to nothing', async () => {
  const lea = await author()
  const [one, two] = [await pendingOf(lea), await pendingOf(lea)]
  await rejecting([one])
  await rejecting([two, await pendingOf(lea)])
  const gone = await app.user(['admin'])
  await rejecting([await pendingOf(gone)])
  await office.patch(`/admin/publications/${one}`, { title: 'Corrigé' })
  const links = async (email: string) =>
    (await mailsTo(email)).map(({ text }) => /\S+\/espace\/\S+/.exec(text)?.[0].replace(/^.*\/espace/, ''))
  const edit = `/ecrire?pour=${acteur}&publication=${one}`
  assert.deepEqual(await links(lea.email), [edit, `/publications?pour=${acteur}&etat=refusees`, edit])
  assert.deepEqual(await links(gone.email), [undefined])
})

test('undone for two of three publications, the mail about the third is queued again for the same time', async () => {
  const zoe = await author()
  const ids = await make.several(3, () => pendingOf(zoe))
  const { operation_id, mail } = await rejecting(ids)
  assert.equal(mail.count, 1)
  assert.equal((await office.patch(`/admin/publications/${ids[1]}`, { title: 'Corrigé' })).status, 200)
  assert.equal((await undo(operation_id)).body.data.restored.length, 2)
  const [first, second] = (await mailsTo(zoe.email)).filter(one => one.template === 'publication-rejected')
  assert.deepEqual([first.status, second.status], ['cancelled', 'queued'])
  const titles = (text: string) => text.split('\n').filter(line => line.startsWith('> ')).length
  assert.deepEqual([titles(first.text), titles(second.text)], [3, 1])
  assert.ok(Math.abs(second.next_try_at - first.next_try_at) < 5_000)
})

test('a refusal for another reason has a mail of its own, also when the first operation is undone', async () => {
  const noe = await author()
  const ids = await make.several(3, () => pendingOf(noe))
  const { operation_id } = await rejecting(ids)
  const again = await office.patch(`/admin/publications/${ids[1]}/moderate`, {
    moderation_status: 'rejected',
    reason: 'Vraiment.',
  })
  assert.equal((await undo(operation_id)).body.data.restored.length, 2)
  const told = async () =>
    (await mailsTo(noe.email)).map(({ status, text }) => [status, text.includes('> Vraiment.')])
  const first = [
    ['cancelled', false],
    ['queued', true],
    ['queued', false],
  ]
  assert.deepEqual(await told(), first)
  // The first refusal still holds, and its mail leaves.
  await undo(again.body.meta.operation_id)
  assert.deepEqual(await told(), first.with(1, ['cancelled', true]))
})

test('once the mail about a refusal for another reason has left, its undo says that the one before still holds', async () => {
  const ida = await author()
  const id = await pendingOf(ida)
  await rejecting([id])
  const again = await office.patch(`/admin/publications/${id}/moderate`, {
    moderation_status: 'rejected',
    reason: 'Vraiment.',
  })
  await letThemLeave()
  await settled(ida.email)
  await undo(again.body.meta.operation_id)
  const subjects = (await mailsTo(ida.email)).map(({ subject }) => subject)
  assert.equal(subjects.length, 3)
  assert.match(subjects[2], /^Le dernier refus de votre publication est annulé/)
})

test('reporters are mailed in the same way, also when a decision only closes their reports', async () => {
  const email = `voisin${Date.now()}@example.org`
  const id = await make.publication(app, acteur, commune, { moderation_by: 'backoffice' })
  const report = { reason: 'spam', email }
  await app.anyone.post(`/publications/${id}/report`, report)
  const { body } = await office.patch(`/admin/publications/${id}/moderate`, {
    moderation_status: 'published',
  })
  assert.deepEqual(body.meta.mail.to, [{ as: 'reporter', id: null, nom: null }])
  assert.equal(body.data.reports_count, 0)
  assert.deepEqual((await undo(body.meta.operation_id)).body.data.restored, [id])
  assert.equal((await office.get(`/admin/publications/${id}`)).body.data.reports_count, 1)
  assert.deepEqual(
    (await mailsTo(email)).map(({ status }) => status),
    ['cancelled'],
  )
  assert.deepEqual((await undo(body.meta.operation_id)).body.data.restored, [], 'once')
})
