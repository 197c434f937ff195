import { utf8OrWindows1252 } from '../texts/encodings.ts'

/** A JSON array of objects, object by object: the file may be larger than memory. */

const [QUOTE, BACKSLASH, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = [34, 92, 123, 125, 91, 93]
/** Longest text around the records. */
const MOST_AROUND = 256 * 1024
/** Longest record. It is parsed in one call (20 ms at this length): a longer one would block the event loop. */
const MOST_BYTES = 1024 ** 2
const DEEPEST = 200

/** The document is not an array of objects, or ends before it is complete. */
export class NotRecords extends Error {}

/**
 * The elements of the document's array, whether the document is that array (`[{…}]`) or an object that contains it
 * (`{"total": 1, "results": [{…}]}`). At the end `around` is called with the rest (`{total: 1, results: []}`), unless that
 * is large.
 */
export async function* jsonRecords(
  chunks: AsyncIterable<Buffer>,
  around?: (document: unknown) => void,
): AsyncGenerator<Record<string, unknown>> {
  let held: Buffer[] = []
  let holding = 0
  let quoted = false
  let escaped = false
  // The open brackets, outermost first: `[{` inside an element of a bare array.
  let open = ''
  let record = -1
  let ended = false
  const outside = new Outside()
  for await (const chunk of chunks) {
    let begin = record < 0 ? -1 : 0
    let unkept = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]
      if (quoted) {
        if (escaped) escaped = false
        else if (byte === BACKSLASH) escaped = true
        else if (byte === QUOTE) quoted = false
        continue
      }
      if (byte === QUOTE) quoted = true
      else if (byte === OPEN || byte === OPEN_LIST) {
        if (ended) throw new NotRecords('more than one document')
        if (open.length >= DEEPEST) throw new NotRecords('too deep')
        if (byte === OPEN && record < 0 && (open === '[' || open === '{[')) {
          record = open.length
          begin = at
          outside.begins(chunk.subarray(unkept, at))
        }
        open += byte === OPEN ? '{' : '['
      } else if (byte === CLOSE || byte === CLOSE_LIST) {
        if (open.at(-1) !== (byte === CLOSE ? '{' : '[')) throw new NotRecords('brackets that do not match')
        open = open.slice(0, -1)
        ended = open === ''
        if (record < 0 && byte === CLOSE_LIST) outside.listEnds()
        if (open.length !== record) continue
        yield parse(Buffer.concat([...held, chunk.subarray(begin, at + 1)]))
        held = []
        holding = 0
        record = -1
        begin = -1
        unkept = at + 1
        outside.ends()
      }
    }
    if (record >= 0) {
      held.push(chunk.subarray(begin))
      holding += chunk.length - begin
      if (holding > MOST_BYTES) throw new NotRecords('a record that is far too large')
    } else outside.add(chunk.subarray(unkept))
  }
  if (!ended) throw new NotRecords('cut short')
  if (around && outside.size <= MOST_AROUND) around(parse(outside.bytes()))
}

/** The text around the records, without the commas between them. */
class Outside {
  size = 0
  #pieces: Buffer[] = []
  #between: number | undefined

  add(piece: Buffer): void {
    this.size += piece.length
    if (this.size <= MOST_AROUND) this.#pieces.push(piece)
  }

  begins(before: Buffer): void {
    if (this.#between === undefined) {
      this.add(before)
      return
    }
    for (const comma of this.#pieces.splice(this.#between)) this.size -= comma.length
  }

  ends(): void {
    this.#between = this.#pieces.length
  }

  listEnds(): void {
    this.#between = undefined
  }

  bytes(): Buffer {
    return Buffer.concat(this.#pieces)
  }
}

function parse(bytes: Buffer): Record<string, unknown> {
  try {
    return JSON.parse(utf8OrWindows1252(bytes).replace(/^\uFEFF/, ''))
  } catch (cause) {
    throw new NotRecords('not JSON', { cause })
  }
}
