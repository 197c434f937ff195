import pg from 'pg'
import type { ConnectionConfig } from '../../src/kernel/db/db.ts'
import { fillDefibrillateurs } from '../defibrillateurs/fill.ts'
import { fillLists } from '../lists-fill.ts'

/**
 * Adds some years of national data to a million publications: 200 000 users and conversations, a million audit rows, 50
 * 000 claims, 2 000 import sources with runs, all defibrillators.
 */

const FIRST = ['Anne', 'Zoé', 'Karim', 'Élodie', 'Jean-Luc', 'Maëlle', 'Œdipe', 'Paul', 'Chloé', 'Benoît']
const LAST = [
  'Durand',
  'Le Goff',
  'Benali',
  'Martin',
  'Petit',
  'Garnier',
  'Nguyen',
  'Lefèvre',
  'Roux',
  'Da Silva',
]

/** The n-th row of a table, cyclically. */
const nth = (table: string) =>
  `(select id, row_number() over (order by id) - 1 as place from ${table}) ${table}`
const at = (table: string, n: string) => `${table}.place = (${n}) % (select count(*) from ${table})`

const STEPS: readonly (readonly [what: string, sql: string, values?: readonly (readonly string[])[]])[] = [
  [
    'what acteurs are',
    `update acteurs a set
       type = (array['association', 'association', 'association', 'commerce', 'commerce', 'artisan', 'mairie',
         'service_public', 'ecole', 'autre'])[1 + h % 10],
       valide = h % 10 < 7, valide_le = case when h % 10 < 7 then now() end, active = h % 33 > 0,
       badge = case when h % 500 = 0 then 'officiel' when h % 50 = 0 then 'verifie' end,
       deleted_at = case when h % 40 = 7 then now() end,
       email = case when h % 3 = 0 then 'contact@domaine-' || h % 50000 || '.example' end,
       telephone = case when h % 3 = 1 then '02' || lpad((h % 90000000)::text, 8, '0') end
     from (select id, abs(hashtext(id::text)) as h from acteurs) as other where other.id = a.id`,
  ],
  [
    'users',
    `insert into users (email, invited_email, nom, status, created_at, last_seen_at)
     select case when n % 40 > 0 then mail end, case when n % 40 = 0 then mail end,
       case when n % 20 > 0 then f[1 + n % 10] || ' ' || l[1 + (n / 10) % 10] || ' ' || substr(md5(n::text), 1, 4) end,
       case when hashtext(mail) % 100 = 7 then 'suspended' else 'active' end,
       now() - n * interval '9 minutes', case when n % 5 > 0 then now() - (n * 7919 % 500000) * interval '1 minute' end
     from (select n, 'personne.' || n || '@exemple.test' as mail from generate_series(1, 198000) n) each,
       (select $1::text[] as f, $2::text[] as l) names`,
    [FIRST, LAST],
  ],
  [
    'identities, roles and members',
    `with come as (
       insert into user_identities (issuer, subject, user_id)
       select 'https://ailleurs.example', id::text, id from users where invited_email is null and hashtext(id::text) % 30 <> 0),
     working as (
       insert into user_roles (user_id, role) select id, (array['operator_moderation', 'operator_support', 'operator_claims',
         'operator_communes'])[1 + row_number() over () % 4] from users where hashtext(id::text) % 2500 = 0)
     insert into actor_users (acteur_id, user_id, role)
     select acteurs.id, users.id, case when n % 3 = 0 then 'owner' else 'editor' end
     from generate_series(1, 150000) n join ${nth('acteurs')} on ${at('acteurs', 'n * 7')}
       join ${nth('users')} on ${at('users', 'n * 13')} on conflict do nothing`,
  ],
  [
    'claims',
    `insert into claims (acteur_id, status, message, nom, email, language, expires_at, decided_at, created_at, claimant_user_id)
     select acteurs.id, status, 'Je suis la personne qui tient cette page depuis ' || n || ' jours.',
       'Demandeur ' || n, 'demande.' || n || '@exemple.test', 'fr', at + interval '30 days',
       case when status in ('approved', 'rejected') then at + interval '2 days' end, at, users.id
     from (select n, now() - n * interval '30 minutes' as at, case when n <= 1200 then 'pending' when n % 10 < 6 then 'approved'
             when n % 10 < 9 then 'rejected' else 'expired' end as status from generate_series(1, 50000) n) each
     join ${nth('acteurs')} on ${at('acteurs', 'n * 3')} join ${nth('users')} on ${at('users', 'n * 11')}`,
  ],
  [
    'answers of the support, some of them returned',
    `with written as (
       insert into mails (message_id, thread, template, language, status, sent_at, bounced_at, give_up_at, created_at)
       select '<' || t.id || '@exemple.test>', 'thread:' || t.id, 'support-reply', 'fr',
         case when n % 300 = 0 then 'failed' else 'sent' end, case when n % 300 > 0 then now() end, null, now(), now()
       from (select id, row_number() over (order by id) as n from support_threads) t where n % 2 = 0
       returning id, message_id)
     insert into support_messages (thread_id, direction, author_nom, body, mail_id)
     select substr(message_id, 2, 36)::uuid, 'outbound', 'Le support', 'Bonjour, voici la réponse à votre question.', id
     from written`,
  ],
  [
    'who looks after them',
    `update support_threads set last_by = case when status = 'open' or hashtext(id::text) % 3 = 0 then 'inbound' else 'outbound' end,
       assignee_id = case when hashtext(id::text) % 4 = 0 then (select user_id from user_roles where role = 'operator_support'
         order by user_id limit 1) end`,
  ],
  [
    'import sources',
    `insert into import_sources (nom, kind, url, acteur_id, commune_id, moderation, enabled, schedule, max_items, last_run_at,
       last_status, consecutive_failures)
     select 'Agenda ' || n, (array['rss', 'ical', 'openagenda', 'auto'])[1 + n % 4], 'https://source-' || n || '.example/flux',
       acteurs.id, communes.id, 'pending', n % 12 > 0, 'daily', 100, now(),
       case when n % 15 = 0 then 'failed' else 'succeeded' end, case when n % 15 = 0 then 3 else 0 end
     from generate_series(1, 2000) n join ${nth('acteurs')} on ${at('acteurs', 'n * 31')}
       join ${nth('communes')} on ${at('communes', 'n * 7')}`,
  ],
  [
    'their runs',
    `insert into import_runs (source_id, trigger, dry_run, status, created_at, started_at, finished_at, fetched, created, entries)
     select s.id, 'schedule', false, 'succeeded', at, at, at, 40, 2, entries
     from import_sources s, (
       select at, (select jsonb_agg(jsonb_build_object('at', at, 'level', 'info', 'code', 'created', 'item', null, 'params',
         jsonb_build_object('title', 'Fête du village ' || k, 'moderation_status', 'pending'))) from generate_series(1, 20) k) as entries
       from (select now() - n * interval '1 day' as at from generate_series(1, 90) n) every) days`,
  ],
  [
    'how communes are reached',
    `insert into commune_infos (commune_id, libelle, telephone)
     select id, 'Mairie', '02 00 00 00 00' from communes where successor_id is null and hashtext(id::text) % 5 > 0`,
  ],
  [
    'the trail',
    `insert into audit_log (at, user_id, app_source, request_id, action, entity, entity_id, before, after)
     select now() - (1000000 - n) * interval '2 minutes',
       case when n % 20 > 0 then case when n % 3 = 0 then users.id else working.id end end, 'backoffice',
       md5((n / 3)::text)::uuid::text, kind || '.' || did, kind, case kind when 'publication' then publications.id
         when 'acteur' then acteurs.id when 'commune' then communes.id when 'user' then users.id end::text,
       '{"valide": false}', '{"valide": true, "reason": "Le texte parle d’une autre commune."}'
     from (select n, case when n % 10 < 6 then 'publication' when n % 10 < 8 then 'acteur' when n % 10 < 9 then 'commune' else 'user'
             end as kind, (array['updated', 'created', 'updated', 'deleted', 'moderated'])[1 + n % 5] as did
           from generate_series(1, 1000000) n) each
     join ${nth('publications')} on ${at('publications', '(n::bigint * 7)')}
     join ${nth('acteurs')} on ${at('acteurs', '(n::bigint * 7)')} join ${nth('communes')} on ${at('communes', 'n')}
     join ${nth('users')} on ${at('users', '(n::bigint * 13)')}
     join (select user_id as id, row_number() over (order by user_id) - 1 as place from user_roles) working
       on working.place = n % (select count(*) from user_roles) order by n`,
  ],
  [
    // Bypasses the trigger that hashes rows, since nothing here reads the hashes.
    'its seals, a minute with some lines each',
    `set session_replication_role = replica;
     insert into audit_seals (number, last_id, rows, hash)
       select number, number * 10, 10, decode(md5(number::text), 'hex') from generate_series(1, 99900) number;
     reset session_replication_role`,
  ],
]

export async function fillOffice(connection: ConnectionConfig, say: (line: string) => void): Promise<void> {
  await fillLists(connection, say)
  const client = new pg.Client(connection)
  await client.connect()
  try {
    say('Defibrillators…')
    await fillDefibrillateurs(client, 187_172)
    for (const [what, sql, values] of STEPS) {
      say(`Writing ${what}…`)
      await client.query(sql, values && [...values])
    }
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}
