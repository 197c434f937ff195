import { commands, usage } from './commands.ts'
import { runCommand } from './kernel/commands/command.ts'
import { operatorMessage } from './kernel/refusals/refusal.ts'
import { readConfig } from './kernel/settings/config.ts'

/** Runs `parvis COMMAND` and returns the exit code. */
export async function parvis(typed: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  try {
    const [name = 'help', ...args] = typed
    if (name === 'help' || name === '--help') {
      process.stdout.write(`${usage()}\n`)
      return 0
    }
    return await runCommand(commands, name === '--version' ? 'version' : name, args, {
      // Lazy: `version` and `help` work without valid settings.
      get config() {
        return readConfig(env)
      },
      queues,
    })
  } catch (error) {
    // Expected errors print a sentence, others their stack.
    process.stderr.write(`${operatorMessage(error) ?? (error as Error).stack ?? error}\n`)
    return 1
  }
}

/** Loaded lazily by commands that migrate: the job queue loads PostgreSQL's driver and more. */
async function queues() {
  const [table, { queuesOf }] = await Promise.all([
    import('./foundation/queues.ts'),
    import('./kernel/jobs/jobs.ts'),
  ])
  return queuesOf(table.queues)
}
