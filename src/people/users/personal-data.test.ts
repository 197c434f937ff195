import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApp, testConfig } from '../../../test/app.ts'
import { Issuer } from '../../../test/fixtures/issuer.ts'
import { letterTo } from '../../../test/fixtures/mail-post.ts'
import { verifyAudit } from '../../foundation/audit-seal.ts'
import { queueMail } from '../../letters/mail/outbox.ts'
import { erasePerson } from '../../office/personal-data/commands.ts'
import { exportAll, subjectOf } from '../../office/personal-data/resources.ts'

const issuer = await Issuer.open()
after(() => issuer[Symbol.asyncDispose]())
const app = await startApp({ env: issuer.env })
const admin = await app.user(['admin'])
const { db } = app.service

const rows = async (query: string, ...values: unknown[]) => (await app.owner.query(query, values)).rows
const held = async (email: string) => exportAll(db.pool, await subjectOf(db.pool, email), app.service.secrets)
const me = (token: string) => app.as({ id: '', email: '', subject: '', token }, null).get('/me')
const mailTo = (email: string) =>
  db.transaction(tx => queueMail({ tx, config: testConfig(), enqueue: async () => {} }, letterTo(email)))

/** A user with data in every table. */
let communes = 0
async function somebody(email: string) {
  const token = issuer.token({ email, email_verified: true, name: 'Jeanne Dupont' })
  const { id } = (await me(token)).body.data
  const [acteur] = await rows(`insert into acteurs (nom) values ('Boulangerie') returning id`)
  await app.owner.query(`insert into actor_users (acteur_id, user_id, role) values ($1, $2, 'owner')`, [
    acteur.id,
    id,
  ])
  await app.as(admin).post(`/admin/users/${id}/roles`, { role: 'operator_communes' })
  const own = app.as({ id, email, subject: '', token }, 'backoffice')
  const created = await own.post(
    '/admin/communes',
    { nom: `Ville ${++communes}` },
    { headers: { 'idempotency-key': id } },
  )
  assert.equal(created.status, 201)
  await mailTo(email)
  return { id, token, commune: created.body.data.id }
}

test('an export contains everything about the person, and no words of others', async () => {
  const { id, commune } = await somebody('jeanne@example.org')
  await somebody('other@example.org')
  const all = await held('Jeanne@Example.org')
  const [user] = all.user as Record<string, unknown>[]
  assert.deepEqual([user?.id, user?.email, user?.nom], [id, 'jeanne@example.org', 'Jeanne Dupont'])
  const only = (name: string, field: string) => all[name]?.map(row => (row as Record<string, unknown>)[field])
  assert.deepEqual(only('identities', 'issuer'), [issuer.url])
  assert.deepEqual(only('roles', 'role'), ['operator_communes'])
  assert.deepEqual(only('memberships', 'acteur'), ['Boulangerie'])
  assert.deepEqual(only('mails', 'recipient_email'), ['jeanne@example.org'])
  assert.deepEqual(only('repeatable_requests', 'key'), [id])
  assert.deepEqual(only('audit_by_them', 'action'), ['user.created', 'commune.created'])
  assert.deepEqual(only('audit_by_them', 'entity_id'), [id, commune])
  assert.deepEqual(only('audit_about_them', 'action'), ['user.created', 'user.role_granted'])
  assert.doesNotMatch(JSON.stringify(all), /other@example\.org|salt|password_hash"/)
})

test('an erased person is nowhere in the database, and what others need stays', async () => {
  const { id, token, commune } = await somebody('partante@example.org')
  await rows('select seal_audit()')
  const [waiting] = await rows(
    `insert into users (invited_email, nom) values ('partante@example.org', 'Zoé Partante') returning id`,
  )
  await rows(`insert into user_roles (user_id, role) values ($1, 'operator_claims')`, waiting.id)
  const erased = await erasePerson(db, 'PARTANTE@example.org', import.meta.dirname, app.service.secrets)
  assert.partialDeepStrictEqual(erased, {
    account: 1,
    invitations: 1,
    identities: 1,
    roles: 1,
    memberships: 1,
    mails: 1,
  })

  const tables = await rows(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  assert.ok(tables.length > 10)
  const subject = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub
  for (const { name } of tables)
    for (const trace of ['partante', subject]) {
      const found = await rows(`select 1 from "${name}" t where t::text ilike '%' || $1 || '%'`, trace)
      assert.equal(found.length, 0, `${trace} stands in ${name}`)
    }
  assert.equal((await rows('select from user_roles where user_id = $1', waiting.id)).length, 0)
  const [row] = await rows('select * from users where id = $1', id)
  assert.deepEqual([row.email, row.nom, row.status, row.last_seen_at], [null, null, 'suspended', null])
  assert.equal((await rows('select 1 from idempotency_keys where caller = $1', id)).length, 0)

  const by = await rows(`select action from audit_log where user_id = $1 order by id`, id)
  assert.deepEqual(
    by.map(({ action }) => action),
    ['user.created', 'commune.created'],
  )
  const [last] = await rows(
    `select action, after from audit_log where entity_id = $1 order by id desc limit 1`,
    id,
  )
  assert.deepEqual(last, { action: 'user.erased', after: { erased } })
  await rows('select seal_audit()')
  assert.deepEqual((await verifyAudit(db.pool)).broken, [])
  assert.equal((await rows('select 1 from communes where id = $1', commune)).length, 1)

  // Signing in again creates a new user without rights.
  const { status, body } = await me(token)
  assert.deepEqual([status, body.data.roles, body.data.id === id], [200, [], false])
})

test('a queued mail to an erased person is never sent', async () => {
  const mail = await mailTo('attente@example.org')
  assert.partialDeepStrictEqual(
    await erasePerson(db, 'attente@example.org', import.meta.dirname, app.service.secrets),
    {
      invitations: 0,
      mails: 1,
    },
  )
  const [row] = await rows('select status, recipient_email, text, subject from mails where id = $1', mail.id)
  assert.deepEqual(row, { status: 'failed', recipient_email: null, text: null, subject: null })
  const [last] = await rows(`select action, entity_id, after from audit_log order by id desc limit 1`)
  assert.partialDeepStrictEqual(last, {
    action: 'address.erased',
    entity_id: '-',
    after: { erased: { invitations: 0, mails: 1 } },
  })
})

test('an unknown address is refused and leaves no trace', async () => {
  const count = async () => (await rows('select count(*)::int as n from audit_log'))[0].n
  const before = await count()
  await assert.rejects(
    erasePerson(db, 'nobody@example.org', import.meta.dirname, app.service.secrets),
    /^Refusal: No data is stored/,
  )
  assert.equal(await count(), before)
})

test('the last administrator is not erased; of two erased at once, one stays', async () => {
  await assert.rejects(
    erasePerson(db, admin.email, import.meta.dirname, app.service.secrets),
    /^Refusal: This is the last administrator/,
  )
  assert.equal((await me(admin.token)).status, 200)
  const second = await app.user(['admin'])
  const outcomes = await Promise.allSettled([
    erasePerson(db, admin.email, import.meta.dirname, app.service.secrets),
    erasePerson(db, second.email, import.meta.dirname, app.service.secrets),
  ])
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
})
