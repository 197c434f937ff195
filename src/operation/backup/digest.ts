import { createHash } from 'node:crypto'
import { Refusal } from '../../kernel/refusals/refusal.ts'

/**
 * The checksums of a file when it was written, kept outside its store. On reading, each MiB is compared before it is
 * handed on, so altered bytes are never decompressed, even when the store answers each request differently.
 */
export interface Digest {
  readonly bytes: number
  /** The digest of the whole file, as `sha256sum` prints it. */
  readonly sha256: string
  /** The digests of each MiB, in order. */
  readonly pieces: readonly Buffer[]
}

const PIECE = 1024 * 1024

export class Digesting {
  readonly #whole = createHash('sha256')
  readonly #pieces: Buffer[] = []
  #piece = createHash('sha256')
  #room = PIECE
  #bytes = 0

  add(chunk: Buffer): void {
    this.#whole.update(chunk)
    this.#bytes += chunk.length
    for (let rest = chunk; rest.length > 0; ) {
      const part = rest.subarray(0, this.#room)
      this.#piece.update(part)
      this.#room -= part.length
      rest = rest.subarray(part.length)
      if (this.#room === 0) this.#closePiece()
    }
  }

  /** Call once, after the last `add`. */
  end(): Digest {
    if (this.#room < PIECE) this.#closePiece()
    return { bytes: this.#bytes, sha256: this.#whole.digest('hex'), pieces: this.#pieces }
  }

  #closePiece(): void {
    this.#pieces.push(this.#piece.digest())
    this.#piece = createHash('sha256')
    this.#room = PIECE
  }
}

/** Passes the chunks through and adds them to the digest. */
export const digesting = (into: Digesting) =>
  async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      into.add(chunk)
      yield chunk
    }
  }

/** Throws a refusal at the first piece that differs from the digest, and when pieces are missing or left over. */
export const unaltered = (name: string, digest: Digest) =>
  async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let [held, bytes, at]: [Buffer[], number, number] = [[], 0, 0]
    for await (const chunk of chunks) {
      let rest = chunk
      while (bytes + rest.length >= PIECE) {
        const piece = Buffer.concat([...held, rest.subarray(0, PIECE - bytes)])
        yield same(name, digest, at++, piece)
        rest = rest.subarray(PIECE - bytes)
        ;[held, bytes] = [[], 0]
      }
      if (rest.length > 0) held.push(rest)
      bytes += rest.length
    }
    if (bytes > 0) yield same(name, digest, at++, Buffer.concat(held))
    if (at !== digest.pieces.length) throw refusal(name)
  }

function same(name: string, { pieces }: Digest, at: number, piece: Buffer): Buffer {
  if (!pieces[at]?.equals(createHash('sha256').update(piece).digest())) throw refusal(name)
  return piece
}

const refusal = (name: string) =>
  new Refusal(`${name} is damaged, cut short or another file: what comes back is not what was written there.`)
