import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { routes } from '../src/routes.ts'
import { startApp, type TestUser } from './app.ts'
import * as make from './factories.ts'
import { MAIL_ENV } from './fixtures/mailed-drafts.ts'
import { KEY, startProvider } from './payments/provider.ts'
import { tableState } from './table-state.ts'

/**
 * An app limited to some communes or acteurs, tested with every app route: outside its scope it gets and changes
 * nothing, inside the same request succeeds. A new route must be added, or exempted with a reason.
 */

const provider = await startProvider()
const stripe = { STRIPE_API_KEY: KEY, STRIPE_API_BASE: provider.url, STRIPE_PRICE: 'price_commerce' }
const app = await startApp({ env: { ...MAIL_ENV, SMTP_URL: 'smtp://127.0.0.1:9', ...stripe } })
const [here, there] = [await make.commune(app), await make.commune(app)]
const {
  rows: [{ slug, nom }],
} = await app.owner.query('select slug, nom from communes where id = $1', [here])
const [admin, member] = [await app.user(['admin']), await app.user()]
const hall = await make.mairie(app, here, member, admin)
const other = await make.acteur(app, there)
await app.owner.query(
  `with made as (insert into defibrillateurs (gid, nom, commune_id, en_service)
     values ('1', 'Mairie', $1, true) returning gid)
   insert into commune_defibrillateurs (commune_id, gid) select $1, gid from made`,
  [here],
)
const scope = (slug: string, communes: string[] | null, acteurs: string[] | null) =>
  app.owner.query('insert into app_sources (slug, commune_ids, acteur_ids) values ($1, $2, $3)', [
    slug,
    communes,
    acteurs,
  ])
await scope('inside', [here], [hall])
await scope('other-commune', [there], null)
await scope('other-acteur', null, [other])

interface Call {
  readonly path: () => Promise<string>
  readonly body?: object
  readonly raw?: Uint8Array<ArrayBuffer>
  /** Not limited by acteurs. */
  readonly communesAlone?: true
}
const at = (path: string, more: Omit<Call, 'path'> = {}): Call => ({ path: async () => path, ...more })
const onPublication = (path: (id: string) => string, body?: object): Call => ({
  path: async () => path(await make.publication(app, hall, here)),
  ...(body && { body }),
})
const onActe = (path: (id: string) => string): Call => ({
  path: async () => path(await make.acte(app, member, hall)),
  body: { transmis_le: '2026-10-20' },
})
/** Another member of the town hall's team. */
const onColleague = (path: (id: string) => string, body?: object): Call => ({
  path: async () => {
    const user = await app.user()
    await make.member(app, hall, user, 'editor')
    return path(`/me/acteurs/${hall}/members/${user.id}`)
  },
  ...(body && { body }),
})
/** Makes the member owner again: an earlier call has handed the acteur over. */
const asOwner = (path: string, body?: object): Call => ({
  path: async () => {
    const values = [hall, member.id]
    await app.owner.query(
      `update actor_users set role = 'owner' where acteur_id = $1 and user_id = $2`,
      values,
    )
    return path
  },
  ...(body && { body }),
})
const onWebhook = (path: string): Call => ({
  path: async () =>
    await asOwner(
      `/me/acteurs/${hall}/webhooks/${await make.webhook(app, { acteur_id: hall })}${path}`,
    ).path(),
})
const hook = await make.webhook(app, { acteur_id: hall, created_by: admin.id })
const delivery = await make.delivery(app, hook, hall)
const newcomer: Call = {
  path: async () => {
    await app.owner.query(`delete from users where invited_email = 'neuf@exemple.fr'`)
    return `/me/acteurs/${hall}/members`
  },
  body: { email: 'neuf@exemple.fr', role: 'editor' },
}
const key = await make.apiKey(app, { acteur_id: hall })
const draft = { title: 'Avis', body: 'De neuf heures à midi.', commune_id: here }
const newPicture = async () =>
  new Uint8Array(
    await sharp({ create: { width: 9, height: 9, channels: 3, background: '#c40' } })
      .png()
      .toBuffer(),
  )
const REFUSED = {
  moderation_status: 'rejected',
  valide: false,
  publie_le: null,
  moderation_by: 'backoffice',
  moderated_at: new Date(),
  created_by: admin.id,
}
const hold = { moderation_status: 'pending' }

const CALLS: Readonly<Record<string, Call | string>> = {
  'GET /publications/types': 'the same six everywhere',
  'GET /publications': at('/publications'),
  'GET /publications/:id': onPublication(id => `/publications/${id}`),
  'GET /acteurs/:acteurId/publications': at(`/acteurs/${hall}/publications`),
  'GET /communes/:communeId/publications': at(`/communes/${here}/publications`),
  'GET /acteurs/:id': at(`/acteurs/${hall}`),
  'GET /communes/:id/acteurs': at(`/communes/${here}/acteurs`),
  'GET /communes/:id/acteurs/counts': at(`/communes/${here}/acteurs/counts`),
  'GET /communes': at(`/communes?q=${encodeURIComponent(nom)}`, { communesAlone: true }),
  'GET /communes/:slug': at(`/communes/${slug}`, { communesAlone: true }),
  'GET /communes/:id/elus': at(`/communes/${here}/elus`, { communesAlone: true }),
  'GET /communes/:id/collectes': at(`/communes/${here}/collectes`, { communesAlone: true }),
  'GET /communes/:id/infos': at(`/communes/${here}/infos`, { communesAlone: true }),
  'GET /communes/:id/defibrillateurs': at(`/communes/${here}/defibrillateurs`, { communesAlone: true }),
  'GET /changes': 'src/exchange/changes/changes.test.ts: an app hears only of what is within its scope',
  'GET /transparency': 'figures of the whole platform',
  'GET /defibrillateurs': at('/defibrillateurs', { communesAlone: true }),
  'POST /publications/:id/report': onPublication(id => `/publications/${id}/report`, { reason: 'spam' }),
  'POST /claims': at('/claims', { body: { acteur_id: hall, message: 'C’est la nôtre.' } }),
  'POST /messages': at('/messages', {
    body: { subject: 'Question', body: 'Où ?', nom: 'Anne', email: 'anne@exemple.fr', commune_id: here },
    communesAlone: true,
  }),
  'POST /push-subscriptions': at('/push-subscriptions', {
    body: {
      commune_id: here,
      endpoint: 'https://push.example.net/abonne',
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
    communesAlone: true,
  }),
  'POST /push-subscriptions/remove': 'the address of a browser is of no commune',
  'POST /communes/:id/weekly-mail': at(`/communes/${here}/weekly-mail`, {
    body: { email: 'anne@exemple.fr' },
    communesAlone: true,
  }),
  'POST /crashes': 'what fails in a browser is of no commune',
  'GET /key': 'what a key is does not depend on where it looks from',
  'GET /me': 'who one is does not depend on where one looks from',
  'PATCH /me': 'what one is called does not depend on where one says it',
  'GET /me/closing': 'an account is of no commune',
  'GET /me/digest': 'a digest is of all communes of the user',
  'PUT /me/digest': 'a digest is of all communes of the user',
  'GET /me/claims': 'the caller’s own requests, wherever they look from',
  'POST /me/claims/:id/code': 'the same',
  'GET /me/town-halls/:id': at(`/me/town-halls/${here}`, { communesAlone: true }),
  'POST /me/town-halls/:id': 'needs a town hall without owner: `claims/official-proof.test.ts`',
  'POST /me/town-halls/:id/code': 'the same',
  'GET /me/publications': at('/me/publications'),
  'GET /me/publications/counts': at(`/me/publications/counts?acteur_id=${hall}`),
  'GET /me/publications/:id': onPublication(id => `/me/publications/${id}`),
  'GET /me/publications/:id/appeal': onPublication(id => `/me/publications/${id}/appeal`),
  'POST /me/publications/:id/appeal': {
    path: async () => `/me/publications/${await make.publication(app, hall, here, REFUSED)}/appeal`,
    body: { message: 'Relisez-la.' },
  },
  'GET /me/claims/:id/appeal': 'a claim is its claimant’s, wherever they look from',
  'POST /me/claims/:id/appeal': 'a claim is its claimant’s, wherever they look from',
  'GET /me/acteurs/:id': at(`/me/acteurs/${hall}`),
  'PATCH /me/acteurs/:id': at(`/me/acteurs/${hall}`, { body: { telephone: '02 38 00 00 00' } }),
  'GET /me/acteurs/:id/members': at(`/me/acteurs/${hall}/members`),
  'POST /me/acteurs/:id/members': newcomer,
  'PATCH /me/acteurs/:id/members/:userId': onColleague(path => path, { role: 'owner' }),
  'DELETE /me/acteurs/:id/members/:userId': onColleague(path => path),
  'POST /me/acteurs/:id/members/:userId/hand-over': onColleague(path => `${path}/hand-over`),
  'GET /me/acteurs/:id/subscription': asOwner(`/me/acteurs/${hall}/subscription`),
  'POST /me/acteurs/:id/subscription/page': asOwner(`/me/acteurs/${hall}/subscription/page`, {
    page: 'checkout',
  }),
  'GET /me/acteurs/:id/mail-address': asOwner(`/me/acteurs/${hall}/mail-address`),
  'POST /me/acteurs/:id/mail-address/renew': asOwner(`/me/acteurs/${hall}/mail-address/renew`, {}),
  'DELETE /me/acteurs/:id/mail-address': asOwner(`/me/acteurs/${hall}/mail-address`),
  'GET /me/acteurs/:id/api-keys': asOwner(`/me/acteurs/${hall}/api-keys`),
  'POST /me/acteurs/:id/api-keys': asOwner(`/me/acteurs/${hall}/api-keys`, {
    nom: 'Site',
    scopes: ['publications:read'],
    days: 30,
  }),
  'DELETE /me/acteurs/:id/api-keys/:keyId': asOwner(`/me/acteurs/${hall}/api-keys/${key}`),
  'GET /me/acteurs/:id/webhooks': asOwner(`/me/acteurs/${hall}/webhooks`),
  'POST /me/acteurs/:id/webhooks': asOwner(`/me/acteurs/${hall}/webhooks`, {
    nom: 'Site',
    url: 'https://exemple.fr/parvis',
    events: ['alert.started'],
  }),
  'GET /me/acteurs/:id/webhooks/:endpointId': onWebhook(''),
  'PATCH /me/acteurs/:id/webhooks/:endpointId': { ...onWebhook(''), body: { nom: 'Panneau' } },
  'DELETE /me/acteurs/:id/webhooks/:endpointId': onWebhook(''),
  'POST /me/acteurs/:id/webhooks/:endpointId/test': asOwner(`/me/acteurs/${hall}/webhooks/${hook}/test`),
  'POST /me/acteurs/:id/webhooks/:endpointId/verify':
    'asks another server: send.test.ts; refused like the others',
  'POST /me/acteurs/:id/webhooks/:endpointId/disable': onWebhook('/disable'),
  'POST /me/acteurs/:id/webhooks/:endpointId/secret': onWebhook('/secret'),
  'GET /me/acteurs/:id/webhooks/:endpointId/deliveries': asOwner(
    `/me/acteurs/${hall}/webhooks/${hook}/deliveries`,
  ),
  'POST /me/acteurs/:id/webhooks/:endpointId/deliveries/:deliveryId/replay': asOwner(
    `/me/acteurs/${hall}/webhooks/${hook}/deliveries/${delivery}/replay`,
  ),
  'POST /uploads': { path: async () => `/uploads?acteur_id=${hall}`, raw: await newPicture() },
  'GET /uploads/room': at(`/uploads/room?acteur_id=${hall}`),
  'GET /me/drafts': 'what somebody is writing is theirs, wherever they look from',
  'GET /me/drafts/:id': 'the same',
  'POST /me/drafts': at('/me/drafts', { body: { acteur_id: hall, content: { title: 'Vœux' } } }),
  'PATCH /me/drafts/:id': 'the same',
  'DELETE /me/drafts/:id': 'the same',
  'POST /publications': at('/publications', { body: { ...draft, acteur_id: hall } }),
  'PATCH /publications/:id': onPublication(id => `/publications/${id}`, { title: 'Autre' }),
  'DELETE /publications/:id': onPublication(id => `/publications/${id}`),
  'PATCH /publications/:id/moderate': onPublication(id => `/publications/${id}/moderate`, hold),
  'GET /mairie/acteurs/:acteurId/publications': at(`/mairie/acteurs/${hall}/publications?scope=all`),
  'GET /mairie/acteurs/:acteurId/publications/counts': at(`/mairie/acteurs/${hall}/publications/counts`),
  'POST /mairie/acteurs/:acteurId/publications': at(`/mairie/acteurs/${hall}/publications`, { body: draft }),
  'PATCH /mairie/acteurs/:acteurId/publications/:publicationId/moderate': onPublication(
    id => `/mairie/acteurs/${hall}/publications/${id}/moderate`,
    hold,
  ),
  'PATCH /mairie/acteurs/:acteurId/publications/:publicationId/acte': onActe(
    id => `/mairie/acteurs/${hall}/publications/${id}/acte`,
  ),
  'GET /mairie/acteurs/:acteurId/communes/:communeId/actes': onActe(
    () => `/mairie/acteurs/${hall}/communes/${here}/actes?nature=arrete&numero=A-1&date=2026-10-15`,
  ),
  'GET /mairie/acteurs/:acteurId/registre': at(`/mairie/acteurs/${hall}/registre`),
  'POST /mairie/acteurs/:acteurId/registre': at(`/mairie/acteurs/${hall}/registre`, {
    body: { text: 'N°;Date;Objet;Lien\n1;12/03/2019;Étude;https://exemple.fr/1.pdf', trial: true },
  }),
  'GET /mairie/acteurs/:acteurId/communes/:communeId/elus': at(
    `/mairie/acteurs/${hall}/communes/${here}/elus`,
  ),
  'GET /mairie/acteurs/:acteurId/communes/:communeId/collectes': at(
    `/mairie/acteurs/${hall}/communes/${here}/collectes`,
  ),
  'GET /mairie/acteurs/:acteurId/communes/:communeId/infos': at(
    `/mairie/acteurs/${hall}/communes/${here}/infos`,
  ),
  'PATCH /mairie/acteurs/:acteurId/communes/:communeId': at(`/mairie/acteurs/${hall}/communes/${here}`, {
    body: { infos: [{ libelle: 'Accueil' }] },
  }),
  'POST /mairie/acteurs/:acteurId/communes/:communeId/file': at(
    `/mairie/acteurs/${hall}/communes/${here}/file`,
  ),
  'GET /mairie/acteurs/:acteurId/communes/:communeId/place': at(
    `/mairie/acteurs/${hall}/communes/${here}/place`,
  ),
  'PATCH /mairie/acteurs/:acteurId/communes/:communeId/place': at(
    `/mairie/acteurs/${hall}/communes/${here}/place`,
    { body: { mot: 'Bienvenue.' } },
  ),
}

const called = routes.filter(({ access }) => access.kind !== 'admin' && access.kind !== 'signed')

test('every app route is tested here, and no other', () => {
  const names = called.map(({ method, path }) => `${method} ${path.replace('/api/v1', '')}`)
  assert.deepEqual(Object.keys(CALLS).sort(), names.sort())
})

/** An empty list, or counts that are all zero. */
const isEmpty = (body: { data?: unknown; defibrillateurs?: unknown[] }) =>
  [body.data, body.defibrillateurs].some(list => Array.isArray(list) && list.length === 0) ||
  Object.values(body.data ?? [1]).every(count => count === 0)

for (const row of called) {
  const name = `${row.method} ${row.path.replace('/api/v1', '')}`
  const call = CALLS[name]
  if (call === undefined || typeof call === 'string') continue
  const ask = async (user: TestUser | undefined, source: string, path: string) =>
    await app.as(user, source).send(row.method, path, call.body, call.raw && { raw: call.raw })
  // An administrator may do everything, but not through a limited app.
  const people = row.access.kind === 'app' ? [undefined] : [member, admin]

  test(`${name}: nothing outside the scope of the app, and the same answered inside`, async () => {
    for (const user of people) {
      await make.publication(app, hall, here, { created_by: admin.id })
      const path = await call.path()
      const before = await tableState(app.owner)
      for (const source of ['other-commune', ...(call.communesAlone ? [] : ['other-acteur'])]) {
        const { status, body } = await ask(user, source, path)
        const nothing = status === 403 || status === 404 || (status === 200 && isEmpty(body))
        assert.ok(nothing, `${source}: ${status} ${JSON.stringify(body)}`)
        assert.deepEqual(await tableState(app.owner), before)
      }
      const inside = await ask(user, 'inside', path)
      assert.ok(inside.status < 300, `inside: ${inside.status} ${JSON.stringify(inside.body)}`)
      const always = ['elus', 'collectes'].some(one => name.endsWith(one))
      assert.ok(always || !isEmpty(inside.body), 'inside there is something to see')
    }
  })
}

test('a list of an acteur outside is refused by name', async () => {
  for (const source of ['other-commune', 'other-acteur'])
    for (const path of [`/me/publications?acteur_id=${hall}`, `/mairie/acteurs/${hall}/publications`]) {
      const { status, body } = await app.as(member, source).get(path)
      assert.equal(`${status} ${body.error}`, '403 scope_violation', `${source} ${path}`)
    }
})

test('an app of one commune shows what is attached to it of a member’s acteurs, and counts that alone', async () => {
  await make.publication(app, hall, here, { title: 'Aux deux', commune_ids: [here, there] })
  const { body } = await app.as(member, 'other-commune').get('/me/publications')
  assert.deepEqual([body.data.map((one: { title: string }) => one.title), body.meta.total], [['Aux deux'], 1])
})
