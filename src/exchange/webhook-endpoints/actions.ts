import { about, Data, Id, Obj } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import type { Db } from '../../kernel/db/db.ts'
import { Paged, pageQuery } from '../../kernel/lists/paging.ts'
import { can, isAdministrator } from '../../people/access/permissions.ts'
import { type SignedIn, signedIn } from '../../people/access/visitors.ts'
import { openOwnActeur, refuseUnless, standingOf } from '../../territory/acteurs/own.ts'
import { challenge } from './challenge.ts'
import { findEndpoint, ofActeur, pageOfEndpoints } from './endpoints.ts'
import {
  addEndpoint,
  CHANGING,
  changeEndpoint,
  disableEndpoint,
  enableEndpoint,
  logOf,
  removeEndpoint,
  renewSecret,
  replayDelivery,
  sendTest,
  TESTING,
} from './manage.ts'
import {
  DeliveriesQuery,
  Delivery,
  Endpoint,
  EndpointChanges,
  EndpointWithSecret,
  NewOwnEndpoint,
} from './shapes.ts'

/** The webhooks of an acteur, managed by its owners. */

const params = Obj({ id: Id, endpointId: Id })

export const list = signedIn.read({
  summary: 'Webhook endpoints of one of the caller’s acteurs, newest first; for its owners',
  params: Obj({ id: Id }),
  query: Obj(pageQuery),
  reply: Paged(Endpoint),
  errors: ['forbidden', 'page_too_deep'],
  run: async ({ db, params, query, ...visitor }) =>
    await pageOfEndpoints(db, query, await led(db, params.id, visitor)),
})

export const byId = signedIn.read({
  summary: 'One webhook endpoint of the acteur; its secret is never shown again',
  params,
  reply: Data(Endpoint),
  errors: ['forbidden'],
  run: async ({ db, params, ...visitor }) => ({
    data: await findEndpoint(db, params.endpointId, await led(db, params.id, visitor)),
  }),
})

export const create = signedIn.write({
  summary: 'Create a webhook endpoint for the acteur; the reply is the only one that holds the secret',
  description:
    'It gets nothing before it was verified: install the secret, then call `…/verify`. It works as long as its creator is an owner. The answer is not remembered for `Idempotency-Key`.',
  params: Obj({ id: Id }),
  body: NewOwnEndpoint,
  reply: Data(EndpointWithSecret),
  errors: ['forbidden', 'source_url_forbidden', 'webhook_limit'],
  async run({ tx, audit, secrets, config, params, body, ...visitor }) {
    await led(tx, params.id, visitor)
    const granted_to = isAdministrator(visitor.caller) ? 'admin' : 'owner'
    const grant = { granted_to, created_by: visitor.caller.id } as const
    return {
      data: await addEndpoint({ tx, audit, secrets, config }, { ...body, acteur_id: params.id }, grant),
    }
  },
})

export const update = signedIn.write({
  summary: 'Change the name, address or events of an endpoint; its secret and its log stay',
  description: CHANGING,
  params,
  body: EndpointChanges,
  reply: Data(Endpoint),
  errors: ['forbidden', 'source_url_forbidden'],
  versioned: true,
  run: async ({ tx, audit, config, refuseStale, params, body, ...visitor }) => ({
    data: await changeEndpoint(
      { tx, audit, config, refuseStale, as: isAdministrator(visitor.caller) ? 'admin' : 'owner' },
      params.endpointId,
      body,
      await led(tx, params.id, visitor),
    ),
  }),
})

export const test = signedIn.write({
  summary: 'Send a test event now; the log has the answer',
  description: TESTING,
  params,
  reply: Data(Delivery),
  errors: ['forbidden', 'webhook_disabled'],
  run: async ({ tx, audit, enqueue, params, ...visitor }) => ({
    data: await sendTest({ tx, audit, enqueue }, params.endpointId, await led(tx, params.id, visitor)),
  }),
})

export const verify = signedIn.write({
  summary: 'Verify an endpoint, or enable it again: it must answer a signed challenge',
  description:
    'Parvis posts `{"type": "endpoint.verify", "data": {"challenge": "…"}}`, signed like every event. The endpoint answers 200 with `{"challenge": "…"}`, the same text. What waited since before is sent then.',
  params,
  reply: Data(Endpoint),
  errors: ['forbidden', 'webhook_unverified'],
  async prepare({ db, config, door, secrets, params, now, ...visitor }) {
    await findEndpoint(db.pool, params.endpointId, await led(db.pool, params.id, visitor))
    return await challenge({ db: db.pool, config, door, secrets }, params.endpointId, now)
  },
  run: async ({ tx, audit, enqueue, params, prepared, ...visitor }) => ({
    data: await enableEndpoint(
      { tx, audit, enqueue },
      params.endpointId,
      prepared,
      await led(tx, params.id, visitor),
    ),
  }),
})

export const disable = signedIn.write({
  summary: 'Disable an endpoint: what happens meanwhile is not sent later',
  params,
  reply: Data(Endpoint),
  errors: ['forbidden'],
  run: async ({ tx, audit, params, ...visitor }) => ({
    data: await disableEndpoint({ tx, audit }, params.endpointId, await led(tx, params.id, visitor)),
  }),
})

export const exchange = signedIn.write({
  summary: 'Exchange the secret of an endpoint; for a day, events are signed with both',
  params,
  reply: Data(EndpointWithSecret),
  errors: ['forbidden'],
  run: async ({ tx, audit, secrets, params, ...visitor }) => ({
    data: await renewSecret({ tx, audit, secrets }, params.endpointId, await led(tx, params.id, visitor)),
  }),
})

export const remove = signedIn.write({
  summary: 'Delete an endpoint with its log',
  params,
  reply: Data(Obj({ deleted: about('Always `true`', Type.Boolean()) })),
  errors: ['forbidden'],
  run: async ({ tx, audit, params, ...visitor }) => ({
    data: await removeEndpoint({ tx, audit }, params.endpointId, await led(tx, params.id, visitor)),
  }),
})

export const deliveries = signedIn.read({
  summary: 'The log of an endpoint: its events of the last thirty days, newest first',
  params,
  query: DeliveriesQuery,
  reply: Paged(Delivery),
  errors: ['forbidden', 'page_too_deep'],
  run: async ({ db, params, query, ...visitor }) =>
    await logOf(db, params.endpointId, query, await led(db, params.id, visitor)),
})

export const again = signedIn.write({
  summary: 'Send an event of the log again, with the same `webhook-id`',
  params: Obj({ ...params.properties, deliveryId: Id }),
  reply: Data(Delivery),
  errors: ['forbidden', 'webhook_disabled'],
  run: async ({ tx, audit, enqueue, params, ...visitor }) => ({
    data: await replayDelivery(
      { tx, audit, enqueue },
      { id: params.endpointId, deliveryId: params.deliveryId },
      await led(tx, params.id, visitor),
    ),
  }),
})

/** The endpoints of an acteur that the caller owns. */
async function led(db: Db, id: string, { caller, source }: SignedIn) {
  const { acteur, membership } = await openOwnActeur(db, id, { caller, source })
  refuseUnless(can(caller, { action: 'lead', standing: standingOf(acteur, membership) }))
  return [ofActeur(acteur.id)]
}
