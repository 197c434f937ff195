import { Data, Id, Obj } from '../../../shared/shapes.ts'
import { sql } from '../../kernel/db/db.ts'
import type { Trail } from '../../kernel/records/audit.ts'
import { found, Problem } from '../../kernel/refusals/errors.ts'
import { type Limit, takeOne } from '../../kernel/routes/limits.ts'
import { myClaimsPage } from '../../letters/mail/links.ts'
import { queueMail, type Sender } from '../../letters/mail/outbox.ts'
import { signedIn } from '../../people/access/visitors.ts'
import { grant } from './grant.ts'
import { codeOf } from './letter-code.ts'
import { mailOutcome } from './mails.ts'
import { findMine, lockMine } from './mine.ts'
import { officialOf } from './official-address.ts'
import { saveDecision, type Undecided } from './queries.ts'
import { MyClaim } from './shapes.ts'
import { recordDecision } from './undo.ts'

/** A town hall proves itself by a code to its official address, without a moderator. */

/** Some mail servers hold the first mail of a sender back for half an hour. */
const MINUTES_VALID = 60
/** Whoever asks: the mailbox of a town is not flooded, and a code is guessed fifteen times a day at most. */
const BY_TOWN: Limit = { name: 'official-code-town', most: 3, seconds: 86_400, by: 'user' }
const BY_NETWORK: Limit = { name: 'official-code-network', most: 5, seconds: 3_600, by: 'address' }

export const mailCode = signedIn.write({
  summary: 'Mail a code to the official address of a claimed town hall',
  description: 'Valid for an hour. At most three codes a day for each town, five an hour from each network.',
  params: Obj({ id: Id }),
  reply: Data(MyClaim),
  errors: ['claim_already_decided', 'official_code_blocked', 'rate_limited'],
  async run(context) {
    const { tx, params, caller, config, secrets, audit } = context
    const claim = found(await lockMine(tx, params.id, caller.id))
    if (claim.status !== 'pending') throw new Problem('claim_already_decided')
    const official = await officialOf(tx, claim.id)
    if (!official?.to) throw new Problem('official_code_blocked')
    const letter = await tx.one<{
      id: string
      acteur: string
      commune_id: string
      account: string | null
    }>(sql`
      with code as (
        insert into claim_letters as l (claim_id, sent_to, expires_at)
        values (${claim.id}, ${official.to}, now() + ${MINUTES_VALID}::int * interval '1 minute')
        on conflict (claim_id) do update set id = gen_random_uuid(), attempts = 0, issued_by = null, issued_at = now(),
          expires_at = excluded.expires_at, confirmed_at = null, sent_to = excluded.sent_to
        returning id)
      select code.id, a.nom as acteur, a.commune_id, (select email from users where id = ${caller.id}) as account
      from code, acteurs a where a.id = ${claim.acteur_id}`)
    const { id, acteur, commune_id, account } = found(letter)
    await queueMail(context, {
      template: 'official-code',
      to: { email: official.to },
      language: 'fr',
      data: {
        acteur,
        account,
        code: codeOf(secrets, id),
        minutes: MINUTES_VALID,
        link: myClaimsPage(config),
      },
    })
    audit.record({ id: claim.id })
    // Last, because their rows stay locked until the commit; a refusal rolls back code and mail.
    if (config.rateLimitScale > 0) {
      await takeOne(tx, BY_TOWN, commune_id, config.rateLimitScale)
      await takeOne(tx, BY_NETWORK, context.addressHash, config.rateLimitScale)
    }
    return { data: found(await findMine(tx, caller.id, claim.id)) }
  },
})

/**
 * The code of the official address was entered: the claim is granted if all that let it be sent still holds. Otherwise
 * it waits for a moderator, with the code as evidence.
 */
export async function grantByCode(
  context: Sender & { readonly audit: Trail; readonly caller: { readonly id: string } },
  claim: Undecided,
  sentTo: string,
): Promise<void> {
  const { tx, caller, audit } = context
  const official = await officialOf(tx, claim.id)
  if (official?.to !== sentTo) return
  const decision = { status: 'approved', user_id: caller.id } as const
  await saveDecision(tx, claim.id, { status: 'approved', note: null, reason: null, by: null })
  const granted = await grant(context, claim, decision)
  await tx.run(sql`update claim_letters set granted_at = now() where claim_id = ${claim.id}`)
  const mailed = await mailOutcome(context, claim.id, 'approved', granted.user_id)
  await recordDecision(tx, claim.id, { granted, mail: mailed?.id })
  audit.record({
    id: claim.id,
    action: 'claim.proven',
    before: { status: 'pending' },
    after: { status: 'approved', proof: 'official_code', user_id: granted.user_id, ...granted.after },
  })
}
