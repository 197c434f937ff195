import { commands, usage } from './commands.ts'
import { runCommand } from './kernel/command.ts'
import { readConfig } from './kernel/config.ts'
import { operatorMessage } from './kernel/refusal.ts'

/** `parvis COMMAND`, from what was typed to the exit code. */
export async function parvis(typed: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  try {
    const [name = 'help', ...args] = typed
    if (name === 'help' || name === '--help') {
      process.stdout.write(`${usage()}\n`)
      return 0
    }
    return await runCommand(commands, name === '--version' ? 'version' : name, args, {
      // Read by whoever asks: which version this is can be said before anything is set.
      get config() {
        return readConfig(env)
      },
      queues,
    })
  } catch (error) {
    // An expected error is one sentence; any other is shown with its stack.
    process.stderr.write(`${operatorMessage(error) ?? (error as Error).stack ?? error}\n`)
    return 1
  }
}

/** Loaded by a command that brings the database up to date: the queue knows PostgreSQL and more. */
async function queues() {
  const [table, { queuesOf }] = await Promise.all([import('./queues.ts'), import('./kernel/jobs/jobs.ts')])
  return queuesOf(table.queues)
}
