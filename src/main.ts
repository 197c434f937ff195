import { statSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { parvis } from './parvis.ts'

/** The only file that starts anything: `parvis COMMAND`. */
process.umask(0o077)
// A closed terminal or pipe loses output, but must not end the process before it has stopped in order.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
keepCompiled(join(import.meta.dirname, '..'))
process.exitCode = await parvis(process.argv.slice(2), process.env)

/**
 * What Node makes of two thousand files is kept beside the packages, so the next start computes half as long; threads and
 * processes that are begun find it too. Not by root in somebody else's tree, who could not remove it with the packages.
 */
function keepCompiled(root: string): void {
  if (process.env.NODE_COMPILE_CACHE !== undefined || process.getuid?.() !== statSync(root).uid) return
  const folder = join(root, 'node_modules/.cache/compiled')
  process.env.NODE_COMPILE_CACHE = folder
  enableCompileCache(folder)
}
