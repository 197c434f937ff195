import { Data, Id, Obj } from '../../../shared/shapes.ts'
import { sql, type Tx } from '../../kernel/db/db.ts'
import { found, invalid, Problem } from '../../kernel/refusals/errors.ts'
import { signedIn } from '../../people/access/visitors.ts'
import { NewCall } from './evidence-shapes.ts'
import { findClaim, lockAsked } from './queries.ts'
import { Claim } from './shapes.ts'

/** A call to a known number of the acteur, never to that of the claim. Only a confirmation is evidence. */

export const recordCall = signedIn.write({
  summary:
    'Record a call to a known number of the acteur: who answered and what they said; it replaces an earlier one',
  params: Obj({ id: Id }),
  body: NewCall,
  reply: Data(Claim),
  errors: ['claim_already_decided'],
  async run({ tx, params, body, caller, audit }) {
    const id = await lockPending(tx, params.id)
    const { number, outcome, answered_by = null, note = null } = body
    if (!(await isKnown(tx, id, number)))
      throw invalid('number', 'ce numéro n’est pas connu', 'this number is not known')
    if (answered_by === null && outcome !== 'unanswered')
      throw invalid('answered_by', 'dites qui a répondu', 'say who answered')
    await tx.run(sql`
      insert into claim_calls (claim_id, called_by, number, outcome, answered_by, note)
      values (${id}, ${caller.id}, ${number}, ${outcome}, ${answered_by}, ${note})
      on conflict (claim_id) do update set called_by = excluded.called_by, called_at = now(), number = excluded.number,
        outcome = excluded.outcome, answered_by = excluded.answered_by, note = excluded.note`)
    audit.record({ id, after: { call: outcome } })
    return { data: found(await findClaim(tx, id)) }
  },
})

export const removeCall = signedIn.write({
  summary: 'Remove the recorded call of a claim that waits',
  params: Obj({ id: Id }),
  reply: Data(Claim),
  errors: ['claim_already_decided'],
  async run({ tx, params, audit }) {
    const id = await lockPending(tx, params.id)
    found(await tx.one(sql`delete from claim_calls where claim_id = ${id} returning claim_id`))
    audit.record({ id })
    return { data: found(await findClaim(tx, id)) }
  },
})

async function lockPending(tx: Tx, claimId: string): Promise<string> {
  const { id, status } = found(await lockAsked(tx, claimId))
  if (status !== 'pending') throw new Problem('claim_already_decided')
  return id
}

/** The directory has the number of town halls alone. */
const isKnown = (tx: Tx, id: string, number: NewCall['number']) =>
  tx.one(sql`
    select from claims c join acteurs a on a.id = c.acteur_id
    where c.id = ${id} and case when ${number} = 'page' then a.telephone is not null
      else a.type = 'mairie' and exists (
        select from commune_infos i where i.commune_id = a.commune_id and i.annuaire and not i.retire
          and not i.modifie and i.telephone is not null) end`)
