import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import type { Queue } from '../jobs/jobs.ts'
import { Refusal } from '../refusals/refusal.ts'
import type { Config } from '../settings/config.ts'

export type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>

export interface CommandInput {
  readonly config: Config
  /** The queues of the job table: a command that migrates the database creates them too. */
  readonly queues: () => Promise<readonly Queue[]>
  readonly words: readonly string[]
  readonly values: Values
}

/** Prints a line to standard output. */
export const say = (line: string) => process.stdout.write(`${line}\n`)
/** The value of an option that is given once; `textsOf` for one that may be repeated. */
export const textOf = (value: Values[string]) => (typeof value === 'string' ? value : undefined)
export const textsOf = (value: Values[string]) =>
  (Array.isArray(value) ? value : [value]).filter(one => typeof one === 'string')

export interface Command {
  readonly summary: string
  /** The arguments shown after the command's name: `FILE`, `--email E [--nom N]`. */
  readonly usage?: string
  readonly options?: ParseArgsOptionsConfig
  /** The number of positional arguments. */
  readonly words?: number | 'one or none'
  /** A number is the exit code. */
  run(input: CommandInput): Promise<unknown>
}

/** Command names have up to three words: the longest match is taken. */
export async function runCommand(
  table: Readonly<Record<string, Command>>,
  first: string,
  rest: readonly string[],
  surroundings: Pick<CommandInput, 'config' | 'queues'>,
): Promise<number> {
  const behind = [2, 1, 0].find(more => Object.hasOwn(table, [first, ...rest.slice(0, more)].join(' '))) ?? 0
  const name = [first, ...rest.slice(0, behind)].join(' ')
  const command = Object.hasOwn(table, name) ? table[name] : undefined
  if (!command) throw unknown(table, first)
  const args = rest.slice(behind)
  if (args.includes('--help')) {
    process.stdout.write(`${helpOf(name, command)}\n`)
    return 0
  }
  const { values, positionals } = parse(name, command, args)
  const { words = 0 } = command
  const fit = words === 'one or none' ? positionals.length <= 1 : positionals.length === words
  if (!fit) throw new Refusal(helpOf(name, command))
  const result = await command.run(
    Object.assign(surroundings, { words: positionals, values: values as Values }),
  )
  return typeof result === 'number' ? result : 0
}

/** For a prefix such as `user`, lists the commands that begin with it. */
function unknown(table: Readonly<Record<string, Command>>, first: string): Refusal {
  const longer = Object.keys(table).filter(name => name.startsWith(`${first} `))
  if (longer.length === 0)
    return new Refusal(`There is no command “${first}”: see npm run -s parvis -- help.`)
  return new Refusal(`“${first}” is the beginning of a command: ${longer.join(', ')}.`)
}

function parse(name: string, command: Command, args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: command.options ?? {}, allowPositionals: true })
  } catch (error) {
    throw new Refusal(`${(error as Error).message.split('. ')[0]}. ${helpOf(name, command)}`)
  }
}

export const helpOf = (name: string, { usage = '', summary }: Command) =>
  `parvis ${[name, usage].filter(Boolean).join(' ')}: ${summary}`

/** Updates a counter in one line of the terminal; prints nothing elsewhere. Call it without a number to end the line. */
export function progressCounter(what: string): (done?: number) => void {
  let shown = false
  return done => {
    if (!process.stderr.isTTY) return
    if (done !== undefined) process.stderr.write(`\r${done} ${what}…`)
    else if (shown) process.stderr.write('\n')
    shown = done !== undefined
  }
}
