import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { NotZip, openZip } from './zip-reader.ts'
import { ZipWriter } from './zip-writer.ts'

const folder = mkdtempSync(join(tmpdir(), 'parvis-zip-'))
after(() => rmSync(folder, { recursive: true }))

async function* pieces(...all: string[]) {
  yield* all
}

async function zipOf(texts: Record<string, string>, files: Record<string, Buffer> = {}): Promise<Buffer> {
  const zip = new ZipWriter(new Date('2026-07-14T18:30:00Z'))
  const chunks: Buffer[] = []
  for (const [name, text] of Object.entries(texts))
    for await (const one of zip.packed(name, pieces(text))) chunks.push(one)
  for (const [name, bytes] of Object.entries(files)) chunks.push(...zip.stored(name, bytes))
  chunks.push(...zip.end())
  return Buffer.concat(chunks)
}

async function contentsOf(bytes: Buffer): Promise<Record<string, string>> {
  const path = join(folder, 'one.zip')
  const writing = await open(path, 'w')
  await writing.writeFile(bytes)
  await writing.close()
  const file = await open(path)
  try {
    const zip = await openZip(file)
    const found: Record<string, string> = {}
    for (const [name, entry] of zip.entries)
      found[name] = Buffer.concat(await Array.fromAsync(zip.read(entry))).toString('latin1')
    return found
  } finally {
    await file.close()
  }
}

test('what was written is read back: packed and stored, empty, long, with any name', async () => {
  const long = 'Une ligne de la commune.\n'.repeat(50_000)
  const read = await contentsOf(
    await zipOf({ 'a.jsonl': long, 'vide.jsonl': '' }, { 'media/été.pdf': Buffer.from('%PDF') }),
  )
  assert.deepEqual(read, { 'a.jsonl': long, 'vide.jsonl': '', 'media/été.pdf': '%PDF' })
})

test('more entries than the short form counts are written and read in the long form', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 65_600 }, (_, at) => [`media/${at}`, Buffer.from(`${at}`)]),
  )
  const read = await contentsOf(await zipOf({}, files))
  assert.equal(Object.keys(read).length, 65_600)
  assert.equal(read['media/65599'], '65599')
})

test('a file that is cut at any place, or has one other byte, is not read as if it were whole', async () => {
  const whole = await zipOf({ 'a.jsonl': '{"a":1}\n'.repeat(30) }, { b: Buffer.from('stored') })
  const asItWas = JSON.stringify(await contentsOf(whole))
  for (let at = 0; at < whole.length; at++)
    await assert.rejects(contentsOf(whole.subarray(0, at)), NotZip, `cut at ${at}`)
  for (let at = 0; at < whole.length; at++) {
    const bent = Buffer.from(whole)
    bent[at] = (bent[at] ?? 0) ^ 0x41
    // A time, a version or the name of an entry may change: what is read under the old names does not.
    const read = await contentsOf(bent).catch(error => error)
    if (read instanceof NotZip) continue
    assert.ok(!(read instanceof Error), `byte ${at}: ${read}`)
    for (const [name, text] of Object.entries(JSON.parse(asItWas)))
      if (name in read) assert.equal(read[name], text, `byte ${at}`)
  }
})

test('an entry that unpacks to more than it says is stopped there', async () => {
  const bytes = await zipOf({ 'a.jsonl': 'a'.repeat(5_000_000) })
  const at = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]))
  bytes.writeUInt32LE(100, at + 24)
  await assert.rejects(contentsOf(bytes), /holds more in "a.jsonl" than it says/)
})

test('entries that share bytes, two of one name, encrypted ones and other methods are refused', async () => {
  const two = await zipOf({}, { a: Buffer.from('1'), b: Buffer.from('2') })
  const entry = (bytes: Buffer, nth: number) => {
    let at = -1
    for (let n = 0; n <= nth; n++) at = bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2]), at + 1)
    return at
  }
  const shared = Buffer.from(two)
  shared.writeUInt32LE(shared.readUInt32LE(entry(shared, 0) + 42), entry(shared, 1) + 42)
  await assert.rejects(contentsOf(shared), /damaged/)
  await assert.rejects(
    contentsOf(Buffer.from(two.toString('latin1').replaceAll('b', 'a'), 'latin1')),
    /"a" twice/,
  )
  const locked = Buffer.from(two)
  locked.writeUInt16LE(1, entry(locked, 0) + 8)
  await assert.rejects(contentsOf(locked), /encrypted/)
  const odd = Buffer.from(two)
  odd.writeUInt16LE(12, entry(odd, 0) + 10)
  await assert.rejects(contentsOf(odd), /method/)
  await assert.rejects(contentsOf(Buffer.from('Bonjour, je ne suis pas une archive.')), /no ZIP/)
})
