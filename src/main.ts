import { parvis } from './parvis.ts'

/** The only file that starts anything: `parvis COMMAND`. */
process.umask(0o077)
// A closed terminal or pipe loses output, but must not end the process before it has stopped in order.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
process.exitCode = await parvis(process.argv.slice(2), process.env)
