import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { build } from 'vite'
import type { BuiltFile } from './build.ts'
import { viteConfig } from './vite.ts'

/**
 * A process of its own: Vite takes a third of a gigabyte for two seconds, and none of it stays with the service. It hands
 * the files to the process that started it and ends; when that one is gone, so is this.
 */
process.on('disconnect', () => process.exit(0))

const compress = promisify(brotliCompress)
const COMPRESSED = /\.(js|css|html|svg|json|md|webmanifest)$/
/** Of eleven: one more costs twice the time for a hundredth of the bytes. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

const result = await build({ ...viteConfig, logLevel: 'error', build: { ...viteConfig.build, write: false } })
if (!('output' in result)) throw new Error('Vite built nothing.')
const files: BuiltFile[] = await Promise.all(
  result.output.map(async file => {
    const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source)
    const brotli = COMPRESSED.test(file.fileName) ? await compress(bytes, QUALITY) : undefined
    return { name: file.fileName, bytes, brotli }
  }),
)
process.send?.(files, () => process.disconnect?.())
