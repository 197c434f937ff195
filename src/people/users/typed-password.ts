import { stderr, stdin } from 'node:process'
import { type Input, promptSecret } from '../../kernel/commands/prompt-secret.ts'
import { Refusal } from '../../kernel/refusals/refusal.ts'
import { isKnownPassword } from './known-passwords.ts'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from './passwords.ts'

export const TOO_WELL_KNOWN =
  'The password is too well known or too easy to guess: choose another one, for example four unrelated words.'

/**
 * `--password -`: prompts on a terminal without echo, else reads the first line of standard input. Never an argument:
 * other users of the machine could read it, and the shell would keep it. `own`: the person's address and name.
 */
export async function typedPassword(
  option: string | undefined,
  own: readonly string[] = [],
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
  if (isKnownPassword(password, own)) throw new Refusal(TOO_WELL_KNOWN)
  return password
}
