import { commands, usage } from './commands.ts'
import { runCommand } from './kernel/command.ts'
import { readConfig } from './kernel/config.ts'
import { Refusal } from './kernel/refusal.ts'

/** The only file that starts anything: `parvis COMMAND`. */
process.umask(0o077)
// A closed terminal or pipe loses output, but must not end the process before it has stopped in order.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
try {
  const [name = 'help', ...args] = process.argv.slice(2)
  if (name === 'help' || name === '--help') process.stdout.write(`${usage()}\n`)
  else {
    const surroundings = () => ({ config: readConfig(process.env), queues })
    process.exitCode = await runCommand(commands, name, args, surroundings)
  }
} catch (error) {
  // An expected error is one sentence; any other is shown with its stack.
  const expected = error instanceof Refusal
  process.stderr.write(`${expected ? error.message : ((error as Error).stack ?? error)}\n`)
  process.exitCode = 1
}

/** Loaded by a command that brings the database up to date: the queue knows PostgreSQL and more. */
async function queues() {
  const [table, { queuesOf }] = await Promise.all([import('./queues.ts'), import('./kernel/jobs/jobs.ts')])
  return queuesOf(table.queues)
}
