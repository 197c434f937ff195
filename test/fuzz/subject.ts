import pg from 'pg'
import { pino } from 'pino'
import type { Role } from '../../shared/words/access.ts'
import { sql } from '../../src/kernel/db/db.ts'
import { EVENT_CODES } from '../../src/kernel/http/refused-events.ts'
import type { ErrorCode } from '../../src/kernel/refusals/errors.ts'
import { hashPassword } from '../../src/people/users/passwords.ts'
import { createUser, grantRole, subjectForToken } from '../../src/people/users/queries.ts'
import { openService, type Service } from '../../src/service.ts'
import { setPassword } from '../../src/sign-in/issuer/accounts.ts'
import { QUICK_HASH, testConfig } from '../app.ts'
import { copyOf } from '../databases.ts'
import { SECRET } from '../payments/events.ts'
import { type Document, type Operation, operationsOf, resolved } from './document.ts'
import { Line } from './wire.ts'

/** The fuzzed service, its callers, and its log lines per request. */
export interface Subject {
  readonly url: string
  readonly port: number
  readonly document: Document
  readonly operations: readonly Operation[]
  readonly names: readonly string[]
  readonly tokens: readonly (string | undefined)[]
  /** Existing ids, slugs and cursors, by field name. */
  readonly words: ReadonlyMap<string, readonly string[]>
  /** Additional log lines of this request, returned once. */
  complaint(requestId: string): string | undefined
  /** Prepared statements of each connection. */
  prepared(): Promise<number[]>
  stop(): Promise<void>
}

const CALLERS: Readonly<Record<string, readonly Role[] | undefined>> = {
  nobody: undefined,
  administrator: ['admin'],
  'operator of the communes': ['operator_communes'],
  moderator: ['operator_moderation'],
  'operator of the support': ['operator_support'],
  'user without a role': [],
  'suspended administrator': ['admin'],
}
/** A session token for `/auth`; the others have API tokens. */
export const SIGNED_IN = Object.keys(CALLERS).length
const PASSWORD = 'le mot de passe du fuzz'

export async function startSubject(): Promise<Subject> {
  const database = await copyOf('france')
  const complaints = new Map<string, string>()
  const log = pino({ level: 'warn', base: null }, { write: line => hear(complaints, line) })
  const config = testConfig({ LOG_LEVEL: 'warn', PAYMENT_SIGNING_SECRETS: SECRET })
  const { owner } = database
  const secret = config.secret ?? ''
  const service = await openService({
    config,
    log,
    secret,
    connection: owner,
    jobs: {},
    hashCost: QUICK_HASH,
  })
  const url = await service.listen()
  const port = Number(new URL(url).port)
  const client = new pg.Client(owner)
  // Reports its own error, not the end of the connection.
  client.on('error', () => {})
  await client.connect()
  const tokens = [...(await tokensOf(service, client)), ...(await sessionsOf(service, client, url))]
  await client.query(`
    insert into app_sources (slug, commune_ids)
    select 'limited', array(select id from communes order by cle, id limit 3)`)
  await fillTown(client)
  await fillPayments(client)
  await fillDefibrillateurs(client)
  await fillImports(client)
  const document = resolved((await ask(port, '/openapi.json')) as Document)
  // A stream does not end.
  const operations = operationsOf(document).filter(({ path }) => !path.endsWith('/admin/live'))
  const words = await wordsOf(port, operations, client, tokens[1] ?? '')
  await client.end()
  return {
    url,
    port,
    document,
    operations,
    names: [...Object.keys(CALLERS), 'signed in', 'signed in and suspended'],
    tokens,
    words,
    complaint(requestId) {
      const said = complaints.get(requestId)
      complaints.delete(requestId)
      return said
    },
    async prepared() {
      const { pool, publicReads } = service.db
      const { db, slow } = publicReads(() => 'the fuzz')
      // Concurrent slow statements, so that every connection is used.
      const asked = [pool, db, slow].flatMap(one =>
        Array.from({ length: 8 }, () =>
          one.one<{ pid: number; n: number }>(sql`
            select pg_backend_pid() as pid, (select count(*) from pg_prepared_statements) as n, pg_sleep(0.05)`),
        ),
      )
      const counts = new Map((await Promise.all(asked)).map(row => [row?.pid, row?.n ?? 0]))
      return [...counts.values()]
    },
    async stop() {
      await service.stop()
      await database.drop()
    },
  }
}

/** A town hall and a club with publications in every state; the user without roles owns both. */
async function fillTown(client: pg.Client): Promise<void> {
  await client.query(`
    with town as (select id from communes order by cle, id limit 1),
    made as (insert into acteurs (nom, commune_id, can_publish) select nom, town.id, nom = 'Mairie'
             from town, unnest(array['Mairie', 'Club']) as nom returning id, nom, commune_id),
    hall as (update communes set mairie_actor_id = made.id from made where made.nom = 'Mairie' and communes.id = made.commune_id),
    members as (insert into actor_users (acteur_id, user_id, role)
                select made.id, users.id, 'owner' from made, users where email = 'user.without.a.role@example.org')
    insert into publications (title, body, acteur_id, type_id, commune_id, commune_ids, moderation_status, valide,
      publie_le, moderation_by, duplicate_key, duplicate_reason, date_debut, deleted_at)
    select 'Fête n° ' || n, 'Le texte de la fête', made.id, t.id, made.commune_id, array[made.commune_id], status,
      status in ('approved', 'published'), case when status = 'published' then now() - n * interval '1 hour' end,
      'member', case when n % 3 = 0 then '00000000-0000-7000-8000-000000000001' else gen_random_uuid() end, 'signature',
      case when n % 2 = 0 then current_date + n::int end, case when n % 7 = 0 then now() end
    from made, publication_types t, unnest(array['pending', 'approved', 'published', 'rejected', 'changes_requested']) with ordinality as s(status, n)
    where t.slug in ('actualite', 'alerte')`)
  // Thirty claimed acteurs, so that decisions do not run out of them.
  await client.query(`
    with made as (insert into acteurs (nom, commune_id) select 'Atelier n° ' || n, (select id from communes order by cle, id limit 1)
                  from generate_series(1, 30) as n returning id, nom)
    insert into claims (acteur_id, message, email, language, expires_at)
    select id, 'Je tiens ' || nom, 'atelier@example.org', 'fr', now() + interval '7 days' from made`)
}

async function fillPayments(client: pg.Client): Promise<void> {
  await client.query(`
    insert into payment_events (provider, event_id, type, status, created, kept)
      select 'payment', 'evt_' || status, 'invoice.paid', status, now(), '{}'
      from unnest(array['received', 'processed', 'ignored', 'stale', 'failed']) as status;
    insert into subscriptions (provider, provider_subscription_id, plan, status, acteur_id)
      select 'payment', 'sub_' || a.nom, 'vitrine', 'active', a.id from acteurs a`)
  await client.query(`
    with asked as (
      insert into support_threads (subject, requester_nom, requester_email, language, reply_token, messages_count, flag)
      select 'Question ' || n, 'Jeanne', 'jeanne@example.org', 'fr', md5(n::text), 3, case when n = 2 then 'red' end
      from generate_series(1, 3) as n returning id)
    insert into support_messages (thread_id, direction, author_nom, author_email, body)
    select id, 'inbound', 'Jeanne', 'jeanne@example.org', 'Message ' || n from asked, generate_series(1, 3) as n`)
  await client.query(`
    update support_threads set last_by = 'inbound';
    insert into support_notes (thread_id, body) select id, 'À rappeler ' || n from support_threads, generate_series(1, 3) as n;
    insert into notes (acteur_id, body) select id, 'À appeler' from acteurs;
    insert into notes (user_id, body) select id, 'A déménagé' from users;
    insert into notes (publication_id, body) select id, 'À vérifier' from publications;
    insert into notes (claim_id, body) select id, 'À appeler' from claims;
    insert into reply_templates (nom, body) select 'Réponse ' || n, 'Bonjour {{nom}}' from generate_series(1, 3) as n;
    insert into refusal_presets (reason_code, body) select 'spam', 'Phrase ' || n from generate_series(1, 3) as n;
    insert into watched_words (nom, kind, words, active) values
      ('Alcool', 'words', '{alcool*,vin chaud}', true), ('Téléphone', 'phones', '{}', true), ('Site', 'new_hosts', '{}', true)`)
}

/** Some with a position, withdrawn, or corrected by their commune; and runs of their sync. */
async function fillDefibrillateurs(client: pg.Client): Promise<void> {
  await client.query(`
    with town as (select id, nom, code_insee, departement from communes order by cle, id limit 1),
    made as (insert into defibrillateurs (gid, nom, adresse, commune_nom, code_insee, departement, commune_id, latitude,
        longitude, en_service, statut, retire_le)
      select 'F' || n, 'Salle ' || n, n || ' rue du Stade', nom, code_insee, departement, town.id,
        case when n % 5 > 0 then 45 + n / 100.0 end, case when n % 5 > 0 then 5 + n / 100.0 end, true,
        case when n % 7 = 0 then 'a_verifier' else 'actif' end, case when n % 11 = 0 then now() end
      from town, generate_series(1, 60) as n returning gid, commune_id)
    insert into commune_defibrillateurs (commune_id, gid) select commune_id, gid from made;
    update commune_defibrillateurs set overrides = '{"nom":"Ici","latitude":45.5,"longitude":5.5}' where gid = 'F3';
    insert into defibrillateur_syncs (trigger, status, finished_at) values ('manual', 'ok', now())`)
}

/** Import sources with runs of every outcome. Nothing listens at their addresses. */
async function fillImports(client: pg.Client): Promise<void> {
  await client.query(`
    with sources as (
      insert into import_sources (nom, kind, url, acteur_id, moderation, enabled, schedule, max_items)
      select 'Source ' || n, 'auto', 'http://127.0.0.1:1/' || n, a.id, 'auto', true, 'manual', 100
      from generate_series(1, 4) as n, (select id from acteurs order by id limit 1) a returning id)
    insert into import_runs (source_id, trigger, dry_run, status, started_at, finished_at, entries)
    select id, 'manual', status = 'partial', status, now(), now(),
      '[{"at": "2026-01-01T00:00:00.000Z", "level": "info", "code": "not_modified", "params": {}, "item": null}]'
    from sources, unnest(array['succeeded', 'partial', 'failed']) as status`)
}

/** What the event of a refused permission may hold: nothing that the caller typed. */
const OF_AN_EVENT = new Set([
  'level',
  'event',
  'code',
  'method',
  'route',
  'user_id',
  'more',
  'network',
  'msg',
])

interface LogLine {
  readonly time: number
  readonly request_id?: string
  readonly event?: string
  readonly code?: ErrorCode
  readonly msg?: string
  readonly error?: object
}

/** A request writes no line at `warn`, except the event of its refusal. The line is written before the answer is sent. */
function hear(complaints: Map<string, string>, line: string): void {
  const { request_id, time: _, ...said } = JSON.parse(line) as LogLine
  if (request_id === undefined) return
  const isEvent = said.event === 'refused' && said.code !== undefined && EVENT_CODES.includes(said.code)
  if (isEvent && Object.keys(said).every(field => OF_AN_EVENT.has(field))) return
  complaints.set(request_id, `${said.msg}: ${JSON.stringify(said.error ?? said).slice(0, 1500)}`)
}

async function tokensOf(service: Service, client: pg.Client): Promise<(string | undefined)[]> {
  const tokens: (string | undefined)[] = []
  for (const [name, roles] of Object.entries(CALLERS)) {
    if (!roles) {
      tokens.push(undefined)
      continue
    }
    const email = `${name.replaceAll(' ', '.')}@example.org`
    const { id, subject = '' } = await service.db.transaction(async tx => {
      const { id = '' } = (await createUser(tx, { email, nom: null })) ?? {}
      for (const role of roles) await grantRole(tx, id, role)
      return { id, subject: await subjectForToken(tx, id) }
    })
    if (name.startsWith('suspended'))
      await client.query(`update users set status = 'suspended' where id = $1`, [id])
    tokens.push(await service.tokens.sign(subject, 12 * 3600))
  }
  return tokens
}

/** Restores sessions and passwords: otherwise the fuzzer would soon be refused everywhere. */
async function sessionsOf(service: Service, client: pg.Client, url: string): Promise<string[]> {
  const sessions: string[] = []
  for (const name of ['signed-in', 'signed-in-suspended']) {
    const email = `${name}@example.org`
    const passwordHash = await hashPassword(PASSWORD, {
      clientNetwork: 'operator',
      known: true,
      hashCost: QUICK_HASH,
    })
    await service.db.transaction(async tx => {
      const { id = '' } = (await createUser(tx, { email, nom: null })) ?? {}
      await setPassword(tx, id, passwordHash)
    })
    const answer = await fetch(`${url}/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD }),
    })
    sessions.push(answer.headers.get('set-auth-token') ?? '')
  }
  await client.query(`
    update users set status = 'suspended' where email = 'signed-in-suspended@example.org';
    create function stay() returns trigger language plpgsql as $$ begin return null; end $$;
    create trigger stay before delete on auth_sessions for each row execute function stay();
    create trigger stay before update of password on auth_accounts for each row execute function stay()`)
  return sessions
}

async function ask(port: number, target: string, token?: string): Promise<unknown> {
  const line = new Line(port)
  const source = target.startsWith('/api/v1/admin') ? 'backoffice' : 'public'
  const signed = token === undefined ? '' : `authorization: Bearer ${token}\r\n`
  const head = `GET ${target} HTTP/1.1\r\nhost: parvis.test\r\nx-app-source: ${source}\r\n${signed}`
  const reply = await line.send(Buffer.from(`${head}\r\n`))
  line.close()
  return JSON.parse(reply?.body || 'null')
}

/** Reads every list once, to get good values for parameters of the same name. */
async function wordsOf(port: number, operations: readonly Operation[], client: pg.Client, token: string) {
  const words = new Map<string, string[]>()
  const add = (name: string, value: string) => {
    const known = words.get(name) ?? []
    if (!known.includes(value) && known.length < 40) words.set(name, [...known, value])
  }
  const harvest = (name: string, value: unknown): void => {
    if (typeof value === 'string') add(name === 'next' ? 'after' : name, value)
    else if (Array.isArray(value)) for (const item of value) harvest(name, item)
    else if (value && typeof value === 'object')
      for (const [key, item] of Object.entries(value)) harvest(key, item)
  }
  for (const { method, path } of operations) {
    if (method === 'GET' && !path.includes('{')) harvest('', await ask(port, path, token))
  }
  const { rows } = await client.query<{ id: string }>('select id::text from acteurs limit 3')
  for (const { id } of rows) for (const name of ['mairie_actor_id', 'acteur_id', 'acteurId']) add(name, id)
  for (const near of ['45.1,5.1', '-90,180', '48.8566,2.3522']) add('near', near)
  for (const bbox of ['4,44,6,46', '-180,-90,180,90']) add('bbox', bbox)
  const publications = await client.query<{ id: string }>('select id::text from publications')
  for (const { id } of publications.rows) for (const name of ['publicationId', 'ids']) add(name, id)
  add('q', words.get('nom')?.[0] ?? 'a')
  for (const email of ['signed-in', 'signed-in-suspended', 'administrator', 'somebody', 'somebody-else'])
    add('email', `${email}@example.org`)
  for (const { id } of (await client.query<{ id: string }>('select id::text from import_sources')).rows)
    add('id', id)
  for (const name of ['password', 'currentPassword', 'newPassword']) add(name, PASSWORD)
  for (const name of ['callbackURL', 'redirectTo'])
    for (const url of [
      'http://parvis.test/',
      '/bienvenue?a=1#b',
      'https://evil.example',
      '//evil.example',
      'http://[',
      ' ',
    ])
      add(name, url)
  for (const code of ['123456', '000000', 'aaaaa-bbbbb', '１２３４５６', '-1']) add('code', code)
  return words
}
