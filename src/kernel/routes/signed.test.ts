import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { Data, Obj } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { startApp } from '../../../test/app.ts'
import { head, statusFor, stranger as strangerFrom } from '../../../test/attack/strangers.ts'
import { eventually } from '../../../test/eventually.ts'
import { signatureOf } from '../../../test/fixtures/inbound-mail.ts'
import { times } from '../../../test/fuzz/asking.ts'
import { verifySignature } from '../http/signatures.ts'
import { write } from './action.ts'
import { act, type SignedBy, type SignedRow, signed } from './route.ts'

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
test('without configured secrets every signature is refused', () => {
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
const rows: readonly SignedRow[] = [
  ...signed(by, [act('/test/signed', receive, { silent: 'a row of the tests' })]),
  ...signed({ ...by, bodyLimit: 10 * 1024 * 1024 }, [
    act('/test/signed-and-large', receive, { silent: 'a row of the tests' }),
  ]),
]
const lines: string[] = []
const app = await startApp({ rows, env: { RATE_LIMIT_SCALE: '1' }, log: line => lines.push(line) })
const stranger = app.as(undefined, null)
const send = (raw: Uint8Array<ArrayBuffer>, signature: string, headers: Record<string, string> = {}) =>
  stranger.post('/test/signed', undefined, { raw, headers: { 'test-signature': signature, ...headers } })
const sign = (raw: Uint8Array, more = {}) => signatureOf(raw, { secret: SECRET, ...more })

const wrongCount = async () => {
  const { rows } = await app.owner.query(`select key from rate_limits where key like 'wrong_signature:%'`)
  return rows.length
}

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
  // The wrong signature is counted after its answer: waits, so that the next test is not affected.
  await eventually(async () => (await wrongCount()) === 1, 'counted')
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
  const began = performance.now()
  let wrong = 0
  let refused = await send(bytes, 'nonsense')
  for (; refused.status === 400; wrong++)
    refused = await send(bytes, wrong % 2 ? 'nonsense' : sign(bytes, { secret: 'another secret' }))
  // The limit regains one request per second.
  const most = 60 + Math.ceil((performance.now() - began) / 1000)
  assert.ok(wrong >= 60 && wrong <= most, `${wrong} of ${most}`)
  assert.equal(`${refused.status} ${refused.body.error}`, '429 rate_limited')
  assert.ok(Number(refused.headers.get('retry-after')) >= 1)
  for (let n = 0; n < 5; n++) assert.equal((await send(bytes, sign(bytes))).status, 200)
})

const port = Number(new URL(app.url).port)
const heads = (path: string, length: number, more: Readonly<Record<string, string>> = {}) =>
  head('POST', `/api/v1/test/${path}`, {
    'test-signature': sign(new Uint8Array(length)),
    'content-length': `${length}`,
    ...more,
  })
const rightlySigned = async (address: string, path: string) => {
  const bytes = Buffer.from('{"id":"evt_2"}')
  const headers = { 'test-signature': sign(bytes), 'content-length': `${bytes.length}` }
  return await statusFor(port, address, head('POST', `/api/v1/test/${path}`, headers) + bytes)
}

test('bodies that never come keep no event out, are sent away after three seconds, and count as wrong', async () => {
  const before = await wrongCount()
  const idle = await Promise.all([
    ...times(400, at => strangerFrom(port, `127.0.1.${1 + (at % 8)}`, `${heads('signed', 10)}x`)),
    ...times(60, at => strangerFrom(port, `127.0.2.${1 + (at % 6)}`, heads('signed-and-large', 10_000_000))),
  ])
  for (const path of ['signed', 'signed-and-large'])
    for (const address of ['127.0.3.1', '127.0.1.1'])
      assert.equal(await rightlySigned(address, path), 200, `${address} ${path}`)
  await Promise.all(idle.map(one => one.closed))
  // On a busy machine the last ones come after the first have been counted.
  for (const one of idle) assert.match(one.text(), /^HTTP\/1\.1 (408|429) /)
  await eventually(async () => (await wrongCount()) === before + 14, 'each client network is counted')
})

test('a client network holds forty megabytes and no more: its oldest body is cut off, others are let in', async () => {
  const before = await wrongCount()
  const megabytes = Buffer.alloc(9 * 1024 * 1024)
  const large: Awaited<ReturnType<typeof strangerFrom>>[] = []
  for (let at = 0; at < 6; at++) {
    const one = await strangerFrom(port, '127.0.4.1', heads('signed-and-large', 10 * 1024 * 1024))
    one.socket.write(megabytes)
    large.push(one)
  }
  await eventually(async () => large.some(one => one.socket.closed), 'the first is cut off')
  assert.match(large.map(one => one.text()).join(''), /^HTTP\/1\.1 429 /)
  assert.equal(await rightlySigned('127.0.4.1', 'signed-and-large'), 200)
  assert.equal(await rightlySigned('127.0.4.2', 'signed-and-large'), 200)
  for (const one of large) one.socket.destroy()
  await eventually(async () => (await wrongCount()) === before + 1, 'counted, and not during the next test')
})

test('sixty events at once from one address are all taken', async () => {
  const statuses = await Promise.all(times(60, () => rightlySigned('127.0.5.1', 'signed')))
  assert.deepEqual(new Set(statuses), new Set([200]))
})

test('a body that is abandoned is no error in the log, and counts as wrong', async () => {
  const before = await wrongCount()
  lines.length = 0
  const begun = `${heads('signed', 10, { expect: '100-continue' })}x`
  const gone = await Promise.all(times(12, () => strangerFrom(port, '127.0.6.1', begun)))
  await eventually(async () => gone.every(one => / 100 Continue/.test(one.text())), 'each is being read')
  for (const one of gone) one.socket.destroy()
  await eventually(async () => (await wrongCount()) === before + 1, 'counted')
  await eventually(
    async () => lines.filter(line => line.includes('request abandoned')).length === 12,
    'noted',
  )
  assert.deepEqual(
    lines.filter(line => /"level":"(error|warn)"/.test(line)),
    [],
  )
})
