import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { killEncoders, mostMemoryOfEncoders } from '../../test/fixtures/encoder-processes.ts'
import { type Files, honestPictures, hostilePictures } from '../../test/hostile/pictures.ts'
import { Problem } from '../kernel/refusals/errors.ts'
import { kindOf } from './kinds.ts'
import { pictureSet } from './reencoder.ts'

const honest = await honestPictures()
const jpeg = honest.jpeg as Buffer
/** Undefined when refused. */
async function reencoded(bytes: Buffer, ...effort: readonly { workMs: number; patienceMs: number }[]) {
  const picture = await pictureSet({ bytes }, of('a test'), ...effort)
  return 'files' in picture ? picture : undefined
}
const PARTS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH'])

/** The chunks of a WebP: location, software and colour profile would be chunks of their own. */
function partsOf(webp: Buffer): string[] {
  const parts = []
  for (
    let at = 12;
    at + 8 <= webp.length;
    at += 8 + webp.readUInt32LE(at + 4) + (webp.readUInt32LE(at + 4) % 2)
  )
    parts.push(webp.toString('latin1', at, at + 4))
  return parts
}

async function assertOurs(name: string, bytes: Buffer): Promise<boolean> {
  const picture = await reencoded(bytes)
  if (!picture) return false
  assert.ok(picture.width <= 1600 && picture.height <= 3200, name)
  for (const { type, bytes } of picture.files) {
    const file = Buffer.from(bytes)
    assert.equal(kindOf(file), type === 'webp' ? 'webp' : 'jpeg', name)
    const parts = type === 'webp' ? partsOf(file) : []
    assert.deepEqual(
      parts.filter(part => !PARTS.has(part)),
      [],
      name,
    )
    assert.doesNotMatch(file.toString('latin1'), /<script|<\?php|Exif|<x:xmpmeta/, name)
  }
  return true
}

const of = (name: string) => ({ acteur: name, person: name })

test('a picture that comes while the idle process ends gets another one', async t => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  assert.ok(await reencoded(jpeg))
  t.mock.timers.tick(60_000)
  assert.ok(await reencoded(jpeg))
})

test('a picture of each kind becomes a WebP of ours, without where and with what it was taken', async () => {
  for (const [kind, bytes] of Object.entries(honest)) {
    assert.equal(kindOf(bytes), kind)
    assert.ok(/Exif|<script/i.test(bytes.toString('latin1')), kind)
    assert.ok(await assertOurs(kind, bytes), kind)
  }
  assert.partialDeepStrictEqual(await reencoded(jpeg), { width: 1200, height: 800 })
})

test('a picture that a telephone took lying down is turned upright, and a small one stays as small', async () => {
  const lying = await sharp(jpeg).resize(300, 200).withMetadata({ orientation: 6 }).toBuffer()
  assert.partialDeepStrictEqual(await reencoded(lying), { width: 200, height: 300 })
})

test('a disguised file is re-encoded as a picture or refused, and the next file is read', async () => {
  const files: Files = hostilePictures(honest)
  assert.ok(Object.keys(files).length >= 60)
  const shown = []
  for (const [name, bytes] of Object.entries(files)) if (await assertOurs(name, bytes)) shown.push(name)
  assert.ok(await assertOurs('an honest one', jpeg))
  // None of these contains a picture.
  for (const name of Object.keys(files).filter(name =>
    /points|no width|drawing|page$|document|first 16/.test(name),
  ))
    assert.ok(!shown.includes(name) || /a (line|column) of two/.test(name), name)
  const most = mostMemoryOfEncoders()
  assert.ok(most === undefined || most < 700 * 1024, `${most} KiB`)
})

test('a file that exceeds the CPU limit or crashes the process is refused as unreadable; the next one is read', async () => {
  const large = await sharp(jpeg).resize(4_000, 3_000).jpeg().toBuffer()
  assert.equal(await reencoded(large, { workMs: 0, patienceMs: 300_000 }), undefined)
  const [crashed] = await Promise.all([
    reencoded(honest.avif as Buffer),
    sleep(5).then(() => killEncoders('SIGSEGV')),
  ])
  assert.ok(crashed === undefined || crashed.files.length > 0)
  assert.ok(await reencoded(jpeg))
})

test('a timeout or a lack of memory is retryable and does not count as an unreadable picture', async () => {
  const later = (error: unknown) =>
    error instanceof Problem && error.code === 'unavailable' && error.headers?.['retry-after'] === '30'
  await assert.rejects(reencoded(jpeg, { workMs: 8_000, patienceMs: 1 }), later)
  // Takes far longer than the pause between two kills.
  const large = await sharp(jpeg).resize(4_000, 3_000).jpeg().toBuffer()
  const killing = setInterval(killEncoders, 10, 'SIGKILL')
  await assert.rejects(reencoded(large), later).finally(() => clearInterval(killing))
  assert.ok(await reencoded(jpeg))
})

test('18 sends at once by one member: three are done, another member waits for two at most', async () => {
  const [small, large] = [
    await sharp(jpeg).resize(40).jpeg().toBuffer(),
    await sharp(jpeg).resize(4_000, 3_000).jpeg().toBuffer(),
  ]
  await reencoded(small)
  const order: string[] = []
  const noted = async (name: string, work: Promise<unknown>) => {
    await work
    order.push(name)
  }
  const flood = Array.from({ length: 18 }, () => noted('flood', pictureSet({ bytes: large }, of('flood'))))
  const honest = noted('honest', pictureSet({ bytes: small }, of('honest')))
  const ended = await Promise.allSettled(flood)
  const refusals = ended.flatMap(one => (one.status === 'rejected' ? [one.reason] : []))
  assert.equal(refusals.length, 15)
  for (const refusal of refusals)
    assert.deepEqual([refusal.code, refusal.headers['retry-after']], ['unavailable', '2'])
  await honest
  assert.ok(order.slice(0, order.indexOf('honest')).filter(one => one === 'flood').length <= 2, `${order}`)
})

test('six members of one acteur send a large picture each: the small one of another acteur waits for two at most', async () => {
  const [small, large] = [
    await sharp(jpeg).resize(40).jpeg().toBuffer(),
    await sharp(jpeg).resize(4_000, 3_000).jpeg().toBuffer(),
  ]
  await reencoded(small)
  const order: string[] = []
  const sent = async (bytes: Buffer, acteur: string, person: string) => {
    await pictureSet({ bytes }, { acteur, person })
    order.push(acteur)
  }
  const six = Array.from({ length: 6 }, (_, at) => sent(large, 'club', `member ${at}`))
  await Promise.all([...six, sent(small, 'town', 'clerk')])
  assert.ok(order.indexOf('town') <= 2, `${order}`)
})
