import { isUtf8 } from 'node:buffer'
import { type Peeked, PIECE } from '../../../kernel/files/unpacked-bytes.ts'
import { markedEncoding, utf8OrWindows1252 } from '../../../kernel/texts/encodings.ts'
import { UnreadableRegister } from './unreadable.ts'

/**
 * Text, piece by piece, each of complete lines. A line that is not valid UTF-8 is read as windows-1252, that line alone: the
 * register is put together from files of both encodings.
 */
export async function* linesAsText({ head, all }: Peeked): AsyncGenerator<string> {
  const marked = markedEncoding(head)
  if (marked && marked !== 'utf-8') {
    const decoder = new TextDecoder(marked)
    for await (const chunk of all) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
    return
  }
  let rest: Buffer[] = []
  let size = 0
  for await (const chunk of inPieces(all)) {
    const end = chunk.lastIndexOf(NEWLINE) + 1
    if (end > 0) {
      yield decoded(Buffer.concat([...rest, chunk.subarray(0, end)]))
      rest = []
      size = 0
    }
    rest.push(chunk.subarray(end))
    size += chunk.length - end
    if (size > LONGEST_LINE) throw new UnreadableRegister('no_lines')
  }
  if (size > 0) yield decoded(Buffer.concat(rest))
}

async function* inPieces(all: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of all)
    for (let at = 0; at < chunk.length; at += PIECE) yield chunk.subarray(at, at + PIECE)
}

const NEWLINE = 10
const LONGEST_LINE = 1024 ** 2

function decoded(lines: Buffer): string {
  if (isUtf8(lines)) return lines.toString('utf8')
  const texts: string[] = []
  for (let at = 0; at < lines.length; ) {
    const found = lines.indexOf(NEWLINE, at)
    const end = found < 0 ? lines.length : found + 1
    const line = lines.subarray(at, end)
    texts.push(utf8OrWindows1252(line))
    at = end
  }
  return texts.join('')
}
