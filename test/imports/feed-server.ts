import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

/** A local web server whose content the test sets. */
export interface Served {
  readonly body?: string | Buffer
  readonly type?: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** An ETag: answers 304 to a matching request. */
  readonly etag?: string
  /** A custom handler. */
  readonly by?: (request: IncomingMessage, response: ServerResponse) => void
}

export interface FeedServer {
  readonly url: string
  /** For IMPORT_ALLOW_PRIVATE. */
  readonly pair: string
  /** The requests, in order: `GET /feed.xml`. */
  readonly asked: string[]
  serve(path: string, served: Served): string
  stop(): void
}

export async function feedServer(): Promise<FeedServer> {
  const places = new Map<string, Served>()
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    asked.push(`${request.method} ${request.url}`)
    const served = places.get(path)
    if (!served) return void response.writeHead(404).end()
    if (served.by) return served.by(request, response)
    if (served.etag && request.headers['if-none-match'] === served.etag)
      return void response.writeHead(304, { etag: served.etag }).end()
    response.writeHead(served.status ?? 200, {
      ...(served.type && { 'content-type': served.type }),
      ...(served.etag && { etag: served.etag }),
      ...served.headers,
    })
    response.end(served.body ?? '')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  after(stop)
  return {
    url,
    pair: `127.0.0.1:${port}`,
    asked,
    serve(path, served) {
      places.set(path, served)
      return `${url}${path}`
    },
    stop,
  }
}
