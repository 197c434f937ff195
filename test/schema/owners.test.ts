import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { inDatabase, MIGRATED } from '../databases.ts'

/** The only folder that may write each table; others call its functions. */
const OWNERS: Readonly<Record<string, string>> = {
  acteur_communes: 'src/acteurs/',
  acteur_merges: 'src/acteur-merges/',
  acteurs: 'src/acteurs/',
  actor_users: 'src/users/',
  address_keys: 'src/kernel/http/',
  api_keys: 'src/api-keys/',
  app_sources: 'src/access/',
  appeal_links: 'src/appeal-links/',
  appeals: 'src/appeals/',
  audit_log: 'src/kernel/audit.ts',
  audit_seals: 'src/audit/',
  assignments: 'src/teamwork/',
  auth_accounts: 'src/sign-in/',
  auth_known_households: 'src/sign-in/',
  auth_provider_sessions: 'src/sign-in/',
  auth_sessions: 'src/sign-in/',
  auth_two_factors: 'src/sign-in/',
  auth_users: 'src/sign-in/',
  auth_verifications: 'src/sign-in/',
  backup_runs: 'src/backup/',
  change_feed: 'src/changes/',
  changes: 'src/changes/',
  changes_waiting: 'src/changes/',
  claim_calls: 'src/claims/',
  claim_decisions: 'src/claims/',
  claim_letters: 'src/claims/',
  claim_owner_answers: 'src/claim-answers/',
  claims: 'src/claims/',
  clock: 'src/kernel/clock.ts',
  collectes: 'src/communes/',
  commune_defibrillateurs: 'src/defibrillateurs/',
  commune_hosts: 'src/communes/',
  commune_infos: 'src/communes/',
  commune_places: 'src/communes/',
  commune_slugs: 'src/communes/',
  communes: 'src/communes/',
  counters: 'src/kernel/db/',
  defibrillateur_lines: 'src/defibrillateurs/',
  defibrillateur_syncs: 'src/defibrillateurs/',
  defibrillateurs: 'src/defibrillateurs/',
  digests: 'src/digests/',
  duplicate_groups: 'src/publications/',
  duplicate_key_locks: 'src/publications/',
  duplicate_publications: 'src/publications/',
  alert_messages: 'src/publications/',
  alerts_in_force: 'src/changes/',
  alerts: 'src/digests/',
  elus: 'src/communes/',
  elus_registers: 'src/communes/',
  fetched_files: 'src/publications/',
  idempotency_keys: 'src/kernel/routes/',
  import_files: 'src/imports/',
  import_items: 'src/imports/',
  import_runs: 'src/imports/',
  import_sources: 'src/imports/',
  mails: 'src/mail/',
  media: 'src/media/',
  media_forgotten: 'src/media/',
  media_sealed: 'src/media/',
  media_sweeps: 'src/media/',
  moderation_failures: 'src/publications/',
  moderation_letters: 'src/publications/',
  moderation_operation_items: 'src/publications/',
  moderation_operations: 'src/publications/',
  moderation_pieces: 'src/publications/',
  nodes: 'src/health/',
  note_mentions: 'src/notes/',
  notes: 'src/notes/',
  payment_comparisons: 'src/payments/',
  payment_events: 'src/payments/',
  presences: 'src/presence/',
  publication_communes: 'src/publications/',
  publication_day_totals: 'src/publications/',
  publication_days: 'src/publications/',
  publication_reports: 'src/publications/',
  publication_page_views: 'src/page-views/',
  publication_revisions: 'src/publications/',
  publication_totals: 'src/publications/',
  publication_types: 'src/publications/',
  publication_uploads: 'src/publications/',
  publication_words: 'src/publications/',
  publication_words_moving: 'src/publications/',
  publications: 'src/publications/',
  publications_told_apart: 'src/publications/',
  push_announcements: 'src/place/push/',
  push_keys: 'src/place/push/',
  push_messages: 'src/place/push/',
  push_services: 'src/place/push/',
  push_subscriptions: 'src/place/push/',
  rate_limits: 'src/kernel/routes/',
  refusal_presets: 'src/publications/',
  reply_templates: 'src/support/',
  schema_migrations: 'src/kernel/apply-migration.ts',
  signing_keys: 'src/kernel/tokens/',
  subscriptions: 'src/payments/',
  support_messages: 'src/support/',
  support_notes: 'src/support/',
  support_receipts: 'src/support/',
  support_threads: 'src/support/',
  team_settings: 'src/teamwork/',
  uploads: 'src/uploads/',
  user_identities: 'src/users/',
  epcis: 'src/communes/',
  removed_roles: 'src/users/',
  user_roles: 'src/users/',
  users: 'src/users/',
  views: 'src/views/',
  transparency_months: 'src/transparency/',
  watched_words: 'src/watched-words/',
  webhook_deliveries: 'src/webhook-endpoints/',
  webhook_endpoints: 'src/webhook-endpoints/',
  weekly_mail_subscribers: 'src/weekly-mail/',
  published_hosts: 'src/watched-words/',
  published_hosts_read: 'src/watched-words/',
  publication_drafts: 'src/drafts/',
}

/** Exceptions, with their reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'src/access/guard.ts writes users': 'that somebody was here is noted at the door, below the users',
  'src/access/api-keys.ts writes api_keys': 'the last use is noted at the door',
  'src/kernel/db/pool.ts writes nodes': 'it writes no row: whether anything can be written is asked with it',
}

const WRITES =
  /\b(?:insert\s+into|update(?:\s+only)?|delete\s+from|merge\s+into|truncate(?:\s+table)?|copy)\s+"?(\w+)/gi
const ROOT = join(import.meta.dirname, '../..')
const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map(file => `src/${file}`)

test('a table is written by its own folder alone', async () => {
  const tables = await inDatabase(MIGRATED, async client => {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       order by relname collate "C"`,
    )
    return rows.map(({ name }) => name)
  })
  assert.deepEqual(tables, Object.keys(OWNERS).sort(), 'each table has its folder in the table above')

  const strangers = new Set<string>()
  const written = new Set<string>()
  for (const file of files)
    for (const [, table = ''] of readFileSync(join(ROOT, file), 'utf8').matchAll(WRITES)) {
      const owner = OWNERS[table.toLowerCase()]
      if (owner === undefined) continue
      written.add(table)
      if (!file.startsWith(owner)) strangers.add(`${file} writes ${table}`)
    }
  assert.ok(written.size > 35, `the statements are found (${written.size} tables)`)
  assert.deepEqual([...strangers].sort(), Object.keys(EXCEPTIONS).sort())
})
