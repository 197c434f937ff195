// Of a release: every slow route beside every loss of a right.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { namesOf } from '../../shared/fields/field.ts'
import { ROLES, type Role } from '../../shared/words/access.ts'
import type { AnyWrite } from '../../src/kernel/routes/action.ts'
import { type GuardedRow, isSigned } from '../../src/kernel/routes/route.ts'
import type { Audience } from '../../src/people/access/blocks.ts'
import { areasOf } from '../../src/people/access/permissions.ts'
import { routes } from '../../src/routes.ts'
import { type Answer, startApp } from '../app.ts'
import * as make from '../factories.ts'
import { actPdf, pdf } from '../fixtures/own-pictures.ts'
import { heldTransactions } from '../held-transactions.ts'
import { rss } from '../imports/documents.ts'
import { feedServer } from '../imports/feed-server.ts'
import { KEY, startProvider } from '../payments/provider.ts'
import { outcome, PASSWORD, signInAt } from '../sign-in.ts'
import { tableState } from '../table-state.ts'

/**
 * Pauses each route that has a slow step between guard and transaction, and revokes the caller's rights meanwhile. The
 * reply must be the one of a later request, and nothing is written.
 */

const server = await feedServer()
const provider = await startProvider()
/** Answers the challenges of webhooks. */
const program = createServer((request, response) => {
  let body = ''
  request.on('data', piece => {
    body += piece
  })
  request.on('end', () => response.end(JSON.stringify({ challenge: JSON.parse(body).data.challenge })))
})
program.listen(0, '127.0.0.1')
await once(program, 'listening')
after(() => {
  program.closeAllConnections()
  program.close()
})
const programPair = `127.0.0.1:${(program.address() as AddressInfo).port}`
const env = {
  RATE_LIMIT_SCALE: '0',
  IMPORT_ALLOW_PRIVATE: `${server.pair},${programPair}`,
  STRIPE_API_KEY: KEY,
  STRIPE_API_BASE: provider.url,
  STRIPE_PRICE: 'price_commerce',
}
const app = await startApp({ env })
const auth = signInAt(app)
const office = app.as(await app.user(['admin']))
const transactions = heldTransactions(app.service)
const commune = await make.commune(app)
const acteur = await make.mairie(app, commune)
await app.owner.query(
  `insert into subscriptions (provider, provider_subscription_id, provider_customer_id, acteur_id, status)
   values ('stripe', 'sub_1', 'cus_1', $1, 'canceled')`,
  [acteur],
)
const url = server.serve('/feed.xml', { body: rss([]), type: 'application/rss+xml' })
const source = await office.post('/admin/import-sources', { nom: 'Un fil', url })
assert.equal(source.status, 201)
const endpoint = await office.post('/admin/webhooks', {
  nom: 'Un site',
  url: `http://${programPair}/`,
  events: ['publication.published'],
  acteur_id: acteur,
})
assert.equal(endpoint.status, 201)

type SlowRow = GuardedRow<Audience> & { readonly action: AnyWrite }
const nameOf = ({ method, path }: SlowRow) => `${method} ${path.replace('/api/v1', '')}`
const slow = routes.filter(
  (row): row is SlowRow =>
    !isSigned(row) &&
    'posture' in row &&
    row.action.kind === 'write' &&
    (row.action.prepare !== undefined || row.posture.oneAtATime === true),
)

interface Person {
  readonly id: string
  readonly session: string
  readonly token: string
}
interface Sending {
  readonly path?: string
  readonly body?: object
  readonly raw?: () => Uint8Array<ArrayBuffer>
  /** The number of transactions of the request; the last one writes. */
  readonly transactions: number
}
const act = await office.send('POST', `/uploads?acteur_id=${acteur}`, undefined, { raw: actPdf() })
assert.equal(act.status, 201)

/** Requests that reach the slow step of each route with `prepare`. */
const PREPARED: Record<string, Sending> = {
  // The file is stored before the pause.
  'POST /uploads': { path: `/uploads?acteur_id=${acteur}`, raw: pdf, transactions: 2 },
  // The document of an act is read before the pause.
  'POST /mairie/acteurs/:acteurId/publications': {
    path: `/mairie/acteurs/${acteur}/publications`,
    body: {
      title: 'Tarifs',
      body: 'Les tarifs de la cantine.',
      documents: [{ id: act.body.data.id }],
      acte: {
        nature: 'arrete',
        numero: '1',
        date: '2026-01-05',
        signataire: 'Jeanne Petit',
        qualite: 'maire',
      },
    },
    transactions: 1,
  },
  // The register is read before the pause.
  'POST /mairie/acteurs/:acteurId/registre': {
    path: `/mairie/acteurs/${acteur}/registre`,
    body: { text: 'N°;Date;Objet;Lien\n1;12/03/2019;Étude;https://exemple.fr/1.pdf' },
    transactions: 1,
  },
  'POST /me/acteurs/:id/subscription/page': {
    path: `/me/acteurs/${acteur}/subscription/page`,
    body: { page: 'portal' },
    transactions: 1,
  },
  'POST /admin/import-sources/:id/run': {
    path: `/admin/import-sources/${source.body.data.id}/run?dry_run=true`,
    transactions: 2,
  },
  'POST /admin/import-sources/preview': { body: { nom: 'Un autre', url }, transactions: 3 },
  'POST /admin/import-sources/discover': { body: { url }, transactions: 1 },
  'POST /me/acteurs/:id/webhooks/:endpointId/verify': {
    path: `/me/acteurs/${acteur}/webhooks/${endpoint.body.data.id}/verify`,
    transactions: 1,
  },
  'POST /admin/webhooks/:id/verify': {
    path: `/admin/webhooks/${endpoint.body.data.id}/verify`,
    transactions: 1,
  },
  'POST /admin/media/forget': { body: { address: 'ab'.repeat(20), reason: 'Illicite' }, transactions: 1 },
  'POST /admin/watched-words/trial': { body: { kind: 'words', words: ['alcool'] }, transactions: 1 },
}

test('every route with a slow step before its transaction is asked here', () => {
  const withPrepare = slow.filter(({ action }) => action.prepare !== undefined).map(nameOf)
  assert.deepEqual(withPrepare.sort(), Object.keys(PREPARED).sort())
})

const UNKNOWN = '01985e2c-7d4a-7c3e-9b1f-4a6d2e8c0f17'
/** For other routes the example body will do: a caller without rights is refused before it is read. */
const sendingOf = (row: SlowRow): Sending =>
  PREPARED[nameOf(row)] ?? { body: row.action.body?.examples?.[0], transactions: 1 }

function send(row: SlowRow, { token }: Person): Promise<Answer> {
  const { path = nameOf(row).split(' ')[1]?.replaceAll(/:\w+/g, UNKNOWN) ?? '', body, raw } = sendingOf(row)
  return app.as({ token }).send(row.method, path, body, raw && { raw: raw() })
}

let made = 0
async function personFor(as: 'member' | Role): Promise<Person> {
  const email = `p${++made}@example.org`
  const session = await auth.member(email)
  const token = await auth.token(session)
  const { id } = (await app.as({ token }, null).get('/me')).body.data
  if (as === 'member') await make.member(app, acteur, { id } as never, 'owner')
  else assert.equal((await office.post(`/admin/users/${id}/roles`, { role: as })).status, 200)
  // The portal is open to whoever paid.
  await app.owner.query('update subscriptions set user_id = $1', [id])
  return { id, session, token }
}
/** The role with the fewest rights that opens the row. */
const roleFor = ({ access }: SlowRow): Role =>
  (access.kind === 'admin' &&
    namesOf(ROLES).find(role => role !== 'admin' && areasOf([role]).includes(access.area))) ||
  'admin'

type Loss = (person: Person, role: Role) => Promise<Answer>
const LOSSES: Record<string, readonly [lose: Loss, answer: RegExp]> = {
  'be suspended': [
    ({ id }) => office.patch(`/admin/users/${id}`, { status: 'suspended' }),
    /^403 account_suspended$/,
  ],
  'lose the role': [
    ({ id }, role) => office.delete(`/admin/users/${id}/roles/${role}`),
    /^403 (admin_required|forbidden|scope_violation)$/,
  ],
  'sign out': [({ session }) => auth.post('/sign-out', {}, { bearer: session }), /^401 unauthenticated$/],
  'sign out everywhere': [
    ({ session }) => auth.post('/revoke-sessions', {}, { bearer: session }),
    /^401 unauthenticated$/,
  ],
  'be signed out by an administrator': [
    ({ id }) => office.delete(`/admin/users/${id}/sessions`),
    /^401 unauthenticated$/,
  ],
  'close the account': [
    ({ session }) => auth.post('/close-account', { password: PASSWORD }, { bearer: session }),
    /^401 unauthenticated$/,
  ],
}

const folder = join(app.dataDir, 'media')
const files = () =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => /\.\w{3,4}$/.test(name))
    : []
/** A reservation ends with the request, so the store is checked separately. */
const written = async () => ({ ...(await tableState(app.owner)), media: undefined })
const kept = async () => [files(), (await app.owner.query('select key from media')).rows]

/** Pauses the request before its last transaction and runs `loss`. */
async function overtaken(row: SlowRow, person: Person, loss: () => Promise<Answer>, isRefused = true) {
  const held = transactions.hold('begin', sendingOf(row).transactions)
  try {
    const paused = send(row, person)
    await Promise.race([
      held.reached,
      paused.then(({ status, body }) =>
        assert.fail(`answered ${outcome({ status, body } as Answer)} before`),
      ),
    ])
    const lost = await loss()
    assert.equal(lost.status, 200, JSON.stringify(lost.body))
    const before = await written()
    held.release()
    const answer = await paused
    if (isRefused) assert.deepEqual(await written(), before)
    return answer
  } finally {
    held.release()
  }
}

for (const row of slow) {
  const isUpload = row.access.kind !== 'admin'
  const isOfMembers = row.access.kind === 'mairie'
  for (const [name, [lose, expected]] of Object.entries(LOSSES)) {
    // Its members have no role to lose: see below.
    if (isOfMembers && name === 'lose the role') continue
    test(`${nameOf(row)}: ${name} during its slow step is as before the request, and writes nothing`, async () => {
      const role = roleFor(row)
      const person = await personFor(isUpload && name !== 'lose the role' ? 'member' : role)
      const before = await kept()
      const answer = await overtaken(row, person, () => lose(person, role))
      assert.match(outcome(answer), expected)
      assert.equal(outcome(answer), outcome(await send(row, person)))
      assert.deepEqual(await kept(), before)
    })
  }
  test(`${nameOf(row)}: somebody who keeps their rights is let through`, async () => {
    const person = await personFor(isOfMembers ? 'member' : roleFor(row))
    const answer = await overtaken(row, person, () => app.as(person, null).get('/me'), false)
    assert.ok(![401, 403].includes(answer.status), outcome(answer))
    if (row.action.prepare) assert.ok(answer.status < 300, outcome(answer))
  })
}

for (const row of slow.filter(({ action, access }) => action.receives || access.kind === 'mairie'))
  test(`${nameOf(row)}: one whose membership has ended meanwhile leaves no file, and the quota as it was`, async () => {
    const person = await personFor('member')
    const before = await kept()
    const answer = await overtaken(row, person, () =>
      office.delete(`/admin/acteurs/${acteur}/members/${person.id}`),
    )
    assert.equal(outcome(answer), '403 scope_violation')
    assert.equal(outcome(answer), outcome(await send(row, person)))
    assert.deepEqual(await kept(), before)
  })

test('a request that was long on its way for whatever reason is asked for again as well', async () => {
  const person = await personFor('member')
  const held = transactions.hold()
  const paused = app.as({ token: person.token }, null).patch('/me', { nom: 'Tout autre' })
  await held.reached
  const reached = performance.now()
  assert.equal((await office.patch(`/admin/users/${person.id}`, { status: 'suspended' })).status, 200)
  while (performance.now() - reached < 1_000) await new Promise(resolve => setTimeout(resolve, 50))
  const before = await written()
  held.release()
  assert.equal(outcome(await paused), '403 account_suspended')
  assert.deepEqual(await written(), before)
})
