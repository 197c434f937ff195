import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { PersonalData } from '../src/kernel/records/personal-data.ts'
import { type LeasedMail, takeLease } from '../src/letters/mail/leases.ts'
import { createMailer } from '../src/letters/mail/mailer.ts'
import { erasePerson } from '../src/office/personal-data/commands.ts'
import { eraseAll, exportAll, personalData, subjectOf } from '../src/office/personal-data/resources.ts'
import { startApp, testConfig } from './app.ts'
import * as make from './factories.ts'
import { deliver, INBOUND_SECRET, mail } from './fixtures/inbound-mail.ts'
import { GOES_WITH_ITS_ROW, LISTED, LOSES_CONTACTS, STAYS } from './schema/text-columns.ts'
import { PASSWORD, signInAt, totp } from './sign-in.ts'

/**
 * A person does everything possible, with an address, a telephone number, a name and a word used nowhere else. After
 * the erasure none of them is in any column of any table, or in a file of the outbox.
 */

const app = await startApp({
  env: {
    INBOUND_MAIL_SECRETS: INBOUND_SECRET,
    MAIL_FROM: 'support@essai.fr',
    SMTP_URL: 'smtp://127.0.0.1:9',
  },
})
const { db } = app.service
const folder = await mkdtemp(join(tmpdir(), 'parvis-erased-'))
after(() => rm(folder, { recursive: true }))
const auth = signInAt(app)

const PERSON = {
  address: 'zyxanne@zyxexample.org',
  telephone: '06 12 34 98 76',
  name: 'Zyxanne Zyxpartie',
  word: 'zyxconfidence',
}
/** An exception: the text of a publication and its audit trail may keep it. */
const PUBLISHED = 'zyxpublie'
const THE_ACTEURS = [
  'publications',
  'publication_words',
  'publication_revisions',
  'moderation_operation_items',
  'moderation_letters',
  'audit_log',
]

const admin = await app.user(['admin'])
const office = app.as(admin)
const colleague = await app.user(['operator_claims'])
const commune = await make.commune(app)
const shop = await make.acteur(app, commune, {
  email: PERSON.address.toUpperCase(),
  telephone: PERSON.telephone,
  description: `Appelez le +33 6.12.34.98.76 ou écrivez à ${PERSON.address}.`,
  horaires: `Le lundi, ou au ${PERSON.telephone}.`,
  fermetures: JSON.stringify([{ du: '2026-12-24', au: '2027-01-02', motif: `Écrivez à ${PERSON.address}` }]),
})
const phoned = await make.acteur(app, commune, { telephone: '+33612349876', email: 'autre@example.org' })
const others = await make.publication(app, await make.acteur(app, commune), commune)

const ok = ({ status, body }: { status: number; body: unknown }) => {
  assert.ok(status < 300, `${status} ${JSON.stringify(body)}`)
  return body as { data: { id: string } }
}
const once = () => ({ headers: { 'idempotency-key': crypto.randomUUID() } })
const contacts = { nom: PERSON.name, email: PERSON.address, telephone: PERSON.telephone }

/** Delivers every queued mail as a file. */
async function sendMails() {
  const mailer = createMailer({ ...testConfig({ MAIL_FROM: 'support@essai.fr' }), dataDir: folder })
  const { rows } = await app.owner.query(`select id from mails where status = 'queued' order by place`)
  for (const { id } of rows) {
    const taken = (await takeLease(db.pool, id, crypto.randomUUID())) as LeasedMail
    assert.equal((await mailer.send(taken, new AbortController().signal)).kind, 'sent')
    await app.owner.query(`update mails set status = 'sent', sent_at = now() where id = $1`, [id])
  }
}

async function signInWithEverything() {
  const { address, name } = PERSON
  await auth.signUp(address, PASSWORD, name)
  assert.equal((await auth.get(await auth.linkTo(address))).status, 200)
  const session = await auth.session(address)
  await auth.post('/request-password-reset', { email: address })
  const { body } = await auth.post('/two-factor/enable', { password: PASSWORD }, { bearer: session })
  const code = { code: totp(body.totpURI) }
  const verified = await auth.post('/two-factor/verify-totp', code, { bearer: session })
  assert.equal(verified.status, 200)
  // The earlier session and its access tokens have ended.
  const token = await auth.token(verified.body.token)
  // An unfinished sign-in, which is kept until it expires.
  await auth.signIn(address)
  const { body: me } = await app.as({ token }, null).get('/me')
  return { id: me.data.id as string, token }
}

async function liveHere() {
  const { id, token } = await signInWithEverything()
  for (const role of ['operator_moderation', 'operator_communes', 'operator_support'])
    ok(await office.post(`/admin/users/${id}/roles`, { role }))
  ok(await office.patch(`/admin/users/${id}`, { nom: PERSON.name }))
  await make.member(app, shop, { id, email: '', subject: '', token })
  const public_ = app.as({ token }, 'public')
  const desk = app.as({ token }, 'backoffice')

  const draft = { title: `Fête ${PUBLISHED}`, body: PUBLISHED, acteur_id: shop, commune_id: commune }
  const publication = ok(await public_.post('/publications', draft, once())).data.id
  ok(await public_.patch(`/publications/${publication}`, { body: `${PUBLISHED} encore`, epingle: true }))
  ok(await office.patch(`/admin/publications/${publication}/moderate`, { moderation_status: 'published' }))
  ok(await office.patch(`/admin/publications/${publication}`, { title: `La fête ${PUBLISHED}` }))
  ok(await public_.patch(`/publications/${publication}`, { body: `${PUBLISHED} toujours` }))
  ok(await desk.patch(`/admin/publications/${others}/moderate`, { moderation_status: 'published' }))
  const content = { title: `${PERSON.name} invite`, body: `${PERSON.telephone}, ${PERSON.word}` }
  ok(await public_.post('/me/drafts', { acteur_id: shop, content }, once()))
  const view = { area: 'moderation', nom: PERSON.name, address: `/moderation?q=${PERSON.word}`, shared: true }
  ok(await desk.send('PUT', '/admin/views', view))

  const neighbour = { reason: 'spam', email: 'voisin@example.org' }
  ok(await app.as(await app.user(), 'public').post(`/publications/${others}/report`, neighbour))
  const report = { reason: 'other', message: `${PERSON.word}, ${PERSON.telephone}`, email: PERSON.address }
  ok(await public_.post(`/publications/${others}/report`, report, once()))
  ok(await app.anyone.post(`/publications/${others}/report`, report, once()))
  ok(await office.patch(`/admin/publications/${others}/moderate`, { moderation_status: 'rejected' }))

  const claimed = await make.acteur(app, commune)
  const words = { acteur_id: claimed, message: `${PERSON.word} ${PERSON.name}`, ...contacts }
  const decided = ok(await public_.post('/claims', words, once())).data.id
  const note = `${PERSON.name}, ${PERSON.telephone} : ${PERSON.word}`
  ok(await office.patch(`/admin/claims/${decided}`, { status: 'rejected', note, reason: note }))
  const noted = { body: note, mentions: [colleague.id] }
  ok(await office.post(`/admin/claims/${decided}/notes`, noted, once()))
  ok(await office.post(`/admin/publications/${publication}/notes`, { body: note }, once()))
  ok(await office.post(`/admin/publications/${others}/notes`, { body: 'Vu.', mentions: [id] }, once()))
  ok(await office.post(`/admin/users/${id}/notes`, { body: note }, once()))
  const passing = `Vu ${PERSON.address}, au ${PERSON.telephone}.`
  ok(await office.post(`/admin/acteurs/${phoned}/notes`, { body: passing }, once()))
  ok(await app.anyone.post('/claims', { ...words, acteur_id: phoned }))

  ok(await office.patch(`/admin/communes/${commune}/place`, { mot: `Écrire à ${PERSON.address}.` }))

  const question = {
    subject: PERSON.word,
    body: `${PERSON.word} ${PERSON.telephone}`,
    ...contacts,
    telephone: undefined,
  }
  ok(await public_.post('/messages', question, once()))
  const threads = async () => (await office.get('/admin/messages/threads')).body.data
  const thread = (await threads())[0].id
  const answered = { body: `Chère ${PERSON.name}, ${PERSON.word}` }
  const reply = ok(await office.post(`/admin/messages/threads/${thread}/reply`, answered, once())).data.id
  ok(await office.post(`/admin/messages/threads/${thread}/notes`, answered, once()))
  ok(await app.anyone.post(`/communes/${commune}/weekly-mail`, { email: PERSON.address }))
  await sendMails()
  const from = `${PERSON.name} <${PERSON.address}>`
  const { rows: sent } = await app.owner.query('select message_id from support_messages where id = $1', [
    reply,
  ])
  const back = {
    From: from,
    'Message-ID': `<${PERSON.word}.1@zyxexample.org>`,
    'In-Reply-To': sent[0].message_id,
  }
  ok(await deliver(app, mail(back, PERSON.word)))
  ok(await office.post(`/admin/messages/threads/${thread}/reply`, answered, once()))
  const fresh = { From: from, 'Message-ID': `<${PERSON.word}.2@zyxexample.org>`, Subject: PERSON.word }
  ok(await deliver(app, mail(fresh, `${PERSON.word}\r\n${PERSON.telephone}`)))
  assert.equal((await threads()).length, 2)

  const infos = [
    { libelle: `Accueil ${PERSON.telephone}`, email: PERSON.address, telephone: PERSON.telephone },
  ]
  ok(await desk.post('/admin/communes', { nom: 'Zyville', infos }, once()))
  await app.owner.query(
    `insert into subscriptions (provider, provider_subscription_id, user_id, status) values ('payment', 'sub_1', $1, 'active')`,
    [id],
  )
  await sendMails()
  return { id, token }
}

type Found = Record<string, string[]>

/** Searches every column of any type; in bytea, the readable text. */
async function whereStands(value: string): Promise<Found> {
  const { rows: columns } = await app.owner.query(`
    select table_schema as schema, table_name as name, column_name as col, data_type as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`)
  assert.ok(columns.length > 300 && columns.some(({ schema }) => schema === 'pgboss'))
  const found: Found = {}
  for (const { schema, name, col, type } of columns) {
    const text = type === 'bytea' ? `encode("${col}", 'escape')` : `"${col}"::text`
    const { rowCount } = await app.owner.query(
      `select from "${schema}"."${name}" where strpos(lower(${text}), lower($1)) > 0 limit 1`,
      [value],
    )
    if (rowCount) found[name] = [...(found[name] ?? []), col]
  }
  return found
}

async function filesWith(value: string): Promise<string[]> {
  const files = await readdir(join(folder, 'outbox'))
  assert.ok(files.length > 0, 'mails of others stay')
  const read = files.map(async file => [file, await readFile(join(folder, 'outbox', file), 'utf8')] as const)
  return (await Promise.all(read)).flatMap(([file, text]) => (text.includes(value) ? [file] : []))
}

/** Also in folded form, and with other spellings of the telephone number. */
const traces: readonly (readonly [what: string, value: string])[] = [
  ['address', PERSON.address],
  ['domain', '@zyxexample.org'],
  ['telephone', PERSON.telephone],
  ['telephone, folded', '06 12 34 98 76'.replaceAll(' ', '')],
  ['telephone, abroad', '612349876'],
  ['telephone, with dots', '6.12.34.98.76'],
  ['name', PERSON.name],
  ['word', PERSON.word],
]

test('a person who did everything is erased from every column, and from the files of mails', async () => {
  const { id, token } = await liveHere()
  for (const [what, value] of traces.filter(([one]) =>
    ['address', 'telephone', 'name', 'word'].includes(one),
  ))
    assert.ok(Object.keys(await whereStands(value)).length > 2, `the ${what} stands in several places before`)
  assert.ok((await filesWith(PERSON.address)).length > 3)
  const held = JSON.stringify(
    await exportAll(db.pool, await subjectOf(db.pool, PERSON.address), app.service.secrets),
  )
  for (const value of Object.values(PERSON)) assert.ok(held.includes(value), `${value} is in the export`)

  const erased = await erasePerson(db, PERSON.address, folder, app.service.secrets)
  assert.partialDeepStrictEqual(erased, {
    account: 1,
    sign_in_accounts: 1,
    identities: 1,
    roles: 3,
    memberships: 1,
    publication_reports: 2,
    claims: 2,
    acteurs: 2,
    communes: 2,
    support_threads: 2,
    subscriptions: 1,
    notes: 4,
    note_mentions: 1,
    weekly_mails: 1,
  })
  assert.ok((erased.mails ?? 0) > 3 && erased.mail_files === erased.mails)
  for (const [what, value] of traces)
    assert.deepEqual([await whereStands(value), await filesWith(value)], [{}, []], `${what}: ${value}`)
  assert.deepEqual(
    Object.keys(await whereStands(PUBLISHED)).filter(table => !THE_ACTEURS.includes(table)),
    [],
  )

  // The old credentials no longer work, and nothing restores the account.
  assert.equal((await app.as({ token }, null).get('/me')).status, 401)
  assert.equal((await auth.signIn(PERSON.address)).status, 401)
  const { rows } = await app.owner.query('select email, nom, status from users where id = $1', [id])
  assert.deepEqual(rows, [{ email: null, nom: null, status: 'suspended' }])
  const { rows: infos } = await app.owner.query('select libelle, modifie from commune_infos')
  assert.deepEqual(infos, [{ libelle: 'Accueil (effacé)', modifie: true }])
  const { rows: places } = await app.owner.query('select mot from commune_places')
  assert.deepEqual(places, [{ mot: 'Écrire à (effacé).' }])
  const { rows: acteur } = await app.owner.query('select description from acteurs where id = $1', [shop])
  assert.equal(acteur[0].description, 'Appelez le (effacé) ou écrivez à (effacé).')
  const { rows: other } = await app.owner.query('select telephone, email from acteurs where id = $1', [
    phoned,
  ])
  assert.deepEqual(other, [{ telephone: null, email: 'autre@example.org' }])
})

/** Without the row of the trail, which another test counts. */
const erasedFrom = (address: string) =>
  db.transaction(async tx => eraseAll(tx, await subjectOf(tx, address), app.service.secrets))

test('of what others wrote, the contacts of a person go from every text that is not theirs alone', async () => {
  const address = 'zyxautre@zyxexample.org'
  const run = (text: string, values: unknown[] = []) => app.owner.query(text, values)
  const town = await make.commune(app)
  const publication = await make.publication(app, await make.acteur(app, town), town)
  const { id: user } = await app.user()
  const id = crypto.randomUUID()
  const key = 'ab'.repeat(20)
  // A row of others in each table.
  for (const [text, ...values] of [
    ['insert into commune_infos (commune_id) values ($1)', town],
    [`insert into collectes (commune_id, type, frequence) values ($1, 'verre', 'sur_rendez_vous')`, town],
    ['insert into commune_places (commune_id) values ($1)', town],
    [`insert into commune_defibrillateurs (commune_id, overrides) values ($1, '{"nom": "Salle"}')`, town],
    [`insert into defibrillateurs (gid, en_service) values ('zyx', true)`],
    [`insert into notes (publication_id, body) values ($1, 'Vu')`, publication],
    [`insert into views (user_id, area, nom, address) values ($1, 'claims', 'Vue', '/claims')`, user],
    [`insert into watched_words (nom, kind, words) values ('Liste', 'words', '{buvette}')`],
    [
      `insert into idempotency_keys (caller, key, request_hash, status, body) values ('x', 'k', '\\x00', 200, '{}')`,
    ],
    [
      `insert into support_threads (id, subject, requester_email, language, reply_token)
       values ($1, 'Sujet', 'voisine@example.org', 'fr', md5('zyx'))`,
      id,
    ],
    [`insert into support_messages (thread_id, direction, body) values ($1, 'inbound', 'Bonjour')`, id],
    [`insert into support_notes (thread_id, body) values ($1, 'Vu')`, id],
    [`insert into reply_templates (nom, body) values ('Modèle', 'Bonjour')`],
    [
      `insert into import_sources (nom, kind, url, moderation, enabled, schedule, max_items)
      values ('Source', 'rss', 'https://a.fr', 'auto', false, 'manual', 1)`,
    ],
    [`insert into media (key, kind, bytes) values ($1, 'document', 1) on conflict do nothing`, key],
    [`insert into uploads (media_key, name) values ($1, 'a.pdf')`, key],
    ['insert into moderation_operations (id) values ($1)', id],
    [
      `insert into moderation_operation_items (operation_id, publication_id, version_after, moderation_status, valide, moderation_by)
       values ($1, $2, 1, 'pending', false, 'member')`,
      id,
      publication,
    ],
    [
      `insert into mails (id, message_id, thread, template, language, give_up_at, status) values ($1, '<z@a.fr>', '', 't', 'fr', now(), 'failed')`,
      id,
    ],
    [
      `insert into moderation_letters (mail_id, operation_id, publication_ids, template, data) values ($1, $1, array[$2::uuid], 't', '{}')`,
      id,
      publication,
    ],
    [`insert into refusal_presets (reason_code, body) values ('other', 'Non')`],
    [
      `insert into claims (id, acteur_id, language, expires_at, status) values ($1, $2, 'fr', now() + interval '1 hour', 'expired')`,
      id,
      shop,
    ],
    ['insert into claim_calls (claim_id) values ($1)', id],
    [
      `insert into appeals (kind, publication_id, decision, decided_at, language, message) values ('publication', $1, 'rejected', now(), 'fr', 'Non')`,
      publication,
    ],
  ] as const)
    await run(text, values)
  const said = `Voir ${address}.`
  const json = { 'acteurs.fermetures': [{ du: '2026-12-24', au: '2027-01-02', motif: said }] }
  const others: Readonly<Record<string, unknown>> = {
    'views.address': `/claims?q=${encodeURIComponent(address)}&tri=nom`,
    'watched_words.words': ['buvette', address],
    'mails.reply_to': address,
    'acteurs.email': address,
    'commune_infos.email': address,
    'acteurs.telephone': undefined,
    'commune_infos.telephone': undefined,
  }
  const planted: string[] = []
  for (const name of LOSES_CONTACTS) {
    const [table = '', column = ''] = name.split('.')
    if (name in others && others[name] === undefined) continue
    const { rows: of } = await run(
      `select format_type(atttypid, null) as type from pg_attribute where attrelid = $1::regclass and attname = $2`,
      [table, column],
    )
    const isJson = of[0].type === 'jsonb'
    const value =
      others[name] ??
      (isJson ? JSON.stringify(name in json ? json['acteurs.fermetures'] : { a: said }) : said)
    const { rowCount } = await run(
      `update ${table} set ${column} = $1 where ctid = (select ctid from ${table} order by ctid desc limit 1)`,
      [value],
    )
    assert.equal(rowCount, 1, `${name}: no row to write into`)
    planted.push(name)
  }
  const stands = async () =>
    Object.entries(await whereStands(address)).flatMap(([table, columns]) =>
      columns.map(one => `${table}.${one}`),
    )
  assert.deepEqual(
    planted.filter(name => name !== 'views.address').filter(name => !LISTED.includes(name)),
    [],
  )
  const before = await stands()
  assert.deepEqual(
    planted.filter(name => name !== 'views.address' && !before.includes(name)),
    [],
    'planted',
  )

  const held = await exportAll(db.pool, await subjectOf(db.pool, address), app.service.secrets)
  const kinds = held.texts_naming_them?.map(one => (one as { kind: string }).kind)
  const named = (Object.values(personalData) as readonly PersonalData[]).flatMap(part =>
    (part.naming ?? []).map(({ table }) => table),
  )
  assert.deepEqual(kinds?.sort(), [...named, 'views', 'watched_words'].sort(), 'each in the export')

  await erasedFrom(address)
  const staying = [...Object.values(GOES_WITH_ITS_ROW), ...Object.values(STAYS)].join(' ').split(/\s+/)
  assert.deepEqual(
    (await stands()).filter(name => !staying.includes(name)),
    [],
  )
  const one = async (text: string) => (await run(text)).rows[0]
  assert.deepEqual(await one(`select address from views where nom = 'Voir (effacé).'`), {
    address: '/claims?q=&tri=nom',
  })
  assert.deepEqual(await one(`select words from watched_words where nom like 'Voir (effacé).%'`), {
    words: ['buvette'],
  })
  assert.deepEqual(await one(`select note, reason from claims where id = '${id}'`), {
    note: 'Voir (effacé).',
    reason: 'Voir (effacé).',
  })
})

test('a list of one watched word that names a person goes with it, and no text gets too long for its column', async () => {
  const address = 'z@zy.fr'
  for (const nom of ['a', 'b']) {
    await app.owner.query(`insert into watched_words (nom, kind, words) values ($1, 'words', $2)`, [
      `${nom} ${address}`,
      [address],
    ])
    await app.owner.query('insert into reply_templates (nom, body) values ($1, $2)', [
      `${address} ${nom}`,
      `${address} `.repeat(1_250).trim().slice(0, 10_000),
    ])
  }
  await erasedFrom(address)
  assert.deepEqual(await whereStands(address), {})
})

test('an erasure reads the reasons of publications along an index', async () => {
  await app.owner.query('begin; set local enable_seqscan = off')
  const { rows } = await app.owner.query(
    `explain select id from publications where moderation_reason is not null and concat_ws(' ', moderation_reason) ~* 'a@b'`,
  )
  await app.owner.query('rollback')
  assert.match(JSON.stringify(rows), /publications_with_reason/)
})

test('a person who only reported is erased and counted', async () => {
  const id = await make.publication(app, shop, commune)
  const email = 'zyxtemoin@example.org'
  ok(await app.anyone.post(`/publications/${id}/report`, { reason: 'spam', message: 'Zyxfait', email }))
  const erased = await erasePerson(db, email, folder, app.service.secrets)
  assert.equal(erased.publication_reports, 1)
  assert.deepEqual([await whereStands(email), await whereStands('zyxfait')], [{}, {}])
  const { rows } = await app.owner.query(`select after from audit_log where action = 'address.erased'`)
  assert.deepEqual(rows, [{ after: { erased } }])
  await assert.rejects(erasePerson(db, email, folder, app.service.secrets), /^Refusal: No data is stored/)
})

test('an address or number within a longer one is not erased', async () => {
  const description = 'suzyxpaul@example.org, zyxpaul@example.orge, 10612340000, zyxpaul@example.org.fr'
  const acteur = await make.acteur(app, commune, { description })
  await make.acteur(app, commune, { email: 'zyxpaul@example.org' })
  assert.partialDeepStrictEqual(await erasePerson(db, 'zyxpaul@example.org', folder, app.service.secrets), {
    acteurs: 1,
  })
  const { rows } = await app.owner.query('select description from acteurs where id = $1', [acteur])
  assert.equal(rows[0].description, description)
})

test('no part of personal data is listed twice, and counts have unique names', async () => {
  const parts = Object.values(personalData)
  assert.equal(new Set(parts).size, parts.length)
  const subject = { userId: undefined, addresses: ['nobody@example.org'], telephones: [] }
  const names = await db.transaction(async tx => {
    const all: string[] = []
    for (const part of parts) all.push(...Object.keys(await part.erase(tx, subject, app.service.secrets)))
    return all
  })
  assert.deepEqual(names, [...new Set(names)])
})

test('erasing a person of whom no contact is known changes no text of others', async () => {
  const nobody = { userId: crypto.randomUUID(), addresses: [], telephones: [] }
  const { exported, erased } = await db.transaction(async tx => ({
    exported: await exportAll(tx, nobody, app.service.secrets),
    erased: await eraseAll(tx, nobody, app.service.secrets),
  }))
  assert.deepEqual(exported.texts_naming_them, [])
  assert.deepEqual(
    Object.entries(erased).filter(([, rows]) => rows > 0),
    [],
  )
})
