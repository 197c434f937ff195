import { Data, Id, Obj } from '../../../shared/shapes.ts'
import { type Db, sql } from '../../kernel/db/db.ts'
import { found, type Language } from '../../kernel/refusals/errors.ts'
import { read } from '../../kernel/routes/action.ts'
import { installationOf, readsAnswers } from '../../letters/mail/addresses.ts'
import { appealPage, helpPage } from '../../letters/mail/links.ts'
import { provenName } from '../../letters/mail/outbox.ts'
import { type MailContent, render } from '../../letters/mail/templates/all.ts'
import type { ClaimClosed } from '../../letters/mail/templates/claim-closed.ts'
import { MailPreviews } from './shapes.ts'

/** Rendered from the templates themselves, to be shown beside the text that an operator writes. */
export const mailPreviews = read({
  summary:
    'Previews of the mails of a decision or question: the text before and after the operator’s own words',
  params: Obj({ id: Id }),
  reply: Data(MailPreviews),
  async run({ db, config, params }) {
    const { acteur, email, language, has_account } = found(await aboutClaim(db, params.id))
    const nom = email === null ? '' : await provenName(db, email)
    const answerable = readsAnswers(config)
    const around = (content: MailContent) => {
      const { subject, text } = render(content, language, installationOf(config), nom)
      const [opening = '', closing = ''] = text.split(WORDS)
      return { subject, opening: opening.trim(), closing: closing.trim() }
    }
    const closed = { acteur, account: accountOf(email, has_account), answerable }
    return {
      data: {
        to: email,
        approved: around({
          template: 'claim-closed',
          data: { ...closed, outcome: 'approved', reason: null },
        }),
        rejected: around({
          template: 'claim-closed',
          // The real mail has a token of its own.
          data: { ...closed, outcome: 'rejected', reason: WORDS, contest: appealPage(config, '-') },
        }),
        question: around({
          template: 'claim-question',
          data: { acteur, words: WORDS, answerable, help: helpPage(config) },
        }),
      },
    }
  },
})

/** A placeholder that no text contains, for the words that the operator will write. */
const WORDS = '\u2063\u2063\u2063'

const accountOf = (email: string | null, hasAccount: boolean): ClaimClosed['account'] =>
  email === null || hasAccount ? 'own' : { toOpen: email }

const aboutClaim = (db: Db, id: string) =>
  db.one<{
    acteur: string
    email: string | null
    language: Language
    has_account: boolean
  }>(sql`
    select a.nom as acteur, coalesce(u.email, c.email) as email, c.language,
      u.id is not null or exists (select from users h where h.email = lower(c.email)) as has_account
    from claims c join acteurs a on a.id = c.acteur_id left join users u on u.id = c.claimant_user_id
    where c.id = ${id}`)
