import { Data, Id, Nullable, Obj } from '../../../shared/shapes.ts'
import { found } from '../../kernel/refusals/errors.ts'
import { PersonInBrief } from '../../people/access/in-brief.ts'
import { signedIn } from '../../people/access/visitors.ts'
import { Assign, reassign } from '../../people/teamwork/assignments.ts'
import { whoRead } from '../../people/teamwork/colleagues.ts'
import { findAppeal } from './queries.ts'

export const assign = signedIn.write({
  summary: 'Assign an appeal to a colleague who may read what it contests, or to nobody',
  params: Obj({ id: Id }),
  body: Assign,
  reply: Data(Obj({ assignee: Nullable(PersonInBrief) })),
  errors: ['stale_version'],
  async run({ tx, params: { id }, body, caller, audit }) {
    const { publication_id, claim_id } = found(await findAppeal(tx, caller, id))
    audit.considered()
    const changed = await reassign(tx, 'appeals', id, body, to =>
      publication_id === null
        ? whoRead(tx, 'claims', claim_id ?? '', [to])
        : whoRead(tx, 'publications', publication_id, [to]),
    )
    const about = publication_id ?? claim_id ?? id
    const action = publication_id === null ? 'claim.appeal_assigned' : 'publication.appeal_assigned'
    if (changed) audit.record({ id: about, action, ...changed })
    const { assignee } = found(await findAppeal(tx, caller, id))
    return { data: { assignee } }
  },
})
