import { stderr, stdin } from 'node:process'
import { type Input, promptSecret } from '../kernel/prompt-secret.ts'
import { Refusal } from '../kernel/refusal.ts'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from './passwords.ts'

/**
 * `--password -`: prompts on a terminal without echo, else reads the first line of standard input. Never an argument:
 * other users of the machine could read it, and the shell would keep it.
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
  const password = await promptSecret('Password', input, output)
  const { length } = [...password]
  if (length < SHORTEST_PASSWORD || length > LONGEST_PASSWORD)
    throw new Refusal(`A password has ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters.`)
  return password
}
