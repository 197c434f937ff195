import pg from 'pg'
import type { ConnectionConfig } from '../src/kernel/db/db.ts'

/** Inserts a million payment events, 100 000 subscriptions and 200 000 conversations: some years of a busy service. */

const VOCABULARY =
  `bonjour merci la le de du une mairie commune association publication fiche compte adresse message
  question horaires dechets collecte cantine ecole marche fete concert salle location inscription formulaire document
  certificat voirie eclairage trottoir stationnement permis urbanisme piscine bibliotheque mediatheque cimetiere impots
  facture abonnement paiement carte erreur connexion mot passe application telephone courriel rendez-vous urgent merci
  cordialement svp demande reponse dossier suivi photo evenement annonce alerte commerce artisan`.split(/\s+/)

const STEPS: readonly (readonly [what: string, sql: string])[] = [
  [
    'acteurs',
    `insert into acteurs (nom, slug, commune_id)
     select (array['Association','Club','Boulangerie','Comité','Amicale'])[1 + n % 5] || ' ' || substr(md5(n::text), 1, 8),
       'acteur-' || n, c.id
     from generate_series(1, 20000) n
     join (select id, row_number() over () as place from communes) c on c.place = 1 + n % 30000`,
  ],
  [
    'subscriptions',
    `insert into subscriptions (provider, provider_subscription_id, provider_customer_id, acteur_id, plan, status,
       current_period_start, current_period_end, last_event_at)
     select 'payment', 'sub_' || substr(md5(n::text), 1, 14), 'cus_' || substr(md5('c' || n), 1, 14),
       case when n % 5 > 0 then a.id end,
       case when n % 2000 = 0 then 'mairie-sur-mesure' else (array['commerce-mensuel','commerce-annuel','association'])[1 + n % 3] end,
       case when n % 100 < 70 then 'active' when n % 100 < 95 then 'canceled' when n % 100 < 98 then 'past_due'
            when n % 1000 = 999 then 'paused' else 'trialing' end,
       now(), now() + interval '1 month', now()
     from generate_series(1, 100000) n
     join (select id, row_number() over (order by id) as place from acteurs) a on a.place = 1 + n % 20000`,
  ],
  [
    'payment events',
    `insert into payment_events (provider, event_id, type, status, attempts, created, received_at, processed_at,
       subscription_id, kept)
     select 'payment', 'evt_' || n,
       case when n % 50000 = 0 then 'customer.subscription.paused' else (array['invoice.paid','customer.subscription.updated',
         'invoice.created','charge.succeeded','invoice.paid'])[1 + n % 5] end,
       case when n % 250 = 0 then 'failed' when n % 5 in (2, 3) then 'ignored' when n % 40 = 1 then 'stale'
            when n > 999900 then 'received' else 'processed' end,
       1, at, at, at, 'sub_' || substr(md5((1 + n % 100000)::text), 1, 14), '{"status":"active","object":"subscription"}'
     from (select n, now() - (1000000 - n) * interval '95 seconds' as at from generate_series(1, 1000000) n) events`,
  ],
  [
    'threads',
    `insert into support_threads (subject, requester_nom, requester_email, language, reply_token, status, unread, flag,
       messages_count, last_message_at)
     select words[1 + n % 60] || ' ' || words[1 + (n / 7) % 60] || case when n % 40000 = 0 then ' ornithorynque' else '' end,
       'Nom ' || substr(md5('n' || n), 1, 6), 'personne' || n || '@example.org', 'fr', md5('t' || n),
       case when n % 40 = 0 then 'open' else 'closed' end, n % 100 = 0,
       case when n % 500 = 0 then 'red' when n % 50 = 0 then 'blue' end, 3,
       now() - (200000 - n) * interval '8 minutes'
     from generate_series(1, 200000) n, (select $1::text[] as words) v`,
  ],
  [
    'messages',
    `insert into support_messages (thread_id, direction, author_nom, author_email, body)
     select t.id, 'inbound', t.requester_nom, t.requester_email,
       (select string_agg(words[1 + (floor(random() * 60)::int + g * 0)], ' ') from generate_series(1, 30) g where t.id is not null)
         || ' ' || substr(md5(t.id::text || k), 1, 7)
         || case when abs(hashtext(t.id::text)) % 20000 = 0 then ' ornithorynque' else '' end
     from support_threads t, generate_series(1, 3) k, (select $1::text[] as words) v`,
  ],
]

export async function fillLists(connection: ConnectionConfig, say: (line: string) => void): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    // Indexes are built once at the end, like in a restore.
    const { rows } = await client.query<{ name: string; definition: string }>(`
      select indexname as name, indexdef as definition from pg_indexes
      where indexname in ('support_threads_by_search', 'support_messages_by_search', 'subscriptions_by_search')`)
    for (const { name } of rows) await client.query(`drop index ${name}`)
    for (const [what, sql] of STEPS) {
      say(`Writing ${what}…`)
      await client.query(sql, sql.includes('$1') ? [VOCABULARY] : [])
    }
    await client.query(`set maintenance_work_mem = '256MB'`)
    for (const { definition } of rows) await client.query(definition)
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}
