// Begun first: it takes long.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import Stripe from 'stripe'
import { namesOf } from '../shared/fields/field.ts'
import { Data, Obj } from '../shared/shapes.ts'
import { Type } from '../shared/type.ts'
import { ROLES, type Role } from '../shared/words/access.ts'
import { KEY_SCOPES } from '../shared/words/api-keys.ts'
import { read, write } from '../src/kernel/routes/action.ts'
import { get, post, type Row } from '../src/kernel/routes/route.ts'
import { newSecret } from '../src/people/access/api-keys.ts'
import { type Audience, bearer } from '../src/people/access/blocks.ts'
import { areasOf } from '../src/people/access/permissions.ts'
import { routes } from '../src/routes.ts'
import { startApp, type TestUser } from './app.ts'
import * as make from './factories.ts'
import { tableState } from './table-state.ts'

/** Every row of the table × every refusal, in order, without effect. A new route is covered by being in the table. */

const reply = Data(Obj({ ok: Type.Boolean() }))
const forTheSignedIn = bearer([
  get(
    '/test/signed-in',
    read({ summary: 'For the tests', reply, run: async () => ({ data: { ok: true } }) }),
  ),
  post(
    '/test/signed-in',
    write({
      summary: 'For the tests',
      reply,
      body: Obj({ n: Type.Integer() }),
      run: async () => ({ data: { ok: true } }),
    }),
    { silent: 'a row of the tests' },
  ),
])
const rows: readonly Row<Audience>[] = [...routes, ...forTheSignedIn]

const SECRET = 'whsec_for_the_access_tests'
const app = await startApp({ rows, env: { PAYMENT_SIGNING_SECRETS: SECRET, INBOUND_MAIL_SECRETS: SECRET } })
const admin = await app.user(['admin'])
const nobody = await app.user()
const suspended = await app.user(['admin'])
await app.owner.query(`update users set status = 'suspended' where id = $1`, [suspended.id])
const operators = Object.fromEntries(
  await Promise.all(
    namesOf(ROLES)
      .filter(role => role !== 'admin')
      .map(async role => [role, await app.user([role])] as const),
  ),
)

/** A town hall whose only member is the administrator: everybody else is refused. */
const townHall = await app.owner
  .query(
    `with mairie as (insert into acteurs (nom) values ('Mairie') returning id),
          commune as (insert into communes (slug, nom, mairie_actor_id) select 'essai', 'Essai', id from mairie)
     insert into actor_users (acteur_id, user_id, role) select id, $1, 'owner' from mairie returning acteur_id`,
    [admin.id],
  )
  .then(({ rows: [row] }) => row.acteur_id as string)

interface Attempt {
  source: string | null
  user: TestUser | undefined
  token: string | undefined
  /** For webhooks. */
  signed?: boolean
}

/** Faults of a request, in the order in which they must be detected. */
const SIGNED_IN: readonly (readonly [expected: string, spoil: (attempt: Attempt) => void])[] = [
  [
    '400 missing_app_source',
    attempt => {
      attempt.source = null
    },
  ],
  [
    '400 invalid_app_source',
    attempt => {
      attempt.source = 'Not An App'
    },
  ],
  [
    '401 unauthenticated',
    attempt => {
      attempt.user = undefined
    },
  ],
  [
    '403 account_suspended',
    attempt => {
      attempt.user = suspended
    },
  ],
]

const FAULTS: Record<
  Row<Audience>['access']['kind'],
  readonly (readonly [expected: string, spoil: (attempt: Attempt) => void])[]
> = {
  app: [
    [
      '400 missing_app_source',
      attempt => {
        attempt.source = null
      },
    ],
    [
      '400 invalid_app_source',
      attempt => {
        attempt.source = 'Not An App'
      },
    ],
  ],
  bearer: [
    [
      '400 invalid_app_source',
      attempt => {
        attempt.source = 'Not An App'
      },
    ],
    [
      '401 unauthenticated',
      attempt => {
        attempt.user = undefined
      },
    ],
    [
      '403 account_suspended',
      attempt => {
        attempt.user = suspended
      },
    ],
  ],
  key: [
    [
      '400 invalid_app_source',
      attempt => {
        attempt.source = 'Not An App'
      },
    ],
    [
      '401 unauthenticated',
      attempt => {
        attempt.user = undefined
      },
    ],
    [
      '403 account_suspended',
      attempt => {
        attempt.user = suspended
      },
    ],
    ['403 forbidden', () => {}],
  ],
  signed: [
    [
      '400 invalid_webhook_signature',
      attempt => {
        attempt.signed = false
      },
    ],
  ],
  mairie: [
    ...SIGNED_IN,
    [
      '403 scope_violation',
      attempt => {
        attempt.user = nobody
      },
    ],
  ],
  admin: [
    ...SIGNED_IN,
    [
      '403 admin_required',
      attempt => {
        attempt.user = nobody
      },
    ],
    [
      '403 scope_violation',
      attempt => {
        attempt.source = 'public'
      },
    ],
  ],
}

const good = (row: Row<Audience>): Attempt => ({
  source: row.access.kind === 'admin' ? 'backoffice' : 'public',
  user: row.access.kind === 'app' || row.access.kind === 'signed' ? undefined : admin,
  token: undefined,
  signed: true,
})

const pathOf = (row: Row<Audience>) =>
  (row.access.kind === 'mairie' ? row.path.replace(':acteurId', townHall) : row.path)
    .replace(':slug', 'nulle-part')
    .replaceAll(/:\w+/g, '00000000-0000-7000-8000-000000000000')

/** An invalid body: reading it before the guard decides would show in the answer. */
const send = (row: Row<Audience>, attempt: Attempt, raw = '{"unknown": ') =>
  app.as(attempt.user, attempt.source).send(row.method, pathOf(row), undefined, {
    ...(row.method !== 'GET' && { raw }),
    headers: {
      ...(attempt.token !== undefined && { authorization: attempt.token }),
      ...(row.access.kind === 'signed' && attempt.signed && { [row.access.header]: signatureOf(raw) }),
    },
  })

const signatureOf = (payload: string) => Stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET })

for (const row of rows) {
  const name = `${row.method} ${row.path}`

  test(`${name}: each refusal comes before the next, and changes nothing`, async () => {
    const before = await tableState(app.owner)
    const faults = FAULTS[row.access.kind]
    for (const [first, [expected]] of faults.entries()) {
      // All later faults are present too.
      const attempt = good(row)
      for (const [, spoil] of faults.slice(first).reverse()) spoil(attempt)
      const { status, body, headers } = await send(row, attempt)
      assert.equal(`${status} ${body.error}`, expected)
      assert.equal(headers.get('www-authenticate'), status === 401 ? 'Bearer' : null)
      assert.ok(body.message && body.request_id === headers.get('x-request-id'))
    }
    if (row.method !== 'GET') {
      const { status, body } = await send(row, good(row))
      const unread =
        row.access.kind === 'signed'
          ? '422 invalid_webhook_payload'
          : 'receives' in row.action
            ? '422 validation_failed'
            : '400 invalid_json'
      assert.equal(`${status} ${body.error}`, unread)
    }
    assert.deepEqual(await tableState(app.owner), before)
  })

  if (row.access.kind === 'app' || row.access.kind === 'signed') continue

  test(`${name}: no token but a good one is let in`, async () => {
    const forged = await forgedTokens(admin.token)
    for (const [kind, token] of Object.entries(forged)) {
      const { status, body } = await send(row, { ...good(row), user: undefined, token })
      assert.equal(`${status} ${body.error}`, '401 unauthenticated', kind)
    }
  })
}

for (const row of rows) {
  if (row.access.kind !== 'admin') continue
  const { area } = row.access
  test(`${row.method} ${row.path}: operators come in by their own area alone`, async () => {
    for (const [role, user] of Object.entries(operators)) {
      const allowed = areasOf([role as Role]).includes(area)
      const { status, body } = await send(row, { ...good(row), user }, '{"unknown": 1}')
      if (allowed) assert.notEqual(status, 403, role)
      else assert.equal(`${status} ${body.error}`, '403 admin_required', role)
    }
  })
}

test('only all three of back-office, token and role open the back-office', async () => {
  for (const row of rows.filter(one => one.access.kind === 'admin')) {
    for (let subset = 0; subset < 8; subset++) {
      const attempt: Attempt = {
        source: subset & 1 ? 'backoffice' : subset & 4 ? 'public' : null,
        user: subset & 2 ? (subset & 4 ? admin : nobody) : undefined,
        token: undefined,
      }
      const { status } = await send(row, attempt, '{"unknown": 1}')
      const open = subset === 7
      assert.equal(status !== 400 && status !== 401 && status !== 403, open, `${row.path} ${subset}`)
    }
  }
})

/** Kinds of keys, each with what its routes answer: the row alone decides, by its scope. */
const KEYS = {
  'every scope': { fields: {}, expected: undefined },
  'another scope': { fields: {}, expected: '403 api_key_scope' },
  revoked: { fields: { revoked_at: new Date() }, expected: '401 api_key_revoked' },
  expired: { fields: { expires_at: new Date(Date.now() - 1_000) }, expected: '401 api_key_expired' },
  unknown: { fields: undefined, expected: '401 unauthenticated' },
} as const

test('API keys: a row without a scope refuses them, a row with one admits it alone, a row for keys each one', async t => {
  let cells = 0
  const keyOf = async (fields: object, scopes: readonly string[]) => {
    const { secret, hash } = newSecret()
    await make.apiKey(app, { acteur_id: townHall, hash, scopes, ...fields })
    return secret
  }
  const guarded = rows.flatMap(row => {
    const bearer =
      row.access.kind !== 'signed' && !(row.access.kind === 'app' && row.access.bearer === 'ignored')
    return bearer ? [row] : []
  })
  assert.ok(guarded.length > 150)
  const ask = async (row: Row<Audience>, secret: string) => {
    const { status, body } = await send(row, { ...good(row), user: undefined, token: `Bearer ${secret}` })
    cells++
    return `${status} ${body.error}`
  }
  const scopes = namesOf(KEY_SCOPES)
  const secrets = new Map<string, string>()
  for (const scope of scopes) {
    const others = scopes.filter(one => one !== scope)
    for (const [kind, { fields }] of Object.entries(KEYS))
      secrets.set(
        `${kind} ${scope}`,
        fields ? await keyOf(fields, kind === 'another scope' ? others : scopes) : newSecret().secret,
      )
  }
  const before = await tableState(app.owner)
  for (const row of guarded) {
    const scope = row.access.kind === 'bearer' ? row.access.scope : undefined
    const isForKeys = row.access.kind === 'key'
    for (const [kind, { expected }] of Object.entries(KEYS)) {
      const answer = await ask(row, secrets.get(`${kind} ${scope ?? scopes[0]}`) ?? '')
      const name = `${row.method} ${row.path}, ${kind}`
      if (scope === undefined && !isForKeys) assert.equal(answer, '403 api_key_refused', name)
      else if (expected && !(isForKeys && kind === 'another scope')) assert.equal(answer, expected, name)
      else assert.doesNotMatch(answer, /^401|api_key/, name)
    }
  }
  assert.deepEqual(await tableState(app.owner), before)
  t.diagnostic(`${cells} cells`)
})

test('a role removed or an account suspended is refused at the very next request', async () => {
  const operator = await app.user(['operator_communes'])
  const attempt = () => app.as(operator).post('/admin/communes', { nom: 'Essai', unknown: 1 })
  assert.equal((await attempt()).status, 422)
  await app.owner.query('delete from user_roles where user_id = $1', [operator.id])
  assert.equal((await attempt()).body.error, 'admin_required')
  await app.owner.query(`insert into user_roles (user_id, role) values ($1, 'admin')`, [operator.id])
  assert.equal((await attempt()).status, 422)
  await app.owner.query(`update users set status = 'suspended' where id = $1`, [operator.id])
  assert.equal((await attempt()).body.error, 'account_suspended')
})

test('the header of the app is optional where a token is enough, and its scope holds where it is given', async () => {
  const { status } = await app.as(nobody, null).get('/test/signed-in')
  assert.equal(status, 200)
})

async function forgedTokens(token: string): Promise<Record<string, string>> {
  const [head = '', payload = '', signature = ''] = token.split('.')
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  const other = await app.service.tokens.sign('00000000-0000-7000-8000-000000000000', 3600)
  const past = await app.service.tokens.sign(admin.subject, -120)
  return {
    'no scheme': token,
    'another scheme': `Basic ${token}`,
    'nothing behind the scheme': 'Bearer ',
    'not a token': 'Bearer abc',
    'two parts': `Bearer ${head}.${payload}`,
    'no signature': `Bearer ${head}.${payload}.`,
    'a changed signature': `Bearer ${head}.${payload}.${signature.replace(/^./, letter => (letter === 'A' ? 'B' : 'A'))}`,
    'another payload': `Bearer ${head}.${encode({ ...decode(payload), sub: nobody.subject })}.${signature}`,
    'alg none': `Bearer ${encode({ ...decode(head), alg: 'none' })}.${payload}.`,
    'alg HS256': `Bearer ${encode({ ...decode(head), alg: 'HS256' })}.${payload}.${signature}`,
    'an unknown key': `Bearer ${encode({ ...decode(head), kid: 'x' })}.${payload}.${signature}`,
    'a key of its own': `Bearer ${encode({ ...decode(head), jwk: { kty: 'OKP' }, kid: undefined })}.${payload}.${signature}`,
    'a padded form': `Bearer ${token}==`,
    'somebody unknown': `Bearer ${other}`,
    'an expired one': `Bearer ${past}`,
    'a very long one': `Bearer ${head}.${payload}.${'A'.repeat(6000)}`,
  }
}
