import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { deliver, INBOUND_SECRET, mail } from '../../../test/fixtures/inbound-mail.ts'
import type { JobContext } from '../../kernel/jobs/jobs.ts'
import { createLog } from '../../kernel/telemetry/log.ts'
import { erasePerson } from '../../office/personal-data/commands.ts'
import { exportAll, subjectOf } from '../../office/personal-data/resources.ts'
import { nightlyUpkeep } from '../../upkeep.ts'

const app = await startApp({ env: { MAIL_FROM: 'support@essai.fr', INBOUND_MAIL_SECRETS: INBOUND_SECRET } })
const office = app.as(await app.user(['operator_support']))
const rows = async (query: string, ...values: unknown[]) => (await app.owner.query(query, values)).rows
/** The whole nightly job, since the order of its steps matters. */
const night = () =>
  app.service.db.transaction(tx => nightlyUpkeep(tx, {}, { log: createLog('silent') } as JobContext))

async function asked(email: string, as = app.anyone) {
  const { body } = await as.post('/messages', {
    subject: 'Objet',
    body: `Question de ${email}`,
    nom: 'Jeanne',
    email,
  })
  const { id } = body.data
  await office.post(`/admin/messages/threads/${id}/reply`, { body: `Réponse à ${email}` })
  return id as string
}
const messagesOf = async (id: string) => (await office.get(`/admin/messages/threads/${id}/messages`)).body

test('a message is deleted after three years, and a thread with its last message', async () => {
  const [old, partly, fresh] = [
    await asked('a@example.org'),
    await asked('b@example.org'),
    await asked('c@example.org'),
  ]
  const age = (id: string, years: number, which = 'true') =>
    app.owner.query(
      `update support_messages set created_at = now() - $2 * interval '1 year' where thread_id = $1 and ${which}`,
      [id, years],
    )
  await age(old, 3.01)
  await age(partly, 3.01, `direction = 'inbound'`)
  await age(fresh, 2.99)
  await night()
  assert.equal((await messagesOf(old)).error, 'not_found')
  const { data, meta } = await messagesOf(partly)
  assert.deepEqual([data.length, data[0].direction, meta.total], [1, 'outbound', 1])
  assert.equal((await messagesOf(fresh)).meta.total, 2)
  assert.equal((await rows(`select 1 from support_messages where body like '%a@example.org%'`)).length, 0)
})

test('the delivery of an answer is known after its mail was forgotten', async () => {
  const id = await asked('echec@example.org')
  await app.owner.query(
    `update mails set status = 'failed', error = '550 5.1.1 no such user', attempts = 1, created_at = now() - interval '31 days'
     where recipient_email = 'echec@example.org'`,
  )
  await night()
  const { data } = await messagesOf(id)
  assert.deepEqual(data[1].delivery, {
    status: 'failed',
    attempts: 1,
    error: '550 5.1.1 no such user',
    sent_at: null,
    known: false,
  })
  assert.equal((await rows(`select 1 from mails where text like '%echec%'`)).length, 0)
})

test('a person’s threads and messages are exported, and erased without trace of the person', async () => {
  const user = await app.user()
  const own = await asked('partante@example.org')
  const signedIn = await asked('autre-adresse@example.org', app.as(user, 'public'))
  const other = await asked('reste@example.org')
  const [{ reply_token }] = await rows('select reply_token from support_threads where id = $1', other)
  const aside = mail(
    { From: 'Jeanne Partante <PARTANTE@example.org>', To: `support+${reply_token}@essai.fr` },
    'Un mot de partante',
  )
  await deliver(app, aside)
  const held = async (email: string) =>
    exportAll(app.service.db.pool, await subjectOf(app.service.db.pool, email), app.service.secrets)
  const ids = (list: readonly unknown[] | undefined) => list?.map(one => (one as { id: string }).id)

  const hers = await held('Partante@example.org')
  assert.deepEqual(ids(hers.support_threads), [own])
  assert.deepEqual(
    hers.support_messages?.map(one => (one as { body: string }).body),
    ['Question de partante@example.org', 'Réponse à partante@example.org', 'Un mot de partante'],
  )
  assert.deepEqual(ids((await held(user.email)).support_threads), [signedIn])

  assert.partialDeepStrictEqual(
    await erasePerson(app.service.db, 'partante@example.org', import.meta.dirname, app.service.secrets),
    {
      support_threads: 1,
      support_messages: 1,
    },
  )
  for (const { name } of await rows(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  ))
    assert.equal((await rows(`select 1 from "${name}" t where t::text ilike '%partante%'`)).length, 0, name)
  const { data, meta } = await messagesOf(other)
  assert.deepEqual([meta.total, data[2].body, data[2].author], [3, '(effacé)', { nom: null, email: null }])

  assert.partialDeepStrictEqual(
    await erasePerson(app.service.db, user.email, import.meta.dirname, app.service.secrets),
    {
      support_threads: 1,
    },
  )
  assert.equal((await messagesOf(signedIn)).error, 'not_found')
})
