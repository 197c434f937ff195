import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { outcome, signInAt } from '../../../test/sign-in.ts'
import { Problem } from '../refusals/errors.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { RefusedEvents } from './refused-events.ts'

const lines: string[] = []
const app = await startApp({
  env: { TRUST_PROXY: '127.0.0.1', RATE_LIMIT_SCALE: '0' },
  log: line => lines.push(line),
})
const auth = signInAt(app)
interface Event {
  readonly event?: string
  readonly code: string
  readonly route: string
  readonly method: string
  readonly user_id?: string
  readonly request_id: string
  readonly network: string
}
const events = () => lines.map(line => JSON.parse(line) as Event).filter(({ event }) => event === 'refused')
const counted = async (code: string) => {
  const text = await (await fetch(`${app.url}/metrics`)).text()
  return Number(new RegExp(`^parvis_refused_total\\{code="${code}"\\} (\\d+)$`, 'm').exec(text)?.[1])
}
/** Each from a network of its own, as the lines of one are few. */
const from = (n: number) => ({ headers: { 'x-forwarded-for': `198.51.100.${n}` } })

test('each refused permission and failed proof is one event, with whom it concerns and nothing typed', async () => {
  const email = 'canari@example.org'
  const bearer = await auth.member(email)
  const token = await auth.token(bearer)
  const person = app.as({ token } as never, 'backoffice')
  const { rows } = await app.owner.query('select id from users where email = $1', [email])
  const commune = await make.commune(app)
  const acteur = await make.acteur(app, commune)
  const publication = { title: 'canari', body: 'canari', acteur_id: acteur, commune_id: commune }
  const known = rows[0].id as string
  const cases: readonly [
    code: string,
    route: string,
    user: string | undefined,
    ask: () => Promise<unknown>,
  ][] = [
    ['admin_required', '/api/v1/admin/communes', known, () => person.get('/admin/communes', from(1))],
    [
      'scope_violation',
      '/api/v1/publications',
      known,
      () => person.post('/publications', publication, from(2)),
    ],
    [
      'invalid_credentials',
      '/auth/sign-in/email',
      undefined,
      () => auth.post('/sign-in/email', { email, password: 'canari canari canari' }, from(3)),
    ],
    [
      'invalid_password',
      '/auth/two-factor/enable',
      undefined,
      () => auth.post('/two-factor/enable', { password: 'canari' }, { bearer, ...from(4) }),
    ],
    [
      'origin_forbidden',
      '/auth/sign-out',
      undefined,
      () =>
        auth.post(
          '/sign-out',
          {},
          { headers: { ...from(5).headers, cookie: 'a=b', origin: 'https://canari.example' } },
        ),
    ],
    [
      'account_suspended',
      '/api/v1/me',
      known,
      async () => {
        await app.owner.query(`update users set status = 'suspended' where id = $1`, [known])
        return await person.get('/me', from(6))
      },
    ],
  ]
  for (const [code, route, user, ask] of cases) {
    lines.length = 0
    const before = await counted(code)
    const answer = (await ask()) as Awaited<ReturnType<typeof auth.get>>
    assert.equal(answer.body.error, code, outcome(answer))
    const [event, ...others] = await eventually(
      async () => events().length > 0 && events(),
      `${code} is told`,
    )
    assert.equal(others.length, 0)
    assert.deepEqual(
      [event?.code, event?.route, event?.user_id, event?.request_id],
      [code, route, user, answer.headers.get('x-request-id')],
    )
    assert.match(event?.network ?? '', /^[\w-]{22}$/)
    assert.equal(await counted(code), before + 1)
    assert.doesNotMatch(lines.join(''), /canari|198\.51/)
  }
})

test('what is no refused permission is no event', async () => {
  lines.length = 0
  await app.anyone.get('/communes/nulle-part')
  await app.anyone.post('/claims', {})
  await app.as(undefined, 'public').get('/me')
  assert.deepEqual(events(), [])
})

test('a flood of one client network leaves room for the lines of others, and is counted whole', async () => {
  const written: Record<string, unknown>[] = []
  let now = 0
  const metrics = createMetrics('0')
  const told = new RefusedEvents(
    { warn: (fields: object) => written.push({ ...fields }) } as never,
    metrics,
    () => now,
  )
  const refuse = (clientNetwork: string, times: number) => {
    for (let at = 0; at < times; at++)
      told.tell(new Problem('forbidden'), {
        clientNetwork,
        id: `${at}`,
        method: 'GET',
        routeOptions: {},
      } as never)
  }
  refuse('192.0.2.1', 1_000)
  refuse('192.0.2.2', 1)
  for (let network = 0; network < 100; network++) refuse(`203.0.113.${network}`, 1)
  await new Promise(resolve => setImmediate(resolve))
  assert.equal(written.length, 20)
  assert.deepEqual(
    written.slice(0, 4).map(({ more }) => more),
    [undefined, undefined, undefined, 997],
  )
  now = 1_000
  refuse('192.0.2.1', 1)
  await new Promise(resolve => setImmediate(resolve))
  assert.equal(written.at(-1)?.more, 84)
  assert.match((await metrics.text(undefined)).text, /^parvis_refused_total\{code="forbidden"\} 1102$/m)
})
