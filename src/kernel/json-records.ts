/** A JSON array of objects, object by object: the file may be larger than memory. */

const [QUOTE, BACKSLASH, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = [34, 92, 123, 125, 91, 93]

/** What came is not an array of objects, or ends before it is whole. */
export class NotRecords extends Error {}

/**
 * The elements of the array that is the document (`[{…}]`), or that stands in the object which is the document
 * (`{"total": 1, "results": [{…}]}`).
 */
export async function* jsonRecords(chunks: AsyncIterable<Buffer>): AsyncGenerator<Record<string, unknown>> {
  let held: Buffer[] = []
  let quoted = false
  let escaped = false
  // What is open, from the outside in: `[{` inside of an element of a bare array.
  let open = ''
  let record = -1
  let ended = false
  for await (const chunk of chunks) {
    let begin = record < 0 ? -1 : 0
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
        if (byte === OPEN && record < 0 && (open === '[' || open === '{[')) {
          record = open.length
          begin = at
        }
        open += byte === OPEN ? '{' : '['
      } else if (byte === CLOSE || byte === CLOSE_LIST) {
        if (open.at(-1) !== (byte === CLOSE ? '{' : '[')) throw new NotRecords('brackets that do not match')
        open = open.slice(0, -1)
        ended = open === ''
        if (open.length !== record) continue
        yield parse(Buffer.concat([...held, chunk.subarray(begin, at + 1)]))
        held = []
        record = -1
        begin = -1
      }
    }
    if (record >= 0) held.push(chunk.subarray(begin))
  }
  if (!ended) throw new NotRecords('cut short')
}

function parse(bytes: Buffer): Record<string, unknown> {
  try {
    return JSON.parse(bytes.toString('utf8')) as Record<string, unknown>
  } catch (cause) {
    throw new NotRecords('not JSON', { cause })
  }
}
