import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import type { Role } from '../../../shared/words/access.ts'
import { startApp } from '../../../test/app.ts'
import { becomes, eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'

/**
 * One of everything that waits, and a similar record that does not. On a busy machine any number may take too long, and is left
 * out.
 */

const app = await startApp()
const everybody = Object.fromEntries(
  await Promise.all(
    (['admin', 'operator_moderation', 'operator_claims', 'operator_support'] as const).map(
      async role => [role, app.as(await app.user([role]))] as const,
    ),
  ),
)
const as = (role: Role) => everybody[role] ?? app.anyone
const moderator = as('operator_moderation')
const commune = await make.commune(app)
const acteur = await make.acteur(app, commune)
const publication = (fields = {}) => make.publication(app, acteur, commune, fields)
const waiting = { moderation_status: 'pending', valide: false, publie_le: null }
const same = { duplicate_key: crypto.randomUUID() }
const toDecide = await publication({ ...waiting, ...same })
await publication({ ...waiting, ...same, edited_at: '2026-01-02T10:00:00Z', created_at: '2019-01-01' })
await publication({ ...waiting, deleted_at: new Date(), edited_at: '2020-01-01' })
await publication({ publie_le: new Date(Date.now() + 86_400_000), moderation_status: 'approved' })
await publication({ ...waiting, moderation_status: 'rejected', edited_at: '2020-01-01' })
await publication({ ...waiting, moderation_status: 'changes_requested', edited_at: '2020-01-01' })
const reported = await publication()
await app.anyone.post(`/publications/${reported}/report`, { reason: 'spam' })
const question = { subject: 'Question', body: 'Quand ?', nom: 'Jeanne', email: 'jeanne@example.org' }
for (let n = 0; n < 3; n++) await app.anyone.post('/messages', question)
await app.anyone.post('/claims', { acteur_id: acteur, message: 'Je la tiens.' })
await app.owner.query(`
  insert into import_sources (nom, kind, url, moderation, enabled, schedule, max_items, consecutive_failures)
    select 'Source', 'auto', 'https://ville.example.org/' || n, 'auto', true, 'manual', 100, n from generate_series(0, 2) as n;
  insert into defibrillateur_syncs (trigger, status, commune_id) select 'manual', status, null
    from unnest(array['failed', 'ok']) as status;
  insert into defibrillateur_syncs (trigger, status, commune_id) select 'manual', status, (select id from communes limit 1)
    from unnest(array['ok', 'held']) as status;
  insert into mails (message_id, thread, template, language, status, give_up_at, recipient_email, given_up_at)
    select '<' || n || '@b>', 'a', 'claim-closed', 'fr', 'failed', now(), 'a@b.fr', case n when 2 then now() end
    from generate_series(1, 2) as n;
  insert into pgboss.job (name, state, completed_on) values ('imports.run', 'failed', now()), ('imports.run', 'retry', null);
  insert into payment_events (provider, event_id, type, status, created, kept)
    values ('payment', 'evt', 'invoice.paid', 'failed', now(), '{}')`)

const MODERATION = {
  pending: 2,
  late: 0,
  oldest_pending_at: '2026-01-02T10:00:00.000Z',
  reported: 1,
  duplicates: 2,
  scheduled: 1,
  changes_requested: 1,
  rejected: 1,
  deleted: 1,
  appeals: 0,
  mine_today: 0,
}
const TEAM = { urgent_first: true, target_hours: null }
const SUPPORT = {
  open: 3,
  unread: 3,
  awaiting: 3,
  late: 0,
  failed: 0,
  assigned_to_me: 0,
  mine_today: 0,
}

test('operators see the counters of their areas, administrators all', async () => {
  const of = (role: Role) => async () => (await as(role).get('/admin/counts')).body
  await becomes(of('operator_moderation'), { data: { moderation: MODERATION, dashboard: TEAM } })
  await becomes(of('operator_claims'), {
    data: { claims: { pending: 1, late: 0, by_code: 0, appeals: 0, mine_today: 0 }, dashboard: TEAM },
  })
  await becomes(of('operator_support'), { data: { support: SUPPORT, dashboard: TEAM } })
  await becomes(of('admin'), {
    data: {
      moderation: MODERATION,
      claims: { pending: 1, late: 0, by_code: 0, appeals: 0, mine_today: 0 },
      support: SUPPORT,
      imports: { failing: 2 },
      communes: { syncs_failing: 1 },
      dashboard: TEAM,
      reserved: { first_commune: true, mails_failing: 1, jobs_failing: 1, payments_failing: 1 },
    },
  })
})

test('unchanged counters are 304; a decision changes them and counts for its user today', async () => {
  const first = await eventually(async () => {
    const answer = await moderator.get('/admin/counts')
    return isDeepStrictEqual(answer.body.data.moderation, MODERATION) && answer
  }, 'all of them')
  const etag = first.headers.get('etag') ?? ''
  assert.equal(first.headers.get('cache-control'), 'private, no-cache')
  assert.match(first.headers.get('vary') ?? '', /^Authorization,/)
  const again = () => moderator.get('/admin/counts', { headers: { 'if-none-match': etag } })
  await becomes(async () => {
    const { status, body } = await again()
    return [status, body]
  }, [304, undefined])
  const decide = async (moderation_status: string): Promise<string> =>
    (await moderator.patch(`/admin/publications/${toDecide}/moderate`, { moderation_status })).body.meta
      .operation_id
  const rejected = await decide('rejected')
  const published = await decide('published')
  const changed = { ...MODERATION, pending: 1, duplicates: 0, mine_today: 1 }
  await becomes(async () => {
    const { status, body } = await again()
    return [status, body?.data.moderation]
  }, [200, changed])
  await becomes(async () => (await as('admin').get('/admin/counts')).body.data.moderation.mine_today, 0)

  const undo = (operation: string) => moderator.post(`/admin/operations/${operation}/undo`)
  const mineToday = async () => (await moderator.get('/admin/counts')).body.data.moderation.mine_today
  const path = `/admin/publications/${toDecide}`
  const corrected = (await moderator.patch(path, { title: 'Corrigée' })).body.meta.operation_id
  await undo(corrected)
  await undo(published)
  await becomes(mineToday, 1, 'it is rejected still')
  await undo(rejected)
  await becomes(mineToday, 0)
})

test('an answered thread no longer waits, and automatic mails are no answers', async () => {
  const { rows } = await app.owner.query('select id from support_threads order by created_at')
  const [answered, closed] = rows.map(row => row.id)
  await as('operator_support').post(`/admin/messages/threads/${answered}/reply`, { body: 'Demain.' })
  await app.owner.query(
    `insert into support_messages (thread_id, direction, automatic, author_email, body)
     values ($1, 'inbound', true, 'a@example.org', 'Absent.')`,
    [answered],
  )
  await as('operator_support').patch(`/admin/messages/threads/${closed}/close`, {})
  await becomes(async () => (await as('operator_support').get('/admin/counts')).body.data.support, {
    open: 2,
    unread: 2,
    awaiting: 1,
    late: 0,
    failed: 0,
    assigned_to_me: 0,
    mine_today: 2,
  })
})

test('a locked table leaves its counters out and delays nothing else', async () => {
  const holder = new pg.Client(app.connection)
  await holder.connect()
  await holder.query('begin; lock table publication_totals in access exclusive mode')
  await becomes(
    async () => Object.keys((await moderator.get('/admin/counts')).body.data.moderation),
    ['oldest_pending_at', 'reported', 'duplicates', 'scheduled', 'appeals', 'mine_today'],
  ).finally(() => holder.end())
})
