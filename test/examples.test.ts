import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { SOME_ID } from '../shared/shapes.ts'
import { asking } from '../src/demo/asking.ts'
import { playTown } from '../src/demo/play.ts'
import { startApp } from './app.ts'
import { device } from './defibrillateurs/stock.ts'
import * as make from './factories.ts'
import { publishAct } from './fixtures/acts.ts'
import { type Document, operationsOf, type Parameter, resolved, type Schema } from './fuzz/document.ts'
import { KEY, startProvider } from './payments/provider.ts'
import { signInAt } from './sign-in.ts'

/** Sends every example body of the OpenAPI document, on a populated database. */

const SECRET = 'a secret that both sides hold'
const provider = await startProvider()
const app = await startApp({
  env: {
    STRIPE_API_KEY: KEY,
    STRIPE_API_BASE: provider.url,
    STRIPE_PRICE: 'price_commerce',
    PAYMENT_SIGNING_SECRETS: SECRET,
    INBOUND_MAIL_SECRETS: SECRET,
    SMTP_URL: 'smtp://127.0.0.1:9',
  },
})
const admin = await app.user(['admin'])
const office = app.as(admin)
const clerk = await app.user()
const person = async () => asking(app.url, await app.user())
const town = await playTown({
  anybody: asking(app.url, undefined),
  administrator: asking(app.url, admin),
  moderator: asking(app.url, await app.user(['operator_moderation', 'operator_support', 'operator_claims'])),
  clerk: asking(app.url, clerk),
  comite: await person(),
  club: await person(),
})
const document = resolved((await app.anyone.get('/openapi.json')).body as Document)
const withBody = operationsOf(document).flatMap(operation => {
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  const schema = content?.schema as (Schema & { examples?: unknown[] }) | undefined
  return type && schema
    ? [{ ...operation, name: `${operation.method} ${operation.path}`, type, example: schema.examples?.[0] }]
    : []
})

////////////////////////////////////////////////////////////////////////////// what an example may speak of

const listed = async (path: string) => (await office.get(path)).body.data
const commune = (await app.anyone.get(`/communes/${town.slug}`)).body.data.id
const acteurs = await listed('/admin/acteurs?per_page=100')
const acteurNamed = (nom: RegExp) => acteurs.find((one: { nom: string }) => nom.test(one.nom)).id
const [mairie, comite] = [acteurNamed(/^Mairie/), acteurNamed(/^Comité/)]
const publicationOf = async (acteur: string) =>
  (await listed(`/admin/publications?acteur_id=${acteur}&per_page=100`)).find(
    (one: { date_debut: string | null }) => one.date_debut === null,
  ).id
const publication = await make.publication(app, comite, commune)
// Drafts belong to members.
await make.member(app, comite, admin)
const dae = await device(app, commune)
const one = async (path: string) => (await listed(path))[0].id
/** Two duplicates, independent of the other examples. */
const same = { duplicate_key: crypto.randomUUID() }
const [twin, alike] = [
  await make.publication(app, comite, commune, same),
  await make.publication(app, comite, commune, same),
]
/** A conversation to merge, and a prepared answer. */
const question = { subject: 'Encore', body: 'Et encore ?', nom: 'Anne', email: 'anne@exemple.fr' }
const otherThread = (await app.anyone.post('/messages', question)).body.data.id
const only = async (statement: string) => (await app.owner.query(statement)).rows[0].id
const prepared = async (path: string, body: object) => (await office.post(path, body)).body.data.id
const PLACES: Record<string, string> = {
  publications: publication,
  acteurs: comite,
  communes: commune,
  claims: await one('/admin/claims?status=pending'),
  threads: (await listed('/admin/messages/threads')).find((one: { id: string }) => one.id !== otherThread).id,
  'reply-templates': await prepared('/admin/reply-templates', { nom: 'Merci', body: 'Merci.' }),
  'refusal-presets': await prepared('/admin/refusal-presets', { reason_code: 'spam', body: 'Non.' }),
  'watched-words': await prepared('/admin/watched-words', { nom: 'Jeux', kind: 'words', words: ['loto'] }),
  'publication-types': await prepared('/admin/publication-types', { nom: 'Avis de travaux' }),
  users: (await app.user()).id,
  subscriptions: (
    await app.owner.query(
      `with epci as (insert into epcis (code, nom) values ('243500139', 'Rennes Métropole'))
       insert into subscriptions (provider, provider_subscription_id, status) values ('stripe', 'sub_of_nobody', 'active') returning id`,
    )
  ).rows[0].id,
  defibrillateurs: dae.communal ?? '',
  'defibrillateurs-france': dae.national,
  'import-sources': await one('/admin/import-sources'),
  'app-sources': 'public',
  members: await one(`/admin/acteurs/${comite}/members`),
  mentions: await only(`
    with n as (insert into notes (publication_id, body) values ('${publication}', 'Vu.') returning id)
    insert into note_mentions (note_id, user_id) select id, '${admin.id}' from n returning id`),
  webhooks: await make.webhook(app, { acteur_id: comite, created_by: admin.id }),
  drafts: (await office.post('/me/drafts', { acteur_id: comite, content: {} })).body.data.id,
}
const asked = await app.anyone.post('/claims', {
  acteur_id: await make.acteur(app, commune, { telephone: '02 00 00 00 03' }),
  message: 'Moi.',
  email: 'a@b.fr',
})
const ownClaim = (
  await app
    .as(admin, 'public')
    .post('/claims', { acteur_id: await make.acteur(app, commune), message: 'Moi.' })
).body.data.id
await office.post(`/admin/claims/${ownClaim}/letter`, undefined)
/** Nobody can guess a code. */
const GUESSED: Readonly<Record<string, string>> = {
  '/me/claims/{id}/code': 'wrong_letter_code',
  '/me/town-halls/{id}': 'letter_code_void',
}
const guessed = (path: string) => GUESSED[path.replace('/api/v1', '')]
/** Decisions to contest. */
const refused = await make.publication(app, comite, commune, {
  moderation_status: 'rejected',
  valide: false,
  publie_le: null,
  moderation_by: 'backoffice',
  moderated_at: new Date(),
})
const refusedClaim = await only(`
  insert into claims (acteur_id, claimant_user_id, language, status, expires_at, decided_at)
  values ('${comite}', '${admin.id}', 'fr', 'rejected', now(), now()) returning id`)
PLACES.appeals = await only(`
  insert into appeals (kind, publication_id, decision, decided_at, language, message)
  values ('publication', '${refused}', 'rejected', now() - interval '1 minute', 'fr', 'Si.') returning id`)
const merged = await make.commune(app, { successor_id: commune })
const FIELDS: Readonly<Record<string, string>> = {
  acteur_id: comite,
  commune_id: commune,
  ids: publication,
  id: publication,
  other_id: alike,
  other_ids: alike,
  from_id: await make.acteur(app, commune),
  thread_id: otherThread,
}

function addressOf(path: string): string {
  const inMairie = path.includes('/mairie/')
  const known: Record<string, string> = inMairie
    ? { ...PLACES, acteurs: mairie, publications: path.endsWith('/acte') ? act : ofMairie }
    : path.includes('/duplicates/')
      ? { ...PLACES, publications: twin }
      : /\/(ask|call)$/.test(path)
        ? { ...PLACES, claims: asked.body.data.id }
        : guessed(path)
          ? { ...PLACES, claims: ownClaim, 'town-halls': commune }
          : path.endsWith('/appeal')
            ? { ...PLACES, publications: refused, claims: refusedClaim }
            : path.endsWith('/merger')
              ? { ...PLACES, communes: merged }
              : PLACES
  return path.replaceAll(/([^/]+)\/\{\w+\}/g, (_, above: string) => {
    assert.ok(known[above], `nothing is known of ${above}`)
    return `${above}/${known[above]}`
  })
}
const ofMairie = await publicationOf(mairie)
const { id: act } = await publishAct(app, clerk, mairie)

const filled = (value: unknown, name = ''): unknown =>
  Array.isArray(value)
    ? value.map(item => filled(item, name))
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item, key)]))
      : value === SOME_ID
        ? (FIELDS[name] ?? assert.fail(`nothing is known of ${name}`))
        : value

const signatureOf = (body: string) => {
  const t = Math.floor(Date.now() / 1000)
  return `t=${t},v1=${createHmac('sha256', SECRET).update(`${t}.${body}`).digest('hex')}`
}

////////////////////////////////////////////////////////////////////////////// the API

const askedOf = (parameters: readonly Parameter[]) => {
  const asked = parameters.filter(({ in: place, required }) => place === 'query' && required)
  return asked.map(({ name }, at) => `${at === 0 ? '?' : '&'}${name}=${FIELDS[name]}`).join('')
}

for (const { name, method, path, type, example, parameters } of withBody) {
  if (path.startsWith('/auth/')) continue
  test(`${name}: its example is good`, async () => {
    assert.ok(example !== undefined, 'it has none')
    const body = typeof example === 'string' ? example : JSON.stringify(filled(example))
    const { status, body: answer } = path.startsWith('/api/v1/webhooks/')
      ? await app.anyone.send(method, path, undefined, {
          raw: body,
          headers: {
            'content-type': type,
            [path.endsWith('mail') ? 'inbound-signature' : 'payment-signature']: signatureOf(body),
          },
        })
      : await (path.includes('/mairie/') ? app.as(clerk, 'public') : office).send(
          method,
          addressOf(path) + askedOf(parameters),
          undefined,
          { raw: body },
        )
    if (guessed(path)) return assert.equal(answer.error, guessed(path))
    assert.ok(status >= 200 && status < 300, `${status} ${JSON.stringify(answer)}`)
    // Restores deleted records for the next examples.
    if (answer.meta?.operation_id) await office.post(`/admin/operations/${answer.meta.operation_id}/undo`)
  })
}

////////////////////////////////////////////////////////////////////////////// signing in

/** Examples that need a mail, a second device or a provider. */
const REFUSED: Readonly<Record<string, string>> = {
  '/reset-password': '400 invalid_token',
  '/confirm-address': '400 invalid_token',
  '/appeal/{token}': '404 not_found',
  // The password of the examples no longer works.
  '/close-account': '401 unauthenticated',
  '/sign-in/social': '404 not_found',
  '/back-channel-logout': '400 invalid_logout_token',
  '/two-factor/verify-totp': '401 invalid_code',
  '/two-factor/verify-backup-code': '401 invalid_code',
  '/two-factor/generate-backup-codes': '409 second_factor_not_enabled',
  // The address of the tests is a number, which can have no passkey.
  '/passkeys/begin': '404 not_found',
  '/passkeys/add': '400 passkey_refused',
  '/sign-in/passkey': '400 passkey_refused',
  '/passkeys/remove': '404 not_found',
}
/** After the first one, the other examples have another password. */
const LAST = ['/change-password', '/close-account']

test('signing in: each example is good, or refused as its own description says', async () => {
  const auth = signInAt(app)
  const examples = new Map(
    withBody
      .filter(({ path }) => path.startsWith('/auth/'))
      .map(({ path, example }) => [path.replace('/auth', ''), example as Record<string, string>] as const)
      .sort(([one], [other]) => LAST.indexOf(one) - LAST.indexOf(other)),
  )
  assert.equal((await auth.post('/sign-up/email', examples.get('/sign-up/email'))).status, 200)
  await auth.get(await auth.linkTo(examples.get('/sign-up/email')?.email ?? ''))
  const outcomes: [string, string][] = []
  for (const [path, example] of examples) {
    assert.ok(example, path)
    const { token } = (await auth.post('/sign-in/email', examples.get('/sign-in/email'))).body
    const { status, body } = await auth.post(path, example, { bearer: token })
    outcomes.push([path, [status, body.error].filter(Boolean).join(' ')])
  }
  assert.deepEqual(
    outcomes,
    [...examples.keys()].map(path => [path, REFUSED[path] ?? '200']),
  )
})
