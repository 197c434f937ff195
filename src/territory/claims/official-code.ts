import { Data, Id, Obj } from '../../../shared/shapes.ts'
import { ofTown } from '../../../shared/words/of-town.ts'
import { sql } from '../../kernel/db/db.ts'
import { found, Problem } from '../../kernel/refusals/errors.ts'
import { type Limit, takeOne } from '../../kernel/routes/limits.ts'
import { myClaimsPage } from '../../letters/mail/links.ts'
import { queueMail } from '../../letters/mail/outbox.ts'
import { signedIn } from '../../people/access/visitors.ts'
import { communeToShow } from '../communes/shown-commune.ts'
import { codeOf } from './letter-code.ts'
import { officialAddress, officialFacts } from './official-address.ts'
import { TownHallProof, townHallProof } from './official-state.ts'

/** A code to the official address of a town hall, for whoever asks: no claim, and no page, has to be there. */

/** Some mail servers hold the first mail of a sender back for half an hour. */
const MINUTES_VALID = 60
/** For all users together: the mailbox of a town is not flooded, and a code is guessed fifteen times a day at most. */
const BY_TOWN: Limit = { name: 'official-code-town', most: 3, seconds: 86_400, by: 'user' }
const BY_NETWORK: Limit = { name: 'official-code-network', most: 5, seconds: 3_600, by: 'address' }

export const mailCode = signedIn.write({
  summary: 'Mail a code to the official address of the town hall of a commune',
  description: 'Valid for an hour. At most three codes a day for each town, five an hour from each network.',
  params: Obj({ id: Id }),
  reply: Data(TownHallProof),
  errors: ['scope_violation', 'proof_blocked', 'rate_limited'],
  async run(context) {
    const { tx, params, source, caller, config, secrets, audit } = context
    const { id: communeId } = await communeToShow(tx, source, params.id)
    const facts = found(await officialFacts(tx, communeId))
    const official = officialAddress(facts)
    if (!official.to) throw new Problem('proof_blocked')
    const code = await tx.one<{ id: string; commune: string; account: string | null }>(sql`
      with code as (
        insert into town_hall_codes as t (commune_id, user_id, sent_to, expires_at)
        values (${communeId}, ${caller.id}, ${official.to}, now() + ${MINUTES_VALID}::int * interval '1 minute')
        on conflict (commune_id, user_id) do update set id = gen_random_uuid(), attempts = 0, issued_at = now(),
          expires_at = excluded.expires_at, sent_to = excluded.sent_to
        returning id)
      select code.id, c.nom as commune, (select email from users where id = ${caller.id}) as account
      from code, communes c where c.id = ${communeId}`)
    const { id, commune, account } = found(code)
    await queueMail(context, {
      template: 'official-code',
      to: { email: official.to },
      language: 'fr',
      data: {
        acteur: facts.acteur?.nom ?? `Mairie ${ofTown(commune)}`,
        account,
        code: codeOf(secrets, id),
        minutes: MINUTES_VALID,
        link: myClaimsPage(config),
      },
    })
    audit.record({ id: communeId })
    // Last, because their rows stay locked until the commit; a refusal rolls back code and mail.
    if (config.rateLimitScale > 0) {
      await takeOne(tx, BY_TOWN, communeId, config.rateLimitScale)
      await takeOne(tx, BY_NETWORK, context.addressHash, config.rateLimitScale)
    }
    return { data: await townHallProof(tx, context, communeId) }
  },
})
