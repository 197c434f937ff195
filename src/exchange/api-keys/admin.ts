import { Data, Id, Obj } from '../../../shared/shapes.ts'
import { Paged, pageQuery } from '../../kernel/lists/paging.ts'
import { signedIn } from '../../people/access/visitors.ts'
import { createKey, pageOfKeys, refuseUnfitLimits, revokeKey } from './queries.ts'
import { ApiKey, CreatedApiKey, NewApiKey } from './shapes.ts'

/** All API keys, for administrators. */

export const list = signedIn.read({
  summary: 'All API keys, newest first',
  query: Obj(pageQuery),
  reply: Paged(ApiKey),
  errors: ['page_too_deep'],
  run: async ({ db, query }) => await pageOfKeys(db, query),
})

export const create = signedIn.write({
  summary: 'Create an API key for an acteur, communes or intercommunalities; only this reply holds the key',
  description:
    'It works as long as its creator is an administrator. The answer is not remembered for `Idempotency-Key`.',
  body: NewApiKey,
  reply: Data(CreatedApiKey),
  async run({ tx, body, caller, audit }) {
    await refuseUnfitLimits(tx, body)
    return { data: await createKey({ tx, audit }, body, { granted_to: 'admin', created_by: caller.id }) }
  },
})

export const revoke = signedIn.write({
  summary: 'Revoke an API key; it is refused at once, on all nodes',
  params: Obj({ id: Id }),
  reply: Data(ApiKey),
  run: async ({ tx, params, caller, audit }) => ({
    data: await revokeKey({ tx, audit }, params.id, caller.id),
  }),
})
