import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { type ClientRequest, request } from 'node:http'
import { test } from 'node:test'
import { Type } from 'typebox'
import { startApp } from '../../test/app.ts'
import { eventually } from '../../test/eventually.ts'
import { signatureOf } from '../../test/fixtures/inbound-mail.ts'
import { write } from './action.ts'
import { act, type Row, type SignedBy, signed } from './route.ts'
import { Data, Obj } from './shapes.ts'
import { verifySignature } from './signatures.ts'

const NOW = new Date('2026-11-20T12:00:00.900Z')
const AT = Math.floor(NOW.getTime() / 1000)
const BODY = Buffer.from('{"id":"evt_1"}')
const [ONE, TWO] = ['the first of two secrets', 'the second of two secrets']
const hex = (secret = ONE, at: number | string = AT, body: string | Buffer = BODY) =>
  createHmac('sha256', secret).update(`${at}.`).update(body).digest('hex')

const GOOD: Record<string, string> = {
  'the first secret': `t=${AT},v1=${hex()}`,
  'the second secret': `t=${AT},v1=${hex(TWO)}`,
  'one of several signatures': `t=${AT},v1=${'0'.repeat(64)},v1=${hex(TWO)},v1=${hex('another secret of theirs')}`,
  'signatures before the time': `v1=${hex()},t=${AT}`,
  'another scheme beside it': `t=${AT},v0=abc,v1=${hex()},v2=?`,
  '300 seconds ago': `t=${AT - 300},v1=${hex(ONE, AT - 300)}`,
  'in 300 seconds': `t=${AT + 300},v1=${hex(ONE, AT + 300)}`,
  'a time with a zero before it': `t=0${AT},v1=${hex(ONE, `0${AT}`)}`,
}
const WRONG: Record<string, string | undefined> = {
  'no header': undefined,
  'nothing in it': '',
  'no time': `v1=${hex()}`,
  'no signature': `t=${AT}`,
  'another secret': `t=${AT},v1=${hex('a secret of somebody else')}`,
  'another body': `t=${AT},v1=${hex(ONE, AT, '{"id":"evt_2"}')}`,
  'another time than signed': `t=${AT + 1},v1=${hex()}`,
  'the body alone signed': `t=${AT},v1=${createHmac('sha256', ONE).update(BODY).digest('hex')}`,
  'another scheme alone': `t=${AT},v0=${hex()}`,
  '301 seconds ago': `t=${AT - 301},v1=${hex(ONE, AT - 301)}`,
  'in 301 seconds': `t=${AT + 301},v1=${hex(ONE, AT + 301)}`,
  'two times': `t=${AT},t=${AT},v1=${hex()}`,
  'a time that is no number': `t=now,v1=${hex(ONE, 'now')}`,
  'a negative time': `t=-${AT},v1=${hex(ONE, -AT)}`,
  'a time with a fraction': `t=${AT}.5,v1=${hex(ONE, `${AT}.5`)}`,
  'upper case': `t=${AT},v1=${hex().toUpperCase()}`,
  'cut short': `t=${AT},v1=${hex().slice(0, 62)}`,
  'a digit more': `t=${AT},v1=${hex()}0`,
  'a hundred signatures': `t=${AT},${`v1=${'0'.repeat(64)},`.repeat(100)}v1=${hex()}`,
  endless: `t=${AT},v1=${hex()},${'x'.repeat(5_000)}`,
}

for (const [name, header] of Object.entries(GOOD))
  test(`a good signature: ${name}`, () => assert.ok(verifySignature(header, BODY, [ONE, TWO], NOW)))
for (const [name, header] of Object.entries(WRONG))
  test(`a wrong signature: ${name}`, () => assert.ok(!verifySignature(header, BODY, [ONE, TWO], NOW)))
test('without secrets every signature is wrong', () => {
  assert.ok(!verifySignature(`t=${AT},v1=${hex()}`, BODY, [], NOW))
  assert.ok(!verifySignature(`t=${AT},v1=${hex('')}`, BODY, [], NOW))
})

const SECRET = 'the secret of this door'
const got: Buffer[] = []
const by: SignedBy = {
  header: 'Test-Signature',
  secrets: () => [SECRET],
  type: 'application/json',
  bodyLimit: 100_000,
  read: bytes => bytes,
}
const receive = write({
  summary: 'For the tests',
  body: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }),
  reply: Data(Obj({ bytes: Type.Integer() })),
  async run({ body: raw }) {
    got.push(raw)
    return { data: { bytes: raw.length } }
  },
})
const rows: readonly Row[] = [
  ...signed(by, [act('/test/signed', receive, { silent: 'a row of the tests' })]),
  ...signed({ ...by, bodyLimit: 10 * 1024 * 1024 }, [
    act('/test/signed-and-large', receive, { silent: 'a row of the tests' }),
  ]),
]
const app = await startApp({ rows, env: { RATE_LIMIT_SCALE: '1' } })
const stranger = app.as(undefined, null)
const send = (raw: Uint8Array<ArrayBuffer>, signature: string, headers: Record<string, string> = {}) =>
  stranger.post('/test/signed', undefined, { raw, headers: { 'test-signature': signature, ...headers } })
const sign = (raw: Uint8Array, more = {}) => signatureOf(raw, { secret: SECRET, ...more })

test('the action is given the very bytes, of whatever type they say they are, up to its own limit', async () => {
  const bytes = new Uint8Array([0, 255, 13, 10, 123, 128])
  for (const type of [
    'application/json',
    'message/rfc822',
    'application/x-www-form-urlencoded',
    'image/png',
  ]) {
    const { status, body } = await send(bytes, sign(bytes), { 'content-type': type })
    assert.deepEqual([status, body], [200, { data: { bytes: 6 } }], type)
    assert.deepEqual(got.at(-1), Buffer.from(bytes))
  }
  const large = new Uint8Array(100_001)
  assert.equal((await send(large, sign(large))).body.error, 'payload_too_large')
  const fits = new Uint8Array(100_000)
  assert.equal((await send(fits, sign(fits))).status, 200)
})

test('a body that was touched, or none, is refused', async () => {
  const bytes = new Uint8Array([1, 2, 3])
  const { status, body } = await send(new Uint8Array([1, 2, 4]), sign(bytes))
  assert.equal(`${status} ${body.error}`, '400 invalid_webhook_signature')
  const none = await stranger.post('/test/signed', undefined, { headers: { 'test-signature': sign(bytes) } })
  assert.equal(none.body.error, 'invalid_webhook_signature')
})

test('wrong signatures are counted, 60 a minute; right ones never are', async () => {
  const bytes = new Uint8Array([7])
  await app.owner.query('delete from rate_limits')
  for (let n = 0; n < 30; n++) {
    assert.equal((await send(bytes, 'nonsense')).body.error, 'invalid_webhook_signature')
    assert.equal((await send(bytes, sign(bytes, { secret: 'another secret' }))).status, 400)
  }
  const refused = await send(bytes, 'nonsense')
  assert.equal(`${refused.status} ${refused.body.error}`, '429 rate_limited')
  assert.ok(Number(refused.headers.get('retry-after')) >= 1)
  for (let n = 0; n < 5; n++) assert.equal((await send(bytes, sign(bytes))).status, 200)
})

test('strangers may make it hold twenty bodies and no more, and none that they have let go', async () => {
  const bytes = new Uint8Array([9])
  /** Once the service says that it may go on, it holds a place. */
  const hold = () =>
    new Promise<ClientRequest>((resolve, reject) => {
      const headers = {
        'test-signature': sign(new Uint8Array(10)),
        'content-length': '10',
        expect: '100-continue',
      }
      const one = request(`${app.url}/api/v1/test/signed-and-large`, {
        method: 'POST',
        agent: false,
        headers,
      })
      one.on('error', reject)
      one.on('continue', () => {
        one.write('x')
        resolve(one)
      })
      one.flushHeaders()
    })
  const held = await Promise.all(Array.from({ length: 20 }, hold))
  const answers = async (status: number) => {
    const headers = { 'test-signature': sign(bytes) }
    return (
      (await stranger.post('/test/signed-and-large', undefined, { raw: bytes, headers })).status === status
    )
  }
  await eventually(() => answers(503), 'there is no room for another')
  for (const one of held) one.destroy()
  await eventually(() => answers(200), 'there is room again')
})
