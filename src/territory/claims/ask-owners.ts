import { about, Data, Id, named, Obj } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { found, Problem } from '../../kernel/refusals/errors.ts'
import { signedIn } from '../../people/access/visitors.ts'
import { mailOwners } from './mails.ts'
import { lockUndecided } from './queries.ts'

const AskedOwners = named(
  'AskedOwners',
  Obj({
    asked: about(
      'How many owners got a mail; those who have answered got none',
      Type.Integer({ minimum: 0 }),
    ),
  }),
)

export const askOwners = signedIn.write({
  summary: 'Ask the present owners who have not answered yet whether they agree with a claim',
  description:
    'Owners are asked when the claim is made; this reaches those who became one since, and reminds the others.',
  params: Obj({ id: Id }),
  reply: Data(AskedOwners),
  errors: ['claim_already_decided'],
  async run(context) {
    const { tx, params, audit } = context
    const claim = found(await lockUndecided(tx, params.id))
    if (claim.status !== 'pending') throw new Problem('claim_already_decided')
    const asked = await mailOwners(context, claim, new Date(claim.created_at))
    audit.record({ id: claim.id })
    return { data: { asked } }
  },
})
