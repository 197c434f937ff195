import { about, Data, Id, Obj, Timestamp } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { found } from '../../kernel/refusals/errors.ts'
import { write } from '../../kernel/routes/action.ts'
import type { Secrets } from '../../kernel/settings/secrets.ts'
import { signedIn } from '../../people/access/visitors.ts'
import { refOfCommune } from '../../territory/communes/commune-file.ts'
import { ownCommune, refuseUnlessDescribing } from '../../territory/communes/mairie.ts'
import { lockCommune } from '../../territory/communes/queries.ts'
import { DOWNLOADS, MINUTES, sealTicket } from './ticket.ts'

/** Gives an address for the file of a commune: browsers download it without holding it in memory. */

const Ticket = Data(
  Obj({
    url: about('A ZIP; the address works once begun and for some minutes', Type.String()),
    expires_at: Timestamp,
  }),
)

const ticketFor = (secrets: Secrets, ref: string, now: Date) => {
  const expires = new Date(now.getTime() + MINUTES * 60_000)
  return {
    data: {
      url: `${DOWNLOADS}?t=${sealTicket(secrets, { ref, expires })}`,
      expires_at: expires.toISOString(),
    },
  }
}

export const ownFile = signedIn.write({
  summary: 'An address for the file of its commune',
  description: 'For owners, and editors with `manage_publications`.',
  params: Obj({ acteurId: Id, communeId: Id }),
  reply: Ticket,
  errors: ['forbidden', 'not_found'],
  async run(context) {
    const { communeId, membership } = await ownCommune(context.tx, context)
    refuseUnlessDescribing(context.caller, membership)
    const commune = found(await lockCommune(context.tx, communeId))
    context.audit.record({ id: communeId })
    return ticketFor(context.secrets, refOfCommune(commune), context.now)
  },
})

export const anyFile = write({
  summary: 'An address for the file of a commune',
  params: Obj({ id: Id }),
  reply: Ticket,
  errors: ['not_found'],
  async run({ tx, params, audit, secrets, now }) {
    const commune = found(await lockCommune(tx, params.id))
    audit.record({ id: params.id })
    return ticketFor(secrets, refOfCommune(commune), now)
  },
})
