import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from '../../../shared/type.ts'
import { type ReceivedFile, type Receiving, receivedFiles, sweepReceived } from '../http/received-files.ts'
import { Problem } from '../refusals/errors.ts'
import type { Config } from '../settings/config.ts'
import type { AnyRow } from './route.ts'
import type { Services } from './services.ts'

/** Rows whose body is a file: streamed to disk, and removed when the request is answered. */

/** The body shape of such an action. */
export const File = Type.Unsafe<ReceivedFile>({
  type: 'string',
  contentMediaType: 'application/octet-stream',
  examples: ['%PDF-1.4\n1 0 obj <</Type /Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n'],
})

export const incomingFolder = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'incoming')

/** The sentence of the code is about JSON. */
const compressed = () =>
  new Problem('unsupported_media_type', {
    details: [
      {
        path: 'Content-Encoding',
        fr: 'un fichier s’envoie sans compression',
        en: 'a file is sent without compression',
      },
    ],
  })

/** What the row receives when its body is a file. */
export const receivingOf = ({ action }: AnyRow): Receiving | undefined =>
  action.kind === 'write' ? action.receives : undefined

interface Route {
  readonly method: AnyRow['method']
  readonly url: string
  readonly onRequest: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  readonly handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
}

/** Encapsulated: other routes refuse bodies that are not JSON. */
export function mountReceiving(
  server: FastifyInstance,
  receiving: Receiving,
  { config }: Services,
  route: Route,
): void {
  const folder = incomingFolder(config)
  const receive = receivedFiles(folder, receiving)
  const answered = new WeakSet<FastifyRequest>()
  const remove = (request: FastifyRequest) => (request.body as ReceivedFile | undefined)?.remove()

  void server.register(async inside => {
    inside.removeAllContentTypeParsers()
    inside.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage) =>
      receive(payload, request.clientNetwork),
    )
    inside.addHook('onReady', async () => {
      await sweepReceived(folder)
    })
    // Removes files of requests refused before the action ran.
    inside.addHook('onResponse', async request => {
      if (!answered.has(request)) await remove(request)
    })
    inside.route({
      ...route,
      onRequest: async (request, reply) => {
        await route.onRequest(request, reply)
        if (request.headers['content-encoding'] !== undefined) throw compressed()
        // The type is detected from the bytes, so the content type is ignored.
        request.raw.headers['content-type'] = 'application/octet-stream'
      },
      handler: async (request, reply) => {
        answered.add(request)
        try {
          return await route.handler(request, reply)
        } finally {
          await remove(request)
        }
      },
    })
  })
}
