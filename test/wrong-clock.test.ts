/** With a clock five years ahead, nothing is deleted, erased or expired by age. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { enter } from '../src/foundation/nodes.ts'
import { acceptClock } from '../src/kernel/db/clock.ts'
import type { JobContext } from '../src/kernel/jobs/jobs.ts'
import { sweepFreeLimits } from '../src/kernel/routes/limits.ts'
import { createLog } from '../src/kernel/telemetry/log.ts'
import { createMetrics } from '../src/kernel/telemetry/metrics.ts'
import { rotateSigningKeys } from '../src/kernel/tokens/signing-keys.ts'
import { deliverMail } from '../src/letters/mail/deliver.ts'
import { beginRun } from '../src/operation/backup/runs.ts'
import { sweepMedia } from '../src/publishing/uploads/upkeep.ts'
import { expireClaims } from '../src/territory/claims/upkeep.ts'
import { nightlyUpkeep } from '../src/upkeep.ts'
import { startApp, testConfig } from './app.ts'
import * as make from './factories.ts'

const app = await startApp()
const { db, secrets } = app.service
const context = {
  db,
  config: testConfig({ DATA_DIR: app.dataDir }),
  log: createLog('silent'),
  metrics: createMetrics('1'),
  enqueue: async () => {},
  onStop: () => {},
} as unknown as JobContext

const AGO = `now() - interval '5 years'`
const IMAGE =
  '{"id": "00000000-0000-4000-8000-000000000001", "alt": "", "key": "", "width": 1, "height": 1, "widths": [], "placeholder": ""}'
const QUEUED = '00000000-0000-4000-8000-00000000000a'
const KEY = 'ab'.repeat(20)
const UNKNOWN = 'cd'.repeat(20)
const shelfOf = (key: string) => join(app.dataDir, 'media', key.slice(0, 2), key)
const there = (key: string) => Number(existsSync(join(shelfOf(key), 'file')))

/** Rows that were not due before the clock jumped, without their references. */
async function livedHere() {
  const commune = await make.commune(app)
  const club = await make.acteur(app, commune)
  await make.publication(app, club, commune, { en_avant: true })
  await make.publication(app, club, commune)
  await app.owner.query(`
    set session_replication_role = replica;
    update publications set featured_until = ${AGO} where en_avant;
    update publications set deleted_at = ${AGO}, images = '[${IMAGE}]' where not en_avant;
    insert into publication_uploads select id, new_id() from publications where deleted_at is not null;
    insert into publication_reports (publication_id, reason, message, language, reporter, created_at)
      select id, 'spam', 'words', 'fr', 'somebody', ${AGO} from publications;
    insert into fetched_files (url, host) values ('https://e.test/a.jpg', 'e.test');
    update publications set picture_id = (select id from fetched_files) where deleted_at is not null;
    insert into acteurs (nom, image, deleted_at) values ('gone', '${IMAGE}', ${AGO});
    insert into uploads (acteur_id, media_key, sent_at) values (new_id(), '${'ef'.repeat(20)}', ${AGO});
    insert into media (key, kind, touched_at) values ('${KEY}', 'document', ${AGO});
    insert into idempotency_keys values ('a', 'b', '\\x00', 200, '{}', ${AGO});
    insert into mails (message_id, thread, template, language, status, sent_at, recipient_email, subject, text, give_up_at, created_at)
      values ('<a@b>', '<a@b>', 'x', 'fr', 'sent', ${AGO}, 'a@b.test', 'words', 'words', ${AGO}, ${AGO});
    insert into mails (id, message_id, thread, template, language, confidential, recipient_email, subject, text, give_up_at, created_at)
      values ('${QUEUED}', '<c@d>', '<c@d>', 'x', 'fr', true, 'a@b.test', 'words', 'a link', ${AGO}, ${AGO});
    insert into support_threads (id, subject, requester_email, language, reply_token, messages_count)
      values ('${QUEUED}', 'words', 'a@b.test', 'fr', '${'0'.repeat(32)}', 1);
    insert into support_messages (thread_id, direction, body, created_at) values ('${QUEUED}', 'inbound', 'words', ${AGO});
    insert into support_receipts values (decode('${'00'.repeat(32)}', 'hex'), 'opened', ${AGO});
    insert into acteur_mails (key, outcome, received_at) values (decode('${'00'.repeat(32)}', 'hex'), 'draft', ${AGO});
    insert into claims (acteur_id, status, message, language, expires_at, decided_at)
      values (new_id(), 'rejected', 'words', 'fr', ${AGO}, ${AGO}), (new_id(), 'pending', 'words', 'fr', ${AGO}, null);
    insert into moderation_operations (created_at) values (${AGO});
    insert into claim_decisions (claim_id, decided_at, claim_version, acteur_version) values (new_id(), ${AGO}, 1, 1);
    insert into desk_changes (at, kind, record_id, item, item_id) values (${AGO}, 'claim', new_id(), 'claim', new_id()),
      (now(), 'claim', new_id(), 'claim', new_id());
    insert into appeal_outcomes (appeal_id, decided_at, appeal_version) values (new_id(), ${AGO}, 1);
    insert into acteur_merges (from_id, into_id, merged_at, publications, claims, subscriptions, import_sources, members)
      values (new_id(), new_id(), ${AGO}, '{}', '{}', '{}', '{}', '[]');
    insert into notes (acteur_id, body, created_at) values (new_id(), 'words', ${AGO});
    insert into publication_drafts (user_id, acteur_id, content, updated_at) values (new_id(), new_id(), '{}', ${AGO});
    insert into import_runs (source_id, trigger, dry_run, status, finished_at, created_at)
      values (new_id(), 'manual', false, 'succeeded', ${AGO}, ${AGO});
    insert into defibrillateur_syncs (trigger, status, created_at) values ('manual', 'failed', ${AGO}), ('manual', 'ok', now());
    insert into auth_users (email, created_at) values ('a@b.test', ${AGO});
    insert into auth_sessions (user_id, token, expires_at) values (new_id(), 'a', ${AGO});
    insert into auth_verifications (identifier, value, expires_at) values ('a', 'b', ${AGO});
    insert into auth_known_households values (new_id(), 'a', ${AGO});
    insert into presences (user_id, entity, item_id, seen_at) values (new_id(), 'acteur', new_id(), ${AGO});
    insert into address_keys values ('2001-01-01', 'sealed');
    insert into rate_limits (key, free_at) values ('a', ${AGO});
    insert into nodes (node, process, version, seen_at) values ('a', 'web', '1', ${AGO});
    update signing_keys set created_at = ${AGO};
    insert into signing_keys values ('a', '{}', 'sealed', ${AGO}, ${AGO});
    insert into backup_runs (begun_at, ended_at, outcome, file, bytes, verified) values (${AGO}, ${AGO}, 'made', 'a', 1, 'read');
    insert into pgboss.job (name, state, completed_on) values ('mail.send', 'failed', ${AGO});
    insert into pgboss.job (name, start_after) values ('mail.send', ${AGO});
    set session_replication_role = origin;
    update clock set trusted_at = ${AGO}`)
  for (const key of [KEY, UNKNOWN]) {
    const shelf = shelfOf(key)
    mkdirSync(shelf, { recursive: true })
    writeFileSync(join(shelf, 'file'), 'of somebody')
    for (const path of [join(shelf, 'file'), shelf]) utimesSync(path, 0, 0)
  }
}

/** Row counts by table, and how many erasable columns still have a value. */
const HELD: Readonly<Record<string, string>> = {
  publications: `count(*) filter (where en_avant or images is not null)`,
  publication_uploads: 'count(*)',
  publication_reports: 'count(reporter)',
  fetched_files: 'count(*)',
  acteurs: 'count(image)',
  uploads: 'count(*)',
  media: 'count(*)',
  idempotency_keys: 'count(*)',
  mails: `count(*) filter (where status = 'queued' or text is not null)`,
  support_threads: 'count(*)',
  support_messages: 'count(*)',
  support_receipts: 'count(*)',
  acteur_mails: 'count(*)',
  claims: `count(*) filter (where status = 'pending' or (status = 'rejected' and message is not null))`,
  moderation_operations: 'count(*)',
  claim_decisions: 'count(*)',
  appeal_outcomes: 'count(*)',
  desk_changes: `count(*) filter (where at < now() - interval '1 year')`,
  acteur_merges: 'count(*)',
  notes: 'count(*)',
  publication_drafts: 'count(*)',
  import_runs: 'count(*)',
  defibrillateur_syncs: 'count(*)',
  auth_users: 'count(*)',
  auth_sessions: 'count(*)',
  auth_verifications: 'count(*)',
  auth_known_households: 'count(*)',
  presences: 'count(*)',
  address_keys: `count(*) filter (where month = '2001-01-01')`,
  rate_limits: `count(*) filter (where key = 'a')`,
  nodes: `count(*) filter (where node = 'a')`,
  signing_keys: `count(*) filter (where kid = 'a' or retired_at is null and created_at < now() - interval '1 year')`,
  backup_runs: `count(*) filter (where file = 'a')`,
  'pgboss.job': `count(*) filter (where state in ('created', 'failed'))`,
}
async function held(): Promise<Record<string, number>> {
  const files = { 'file of a row': there(KEY), 'file without a row': there(UNKNOWN) }
  const { rows } = await app.owner.query(
    Object.entries(HELD)
      .map(([table, what]) => `select '${table}' as name, (select ${what} from ${table})::int as n`)
      .join(' union all '),
  )
  return { ...Object.fromEntries(rows.map(({ name, n }) => [name, n])), ...files }
}

/** Every job, command and heartbeat that deletes by age. */
async function everythingRuns() {
  await db.transaction(tx => nightlyUpkeep(tx, {}, context))
  await db.transaction(tx => expireClaims(tx, {}, context))
  await db.transaction(tx => rotateSigningKeys(tx, secrets))
  await sweepFreeLimits(db.pool)
  await sweepMedia({}, context)
  await deliverMail({ mail: QUEUED }, context, new AbortController().signal, QUEUED)
  await beginRun(app.owner)
  const node = await enter(db, {
    process: 'web',
    version: '1',
    media: async () => 'here',
    address: () => undefined,
    working: () => false,
  })
  await node.leave()
}

test('with a clock far ahead nothing is deleted; once it is trusted, everything due is', async () => {
  await livedHere()
  const before = await held()
  for (const [name, n] of Object.entries(before)) assert.notEqual(n, 0, name)
  await everythingRuns()
  assert.deepEqual(await held(), before)
  // Control: with the right clock, all of them delete.
  await db.transaction(acceptClock)
  await everythingRuns()
  const after = await held()
  assert.deepEqual(
    Object.keys(after).filter(name => after[name] === before[name]),
    [],
  )
})
