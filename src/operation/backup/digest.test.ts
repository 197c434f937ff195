import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Refusal } from '../../kernel/refusals/refusal.ts'
import { Digesting, digesting, unaltered } from './digest.ts'

const MIB = 1024 * 1024
const bytes = randomBytes(3 * MIB + 77)

async function* inPieces(of: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < of.length; at += size) yield of.subarray(at, at + size)
}
async function digestOf(of: Buffer, size = 70_001) {
  const into = new Digesting()
  const through = await Array.fromAsync(digesting(into)(inPieces(of, size)))
  assert.ok(Buffer.concat(through).equals(of))
  return into.end()
}
const digest = await digestOf(bytes)

/** The chunks handed on, and whether the stream ended well. */
async function read(of: Buffer, size = 50_000, known = digest) {
  const handedOn: Buffer[] = []
  try {
    for await (const piece of unaltered('it', known)(inPieces(of, size))) handedOn.push(piece)
    return { handedOn: Buffer.concat(handedOn), refused: false }
  } catch (error) {
    assert.ok(error instanceof Refusal)
    assert.match(error.message, /^it is damaged, cut short or another file: /)
    return { handedOn: Buffer.concat(handedOn), refused: true }
  }
}

test('a file is known by its length, its SHA-256 and those of its pieces, however it is cut when it is written', async () => {
  assert.equal(digest.sha256, createHash('sha256').update(bytes).digest('hex'))
  assert.deepEqual([digest.bytes, digest.pieces.length], [bytes.length, 4])
  for (const size of [1_000, MIB - 1, MIB, MIB + 1, 5 * MIB])
    assert.deepEqual(await digestOf(bytes, size), digest)
  for (const length of [0, 1, MIB - 1, MIB, 2 * MIB]) {
    const part = bytes.subarray(0, length)
    const { handedOn, refused } = await read(part, 33_333, await digestOf(part))
    assert.deepEqual([handedOn.equals(part), refused], [true, false])
  }
})

test('unchanged bytes pass; changed ones are cut off at the first piece that differs', async () => {
  for (const size of [999, MIB, 4 * MIB]) {
    const { handedOn, refused } = await read(bytes, size)
    assert.deepEqual([handedOn.equals(bytes), refused], [true, false])
  }
  for (const at of [0, MIB - 1, MIB, 2 * MIB + 5, bytes.length - 1]) {
    const altered = Buffer.from(bytes)
    altered[at] = (altered[at] ?? 0) ^ 1
    const { handedOn, refused } = await read(altered)
    assert.ok(refused)
    assert.ok(handedOn.equals(bytes.subarray(0, Math.floor(at / MIB) * MIB)), `altered at ${at}`)
  }
  const [one, two] = [bytes.subarray(0, MIB), bytes.subarray(MIB, 2 * MIB)]
  const others = [
    Buffer.alloc(0),
    bytes.subarray(0, -1),
    bytes.subarray(0, 2 * MIB),
    Buffer.concat([bytes, Buffer.from('x')]),
    Buffer.concat([bytes, Buffer.alloc(MIB)]),
    Buffer.concat([two, one, bytes.subarray(2 * MIB)]),
  ]
  for (const other of others) assert.ok((await read(other)).refused)
})

test('a file without end is left at its first piece too many', async () => {
  let taken = 0
  const endless = async function* () {
    for await (const piece of inPieces(bytes, MIB)) yield piece
    for (;;) {
      taken++
      yield Buffer.alloc(MIB)
    }
  }
  await assert.rejects(Array.fromAsync(unaltered('it', digest)(endless())), Refusal)
  assert.equal(taken, 1)
})
