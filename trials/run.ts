/** Trials that take minutes, a folder each: `npm run trial -- failover --times 20`. Everything runs on this machine. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { endAll, endBySignal } from './ending.ts'

const here = import.meta.dirname
const [name = '', ...options] = process.argv.slice(2)
const known = readdirSync(here).filter(folder => existsSync(join(here, folder, 'run.ts')))
if (known.includes(name)) {
  const { run } = (await import(`./${name}/run.ts`)) as { run(options: string[]): Promise<number> }
  endBySignal()
  try {
    process.exitCode = await run(options)
  } finally {
    await endAll()
  }
} else {
  process.stderr.write(`npm run trial -- NAME [options]. Names: ${known.join(', ')}\n`)
  process.exitCode = 1
}
