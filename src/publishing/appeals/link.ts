import { DONE, plain } from '../../sign-in/answers.ts'
import { currentExchange } from '../../sign-in/issuer/exchange.ts'
import { contesting } from '../../sign-in/limits.ts'
import { get, post, type Run, type SignInRow } from '../../sign-in/row.ts'
import { Done, ResetToken } from '../../sign-in/shapes.ts'
import { createByLink, readLink } from './create.ts'
import { contestForm } from './page.ts'
import { Contest } from './shapes.ts'

/** Contesting a decision by the link of its mail: a page of `/auth`, which needs no session and runs no script. */

const show: Run = async ({ params: { token = '' } }) => {
  const { reads, language } = currentExchange()
  return { ...plain(DONE), inner: contestForm(await readLink(reads(), token), language) }
}

const contest: Run = async ({ params: { token = '' }, body }) => {
  const { writes, requestId } = currentExchange()
  await createByLink(await writes(), token, body as Contest, requestId)
  return plain(DONE)
}

export const appealRoutes: readonly SignInRow[] = [
  get('/appeal/:token', {
    summary: 'The link of a mail about a decision: a page that shows the decision and how to contest it',
    params: ResetToken,
    reply: Done,
    session: 'none',
    page: 'contesting',
    errors: ['invalid_token', 'not_contestable'],
    run: show,
  }),
  post('/appeal/:token', {
    summary:
      'Contest a decision with the token of its mail, without signing in: once a decision, within six months',
    params: ResetToken,
    body: Contest,
    reply: Done,
    session: 'none',
    limit: [contesting],
    page: 'contested',
    form: 'body',
    errors: ['invalid_token', 'appeal_exists', 'not_contestable'],
    run: contest,
  }),
]
