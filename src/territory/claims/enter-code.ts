import { Data, Id, Obj } from '../../../shared/shapes.ts'
import { sql } from '../../kernel/db/db.ts'
import { found, Problem } from '../../kernel/refusals/errors.ts'
import { signedIn } from '../../people/access/visitors.ts'
import { LetterCode } from './evidence-shapes.ts'
import { isCodeOf } from './letter-code.ts'
import { findMine, lockMine } from './mine.ts'
import { MOST_ATTEMPTS, MyClaim } from './shapes.ts'

/** The claimant who enters the code has read the letter. */

export const enterCode = signedIn.write({
  summary: 'Enter the code for a claim of the caller; five attempts a code',
  description:
    'Void, expired and used up codes are refused with `letter_code_void`. It is evidence: a moderator decides.',
  params: Obj({ id: Id }),
  body: LetterCode,
  reply: Data(MyClaim),
  errors: ['claim_already_decided', 'wrong_letter_code', 'letter_code_void'],
  async run(context) {
    const { tx, params, body, caller, secrets, audit } = context
    const claim = found(await lockMine(tx, params.id, caller.id))
    if (claim.status !== 'pending') throw new Problem('claim_already_decided')
    const tried = await tx.one<{ id: string }>(sql`
      update claim_letters set attempts = attempts + 1
      where claim_id = ${claim.id} and attempts < ${MOST_ATTEMPTS} and expires_at > now() and confirmed_at is null
      returning id`)
    if (!tried) throw new Problem('letter_code_void')
    const isRight = isCodeOf(secrets, tried.id, body.code)
    audit.record({ id: claim.id, ...(!isRight && { action: 'claim.code_refused' }) })
    // Returned, not thrown, so that the attempt counts.
    if (!isRight) return new Problem('wrong_letter_code')
    await tx.run(sql`update claim_letters set confirmed_at = now() where claim_id = ${claim.id}`)
    return { data: found(await findMine(tx, caller.id, claim.id)) }
  },
})
