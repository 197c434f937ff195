import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** The script of the component that shows the API: a string of four megabytes in a package of 200 files. */

const PACKAGE = '@scalar/fastify-api-reference'

export interface ComponentScript {
  readonly path: string
  /** Always the same buffer, which is therefore compressed once. */
  bytes(): Promise<Buffer>
}

/** The address is known before the package is loaded, which takes a second: it is named by the file that holds the script. */
export async function componentScript(): Promise<ComponentScript> {
  const holder = await readFile(fileURLToPath(import.meta.resolve(PACKAGE)))
  let loaded: Promise<Buffer> | undefined
  return {
    path: `/docs/js/scalar.${hash('sha1', holder, 'hex').slice(0, 12)}.js`,
    bytes() {
      loaded ??= load()
      return loaded
    },
  }
}

/** The package gives its script only by a route. */
async function load(): Promise<Buffer> {
  const [{ default: Fastify }, { default: scalar }] = await Promise.all([import('fastify'), import(PACKAGE)])
  const server = Fastify()
  await server.register(scalar, { routePrefix: '/docs', configuration: { content: {} } })
  const { rawPayload } = await server.inject({ method: 'GET', url: '/docs/js/scalar.js' })
  return rawPayload
}
