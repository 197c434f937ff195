import { stderr, stdin } from 'node:process'
import { createInterface } from 'node:readline/promises'
import { type Readable, Writable } from 'node:stream'

export type Input = Readable & { readonly isTTY?: boolean }

/** Prompts on a terminal without echo, otherwise reads the first line of standard input; keeps blanks around it. */
export const promptSecret = (what: string, input: Input = stdin, output: NodeJS.WritableStream = stderr) =>
  input.isTTY ? asked(what, input, output) : firstLine(input)

async function asked(what: string, input: Input, output: NodeJS.WritableStream): Promise<string> {
  output.write(`${what}: `)
  // Discards the echo of readline.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input, output: nowhere, terminal: true })
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    output.write('\n')
  }
}

const MOST = 4_096

async function firstLine(input: Input): Promise<string> {
  let text = ''
  for await (const chunk of input) {
    text += chunk.toString()
    if (text.includes('\n') || text.length > MOST) break
  }
  return text.split(/\r?\n/, 1)[0] ?? ''
}
