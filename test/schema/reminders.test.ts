import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { INFO_FIELDS } from '../../shared/fields/communes.ts'
import { followers } from '../../src/communes-merged.ts'
import type { Sql, Tx } from '../../src/kernel/db/db.ts'
import { followers as ofActeurs } from '../../src/office/acteur-merges/followers.ts'
import type { personalData } from '../../src/office/personal-data/resources.ts'
import { CONTENT } from '../../src/publishing/publications/content.ts'
import { CLAIM_COLUMNS } from '../../src/territory/claims/queries.ts'
import { details } from '../../src/territory/communes/registers/load-merged.ts'
import { inDatabase, MIGRATED } from '../databases.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Lists that a new column or table must be added to. */

interface Column {
  readonly name: string
  readonly type: string
  readonly generated: boolean
}
let columns: ReadonlyMap<string, readonly Column[]>
let triggers: readonly { name: string; on: string; definition: string }[]
let naming: Readonly<Record<'communes' | 'acteurs', readonly string[]>>

before(() =>
  inDatabase(MIGRATED, async client => {
    const { rows } = await client.query<Column & { on: string }>(`
      select relname as on, attname as name, format_type(atttypid, null) as type, attgenerated <> '' as generated
      from pg_attribute join pg_class c on c.oid = attrelid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped
      order by 1, attnum`)
    columns = Map.groupBy(rows, row => row.on)
    triggers = (
      await client.query(`
        select tgname as name, tgrelid::regclass::text as on, pg_get_triggerdef(t.oid) as definition from pg_trigger t
        where not tgisinternal and tgfoid = 'bump_version'::regproc order by 1`)
    ).rows
    const referring = async (table: string) =>
      (
        await client.query<{ column: string }>(
          `select conrelid::regclass || '.' || attname as column from pg_constraint
             join pg_attribute on attrelid = conrelid and attnum = any(conkey)
           where contype = 'f' and confrelid = $1::regclass`,
          [table],
        )
      ).rows.map(({ column }) => column)
    naming = { communes: await referring('communes'), acteurs: await referring('acteurs') }
  }),
)

const ALWAYS = ['id', 'version', 'created_at', 'updated_at']
/** Columns that change automatically or with others: they create no new version. */
const NO_VERSION: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  acteurs_version: {
    valide_le: 'moves with valide',
    merged_into: 'moves with deleted_at',
    cle: 'made of nom',
    recherche: 'made of what is listed',
  },
  actor_users_version: {
    acteur_id: 'another acteur is another row',
    user_id: 'so is another person',
    accepted_at: 'whoever edits their rights edits the same ones afterwards',
    waiting_id: 'set once, with the row',
  },
  appeals_version: {
    kind: 'never changes',
    publication_id: 'the same',
    report_id: 'the same',
    claim_id: 'the same',
    decision: 'of the contested decision, which is over',
    reason_code: 'the same',
    decided_by: 'the same',
    decided_at: 'the same',
    language: 'never changes',
  },
  claims_version: {
    acteur_id: 'moves with an acteur that is put into another one, which is traced there',
    nom: 'goes with message, when a claimant is forgotten',
    email: 'the same',
    telephone: 'the same',
    claimant_user_id: 'the same',
    language: 'never changes',
    expires_at: 'moves with status, where a decision is taken back; or while the claimant is asked',
    thread_id: 'what is asked decides nothing',
    decided_at: 'moves with status',
    decided_by: 'moves with status',
  },
  commune_places_version: { commune_id: 'another commune is another row' },
  communes_version: {
    epci_code: 'of the national list: nobody edits it',
    merged_le: 'of a merged commune, whose record nobody edits',
    cle: 'made of nom',
    reference: 'what the national list said last',
    fiche_version: 'moves with the fields',
  },
  defibrillateurs_version: Object.fromEntries(
    [
      'gid',
      'nom',
      'adresse',
      'code_postal',
      'code_insee',
      'commune_nom',
      'latitude',
      'longitude',
      'acces',
      'acces_libre',
      'etage',
      'complement',
      'disponibilite_jours',
      'disponibilite_heures',
      'telephone',
      'etat_fonctionnement',
      'derniere_maintenance',
      'registry_updated_at',
      'en_service',
      'commune_id',
      'departement',
      'vu_le',
      'retire_le',
      'statut_commune',
      'overrides',
    ].map(column => [column, 'the register’s, or copied from what the commune says']),
  ),
  import_sources_version: {
    last_run_at: 'what a run leaves behind, not what was decided',
    last_status: 'the same',
    consecutive_failures: 'the same',
    disabled_reason: 'the same',
    next_try_at: 'the same',
    etag: 'the same',
    last_modified: 'the same',
    read_kind: 'the same',
    read_at: 'the same',
  },
  payment_events_version: {
    provider: 'never changes',
    event_id: 'the same',
    type: 'the same',
    created: 'the same',
    received_at: 'the same',
    subscription_id: 'the same',
    kept: 'loses a person who is erased',
    processed_at: 'moves with status',
    next_try_at: 'when it is tried, not what became of it',
  },
  publication_types_version: {
    slug: 'never changes',
    ordre: 'moving one moves its neighbours, which nobody has opened',
  },
  publications_version: {
    acteur_id: 'moves with an acteur that is put into another one, which is traced there',
    commune_id: 'the first of commune_ids',
    moderated_at: 'moves with the decision',
    moderated_by: 'moves with the decision',
    reports_count: 'counts what others write',
    import_source_id: 'goes with its source',
    picture_id: 'follows image_url, when it is looked for',
    created_by: 'goes with its user',
    duplicate_key: 'made of the words',
    duplicate_reason: 'made of the words',
    edited_at: 'moves with the words',
    edited_by: 'moves with edited_at',
    created_by_key: 'never changes',
    written_by_key: 'moves with edited_at',
  },
  subscriptions_version: {
    provider: 'never changes',
    provider_subscription_id: 'the same',
    provider_customer_id: 'the provider’s own, beside what is decided',
    last_event_at: 'the same',
    snapshot_at: 'what the state was made of',
    snapshot_status: 'the same',
    snapshot_previous_status: 'the same',
    snapshot_rank: 'the same',
  },
  support_threads_version: {
    last_by: 'moves with the messages, or with one that is taken back',
    commune_id: 'moves with a merged commune only',
  },
  users_version: {
    last_seen_at: 'a visit changes nothing',
    invited_at: 'nor does a letter to them',
    signed_out_at: 'nor the end of their sessions',
  },
  // What the form of an endpoint changes has a version; the rest never changes, or by an act or a worker.
  webhook_endpoints_version: {
    acteur_id: 'never changes',
    commune_ids: 'moves with a merged commune only',
    epci_codes: 'never changes',
    granted_to: 'never changes',
    created_by: 'goes with the account',
    secret_sealed: 'is exchanged, and no reply has it',
    former_sealed: 'the secret before',
    former_until: 'the secret before',
    state: 'moves by verifying and disabling, and by the answers of the program',
    disabled_for: 'moves with the state',
    tells_full: 'a mail about it',
    failures: 'counted by deliveries',
    failing_since: 'of deliveries',
    next_try_at: 'of deliveries',
    answer_ms: 'measured by deliveries',
    taken_at: 'of deliveries',
  },
}

test('a trigger of a version that lists its columns lists every one that can change', () => {
  const listing = triggers.filter(({ definition }) => /\bold\.\w/.test(definition))
  assert.deepEqual(listing.map(({ name }) => name).sort(), Object.keys(NO_VERSION).sort())
  for (const { name, on, definition } of listing) {
    const listed = new Set(definition.matchAll(/\bold\.(\w+)/g).map(([, column]) => column))
    const missing = (columns.get(on) ?? [])
      .filter(column => !listed.has(column.name) && !column.generated && !ALWAYS.includes(column.name))
      .map(column => column.name)
    assert.deepEqual(missing.sort(), Object.keys(NO_VERSION[name] ?? {}).sort(), `${name} on ${on}`)
  }
})

test('the version of the record of a commune moves with each of its fields', () =>
  inDatabase(MIGRATED, async client => {
    const { rows } = await client.query<{ fiche: string; whole: string }>(`
      select (select pg_get_triggerdef(oid) from pg_trigger where tgname = 'communes_fiche') as fiche,
             (select pg_get_triggerdef(oid) from pg_trigger where tgname = 'communes_version') as whole`)
    const listed = (definition = '') =>
      definition
        .matchAll(/\bold\.(\w+)/g)
        .map(([, column = '']) => column)
        .filter(column => !/_version$/.test(column))
    assert.deepEqual([...listed(rows[0]?.fiche)], [...listed(rows[0]?.whole)])
  }))

/** Columns that reference a commune and do not follow a merge. */
const STAYS: Readonly<Record<string, string>> = {
  'town_hall_codes.commune_id':
    'stays: a merged commune has no town hall to open, and the code ends within the hour',
  'town_hall_readings.commune_id': 'goes: the town hall of a part of a commune proves nothing for the whole',
  'act_registers.commune_id': 'stays: what still runs stops, and is begun again for the whole commune',
  'communes.successor_id': 'the merging itself',
  'changes.commune_ids': 'where the record was when it changed',
  'changes_waiting.commune_ids': 'the same',
  'commune_places.commune_id': 'the pages lead to the successor, which has its own look',
  'commune_slugs.commune_id': 'a link to an old name is led on by successor_id',
  'defibrillateur_syncs.commune_id': 'the record of what was once read',
  'duplicate_publications.commune_ids': 'kept by a trigger of publications',
  'former_paths.commune_id': 'read with those of its successor',
  'publication_communes.commune_id': 'kept by a trigger of publications',
  'publication_days.commune_id': 'kept by a trigger of publications',
  'publication_words.commune_ids': 'kept by a trigger of publications',
}

/** Records the statements of a mover without running them. */
async function statementsOf(move: (tx: Tx) => Promise<unknown>): Promise<string> {
  const texts: string[] = []
  const note = async ({ text }: Sql) => {
    texts.push(text)
    return 0
  }
  await move({ run: note } as unknown as Tx)
  return texts.join(';\n')
}

test('every reference to a commune follows a merge, or is exempted with a reason', async () => {
  const named = [...columns].flatMap(([on, all]) =>
    all.filter(({ name }) => /^commune_ids?$/.test(name)).map(({ name }) => `${on}.${name}`),
  )
  const all = [...followers, details]
  const moved = all.flatMap(follower => follower.columns)
  assert.ok(naming.communes.length > 10)
  assert.deepEqual(
    [...moved, ...Object.keys(STAYS)].sort(),
    [...new Set([...named, ...naming.communes])].sort(),
  )
  for (const { columns: theirs, move } of all) {
    const text = await statementsOf(move)
    for (const column of theirs) {
      const [table, name] = column.split('.')
      assert.match(
        text,
        new RegExp(
          `\\bupdate ${table}\\b[^;]*\\bset[^;]*\\b${name} =|insert into ${table} [^;]*\\b${name}\\b`,
        ),
        column,
      )
    }
  }
})

/** Columns that reference an acteur and do not follow a merge. */
const STAYS_THERE: Readonly<Record<string, string>> = {
  'act_registers.acteur_id': 'of a town hall, which is put into none',
  'acteur_mail_addresses.acteur_id': 'read for what it was put into',
  'acteur_mails.acteur_id': 'what became of a mail then',
  'acteur_merges.from_id': 'the putting together itself',
  'acteur_merges.into_id': 'the same',
  'acteurs.merged_into': 'the same',
  'actor_users.acteur_id': 'its members become members of the other one as well',
  'api_keys.acteur_id': 'a key is paused with its acteur, and works again when the merge is undone',
  'webhook_endpoints.acteur_id': 'paused with its acteur, like a key',
  'app_sources.acteur_ids': 'read with what each of them was put into',
  'changes.acteur_ids': 'whose the record was when it changed',
  'changes_waiting.acteur_ids': 'the same',
  'communes.mairie_actor_id': 'a town hall is put into none',
  'fetched_files.acteur_id': 'counted with what was put into it',
  'former_paths.acteur_id': 'its page leads to what it was put into',
  'notes.acteur_id': 'read with what was put into it',
  'push_notices.acteur_id': 'what was told then',
  'push_subscriptions.acteur_id': 'read with what each of them was put into',
}

test('every reference to an acteur follows a merge, or is exempted with a reason', () => {
  const named = [...columns].flatMap(([on, all]) =>
    all.filter(({ name }) => /^acteur_ids?$/.test(name)).map(({ name }) => `${on}.${name}`),
  )
  const moved = Object.keys(ofActeurs).map(table => `${table}.acteur_id`)
  assert.deepEqual(
    [...moved, ...Object.keys(STAYS_THERE)].sort(),
    [...new Set([...named, ...naming.acteurs])].sort(),
  )
  const kept = new Set(columns.get('acteur_merges')?.map(({ name }) => name))
  for (const table of Object.keys(ofActeurs)) assert.ok(kept.has(table), `acteur_merges keeps no ${table}`)
})

/** The part of `personalData` that erases each personal column, that its description does, or why none does. */
const HELD: Readonly<
  Record<
    string,
    keyof typeof personalData | { readonly nobodys: string } | { readonly erased: 'contacts' | 'whole' }
  >
> = {
  'acteurs.nom': { nobodys: 'an organisation’s' },
  'acteurs.adresse': { nobodys: 'an organisation’s' },
  'acteurs.telephone': 'acteurs',
  'acteurs.email': 'acteurs',
  'appeals.email': 'appeals',
  'api_keys.nom': 'api-keys',
  'webhook_endpoints.nom': 'webhook-endpoints',
  'app_sources.nom': { nobodys: 'an app’s' },
  'uploads.name': { nobodys: 'what an acteur calls its document; loses contacts' },
  'auth_sessions.ip_address': { nobodys: 'held empty by a check' },
  'auth_passkeys.name': 'sign-in',
  'auth_users.name': 'sign-in',
  'auth_users.email': 'sign-in',
  'claims.nom': { erased: CLAIM_COLUMNS.nom },
  'claims.email': { erased: CLAIM_COLUMNS.email },
  'claims.telephone': { erased: CLAIM_COLUMNS.telephone },
  'commune_infos.adresse': INFO_FIELDS.adresse,
  'views.nom': 'views',
  'watched_words.nom': { nobodys: 'a badge’s; loses contacts' },
  'views.address': 'views',
  'town_hall_readings.emails': 'communes',
  'town_hall_readings.telephone': 'communes',
  'commune_infos.telephone': 'communes',
  'commune_infos.email': 'communes',
  'communes.nom': { nobodys: 'a commune’s' },
  'counters.name': { nobodys: 'a counter’s' },
  'defibrillateurs.nom': { nobodys: 'a device’s, as the national register has it' },
  'defibrillateurs.adresse': { nobodys: 'the same' },
  'defibrillateurs.commune_nom': { nobodys: 'the same' },
  'defibrillateurs.telephone': { nobodys: 'the same: it would come again, and is asked of the register' },
  'elus.nom': { nobodys: 'an office holder’s, public by law' },
  'elus.prenom': { nobodys: 'the same' },
  'epcis.nom': { nobodys: 'an intercommunality’s' },
  'import_files.name': { nobodys: 'a document’s, as a public feed has it' },
  'import_sources.nom': { nobodys: 'a source’s; loses contacts' },
  'mails.in_reply_to': 'mail',
  'mails.recipient_email': 'mail',
  'mails.recipient_name': 'mail',
  'mails.reply_to': 'mail',
  'nodes.address': { nobodys: 'a node’s' },
  'publication_reports.email': 'publications',
  'publication_types.nom': { nobodys: 'a type’s' },
  'reply_templates.nom': { nobodys: 'a prepared answer’s; loses contacts' },
  'schema_migrations.name': { nobodys: 'a migration’s' },
  'support_messages.author_nom': 'support',
  'support_messages.author_email': 'support',
  'support_threads.reply_token': 'support',
  'support_threads.requester_nom': 'support',
  'support_threads.requester_email': 'support',
  'users.email': 'users',
  'users.invited_email': 'users',
  'users.nom': 'users',
  'weekly_mail_subscribers.address_hash': 'weekly-mail',
  'weekly_mail_subscribers.address_sealed': 'weekly-mail',
}

test('every column named like a name, address or telephone number is erased', () => {
  const held = [...columns].flatMap(([on, all]) =>
    all
      .filter(({ type, generated }) => /^(text|character)/.test(type) && !generated)
      .filter(({ name }) => /mail|nom|name|contact|phone|reply_to|adresse|address/.test(name))
      .map(({ name }) => `${on}.${name}`),
  )
  assert.deepEqual(held.sort(), Object.keys(HELD).sort(), 'each stands in the table above')
  for (const [column, part] of Object.entries(HELD)) {
    if (typeof part === 'object') continue
    const [table, name] = column.split('.')
    const [found = ''] = globSync(`src/{${part},*/${part}}/personal-data.ts`, { cwd: ROOT })
    const text = readFileSync(join(ROOT, found), 'utf8')
    assert.match(text, new RegExp(`delete from ${table}\\b|update ${table}\\b[^]*\\b${name} =`), column)
  }
})

test('a field of publications is kept with a text that was approved or sent back, and a change of it keeps that text', () =>
  inDatabase(MIGRATED, async client => {
    const { rows } = await client.query<{ trigger: string; keeps: string; on_change: string }>(`
      select tgname as trigger, pg_get_functiondef(tgfoid) as keeps, pg_get_triggerdef(t.oid) as on_change
      from pg_trigger t where tgfoid in ('keep_revision'::regproc, 'keep_sent_back'::regproc) order by 1`)
    assert.deepEqual(
      rows.map(({ trigger }) => trigger),
      ['publications_revised', 'publications_sent_back'],
    )
    const { commune_id: _, ...kept } = CONTENT
    const stored = columns.get('publication_revisions')?.map(({ name }) => name)
    for (const field of Object.keys(kept)) {
      assert.ok(stored?.includes(field), `publication_revisions has no ${field}`)
      for (const { trigger, keeps, on_change } of rows) {
        const lists = keeps.match(/\([^()]*\btitle\b[^()]*\)|select old\.id,.*?where/gs) ?? []
        assert.ok(lists.length >= 2)
        for (const list of lists)
          assert.match(list, new RegExp(`\\b${field}\\b`), `the function of ${trigger} forgets ${field}`)
        // A merge of communes alone does not change the text.
        if (field !== 'commune_ids')
          assert.match(on_change, new RegExp(`\\bold\\.${field}\\b`), `${trigger} does not see ${field}`)
      }
    }
  }))
