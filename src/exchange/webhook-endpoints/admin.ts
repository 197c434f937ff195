import { Data, Obj } from '../../../shared/shapes.ts'
import { Paged, pageQuery } from '../../kernel/lists/paging.ts'
import { signedIn } from '../../people/access/visitors.ts'
import { refuseUnfitLimits } from '../api-keys/queries.ts'
import { pageOfEndpoints } from './endpoints.ts'
import { addEndpoint, managedBy } from './managed.ts'
import { Endpoint, EndpointWithSecret, NewEndpoint } from './shapes.ts'

/** All webhooks, for administrators. */

export const list = signedIn.read({
  summary: 'All webhook endpoints, newest first',
  query: Obj(pageQuery),
  reply: Paged(Endpoint),
  errors: ['page_too_deep'],
  run: async ({ db, query }) => await pageOfEndpoints(db, query, []),
})

export const create = signedIn.write({
  summary:
    'Create a webhook endpoint for everything, an acteur, communes or intercommunalities; only this reply holds the secret',
  description:
    'It gets nothing before it was verified, and works as long as its creator is an administrator. The answer is not remembered for `Idempotency-Key`.',
  body: NewEndpoint,
  reply: Data(EndpointWithSecret),
  errors: ['source_url_forbidden', 'webhook_limit'],
  async run(context) {
    const { tx, body, caller } = context
    if (body.acteur_id ?? body.commune_ids ?? body.epci_codes) await refuseUnfitLimits(tx, body)
    return { data: await addEndpoint(context, body, { granted_to: 'admin', created_by: caller.id }) }
  },
})

export const { byId, update, test, verify, disable, exchange, remove, deliveries, again } = managedBy({
  isBelowActeur: false,
  kept: 'its secret, its log and what it is limited to',
  conditions: async () => [],
})
