import { about, Data, Id, Nullable, named, Obj, Text } from '../../../shared/shapes.ts'
import { sql } from '../../kernel/db/db.ts'
import { found, Problem } from '../../kernel/refusals/errors.ts'
import { type Limit, takeOne } from '../../kernel/routes/limits.ts'
import { signedIn } from '../../people/access/visitors.ts'
import { vouchedSiret } from '../../sign-in/vouched-siret.ts'
import { lockCommune } from '../communes/queries.ts'
import { communeToShow } from '../communes/shown-commune.ts'
import { isCodeOf } from './letter-code.ts'
import { findMine } from './mine.ts'
import { officialAddress, officialFacts, officialSiret } from './official-address.ts'
import { openTownHall, type Proof, type ProofContext } from './official-grant.ts'
import { signInFor, TownHallProof, townHallProof } from './official-state.ts'
import { MOST_ATTEMPTS, MyClaim } from './shapes.ts'

/** A town hall proves itself, without a moderator: by the code of its official address, or by its SIRET. */

/** A SIRET is not guessed: by network alone, since a limit by town would let others block it. */
const BY_NETWORK: Limit = { name: 'official-siret-network', most: 20, seconds: 3_600, by: 'address' }

const Proving = named(
  'TownHallProving',
  Obj({
    code: about(
      'The code of the official address; null: the SIRET of the session counts',
      Nullable(Text(40)),
    ),
  }),
  { code: 'K7QM-2XWD' },
)

export const proving = signedIn.read({
  summary: 'How the caller can prove to be the town hall of a commune',
  params: Obj({ id: Id }),
  reply: Data(TownHallProof),
  errors: ['scope_violation'],
  async run(context) {
    const { db, params, source } = context
    const { id } = await communeToShow(db, source, params.id)
    return { data: await townHallProof(db, context, id) }
  },
})

export const prove = signedIn.write({
  summary: 'Prove to be the town hall of a commune; five attempts a code',
  description:
    'The caller becomes the owner of its page at once, which is opened where there is none; claims of others keep waiting. The SIRET counts for a day after a sign-in at a provider that the operator has declared.',
  params: Obj({ id: Id }),
  body: Proving,
  reply: Data(MyClaim),
  errors: [
    'scope_violation',
    'wrong_letter_code',
    'letter_code_void',
    'proof_blocked',
    'siret_sign_in_needed',
    'siret_differs',
    'rate_limited',
  ],
  conflicts: { acteurs_siret_taken: 'conflict' },
  async run(context) {
    const { tx, params, body, source, caller } = context
    const { id } = await communeToShow(tx, source, params.id)
    // Locked before anything is decided: of several proofs at once, one opens the town hall.
    const commune = found(await lockCommune(tx, id))
    const proof = body.code ? await byCode(context, id, body.code) : await bySiret(context, id)
    if (proof instanceof Problem) return proof
    const claimId = await openTownHall(context, commune, proof)
    return { data: found(await findMine(tx, caller.id, claimId)) }
  },
})

/** Refusals are returned, not thrown, so that the attempt counts. */
async function byCode(context: ProofContext, communeId: string, typed: string): Promise<Proof | Problem> {
  const { tx, caller, secrets, audit } = context
  const tried = await tx.one<{ id: string; sent_to: string }>(sql`
    update town_hall_codes set attempts = attempts + 1
    where commune_id = ${communeId} and user_id = ${caller.id} and attempts < ${MOST_ATTEMPTS} and expires_at > now()
    returning id, sent_to`)
  if (!tried) throw new Problem('letter_code_void')
  const refused = (problem: Problem): Problem => {
    audit.record({ id: communeId, action: 'commune.official_code_refused' })
    return problem
  }
  if (!isCodeOf(secrets, tried.id, typed)) return refused(new Problem('wrong_letter_code'))
  await tx.run(sql`delete from town_hall_codes where commune_id = ${communeId} and user_id = ${caller.id}`)
  // All that let it be sent must still hold.
  const facts = found(await officialFacts(tx, communeId))
  if (officialAddress(facts).to !== tried.sent_to) return refused(new Problem('proof_blocked'))
  return { kind: 'official_code', facts, sent_to: tried.sent_to, siret: null, issuer: null }
}

async function bySiret(context: ProofContext, communeId: string): Promise<Proof | Problem> {
  const { tx, config, session, audit } = context
  const facts = found(await officialFacts(tx, communeId))
  const official = officialSiret(facts)
  const vouched = await vouchedSiret(tx, config, session)
  const signIn = signInFor(official, vouched)
  if (!vouched || signIn === 'none' || signIn === 'stale') throw new Problem('siret_sign_in_needed')
  if (config.rateLimitScale > 0) await takeOne(tx, BY_NETWORK, context.addressHash, config.rateLimitScale)
  if (official.siret !== null && signIn === 'right')
    return { kind: 'official_siret', facts, sent_to: null, siret: official.siret, issuer: vouched.issuer }
  audit.record({ id: communeId, action: 'commune.official_siret_refused' })
  return new Problem(official.blocked ? 'proof_blocked' : 'siret_differs')
}
