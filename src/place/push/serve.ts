import type { FastifyInstance } from 'fastify'
import { postToApi, refuseOtherOrigins, retryAfter } from '../own-api.ts'
import { ASSETS_PATH } from '../style.ts'

/** What the script of “S’abonner” and its worker send, on any host of the pages. */

const ROUTES: Readonly<Record<string, string>> = {
  [`${ASSETS_PATH}abonner`]: '/push-subscriptions',
  [`${ASSETS_PATH}desabonner`]: '/push-subscriptions/remove',
}
const LARGEST = 4_096

export function servePush(server: FastifyInstance, publicUrl: () => string): void {
  void server.register(async inside => {
    inside.removeAllContentTypeParsers()
    inside.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: LARGEST },
      async (_request: unknown, body: string) => body,
    )
    for (const [path, route] of Object.entries(ROUTES))
      inside.post(path, async (request, reply) => {
        refuseOtherOrigins(request, publicUrl())
        const { statusCode, headers, body } = await postToApi(server, request, route, request.body as string)
        return reply
          .code(statusCode)
          .headers({ 'cache-control': 'no-store', ...retryAfter(headers) })
          .type('application/json; charset=utf-8')
          .send(body)
      })
  })
}
