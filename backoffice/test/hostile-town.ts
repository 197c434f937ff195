import assert from 'node:assert/strict'
import { keepComparison } from '../../src/exchange/payments/comparisons.ts'
import { firstLetters, storableLine, storableLines } from '../../src/kernel/texts/texts.ts'
import type { Requests } from '../../test/app.ts'
import { account } from '../../test/browser/people.ts'
import { startBackoffice } from '../../test/browser/visit.ts'
import { device } from '../../test/defibrillateurs/stock.ts'
import * as make from '../../test/factories.ts'
import type { Hostile } from '../../test/hostile/texts.ts'

/** A town with the given texts in every field that others read, written through the API wherever it accepts them. */

/** Cut to the length of the field, normalised as the service stores it. */
const line = ({ make }: Hostile, most: number) =>
  firstLetters(storableLine(make(most)), most).trim() || 'vide'
const lines = ({ make }: Hostile, most: number) =>
  firstLetters(storableLines(make(most)).trim(), most).trim() || 'vide'

type Body = Readonly<Record<string, unknown>>

/** A field that refuses the text by its own rules gets an ordinary word, so that the other fields are still hostile. */
async function sent(as: Requests, method: string, path: string, body: Body, tried = 0): Promise<string> {
  const answer = await as.send(method, path, body, { headers: { 'idempotency-key': crypto.randomUUID() } })
  const wrong: readonly { path: string }[] = answer.body?.details ?? []
  if (answer.status === 422 && wrong.length > 0 && tried < 2) {
    const words = Object.fromEntries(wrong.map(({ path }) => [path.split('.')[0] ?? '', 'Zoé']))
    return await sent(as, method, path, { ...body, ...words }, tried + 1)
  }
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body.data?.id ?? ''
}

export type Town = Awaited<ReturnType<typeof openTown>>

export async function openTown(texts: readonly Hostile[]) {
  const app = await startBackoffice()
  const clerk = await account(app, 'lucie@example.org')
  const admin = await account(app, 'anne@example.org', 'admin')
  const commune = await make.commune(app, { nom: 'Saint-Benoît-sur-Loire' })
  const hall = await make.mairie(app, commune)
  await app.owner.query(`update acteurs set type = 'mairie' where id = $1`, [hall])
  const { rows } = await app.owner.query('select id from users where email = $1', [clerk])
  await make.member(app, hall, { id: rows[0].id, email: clerk, subject: '', token: '' })
  const writer = await app.user()
  const club = await make.acteur(app, commune, { nom: line(texts[0] as Hostile, 200) })
  await make.member(app, club, writer)
  const town = {
    app,
    commune,
    hall,
    club,
    clerkId: rows[0].id as string,
    office: app.as(await app.user(['admin'])),
  }
  const member = app.as(writer, 'public')
  const publications: string[] = []
  const threads: string[] = []
  const claims: string[] = []
  const acteurs: string[] = []
  const users: string[] = []
  for (const [at, text] of texts.entries()) {
    // More requests in a minute than the rate limits allow for one address.
    await app.owner.query('delete from rate_limits')
    publications.push(await publish(town, member, text, at))
    threads.push(await write(town, text, at))
    const acteur = await beActeur(town, text, at)
    acteurs.push(acteur)
    users.push(await beKnown(town, text, acteur))
    claims.push(await claim(town, text, acteur, at))
    await describeCommune(town, text, at)
  }
  // Duplicates, and publications that changed since their approval.
  await app.owner.query(
    `update publications p set duplicate_key = md5((n / 2)::text)::uuid from (select id, row_number() over (order by id) as n
       from publications where moderation_status = 'pending') as numbered where numbered.id = p.id and n <= 12`,
  )
  const source = await bring(town, texts)
  await pay(town, texts)
  await arrange(town, texts)
  const ids = async (sql: string): Promise<readonly string[]> =>
    (await app.owner.query(sql)).rows.map(({ id }) => String(id))
  const lines = await ids(`select id from audit_log where action = 'acteur.updated' order by id limit 30`)
  const drafts = await ids('select id from publication_drafts order by id')
  const [run = ''] = await ids('select id from import_runs')
  const [subscription = ''] = await ids('select id from subscriptions order by id')
  const listed = { publications, threads, claims, acteurs, users, lines, drafts }
  return { app, clerk, admin, commune, club, source, run, subscription, ...listed, texts }
}

type Place = Pick<Town, 'app' | 'commune' | 'club'> & {
  readonly hall: string
  readonly clerkId: string
  readonly office: Requests
}

/** In every state: pending, changed since the approval, rejected with a text, reported. */
async function publish(
  { office, app, commune, club, hall, clerkId }: Place,
  member: Requests,
  text: Hostile,
  at: number,
) {
  const words = { title: line(text, 200), body: lines(text, 20_000), lieu: line(text, 200) }
  const dates = at % 4 === 0 ? { date_debut: '1900-01-01', date_fin: '2199-12-31' } : {}
  const places = { acteur_id: club, commune_id: commune, source_url: 'https://x.example/' }
  const id = await sent(member, 'POST', '/publications', { ...words, ...dates, ...places })
  const moderate = `/admin/publications/${id}/moderate`
  if (at % 3 === 1) {
    await sent(office, 'PATCH', moderate, { moderation_status: 'published' })
    const report = { reason: 'other', message: lines(text, 1_000) }
    await sent(app.anyone, 'POST', `/publications/${id}/report`, { ...report, email: `a${at}@example.org` })
    const half = words.body
      .slice(words.body.length / 2)
      .toWellFormed()
      .trim()
    await sent(member, 'PATCH', `/publications/${id}`, {
      body: `${half}\n${words.body.slice(0, 9_000).toWellFormed()}`,
    })
  }
  if (at % 3 === 2) {
    const reason = { reason_code: 'other', reason: lines(text, 1_000) }
    await sent(office, 'PATCH', moderate, { moderation_status: 'rejected', ...reason })
  }
  // The author's lists and drafts use the same components as the desk.
  if (at % 3 > 0) return id
  await make.publication(app, hall, commune, words)
  await app.owner.query('insert into publication_drafts (user_id, acteur_id, content) values ($1, $2, $3)', [
    clerkId,
    hall,
    JSON.stringify(words),
  ])
  return id
}

async function write({ app, office }: Place, text: Hostile, at: number): Promise<string> {
  const mail = { subject: line(text, 200), body: lines(text, 10_000), nom: line(text, 200) }
  await sent(app.anyone, 'POST', '/messages', { ...mail, email: `b${at % 9}@example.org` })
  const { rows } = await app.owner.query('select id from support_threads order by id desc limit 1')
  const thread = `/admin/messages/threads/${rows[0].id}`
  if (at % 2) await sent(office, 'POST', `${thread}/reply`, { body: lines(text, 10_000) })
  await sent(office, 'POST', `${thread}/notes`, { body: lines(text, 5_000) })
  return rows[0].id
}

async function beActeur(
  { app, office, commune, club, clerkId }: Place,
  text: Hostile,
  at: number,
): Promise<string> {
  const id = await make.acteur(app, commune)
  await sent(office, 'PATCH', `/admin/acteurs/${id}`, {
    nom: line(text, 200),
    description: lines(text, 5_000),
    horaires: lines(text, 2_000),
    adresse: line(text, 500),
    telephone: line(text, 30),
  })
  await sent(office, 'POST', `/admin/acteurs/${id}/notes`, { body: lines(text, 5_000) })
  if (at < 3) await make.member(app, id, { id: clerkId, email: '', subject: '', token: '' })
  if (at === 3) await sent(office, 'POST', `/admin/acteurs/${club}/merge`, { from_id: id })
  return id
}

/** Old accounts may have names that the service now refuses. */
async function beKnown({ app, office, hall }: Place, text: Hostile, acteur: string): Promise<string> {
  const user = await app.user()
  await app.owner.query('update users set nom = $2 where id = $1', [user.id, line(text, 200)])
  await sent(office, 'POST', `/admin/users/${user.id}/notes`, { body: lines(text, 5_000) })
  for (const id of [acteur, hall]) await make.member(app, id, user, 'editor')
  return user.id
}

async function claim(
  { app, office, commune }: Place,
  text: Hostile,
  known: string,
  at: number,
): Promise<string> {
  const acteur_id = at % 2 ? await make.acteur(app, commune, { nom: line(text, 200) }) : known
  const words = { acteur_id, message: lines(text, 2_000), nom: line(text, 200), telephone: line(text, 30) }
  const id = await sent(app.anyone, 'POST', '/claims', { ...words, email: `c${at}@example.org` })
  const said = { note: lines(text, 1_000), reason: lines(text, 1_000) }
  if (at % 3 === 1) await sent(office, 'PATCH', `/admin/claims/${id}`, { status: 'rejected', ...said })
  if (at % 3 === 2) await sent(office, 'POST', `/admin/claims/${id}/ask`, { message: lines(text, 1_000) })
  return id
}

async function describeCommune({ app, commune }: Place, text: Hostile, at: number): Promise<void> {
  const { owner } = app
  const [short, long] = [line(text, 200), lines(text, 2_000)]
  await owner.query(
    `insert into commune_infos (commune_id, libelle, adresse, telephone, horaires, ordre) values ($1, $2, $2, $3, $4, $5)`,
    [commune, short, line(text, 50), long, at],
  )
  await owner.query(
    `insert into elus (commune_id, nom, prenom, fonction, cle, registres) values ($1, $2, $2, $2, $3, '{maires}')`,
    [commune, short, String(at)],
  )
  await owner.query(
    `insert into collectes (commune_id, type, libelle, zone, jours, frequence, notes, ordre)
     values ($1, 'autre', $2, $2, '{1}', 'hebdomadaire', $3, $4)`,
    [commune, short, long, at],
  )
  const told = { nom: short, adresse: short, complement: short, note: long }
  await device(app, commune, { ...told, latitude: 47, longitude: 2 }, { note: long })
}

/** A run of five hundred items, each with a changed text. */
async function bring({ app, hall }: Place, texts: readonly Hostile[]): Promise<string> {
  const first = texts[0] as Hostile
  const made = await app.owner.query(
    `insert into import_sources (nom, kind, url, acteur_id, moderation, enabled, schedule, max_items)
     values ($1, 'ical', 'https://x.example/', $2, 'auto', true, 'daily', 500) returning id`,
    [line(first, 200), hall],
  )
  const items = Array.from({ length: 500 }, (_, at) => {
    const text = texts[at % texts.length] as Hostile
    const [before, after] = [lines(text, 2_000), lines(texts[(at + 1) % texts.length] as Hostile, 2_000)]
    return {
      external_id: `${at} ${line(text, 200)}`,
      title: line(text, 200),
      reason: null,
      why: null,
      action: at % 2 ? 'updated' : 'created',
      changes: {
        body: { before: at % 2 ? before : null, after },
        lieu: { before: null, after: line(text, 200) },
      },
    }
  })
  const entries = texts.map(text => {
    const params = { title: line(text, 120), moderation_status: 'pending' }
    return { at: new Date().toISOString(), level: 'info', item: line(text, 200), code: 'created', params }
  })
  await app.owner.query(
    `insert into import_runs (source_id, trigger, dry_run, status, started_at, finished_at, fetched, updated, items, entries)
     values ($1, 'schedule', false, 'succeeded', now(), now(), 500, 500, $2, $3)`,
    [made.rows[0].id, JSON.stringify(items), JSON.stringify(entries)],
  )
  return made.rows[0].id
}

async function pay({ app, club }: Place, texts: readonly Hostile[]): Promise<void> {
  const { owner } = app
  for (const [at, text] of texts.entries()) {
    const acteur = at === 0 ? club : null
    await owner.query(
      `insert into subscriptions (provider, provider_subscription_id, plan, status, acteur_id)
       values ('stripe', $1, $2, 'past_due', $3)`,
      [`sub_${at}`, line(text, 100), acteur],
    )
    await owner.query(
      `insert into payment_events (provider, event_id, type, created, subscription_id, kept, status, error)
       values ('stripe', $1, $2, now(), $3, '{}', 'failed', $4)`,
      [`evt_${at}`, line(text, 200), `sub_${at}`, line(text, 500)],
    )
    await owner.query(
      `insert into mails (message_id, thread, template, language, status, give_up_at, recipient_email, recipient_name,
         subject, text, error) values ($1, $2, 'publication-rejected', 'fr', 'failed', now(), $3, $4, $4, $5, $6)`,
      [`<m${at}@x.example>`, at, `d${at}@example.org`, line(text, 200), lines(text, 9_000), line(text, 500)],
    )
    const output = JSON.stringify({ value: { message: lines(text, 5_000) } })
    await owner.query(
      `insert into pgboss.job (name, state, completed_on, output) values ('imports.run', 'failed', now(), $1)`,
      [output],
    )
  }
  const drifts = texts.map((text, at) => {
    return { name: `sub_${at}`, kind: 'differs' as const, fields: [line(text, 200)], repaired: false }
  })
  await keepComparison(app.service.db.pool, 'stripe', 3, drifts)
}

/** The shared texts of colleagues: rejection texts, prepared answers, views; and the names of apps. */
async function arrange({ app, office }: Place, texts: readonly Hostile[]): Promise<void> {
  const { rows } = await app.owner.query(`select id from users where email = 'anne@example.org'`)
  for (const [at, text] of texts.entries()) {
    await app.owner.query('delete from rate_limits')
    await sent(office, 'POST', '/admin/refusal-presets', {
      reason_code: 'other',
      body: `${lines(text, 990)}\n${at}`,
    })
    const nom = firstLetters(`${at} ${line(text, 90)}`, 100)
    await sent(office, 'POST', '/admin/reply-templates', {
      nom,
      body: lines(text, 5_000).replaceAll('{', '('),
    })
    if (at < 20)
      await app.owner.query(
        `insert into views (user_id, area, nom, address, shared) values ($1, 'moderation', $2, '/moderation?q=a', true)`,
        [rows[0].id, firstLetters(nom, 80).trim()],
      )
    await app.owner.query('insert into app_sources (slug, nom) values ($1, $2)', [
      `app-${at}`,
      line(text, 100),
    ])
  }
}
