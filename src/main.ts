import { statSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { parvis } from './parvis.ts'

/** The entry point of every process: `parvis COMMAND`. */
process.umask(0o077)
// A closed terminal or pipe must not end the process before it has stopped in order.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
keepCompiled(join(import.meta.dirname, '..'))
process.exitCode = await parvis(process.argv.slice(2), process.env)

/**
 * Caches Node's compiled code beside the packages, which halves the CPU time of the next start, also for threads and child
 * processes. Not as root in another user's tree: that user could not delete the cache.
 */
function keepCompiled(root: string): void {
  if (process.env.NODE_COMPILE_CACHE !== undefined || process.getuid?.() !== statSync(root).uid) return
  const folder = join(root, 'node_modules/.cache/compiled')
  process.env.NODE_COMPILE_CACHE = folder
  enableCompileCache(folder)
}
