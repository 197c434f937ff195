import { stderr, stdin } from 'node:process'
import { createInterface } from 'node:readline/promises'
import { type Readable, Writable } from 'node:stream'
import { Refusal } from '../kernel/refusal.ts'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from './passwords.ts'

type Input = Readable & { readonly isTTY?: boolean }

/**
 * `--password -`: asked for on a terminal, without showing it, else the first line of what is piped in. Never an
 * argument: everybody on the machine can read those, and the shell keeps them.
 */
export async function typedPassword(
  option: string | undefined,
  input: Input = stdin,
  output: NodeJS.WritableStream = stderr,
): Promise<string | undefined> {
  if (option === undefined) return undefined
  if (option !== '-')
    throw new Refusal(
      '--password takes - alone, and reads the password from a terminal or a pipe: others can read a command line.',
    )
  const password = input.isTTY ? await asked(input, output) : await firstLine(input)
  const { length } = [...password]
  if (length < SHORTEST_PASSWORD || length > LONGEST_PASSWORD)
    throw new Refusal(`A password has ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters.`)
  return password
}

async function asked(input: Input, output: NodeJS.WritableStream): Promise<string> {
  output.write('Password: ')
  // What is typed is echoed by the reader: into nothing.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input, output: nowhere, terminal: true })
  try {
    return (await terminal.question('')).trim()
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
  return (text.split(/\r?\n/, 1)[0] ?? '').trim()
}
