import { Data, Id, Obj } from '../../shared/shapes.ts'
import { signedIn } from '../access/visitors.ts'
import { sql } from '../kernel/db/db.ts'
import { found, Problem } from '../kernel/errors.ts'
import { findClaim, lockAsked } from './queries.ts'
import { Claim } from './shapes.ts'

export const recordCall = signedIn.write({
  summary: 'Record that the caller called the known number of the acteur back; the last call counts',
  params: Obj({ id: Id }),
  reply: Data(Claim),
  errors: ['claim_already_decided'],
  async run({ tx, params, caller, audit }) {
    const claim = found(await lockAsked(tx, params.id))
    if (claim.status !== 'pending') throw new Problem('claim_already_decided')
    await tx.run(sql`
      insert into claim_calls (claim_id, called_by) values (${claim.id}, ${caller.id})
      on conflict (claim_id) do update set called_by = excluded.called_by, called_at = now()`)
    audit.record({ id: claim.id })
    return { data: found(await findClaim(tx, claim.id)) }
  },
})
