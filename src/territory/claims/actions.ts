import { Data } from '../../../shared/shapes.ts'
import { type Db, sql, type Tx } from '../../kernel/db/db.ts'
import { found, Problem } from '../../kernel/refusals/errors.ts'
import { oneAddress } from '../../letters/mail/addresses.ts'
import { CLAIMS, countMail } from '../../letters/mailboxes/limits.ts'
import { anyone } from '../../people/access/visitors.ts'
import { refuseOutside } from '../acteurs/actions.ts'
import { lockOpen } from '../acteurs/queries.ts'
import { mailOutcome, mailOwners, mailReceipt } from './mails.ts'
import { endAnonymous, findPending, insertClaim, type NewRow } from './queries.ts'
import { NewClaim, Submitted } from './shapes.ts'

/** Asking to take over an acteur. A claim grants nothing until the back-office approves it. */

/** Days until an undecided claim expires and frees the acteur; fewer for a claimant without account. */
const DAYS = { signedIn: 30, anonymous: 7 }

export const submit = anyone.write({
  summary: 'Claim an acteur; each acteur can have one waiting claim',
  description:
    'A claim without account does not hinder that of a signed-in user: it ends as `expired`, and its claimant is told. Otherwise 409 `claim_conflict` while a claim waits. One without account and `email` is accepted, but cannot be approved: the reply has `needs: email`. At most five claims an hour and twenty a day name one mailbox that is not the caller’s own.',
  body: NewClaim,
  reply: Data(Submitted),
  errors: ['not_found', 'scope_violation', 'claim_conflict'],
  async run(context) {
    const { tx, body, source, caller, language, audit } = context
    const acteur = found(await lockOpen(tx, body.acteur_id))
    refuseOutside(source, acteur)
    const account = caller && (await findAccount(tx, caller.id))
    const row: NewRow = {
      acteur_id: acteur.id,
      message: body.message,
      nom: body.nom ?? account?.nom ?? null,
      email: body.email ? oneAddress(body.email, 'email') : (account?.email ?? null),
      telephone: body.telephone ?? null,
      claimant_user_id: caller?.id ?? null,
      language,
      days: caller ? DAYS.signedIn : DAYS.anonymous,
    }
    const { claim, pending, ended } = await open(tx, row)
    if (ended) {
      await mailOutcome(context, ended.id, 'expired')
      audit.record({
        id: ended.id,
        action: 'claim.expired',
        before: { status: 'pending' },
        after: { status: 'expired' },
      })
    }
    if (!claim) {
      // Returned, not thrown, so that the attempt stays in the audit trail.
      audit.record({ id: pending.id, action: 'claim.conflict', after: { acteur_id: acteur.id } })
      return new Problem('claim_conflict')
    }
    audit.record({
      id: claim.id,
      after: { acteur_id: acteur.id, status: 'pending', claimant_user_id: row.claimant_user_id },
    })
    if (account?.email)
      await mailReceipt(context, { ...account, email: account.email }, acteur.nom, claim.expires_at)
    await mailOwners(context, { ...row, id: claim.id }, context.now)
    // A stranger's address: its owner gets the mail that tells the outcome.
    if (row.email !== null && row.email !== account?.email) await countMail(context, row.email, CLAIMS)
    const isNobody = row.claimant_user_id === null && row.email === null
    return {
      data: { id: claim.id, status: 'pending' as const, ...(isNobody && { needs: 'email' as const }) },
    }
  },
})

const findAccount = (db: Db, id: string) =>
  db.one<{ email: string | null; nom: string | null }>(sql`select email, nom from users where id = ${id}`)

interface Named {
  readonly id: string
}
type Opened =
  | {
      readonly claim: Named & { readonly expires_at: string }
      readonly pending?: undefined
      readonly ended?: Named
    }
  | { readonly claim?: undefined; readonly pending: Named; readonly ended?: Named }

/** Retried: a conflicting claim may be decided before it is read, and then the acteur is free again. */
async function open(tx: Tx, row: NewRow): Promise<Opened> {
  // Anybody could keep an acteur closed by claims without account.
  let ended: Named | undefined
  for (let attempt = 0; attempt < 5; attempt++) {
    const claim = await insertClaim(tx, row)
    if (claim) return { claim, ...(ended && { ended }) }
    const freed = row.claimant_user_id === null ? undefined : await endAnonymous(tx, row.acteur_id)
    ended = freed ?? ended
    if (freed) continue
    const pending = await findPending(tx, row.acteur_id)
    if (pending) return { pending, ...(ended && { ended }) }
  }
  throw new Problem('unavailable')
}
