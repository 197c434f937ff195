import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, Problem } from '../../kernel/errors.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import { storableLines } from '../../kernel/texts.ts'
import { isWithin } from '../../publications/lists/actions.ts'
import { findVisible } from '../../publications/queries.ts'
import { record } from '../../publications/record.ts'
import { Address } from '../address.ts'
import { idIn } from '../addresses.ts'
import { type Answer, APP, elsewhere, type Maker } from '../make.ts'
import type { Made } from '../page-cache.ts'
import { Elsewhere } from '../visit.ts'
import { honeypotWith } from './honeypot.ts'
import { type Form, isReason, type Mistakes, reportForm } from './report.ts'

/**
 * Forms without scripts. What is sent goes to the API's own route, in this process: the same checks, limits and records as
 * for any app.
 */

interface Forms {
  readonly maker: Maker
  readonly secrets: Secrets
  readonly publicUrl: () => string
  readonly asPage: (answer: Answer) => Answer
  readonly send: (reply: FastifyReply, made: Made) => FastifyReply
}

const REPORT = '/place/:slug/p/:named/signaler'
const LARGEST = 20_000

/** The addresses of the forms. */
export function serveForms(
  server: FastifyInstance,
  { maker, secrets, publicUrl, asPage, send }: Forms,
): readonly string[] {
  const honeypot = honeypotWith(secrets)

  async function found(request: FastifyRequest) {
    const address = new Address(request.raw.url ?? '')
    const visit = await maker.visit(address, request)
    if (visit instanceof Elsewhere) return visit
    const id = idIn((request.params as { named: string }).named)
    const row = id === undefined ? undefined : await findVisible(visit.db, id)
    if (!row || !isWithin(visit.source, row)) throw new Problem('not_found')
    return { visit, publication: record(row, visit.config) }
  }

  const open: Answer = async (request, reply) => {
    const about = await found(request)
    if (about instanceof Elsewhere) return send(reply, elsewhere(about))
    const { visit, publication } = about
    const page = reportForm(visit, publication, honeypot.fields(visit.now))
    return send(reply, await maker.page(visit, '/p', page))
  }

  const report: Answer = async (request, reply) => {
    refuseOtherOrigins(request, publicUrl())
    const about = await found(request)
    if (about instanceof Elsewhere) return send(reply, elsewhere(about))
    const { visit, publication } = about
    const form = request.body as Form
    const thanks = elsewhere(new Elsewhere(`${visit.base}/signale`, 303))
    if (honeypot.caught(form, visit.now)) return send(reply, thanks)
    const mistakes = isReason(form.reason)
      ? await reportTo(server, request, publication.id, form)
      : { reason: 'Choisissez ce qui ne va pas' }
    if (!mistakes) return send(reply, thanks)
    const page = reportForm(visit, publication, honeypot.fields(visit.now), form, mistakes)
    const made = await maker.page(visit, '/p', page)
    return send(reply, { ...made, status: 422 })
  }

  server.get(REPORT, asPage(open))
  void server.register(async inside => {
    inside.removeAllContentTypeParsers()
    inside.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LARGEST },
      async (_: FastifyRequest, body: string) =>
        Object.fromEntries(
          [...new URLSearchParams(body)].map(([name, value]) => [name, storableLines(value).trim()]),
        ),
    )
    inside.post(REPORT, asPage(report))
  })
  return [REPORT]
}

/** Undefined once the API has accepted it; the mistakes that it names otherwise. */
async function reportTo(
  server: FastifyInstance,
  request: FastifyRequest,
  id: string,
  { reason, message, email }: Form,
): Promise<Mistakes | undefined> {
  const forwarded = request.headers['x-forwarded-for']
  const { statusCode, headers, body } = await server.inject({
    method: 'POST',
    url: `/api/v1/publications/${id}/report`,
    remoteAddress: request.socket.remoteAddress ?? '127.0.0.1',
    headers: {
      'content-type': 'application/json',
      'x-app-source': APP,
      'accept-language': 'fr',
      ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }),
    },
    payload: JSON.stringify({ reason, message: message || null, email: email || null }),
  })
  if (statusCode < 300) return undefined
  const { error, details = [] } = JSON.parse(body) as {
    error: ErrorCode
    details?: readonly { readonly path: string; readonly message: string }[]
  }
  const paths = details.map(({ path }) => path)
  if (statusCode === 422 && paths.includes('email'))
    return { email: 'Complétez l’adresse, comme dans nom@exemple.fr' }
  if (statusCode === 422 && paths.includes('message')) return { message: 'Écrivez 1 000 signes au plus' }
  throw new Problem(error, {
    headers: headers['retry-after'] ? { 'retry-after': String(headers['retry-after']) } : {},
  })
}

/** Browsers say from which site a form was sent. */
function refuseOtherOrigins({ headers }: FastifyRequest, publicUrl: string): void {
  const { origin, host } = headers
  if (origin === undefined || origin === new URL(publicUrl).origin) return
  const own = URL.canParse(origin) ? new URL(origin).host : ''
  if (own !== host) throw new Problem('origin_forbidden')
}
