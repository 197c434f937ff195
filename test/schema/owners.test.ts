import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { inDatabase, MIGRATED } from '../databases.ts'

/** The only folder that may write each table; others call its functions. */
const OWNERS: Readonly<Record<string, string>> = {
  act_registers: 'src/office/act-registers/',
  actes: 'src/publishing/actes/',
  acteur_communes: 'src/territory/acteurs/',
  acteur_merges: 'src/office/acteur-merges/',
  acteurs: 'src/territory/acteurs/',
  actor_users: 'src/people/users/',
  address_keys: 'src/kernel/http/',
  api_keys: 'src/exchange/api-keys/',
  app_sources: 'src/people/access/',
  appeal_links: 'src/letters/appeal-links/',
  appeals: 'src/publishing/appeals/',
  appeal_outcomes: 'src/publishing/appeals/',
  audit_log: 'src/kernel/records/audit.ts',
  audit_seals: 'src/foundation/audit-seal.ts',
  assignments: 'src/people/teamwork/',
  auth_accounts: 'src/sign-in/',
  auth_known_households: 'src/sign-in/',
  auth_passkeys: 'src/sign-in/',
  auth_provider_sessions: 'src/sign-in/',
  auth_sessions: 'src/sign-in/',
  auth_two_factors: 'src/sign-in/',
  auth_users: 'src/sign-in/',
  auth_verifications: 'src/sign-in/',
  backup_runs: 'src/operation/backup/',
  change_feed: 'src/exchange/changes/',
  changes: 'src/exchange/changes/',
  changes_waiting: 'src/exchange/changes/',
  claim_calls: 'src/territory/claims/',
  claim_decisions: 'src/territory/claims/',
  claim_letters: 'src/territory/claims/',
  claim_owner_answers: 'src/letters/claim-answers/',
  claims: 'src/territory/claims/',
  town_hall_codes: 'src/territory/claims/',
  town_hall_readings: 'src/territory/communes/',
  clock: 'src/kernel/db/clock.ts',
  collectes: 'src/territory/communes/',
  commune_defibrillateurs: 'src/territory/defibrillateurs/',
  commune_hosts: 'src/territory/communes/',
  commune_infos: 'src/territory/communes/',
  commune_places: 'src/territory/communes/',
  commune_slugs: 'src/territory/communes/',
  former_paths: 'src/place/former-paths.ts',
  communes: 'src/territory/communes/',
  counters: 'src/kernel/db/',
  defibrillateur_lines: 'src/territory/defibrillateurs/',
  defibrillateur_syncs: 'src/territory/defibrillateurs/',
  defibrillateurs: 'src/territory/defibrillateurs/',
  digests: 'src/letters/digests/',
  duplicate_groups: 'src/publishing/publications/',
  duplicate_key_locks: 'src/publishing/publications/',
  duplicate_publications: 'src/publishing/publications/',
  alert_messages: 'src/publishing/publications/',
  alerts_in_force: 'src/exchange/changes/',
  alerts: 'src/letters/digests/',
  elus: 'src/territory/communes/',
  elus_registers: 'src/territory/communes/',
  fetched_files: 'src/publishing/publications/',
  idempotency_keys: 'src/kernel/routes/',
  import_files: 'src/exchange/imports/',
  import_items: 'src/exchange/imports/',
  import_runs: 'src/exchange/imports/',
  import_sources: 'src/exchange/imports/',
  mails: 'src/letters/mail/',
  media: 'src/media/',
  media_forgotten: 'src/media/',
  media_sealed: 'src/media/',
  media_sweeps: 'src/media/',
  moderation_failures: 'src/publishing/publications/',
  moderation_letters: 'src/publishing/publications/',
  moderation_operation_items: 'src/publishing/publications/',
  moderation_operations: 'src/publishing/publications/',
  moderation_pieces: 'src/publishing/publications/',
  nodes: 'src/foundation/nodes.ts',
  note_mentions: 'src/letters/notes/',
  notes: 'src/letters/notes/',
  payment_comparisons: 'src/exchange/payments/',
  payment_events: 'src/exchange/payments/',
  author_news: 'src/letters/digests/',
  desk_changes: 'src/people/live/',
  desk_waiting: 'src/people/live/',
  presences: 'src/people/presence/',
  publication_communes: 'src/publishing/publications/',
  publication_day_totals: 'src/publishing/publications/',
  publication_days: 'src/publishing/publications/',
  publication_reports: 'src/publishing/publications/',
  report_mutes: 'src/publishing/publications/',
  publication_page_views: 'src/publishing/page-views/',
  publication_revisions: 'src/publishing/publications/',
  publication_totals: 'src/publishing/publications/',
  publication_types: 'src/publishing/publications/',
  publication_uploads: 'src/publishing/publications/',
  publication_words: 'src/publishing/publications/',
  publication_words_moving: 'src/publishing/publications/',
  publications: 'src/publishing/publications/',
  publications_told_apart: 'src/publishing/publications/',
  place_purges: 'src/place/purge/',
  push_announcements: 'src/place/push/',
  push_keys: 'src/place/push/',
  push_looks: 'src/place/push/',
  push_messages: 'src/place/push/',
  push_notices: 'src/place/push/',
  push_services: 'src/place/push/',
  push_subscriptions: 'src/place/push/',
  rate_limits: 'src/kernel/routes/',
  refusal_presets: 'src/publishing/publications/',
  reply_templates: 'src/letters/support/',
  schema_migrations: 'src/kernel/migrations/apply-migration.ts',
  signing_keys: 'src/kernel/tokens/',
  subscriptions: 'src/exchange/payments/',
  support_messages: 'src/letters/support/',
  support_notes: 'src/letters/support/',
  support_receipts: 'src/letters/support/',
  acteur_mails: 'src/exchange/mailed-drafts/',
  acteur_mail_addresses: 'src/exchange/mailed-drafts/',
  support_threads: 'src/letters/support/',
  team_settings: 'src/people/teamwork/',
  uploads: 'src/publishing/uploads/',
  user_identities: 'src/people/users/',
  epcis: 'src/territory/communes/',
  removed_roles: 'src/people/users/',
  user_roles: 'src/people/users/',
  users: 'src/people/users/',
  views: 'src/people/views/',
  transparency_months: 'src/publishing/transparency/',
  watched_words: 'src/publishing/watched-words/',
  webhook_deliveries: 'src/exchange/webhook-endpoints/',
  webhook_endpoints: 'src/exchange/webhook-endpoints/',
  weekly_mail_subscribers: 'src/letters/weekly-mail/',
  published_hosts: 'src/publishing/watched-words/',
  published_hosts_read: 'src/publishing/watched-words/',
  publication_drafts: 'src/publishing/drafts/',
}

/** Exceptions, with their reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'src/people/access/guard.ts writes users': 'that somebody was here is noted at the door, below the users',
  'src/people/access/api-keys.ts writes api_keys': 'the last use is noted at the door',
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
