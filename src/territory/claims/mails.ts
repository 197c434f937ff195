import type { ClaimStatus } from '../../../shared/words/claims.ts'
import { sql } from '../../kernel/db/db.ts'
import type { Language } from '../../kernel/refusals/errors.ts'
import { newAppealLink } from '../../letters/appeal-links/links.ts'
import { askOwner } from '../../letters/claim-answers/owner-answers.ts'
import { readsAnswers } from '../../letters/mail/addresses.ts'
import { houseOf, myClaimsPage, ownerAnswerPage, signUpPage } from '../../letters/mail/links.ts'
import { HELD, queueMail, type Sender } from '../../letters/mail/outbox.ts'
import { type Leaving, leaving } from '../../letters/mail/shapes.ts'
import { takeBack } from '../../letters/mail/take-back.ts'
import { isThere } from '../../people/users/queries.ts'

/** The mails about claims. */

interface Person {
  readonly email: string
  readonly nom: string | null
}

/**
 * Only to signed-in claimants: otherwise anybody could have mail sent to any address. Others are told the outcome.
 */
export const mailReceipt = (
  context: Sender & { readonly language: Language },
  to: Person,
  acteur: string,
  until: string,
) =>
  queueMail(context, {
    template: 'claim-received',
    to,
    language: context.language,
    data: { acteur, until: new Date(until) },
  })

/**
 * Owners of the acteur are told of the claim, and asked whether they agree, before it is decided. Those who have
 * answered are left alone. Returns how many were asked.
 */
export async function mailOwners(
  context: Sender,
  claim: { readonly id: string; readonly acteur_id: string; readonly claimant_user_id: string | null },
  at: Date,
): Promise<number> {
  const owners = await context.tx.all<Person & { readonly id: string; readonly acteur: string }>(sql`
    select u.id, u.email, u.nom, a.nom as acteur from actor_users m join users u on u.id = m.user_id
    join acteurs a on a.id = m.acteur_id
    where m.acteur_id = ${claim.acteur_id} and m.role = 'owner' and ${isThere} and u.email is not null
      and u.id is distinct from ${claim.claimant_user_id}::uuid
      and not exists (select from claim_owner_answers o
        where o.claim_id = ${claim.id} and o.user_id = u.id and o.agrees is not null)
    order by u.id`)
  for (const to of owners) {
    const token = await askOwner(context.tx, claim.id, to.id)
    await queueMail(context, {
      template: 'claim-made',
      to,
      language: 'fr',
      data: {
        acteur: to.acteur,
        at,
        answerable: readsAnswers(context.config),
        agree: ownerAnswerPage(context.config, 'agree', token),
        disagree: ownerAnswerPage(context.config, 'disagree', token),
      },
    })
  }
  return owners.length
}

/** Where to enter the code of the letter: people without an account open one with the address of their claim. */
export async function mailLetter(
  context: Sender,
  to: { readonly email: string; readonly user_id: string | null; readonly language: Language },
  acteur: string,
): Promise<void> {
  const { config } = context
  const link = to.user_id === null ? signUpPage(config, to.email) : myClaimsPage(config)
  const { language } = to
  await queueMail(context, {
    template: 'claim-letter',
    to,
    language,
    data: { acteur, link, toOpen: to.user_id === null, answerable: readsAnswers(config) },
  })
}

/**
 * Tells the claimant the outcome, at the verified address of the account if there is one. `granteeId` is the new
 * member, whom an operator may have chosen. The mail is held for a minute, except for expired claims.
 */
export async function mailOutcome(
  context: Sender,
  claimId: string,
  outcome: Exclude<ClaimStatus, 'pending'>,
  granteeId: string | null = null,
): Promise<{ readonly id: string; readonly mail: Leaving | null } | undefined> {
  const claim = await context.tx.one<{
    email: string | null
    nom: string | null
    language: Language
    acteur: string
    acteur_id: string
    reason: string | null
    account: 'own' | 'chosen' | 'to open'
    claimant_user_id: string | null
    letter: 'entered' | 'mailed' | 'siret' | 'on its way' | null
  }>(sql`
    select coalesce(u.email, c.email) as email, coalesce(u.nom, c.nom) as nom, c.language, a.nom as acteur, a.id as acteur_id, c.reason,
           case when g.id = c.claimant_user_id or g.email = lower(c.email) then 'own'
                when g.email is null and g.invited_email = lower(c.email) then 'to open'
                else 'chosen' end as account, c.claimant_user_id,
           (select case when l.sent_to is not null then case when l.granted_at is not null then 'mailed' end
              when l.siret is not null then case when l.granted_at is not null then 'siret' end
              when l.confirmed_at is not null then 'entered' when l.expires_at > now() then 'on its way' end
            from claim_letters l where l.claim_id = c.id) as letter
    from claims c join acteurs a on a.id = c.acteur_id left join users u on u.id = c.claimant_user_id
      left join users g on g.id = ${granteeId}::uuid
    where c.id = ${claimId}`)
  if (!claim?.email) return undefined
  const { email, nom, language, acteur, reason, account, claimant_user_id, letter } = claim
  const link =
    outcome !== 'approved' || account === 'chosen'
      ? undefined
      : account === 'own'
        ? houseOf(context.config, claim.acteur_id)
        : signUpPage(context.config, email)
  const { id, leaves_at } = await queueMail(context, {
    template: 'claim-closed',
    to: { email },
    language,
    data: {
      acteur,
      outcome,
      reason,
      account: account === 'to open' ? { toOpen: email } : account,
      answerable: readsAnswers(context.config),
      ...(link !== undefined && { link }),
      ...(letter !== null && { letter }),
      ...(outcome === 'rejected' && { contest: await newAppealLink(context, 'claim', [claimId]) }),
    },
    ...(outcome !== 'expired' && { held: HELD.decision }),
  })
  return { id, mail: leaving([{ to: { as: 'claimant', id: claimant_user_id, nom }, leaves_at }]) }
}

/** Cancels the mail about a decision; if it was sent, a correction follows. */
export async function mailReopening(context: Sender, mailId: string, acteur: string): Promise<void> {
  const [mail] = await takeBack(context.tx, [mailId])
  if (!mail?.told || !mail.recipient_email) return
  await queueMail(context, {
    template: 'decision-withdrawn',
    data: { titles: [acteur], about: 'claim' },
    to: { email: mail.recipient_email },
    language: mail.language,
    inReplyTo: mail.message_id,
  })
}
