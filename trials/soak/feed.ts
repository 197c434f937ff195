import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A feed with new items at each read, which can be switched off and on. */
export interface Feed {
  readonly pair: string
  readonly url: string
  isAway: boolean
  close(): Promise<void>
}

const ITEMS = 40

export async function serveFeed(): Promise<Feed> {
  let made = 0
  const server = createServer((_request, response) => {
    if (feed.isAway) return response.destroy()
    const items = Array.from({ length: ITEMS }, () => {
      const name = `${process.pid}-${++made}`
      return {
        id: name,
        url: `https://www.exemple.test/${name}`,
        title: `Agenda ${name}`,
        content_text: `Renseignements à la mairie, ${name}. ${'Venez nombreux au marché. '.repeat(20)}`,
        date_published: new Date().toISOString(),
      }
    })
    const text = JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'Agenda', items })
    response.writeHead(200, { 'content-type': 'application/feed+json' }).end(text)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const pair = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const feed: Feed = {
    pair,
    url: `http://${pair}/feed.json`,
    isAway: false,
    async close() {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    },
  }
  return feed
}
