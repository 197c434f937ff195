import { Data, Id, Obj } from '../../../shared/shapes.ts'
import type { Db } from '../../kernel/db/db.ts'
import { Paged, pageQuery } from '../../kernel/lists/paging.ts'
import { can, isAdministrator } from '../../people/access/permissions.ts'
import { type SignedIn, signedIn } from '../../people/access/visitors.ts'
import { openOwnActeur, refuseUnless, standingOf } from '../../territory/acteurs/own.ts'
import { ofActeur, pageOfEndpoints } from './endpoints.ts'
import { addEndpoint, managedBy } from './managed.ts'
import { Endpoint, EndpointWithSecret, NewOwnEndpoint } from './shapes.ts'

/** The webhooks of an acteur, managed by its owners. */

export const list = signedIn.read({
  summary: 'Webhook endpoints of one of the caller’s acteurs, newest first; for its owners',
  params: Obj({ id: Id }),
  query: Obj(pageQuery),
  reply: Paged(Endpoint),
  errors: ['forbidden', 'page_too_deep'],
  run: async ({ db, params, query, ...visitor }) =>
    await pageOfEndpoints(db, query, await led(db, params.id, visitor)),
})

export const create = signedIn.write({
  summary: 'Create a webhook endpoint for the acteur; the reply is the only one that holds the secret',
  description:
    'It gets nothing before it was verified: install the secret, then call `…/verify`. It works as long as its creator is an owner. The answer is not remembered for `Idempotency-Key`.',
  params: Obj({ id: Id }),
  body: NewOwnEndpoint,
  reply: Data(EndpointWithSecret),
  errors: ['forbidden', 'source_url_forbidden', 'webhook_limit'],
  async run(context) {
    const { tx, params, body, caller } = context
    await led(tx, params.id, context)
    const granted_to = isAdministrator(caller) ? 'admin' : 'owner'
    const grant = { granted_to, created_by: caller.id } as const
    return { data: await addEndpoint(context, { ...body, acteur_id: params.id }, grant) }
  },
})

/** The endpoints of an acteur that the caller owns. */
async function led(db: Db, id: string, { caller, source }: SignedIn) {
  const { acteur, membership } = await openOwnActeur(db, id, { caller, source })
  refuseUnless(can(caller, { action: 'lead', standing: standingOf(acteur, membership) }))
  return [ofActeur(acteur.id)]
}

export const { byId, update, test, verify, disable, exchange, remove, deliveries, again } = managedBy({
  isBelowActeur: true,
  kept: 'its secret and its log',
  description:
    'Parvis posts `{"type": "endpoint.verify", "data": {"challenge": "…"}}`, signed like every event. The endpoint answers 200 with `{"challenge": "…"}`, the same text. What waited since before is sent then.',
  conditions: led,
})
