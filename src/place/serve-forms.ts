import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, Problem } from '../kernel/refusals/errors.ts'
import type { Secrets } from '../kernel/settings/secrets.ts'
import { tidy } from '../kernel/texts/plain-text.ts'
import type { Address } from './address.ts'
import { claimForm } from './forms/claim.ts'
import { acteurCorrection, pageCorrection } from './forms/correction.ts'
import { type Answers, EMAIL_MISTAKE, type Form, formPage, type Mistakes, mistakesIn } from './forms/form.ts'
import { honeypotWith, SHOWN_AGAIN } from './forms/honeypot.ts'
import { reportForm } from './forms/report.ts'
import { weeklyMailForm } from './forms/weekly-mail.ts'
import { html, type Value } from './html.ts'
import { type Answer, elsewhere, type Maker } from './make.ts'
import { postToApi, refuseOtherOrigins, retryAfter } from './own-api.ts'
import type { Made } from './page-cache.ts'
import { dialled } from './parts.ts'
import { Elsewhere, type Visit } from './visit.ts'

/** Forms without scripts. */

interface Services {
  readonly maker: Maker
  readonly secrets: Secrets
  readonly publicUrl: () => string
  readonly addressOf: (request: FastifyRequest) => Address
  readonly asPage: (answer: Answer) => Answer
  readonly send: (reply: FastifyReply, made: Made) => Promise<FastifyReply>
}

type Find = (visit: Visit, named: string) => Promise<Form | undefined>

const FORMS: Readonly<Record<string, Find>> = {
  '/place/:slug/p/:named/signaler': reportForm,
  '/place/:slug/annuaire/:named/revendiquer': claimForm,
  '/place/:slug/annuaire/:named/signaler': acteurCorrection,
  '/place/:slug/:named/signaler': pageCorrection,
  '/place/:slug/suivre/courriel': weeklyMailForm,
}
const LARGEST = 20_000

/** The addresses of the forms. */
export function serveForms(
  server: FastifyInstance,
  { maker, secrets, publicUrl, addressOf, asPage, send }: Services,
): readonly string[] {
  const honeypot = honeypotWith(secrets)

  async function found(request: FastifyRequest, find: Find) {
    const visit = await maker.visit(addressOf(request), request)
    if (visit instanceof Elsewhere) return visit
    const form = await find(visit, (request.params as { named: string }).named)
    if (!form) throw new Problem('not_found')
    return { visit, form }
  }

  const open =
    (find: Find): Answer =>
    async (request, reply) => {
      const asked = await found(request, find)
      if (asked instanceof Elsewhere) return await send(reply, elsewhere(asked))
      const { visit, form } = asked
      const page = formPage(visit, form, { honeypot: honeypot.fields(visit.now) })
      return await send(reply, await maker.page(visit, form.path.slice(visit.base.length), page))
    }

  const take =
    (find: Find): Answer =>
    async (request, reply) => {
      refuseOtherOrigins(request, publicUrl())
      const asked = await found(request, find)
      if (asked instanceof Elsewhere) return await send(reply, elsewhere(asked))
      const { visit, form } = asked
      const answers = request.body as Answers
      const page = encodeURIComponent(form.about.path.slice(visit.base.length))
      const thanks = elsewhere(new Elsewhere(`${visit.base}${form.thanks}?page=${page}`, 303))
      // Mistakes first: people who send an empty form at once have to see what is missing.
      const seen = mistakesIn(form, answers)
      const isWrong = Object.keys(seen).length > 0
      const judged = isWrong ? 'person' : honeypot.judged(answers, visit.now)
      if (judged === 'program') return await send(reply, thanks)
      const outcome = isWrong
        ? { mistakes: seen }
        : judged !== 'person'
          ? { refused: SHOWN_AGAIN[judged] }
          : await sendOn(server, request, form, answers)
      if (!outcome) return await send(reply, thanks)
      const again = formPage(visit, form, {
        honeypot: honeypot.fields(visit.now, answers),
        answers,
        ...('conflict' in outcome ? { refused: claimedAlready(visit) } : outcome),
      })
      const made = await maker.page(visit, form.path.slice(visit.base.length), again)
      return await send(reply, { ...made, status: 'conflict' in outcome ? 409 : 422 })
    }

  for (const [path, find] of Object.entries(FORMS)) server.get(path, asPage(open(find)))
  void server.register(async inside => {
    inside.removeAllContentTypeParsers()
    inside.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LARGEST },
      async (_: FastifyRequest, body: string) =>
        Object.fromEntries([...new URLSearchParams(body)].map(([name, value]) => [name, tidy(value).trim()])),
    )
    for (const [path, find] of Object.entries(FORMS)) inside.post(path, asPage(take(find)))
  })
  return Object.keys(FORMS)
}

type Outcome = { readonly mistakes: Mistakes } | { readonly conflict: true }

/** Undefined once the API has accepted it; what it refuses otherwise. */
async function sendOn(
  server: FastifyInstance,
  request: FastifyRequest,
  form: Form,
  answers: Answers,
): Promise<Outcome | undefined> {
  const payload = JSON.stringify(form.payload(answers))
  const { statusCode, headers, body } = await postToApi(server, request, form.route, payload)
  if (statusCode < 300) return undefined
  const { error, details = [] } = JSON.parse(body) as {
    error: ErrorCode
    details?: readonly { readonly path: string }[]
  }
  if (error === 'claim_conflict') return { conflict: true }
  const wrong = form.fields.filter(({ name }) => details.some(({ path }) => path === name))
  if (statusCode === 422 && wrong.length > 0)
    return {
      mistakes: Object.fromEntries(
        wrong.map(({ name, kind }) => [name, kind === 'email' ? EMAIL_MISTAKE : 'Écrivez-le autrement']),
      ),
    }
  throw new Problem(error, { headers: retryAfter(headers) })
}

function claimedAlready({ town }: Visit): Value {
  const { telephone } = town.contacts
  return html`<h2>Quelqu’un l’a déjà demandée</h2><p>La demande est à l’étude, et rien de plus n’a été envoyé.${telephone && html` La mairie répond au <a href="${dialled(telephone)}">${telephone}</a>.`}</p>`
}
