import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import sharp from 'sharp'
import { type Files, honestPictures, hostilePictures } from '../../test/hostile/pictures.ts'
import { kindOf } from './kinds.ts'
import { reencoded } from './reencoder.ts'

const honest = await honestPictures()
const jpeg = honest.jpeg as Buffer
const PARTS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH'])

/** The parts of a WebP: where it was taken, what wrote it and its colours would be parts of their own. */
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
  const webp = Buffer.from(picture.webp)
  assert.equal(kindOf(webp), 'webp', name)
  assert.ok(Math.max(picture.width, picture.height) <= 960, name)
  assert.deepEqual(
    partsOf(webp).filter(part => !PARTS.has(part)),
    [],
    name,
  )
  assert.doesNotMatch(webp.toString('latin1'), /<script|<\?php|Exif|<x:xmpmeta/, name)
  return true
}

test('a picture of each kind becomes a WebP of ours, without where and with what it was taken', async () => {
  for (const [kind, bytes] of Object.entries(honest)) {
    assert.equal(kindOf(bytes), kind)
    assert.ok(/Exif|<script/i.test(bytes.toString('latin1')), kind)
    assert.ok(await assertOurs(kind, bytes), kind)
  }
  assert.partialDeepStrictEqual(await reencoded(jpeg), { width: 960, height: 640 })
})

test('a picture that a telephone took lying down is turned upright, and a small one stays as small', async () => {
  const lying = await sharp(jpeg).resize(300, 200).withMetadata({ orientation: 6 }).toBuffer()
  assert.partialDeepStrictEqual(await reencoded(lying), { width: 200, height: 300 })
})

test('whatever a file pretends to be, it comes out as a picture of ours or not at all, and the next one is read', async () => {
  const files: Files = hostilePictures(honest)
  assert.ok(Object.keys(files).length >= 60)
  const shown = []
  for (const [name, bytes] of Object.entries(files)) if (await assertOurs(name, bytes)) shown.push(name)
  assert.ok(await assertOurs('an honest one', jpeg))
  // None of these has a picture in it.
  for (const name of Object.keys(files).filter(name =>
    /points|no width|drawing|page$|document|first 16/.test(name),
  ))
    assert.ok(!shown.includes(name) || /a (line|column) of two/.test(name), name)
  const most = mostMemoryOf('media/reencode.ts')
  assert.ok(most === undefined || most < 700 * 1024, `${most} KiB`)
})

test('what takes too long, and what brings its process down, is no picture; the next one is', async () => {
  assert.equal(await reencoded(jpeg, 1), undefined)
  const [killed] = await Promise.all([reencoded(honest.avif as Buffer), killReencoders()])
  assert.ok(killed === undefined || killed.webp.length > 0)
  assert.ok(await reencoded(jpeg))
})

test('pictures wait for one another, and too many are refused', async () => {
  const small = await sharp(jpeg).resize(40).jpeg().toBuffer()
  const all = await Promise.allSettled(Array.from({ length: 18 }, () => reencoded(small)))
  assert.deepEqual(
    [all.filter(({ status }) => status === 'fulfilled').length, all.at(-1)?.status],
    [17, 'rejected'],
  )
})

/** Linux keeps the most that a process ever held. */
function mostMemoryOf(program: string): number | undefined {
  if (process.platform !== 'linux') return undefined
  return Math.max(
    ...childrenRunning(program).map(pid => {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1])
    }),
  )
}

async function killReencoders(): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, 5))
  if (process.platform === 'linux')
    for (const pid of childrenRunning('media/reencode.ts')) process.kill(pid, 'SIGKILL')
  else spawnSync('pkill', ['-9', '-P', `${process.pid}`, '-f', 'media/reencode.ts'])
}

const childrenRunning = (program: string): number[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(pid => {
      try {
        const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
        return parent === `${process.pid}` && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(program)
      } catch {
        return false
      }
    })
    .map(Number)
