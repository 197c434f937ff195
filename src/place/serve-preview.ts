import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../kernel/db/db.ts'
import type { Addresses } from '../kernel/http/addresses.ts'
import { Problem } from '../kernel/refusals/errors.ts'
import { checkFor } from '../kernel/routes/check.ts'
import { perHour, subjectsOf, takeOne } from '../kernel/routes/limits.ts'
import type { Config } from '../kernel/settings/config.ts'
import type { Answer, Maker } from './make.ts'
import { refuseOtherOrigins } from './own-api.ts'
import type { Made } from './page-cache.ts'
import { preview, Words } from './preview.ts'

/**
 * The preview of the town hall's form: it posts what is written, and a frame shows the page. Nothing is kept, and nothing is
 * read but what is public. Another site could otherwise show its own words at the address of the service.
 */

interface Services {
  readonly config: Pick<Config, 'rateLimitScale'>
  readonly db: Db
  readonly addresses: Addresses
  readonly maker: Maker
  readonly publicUrl: () => string
  readonly asPage: (answer: Answer) => Answer
  readonly send: (reply: FastifyReply, made: Made) => Promise<FastifyReply>
}

export const PREVIEW_PATH = '/place/-/apercu'
/** The longest text, each of its signs encoded. */
const LARGEST = 400_000
const check = checkFor(Words)
/** It needs no account. The form asks at each pause of typing, and the writers of a town hall may share an address. */
const BY_NETWORK = perHour('preview', 3_600, 'address')

export function servePreview(
  server: FastifyInstance,
  { config: { rateLimitScale }, db, addresses, maker, publicUrl, asPage, send }: Services,
): void {
  const answer: Answer = async (request, reply) => {
    refuseOtherOrigins(request, publicUrl())
    if (rateLimitScale > 0)
      await takeOne(db, BY_NETWORK, await subjectsOf(addresses, request.clientNetwork), rateLimitScale)
    const words = wordsIn(request.body as string)
    const visit = await maker.visitOfCommune(words.commune_id, request)
    return await send(reply, await maker.page(visit, '/apercu', await preview(visit, words)))
  }
  void server.register(async inside => {
    inside.removeAllContentTypeParsers()
    inside.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LARGEST },
      async (_: FastifyRequest, body: string) => new URLSearchParams(body).get('texte') ?? '',
    )
    inside.post(PREVIEW_PATH, asPage(answer))
  })
}

function wordsIn(text: string): Words {
  const words = parsed(text)
  const details = check(words)
  if (details.length > 0) throw new Problem('validation_failed', { details })
  return words as Words
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
