// Of a release: every route, limited caller, place and field.
// Begun first: it takes long.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesOf } from '../shared/fields/field.ts'
import { AREAS, type Area } from '../shared/words/access.ts'
import { KEY_SCOPES } from '../shared/words/api-keys.ts'
import type { Row } from '../src/kernel/routes/route.ts'
import { newSecret } from '../src/people/access/api-keys.ts'
import type { Audience } from '../src/people/access/blocks.ts'
import { openOperation } from '../src/publishing/publications/moderation/operations.ts'
import { routes } from '../src/routes.ts'
import { type Requests, startApp, type TestUser } from './app.ts'
import * as make from './factories.ts'
import { MAIL_ENV } from './fixtures/mailed-drafts.ts'
import type { Schema } from './fuzz/document.ts'
import { outcome } from './sign-in.ts'

/**
 * Every route × every caller limited to one commune × records inside, outside and across the border × every field of a
 * body that names a record or an address. Afterwards no record outside has changed, and no record, membership, alert or
 * address reaches a commune outside that it did not reach before. A new route is covered by being in the table; a field
 * that is not known here fails by name.
 */

const app = await startApp({ env: { ...MAIL_ENV, RATE_LIMIT_SCALE: '0', SMTP_URL: 'smtp://127.0.0.1:9' } })
const admin = app.as(await app.user(['admin']))
const sql = async (text: string, values: unknown[] = []) => (await app.owner.query(text, values)).rows
const idOf = async (text: string, values: unknown[] = []): Promise<string> =>
  (await sql(text, values))[0]?.id ?? assert.fail(`no row: ${text}`)

/** What stands in texts of records outside, and in no others. */
const OUTSIDE = 'Zanzibar'
const [here, there] = [await make.commune(app), await make.commune(app)]
await sql(`update communes set slug = 'la-bas' where id = $1`, [there])
const former = 'la-bas-jadis'
await sql('insert into commune_slugs (slug, commune_id) values ($1, $2)', [former, there])

/** Own commune first. */
const PLACES = {
  inside: [here],
  outside: [there],
  'across, from inside': [here, there],
  'across, from outside': [there, here],
} as const satisfies Record<string, readonly string[]>
type PlaceName = keyof typeof PLACES
const places = namesOf(PLACES)
const own = (place: PlaceName): string => PLACES[place][0]
const textAt = (place: PlaceName, text: string) => (place === 'outside' ? `${OUTSIDE} ${text}` : text)

////////////////////////////////////////////////////////////////////////////// records

const owner = await app.user()
const operators = new Map<Area, TestUser>()
for (const area of namesOf(AREAS)) {
  if (area === 'reserved' || area === 'dashboard') continue
  const user = await app.user()
  const given = await admin.post(`/admin/users/${user.id}/roles`, {
    role: AREAS[area].role,
    communes: [here],
  })
  assert.equal(outcome(given), '200')
  operators.set(area, user)
}
const moderator = operators.get('moderation') ?? assert.fail('no moderator')

let made = 0
/** All publications count as duplicates of each other. */
const SAME = crypto.randomUUID()
async function acteur(place: PlaceName): Promise<string> {
  const nom = textAt(place, `Club ${++made}`)
  const id = await make.acteur(app, own(place), { nom, can_publish: true })
  for (const commune of PLACES[place].slice(1))
    await sql('insert into acteur_communes (acteur_id, commune_id) values ($1, $2)', [id, commune])
  await make.member(app, id, owner)
  return id
}
/** A publication outside belongs to an acteur from inside, which keys and apps that are limited to the inside reach. */
const publication = async (place: PlaceName, fields: object = {}) =>
  await make.publication(app, await acteur(place === 'outside' ? 'across, from inside' : place), own(place), {
    title: textAt(place, 'Fête'),
    commune_ids: PLACES[place],
    created_by: owner.id,
    duplicate_key: SAME,
    ...fields,
  })
async function revised(place: PlaceName): Promise<string> {
  const id = await publication(place)
  await sql(`update publications set title = title || ' !', edited_at = now() where id = $1`, [id])
  return id
}
const claim = async (place: PlaceName, status = 'pending', by: TestUser = owner) =>
  await idOf(
    `insert into claims (acteur_id, claimant_user_id, message, email, language, expires_at, status, decided_at)
     values ($1, $2, $3, $4, 'fr', now() + interval '7 days', $5, case when $5 <> 'pending' then now() end) returning id`,
    [await acteur(place), by.id, textAt(place, 'Moi'), `a${++made}@example.org`, status],
  )
const thread = (place: PlaceName) =>
  idOf(
    `insert into support_threads (subject, requester_email, language, reply_token, commune_id, last_by)
     values ($1, 'anne@example.org', 'fr', md5($2), $3, 'inbound') returning id`,
    [textAt(place, 'Question'), `thread ${++made}`, own(place)],
  )
const device = (place: PlaceName) =>
  idOf(
    `with made as (insert into defibrillateurs (gid, nom, commune_id, en_service) values ($1, $3, $2, true) returning gid)
     insert into commune_defibrillateurs (commune_id, gid) select $2, gid from made returning id`,
    [`gid ${++made}`, own(place), textAt(place, 'Gymnase')],
  )
const source = async (place: PlaceName) =>
  await idOf(
    `insert into import_sources (nom, kind, url, acteur_id, moderation, enabled, schedule, max_items)
     values ($1, 'auto', 'https://agenda.exemple.fr', $2, 'auto', true, 'manual', 10) returning id`,
    [textAt(place, 'Agenda'), await acteur(place)],
  )
/** A correction from before the limit that an undo would take back: from the place to `here`. Another one failed. */
async function operation(place: PlaceName): Promise<string> {
  const id = await publication(place)
  const made = await app.service.db.transaction(tx =>
    openOperation(tx, moderator.id, { changed: [id] }, { action: 'edit' }),
  )
  const now = place === 'outside' ? there : here
  await sql(
    `update publications set title = $3, commune_id = $2, commune_ids = array[$2::uuid] where id = $1`,
    [id, now, textAt(place, 'Corrigé')],
  )
  await sql(
    `insert into moderation_failures (operation_id, publication_id, error, step) values ($1, $2, 'no_author', 'decide')`,
    [made, await publication('outside')],
  )
  return made
}
const appeal = async (place: PlaceName) =>
  await idOf(
    `insert into appeals (kind, claim_id, decision, decided_at, language, message)
     values ('claim', $1, 'rejected', now(), 'fr', $2) returning id`,
    [await claim(place, 'rejected'), textAt(place, 'Si')],
  )
const user = async (place: PlaceName): Promise<string> => {
  const { id } = await app.user()
  await sql('update users set nom = $1 where id = $2', [textAt(place, 'Anne'), id])
  await make.member(app, await acteur(place), { id })
  return id
}

/** The record in a path, by the part above its parameter. */
const IN_PATH: Readonly<Record<string, (place: PlaceName, path: string) => Promise<string> | string>> = {
  publications: (place, path) => (path.includes('/revisions/') ? revised(place) : publication(place)),
  acteurs: (place, path) => (path.includes('/mairie/') ? hall(place) : acteur(place)),
  claims: (place, path) => claim(place, path.endsWith('/undo') ? 'rejected' : 'pending'),
  threads: thread,
  communes: own,
  'town-halls': own,
  defibrillateurs: device,
  'import-sources': source,
  operations: operation,
  appeals: appeal,
}
/** A commune has one. */
const halls = new Map<string, string>()
async function hall(place: PlaceName): Promise<string> {
  const commune = own(place)
  const id = halls.get(commune) ?? (await acteur(commune === here ? 'inside' : 'outside'))
  halls.set(commune, id)
  await sql('update communes set mairie_actor_id = $1 where id = $2', [id, commune])
  return id
}

/** Further parameters, of the record above them. */
const BELOW: Readonly<Record<string, (above: string, place: PlaceName) => Promise<string>>> = {
  async userId(above) {
    const { id } = await app.user()
    await make.member(app, above, { id }, 'editor')
    return id
  },
  noteId: async () => crypto.randomUUID(),
  reportId: async above =>
    await idOf(
      `insert into publication_reports (publication_id, reason, language, reporter)
       values ($1, 'spam', 'fr', md5(gen_random_uuid()::text)) returning id`,
      [above],
    ),
  revisionId: above => idOf('select id from publication_revisions where publication_id = $1', [above]),
  async mergeId(into, place) {
    const from = await acteur(place)
    const merged = await admin.post(`/admin/acteurs/${into}/merge`, { from_id: from })
    return merged.body.meta.merge.id
  },
  messageId: async () => crypto.randomUUID(),
  publicationId: (_above, place) => publication(place),
  communeId: async (_above, place) => own(place),
  keyId: async above => await make.apiKey(app, { acteur_id: above }),
  endpointId: async above =>
    await make.webhook(app, {
      acteur_id: above,
      url: 'https://127.0.0.1:9/parvis',
      created_by: (await app.user(['admin'])).id,
      secret_sealed: app.service.secrets.seal('a secret'),
    }),
  deliveryId: async () => crypto.randomUUID(),
  runId: async () => crypto.randomUUID(),
  date: async () => '2026-01-01',
}
/** Records of no place, or of the caller alone. */
const PLACELESS = new Set([
  'refusal-presets',
  'reply-templates',
  'mentions',
  'views',
  'drafts',
  'syncs',
  'defibrillateurs-france',
])

async function pathAt(row: Row<Audience>, place: PlaceName): Promise<string> {
  let path = row.path
  let above = ''
  for (const [whole, part = '', name = ''] of row.path.matchAll(/([^/]+)\/:(\w+)/g)) {
    const first = above === ''
    const fill = first ? (PLACELESS.has(part) ? async () => crypto.randomUUID() : IN_PATH[part]) : BELOW[name]
    assert.ok(fill, `nothing is known of ${part}/:${name}`)
    const id = first
      ? await (fill as (typeof IN_PATH)[string])(place, row.path)
      : await (fill as (typeof BELOW)[string])(above, place)
    above ||= id
    path = path.replace(whole, `${part}/${id}`)
  }
  return path
}

////////////////////////////////////////////////////////////////////////////// bodies

/** What a field of a body names; a text says why a field names no record of a place. */
type Named = string | ((place: PlaceName) => Promise<unknown> | unknown)
const FIELDS: Readonly<Record<string, Named>> = {
  acteur_id: acteur,
  from_id: acteur,
  mairie_actor_id: acteur,
  commune_id: own,
  'commune_ids.[]': place => PLACES[place],
  user_id: user,
  assignee_id: user,
  'mentions.[]': async place => [await user(place)],
  'ids.[]': async place => [await publication(place)],
  other_id: publication,
  'other_ids.[]': async place => [await publication(place)],
  thread_id: thread,
  publication_id: publication,
  /** As an alert where the place is outside. */
  type_id: place => (own(place) === there ? types.alerte : types.actualite),
  slug: place => ({ inside: `ici-${++made}`, outside: former })[place as 'inside'] ?? 'la-bas',
  id: publication,
  import_source_id: source,
  created_by: user,
  moderated_by: user,
  since: 'the cursor of a list',
  instead_of: 'the present assignee',
  'images.[].id': 'an upload',
  'documents.[].id': 'an upload',
  'acte.corrige': 'an act of the same town hall',
  'image.id': 'an upload',
  'blason.id': 'an upload',
  'elus.[].id': 'a row of the commune in the path',
  'collectes.[].id': 'a row of the commune in the path',
  'infos.[].id': 'a row of the commune in the path',
  'content.type_id': 'a draft is of its author alone',
  'content.commune_ids.[]': 'a draft is of its author alone',
  'content.images.[].id': 'a draft is of its author alone',
  'content.documents.[].id': 'a draft is of its author alone',
}
const types = Object.fromEntries(
  (await sql('select slug, id from publication_types')).map(({ slug, id }) => [slug, id as string]),
)

interface Field {
  readonly name: string
  readonly path: readonly string[]
}
/** Each id and slug of a body, by its path. */
function fieldsOf(schema: Schema | undefined, path: readonly string[] = []): Field[] {
  if (!schema) return []
  const isNamed = schema.format === 'uuid' || path.at(-1) === 'slug'
  return [
    ...(isNamed
      ? [{ name: path.join('.').replace(/^filter\./, ''), path: path.filter(one => one !== '[]') }]
      : []),
    ...(schema.anyOf ?? []).flatMap(one => fieldsOf(one, path)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) => fieldsOf(one, [...path, name])),
    ...fieldsOf(schema.items, [...path, '[]']),
  ]
}
const bodyOf = (row: Row<Audience>) =>
  (row.action as { body?: Schema & { examples?: Record<string, unknown>[] } }).body

/** Where the example of a route would not do. */
const BODIES: Readonly<Record<string, object>> = {
  'POST /admin/acteurs/:id/members': { user_id: 'x', role: 'owner' },
  'POST /me/acteurs/:id/members': { email: 'neuf@exemple.fr', role: 'editor' },
  'PATCH /admin/claims/:id': { status: 'approved' },
  'PATCH /admin/publications/bulk/moderate': { ids: [], moderation_status: 'rejected' },
  'PATCH /admin/appeals/:id': { status: 'overturned', answer: 'Oui' },
}
const set = (body: object, [name = '', ...rest]: readonly string[], value: unknown): object => ({
  ...body,
  [name]: rest.length === 0 ? value : set((body as Record<string, object>)[name] ?? {}, rest, value),
})
const isText = (named: Named | undefined): named is string => typeof named === 'string'

/** The example with records inside, and the field at the place. */
async function bodyAt(
  row: Row<Audience>,
  field: Field | undefined,
  place: PlaceName,
): Promise<object | undefined> {
  const schema = bodyOf(row)
  if (!schema) return undefined
  let body: object = BODIES[nameOf(row)] ?? schema.examples?.[0] ?? {}
  if (field?.path[0] === 'filter') body = { ...body, ids: undefined, filter: {}, expected_total: 1 }
  if (field?.name === 'user_id' || field?.name === 'acteur_id') body = { ...body, email: undefined }
  for (const one of fieldsOf(schema)) {
    const named = FIELDS[one.name]
    if (named === undefined || isText(named) || one === field) continue
    const present = one.path.reduce<unknown>(
      (at, name) => (at as Record<string, unknown> | undefined)?.[name],
      body,
    )
    if (present !== undefined && one.path[0] !== 'filter') body = set(body, one.path, await named('inside'))
  }
  const named = field && FIELDS[field.name]
  if (field && named !== undefined && !isText(named)) body = set(body, field.path, await named(place))
  return body
}

////////////////////////////////////////////////////////////////////////////// callers

const nameOf = ({ method, path }: Row<Audience>) => `${method} ${path.replace('/api/v1', '')}`
interface LimitedCaller {
  readonly name: string
  readonly as: Requests
  readonly rows: readonly Row<Audience>[]
}
const scopes = namesOf(KEY_SCOPES)
const { secret, hash } = newSecret()
await make.apiKey(app, { hash, scopes, commune_ids: [here] })
await sql(`insert into app_sources (slug, commune_ids) values ('ici', $1)`, [[here]])

const callers: readonly LimitedCaller[] = [
  ...[...operators].map(([area, user]) => ({
    name: AREAS[area].role,
    as: app.as(user),
    rows: routes.filter(
      ({ access }) => access.kind === 'admin' && (access.area === area || access.area === 'dashboard'),
    ),
  })),
  {
    name: 'an API key',
    as: app.as({ token: secret }, null),
    rows: routes.filter(({ access }) => access.kind === 'bearer' && access.scope !== undefined),
  },
  {
    name: 'an app',
    as: app.as(owner, 'ici'),
    rows: routes.filter(
      ({ access, method }) => access.kind !== 'admin' && access.kind !== 'signed' && method !== 'GET',
    ),
  },
]

////////////////////////////////////////////////////////////////////////////// what is reached

/** Everything by which a commune outside is reached. */
const REACHED = `
  with outside as (select id from communes where id <> $1),
  of_acteur as (
    select id as acteur, commune_id as commune, 'home' as how from acteurs
    union all select acteur_id, commune_id, 'zone' from acteur_communes
    union all select mairie_actor_id, id, 'town hall' from communes where mairie_actor_id is not null
    union all select acteur_id, unnest(commune_ids), 'publication' from publications where acteur_id is not null),
  reached as (
    select 'publication' as what, id::text as record, unnest(commune_ids) as commune from publications
    union all select 'own commune of publication', id::text, commune_id from publications
    union all select 'alert', p.id::text, unnest(p.commune_ids) from publications p
      join publication_types t on t.id = p.type_id where t.slug = 'alerte'
    union all select how || ' of acteur', acteur::text, commune from of_acteur where how <> 'publication'
    union all select 'membership', m.user_id || ' ' || m.role || m.permissions::text || ' ' || m.acteur_id, a.commune
      from actor_users m join of_acteur a on a.acteur = m.acteur_id
    union all select 'source', s.id::text, coalesce(s.commune_id, a.commune) from import_sources s
      left join of_acteur a on a.acteur = s.acteur_id and a.how in ('home', 'zone')
    union all select 'conversation', id::text, commune_id from support_threads
    union all select 'device', id::text, commune_id from commune_defibrillateurs
    union all select 'subscription of a browser', id::text, commune_id from push_subscriptions)
  select distinct what, record, commune from reached where commune in (select id from outside)`

/** Every row that lies wholly outside, by a fingerprint. */
const CHANGED = `
  with far as (
    select a.id from acteurs a where a.commune_id <> $1
      and not exists (select from acteur_communes z where z.acteur_id = a.id and z.commune_id = $1))
  select 'publications' as what, id::text as record, md5(p::text) as state from publications p where not $1 = any(commune_ids)
  union all select 'acteurs', id::text, md5(a::text) from acteurs a where id in (select id from far)
  union all select 'acteur_communes', acteur_id || ' ' || commune_id, '' from acteur_communes where commune_id <> $1
  union all select 'actor_users', acteur_id || ' ' || user_id, md5(m::text) from actor_users m where acteur_id in (select id from far)
  union all select 'claims', id::text, md5(c::text) from claims c where acteur_id in (select id from far)
  union all select 'communes', id::text, md5(c::text) from communes c where id <> $1
  union all select 'commune_slugs', slug, commune_id::text from commune_slugs where commune_id <> $1
  union all select 'threads', id::text, md5(t::text) from support_threads t where commune_id <> $1
  union all select 'messages', m.id::text, md5(m::text) from support_messages m join support_threads t on t.id = m.thread_id where t.commune_id <> $1
  union all select 'sources', id::text, md5(s::text) from import_sources s where acteur_id in (select id from far)
  union all select 'devices', id::text, md5(d::text) from commune_defibrillateurs d where commune_id <> $1
  union all select 'elus', id::text, md5(e::text) from elus e where commune_id <> $1
  union all select 'infos', id::text, md5(i::text) from commune_infos i where commune_id <> $1`

async function stateNow() {
  const reached = await sql(REACHED, [here])
  const far = await sql(CHANGED, [here])
  return {
    reached: new Set(reached.map(({ what, record }) => `${what}: ${record}`)),
    far: new Map(far.map(({ what, record, state }) => [`${what}: ${record}`, state as string])),
  }
}

/** A cell is a route, called by one limited caller for one record. */
const unknown = new Set<string>()
let cells = 0
/** Rows of writes, and those of which a cell inside got through. */
const [asked, done] = [new Set<string>(), new Set<string>()]

// Before the writes, by which people from outside become members inside.
/** Questions that a list needs. */
const REQUIRED: Readonly<Record<string, string>> = {
  q: OUTSIDE,
  by: 'departement',
  of: 'publications claims threads appeals',
}

for (const { name, as, rows } of callers)
  for (const row of rows) {
    if (row.method !== 'GET' || !row.path.includes('/admin/')) continue
    // Never ends: `src/people/live` asks it within territories.
    if (row.action.kind === 'read' && row.action.streams) continue
    test(`${name}: ${nameOf(row)} tells nothing of records outside`, async () => {
      for (const kind of [publication, claim, thread, device, source, user, operation, appeal])
        await kind('outside')
      const { query } = row.action as { query?: Schema }
      const searched = Object.keys(query?.properties ?? {}).includes('q')
      const required = query?.required ?? []
      const questions = [
        new URLSearchParams(
          required.map((one): [string, string] => [
            one,
            REQUIRED[one] ?? assert.fail(`nothing is known of ${one}`),
          ]),
        ),
        ...(searched ? [new URLSearchParams({ q: OUTSIDE })] : []),
      ]
      for (const place of row.path.includes('/:') ? places : (['inside'] as const))
        for (const question of questions) {
          const answer = await as.get(`${await pathAt(row, place)}?${question}`)
          cells++
          assert.ok(answer.status < 500)
          if (place === 'inside' || place === 'outside')
            assert.ok(!JSON.stringify(answer.body ?? '').includes(OUTSIDE), `${place} ${question}`)
        }
    })
  }

for (const { name, as, rows } of callers)
  for (const row of rows) {
    if (row.method === 'GET') continue
    test(`${name}: ${nameOf(row)} reaches no commune outside`, async () => {
      const named = fieldsOf(bodyOf(row))
      for (const { name } of named) if (FIELDS[name] === undefined) unknown.add(`${nameOf(row)}: ${name}`)
      const fields = named.filter(({ name }) => FIELDS[name] !== undefined && !isText(FIELDS[name]))
      const sent = []
      for (const at of row.path.includes('/:') ? places : (['inside'] as const))
        for (const field of [undefined, ...fields])
          for (const place of field ? places : (['inside'] as const))
            sent.push({
              at,
              field: field?.name,
              place,
              path: await pathAt(row, at),
              body: await bodyAt(row, field, place),
            })
      const before = await stateNow()
      const answers = []
      for (const { at, field, place, path, body } of sent) {
        const raw = row.path.endsWith('/uploads')
        const answer = await as.send(row.method, path, body, raw ? { raw: 'x' } : {})
        cells++
        asked.add(nameOf(row))
        if (answer.status < 300 && at === 'inside' && place === 'inside') done.add(nameOf(row))
        answers.push(
          `${at}, ${field ?? 'no field'} ${place}: ${outcome(answer)} ${path} ${JSON.stringify(body)}`,
        )
        assert.ok(answer.status < 500, answers.at(-1))
      }
      const after = await stateNow()
      const gained = [...after.reached].filter(
        // An owner goes on leading a team through the app, wherever else the acteur is.
        one => !before.reached.has(one) && !(name === 'an app' && one.startsWith('membership')),
      )
      const changed = [...before.far].filter(([record, state]) => after.far.get(record) !== state)
      assert.deepEqual(
        { gained, changed: changed.map(([record]) => record) },
        { gained: [], changed: [] },
        answers.join('\n'),
      )
    })
  }

/** Writes of which no cell inside is accepted. All others are, so their cells outside are refused for their place. */
const NEVER: Readonly<Record<string, readonly string[]>> = {
  'of all communes': [
    'POST /admin/media/forget',
    'POST /admin/refusal-presets',
    'PATCH /admin/refusal-presets/:id',
    'DELETE /admin/refusal-presets/:id',
    'POST /admin/reply-templates',
    'PATCH /admin/reply-templates/:id',
    'DELETE /admin/reply-templates/:id',
    'POST /admin/communes',
    'PATCH /admin/defibrillateurs-france/bulk',
    'PATCH /admin/defibrillateurs/bulk',
    'PATCH /admin/defibrillateurs-france/:id',
    'POST /admin/defibrillateurs-france/sync',
  ],
  'of the caller alone': [
    'POST /admin/mentions/:id/done',
    'DELETE /admin/views/:id',
    'PATCH /me/drafts/:id',
    'DELETE /me/drafts/:id',
  ],
  'needs a colleague': [
    'PATCH /admin/publications/:id/assignee',
    'PATCH /admin/claims/:id/assignee',
    'PATCH /admin/appeals/:id/assignee',
    'PATCH /admin/messages/threads/:id',
  ],
  'needs a note, a mail, a call, a letter or a merger': [
    'DELETE /admin/publications/:id/notes/:noteId',
    'DELETE /admin/acteurs/:id/notes/:noteId',
    'DELETE /admin/claims/:id/notes/:noteId',
    'DELETE /admin/messages/threads/:id/notes/:noteId',
    'DELETE /admin/messages/threads/:id/messages/:messageId',
    'POST /admin/messages/threads/:id/messages/:messageId/retry',
    'POST /admin/messages/threads/:id/messages/:messageId/give-up',
    'POST /admin/claims/:id/call',
    'DELETE /admin/claims/:id/call',
    'POST /admin/claims/:id/undo',
    'POST /admin/claims/:id/ask/undo',
    'POST /admin/appeals/:id/undo',
    'PATCH /admin/communes/:id/merger',
    'POST /me/claims/:id/code',
    'POST /me/town-halls/:id',
    'POST /me/town-halls/:id/code',
  ],
  'needs a file, a decision of the back-office, or a server outside': [
    'POST /uploads',
    'POST /me/publications/:id/appeal',
    'POST /me/claims/:id/appeal',
    'PATCH /mairie/acteurs/:acteurId/publications/:publicationId/moderate',
    'PATCH /mairie/acteurs/:acteurId/publications/:publicationId/acte',
    'POST /me/acteurs/:id/subscription/page',
    'POST /me/acteurs/:id/webhooks/:endpointId/verify',
    'POST /me/acteurs/:id/webhooks/:endpointId/deliveries/:deliveryId/replay',
  ],
}

test('every field is known, and every write gets through inside', t => {
  t.diagnostic(`${cells} cells: ${asked.size} writes, ${callers.length} callers`)
  assert.deepEqual([...unknown], [], 'fields of which nothing is known')
  const never = [...asked].filter(one => !done.has(one))
  assert.deepEqual(never.sort(), Object.values(NEVER).flat().sort())
  assert.ok(cells >= 1_500, `${cells} cells`)
})
