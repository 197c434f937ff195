import { Data, Id, Obj } from '../../../shared/shapes.ts'
import type { Db } from '../../kernel/db/db.ts'
import { Paged, pageQuery } from '../../kernel/lists/paging.ts'
import { can, isAdministrator } from '../../people/access/permissions.ts'
import { type SignedIn, signedIn } from '../../people/access/visitors.ts'
import { openOwnActeur, refuseUnless, standingOf } from '../../territory/acteurs/own.ts'
import { createKey, ofActeur, pageOfKeys, revokeKey } from './queries.ts'
import { ApiKey, CreatedApiKey, NewOwnApiKey } from './shapes.ts'

/** The API keys of an acteur, managed by its owners. */

export const list = signedIn.read({
  summary: 'API keys of one of the caller’s acteurs, newest first; for its owners',
  params: Obj({ id: Id }),
  query: Obj(pageQuery),
  reply: Paged(ApiKey),
  errors: ['forbidden', 'page_too_deep'],
  async run({ db, params, query, caller, source }) {
    const acteurId = await ledActeur(db, params.id, { caller, source })
    return await pageOfKeys(db, query, [ofActeur(acteurId)])
  },
})

export const create = signedIn.write({
  summary: 'Create an API key for the acteur; the reply is the only one that holds the key',
  description:
    'A program with the key acts for this acteur within its scopes, and its publications are reviewed like those of the acteur. The key works as long as its creator is an owner, and stops at once when they no longer are. The answer is not remembered for `Idempotency-Key`.',
  params: Obj({ id: Id }),
  body: NewOwnApiKey,
  reply: Data(CreatedApiKey),
  errors: ['forbidden'],
  async run({ tx, params, body, caller, source, audit }) {
    const acteur_id = await ledActeur(tx, params.id, { caller, source })
    const granted_to = isAdministrator(caller) ? 'admin' : 'owner'
    const grant = { granted_to, created_by: caller.id } as const
    return { data: await createKey({ tx, audit }, { ...body, acteur_id }, grant) }
  },
})

export const revoke = signedIn.write({
  summary: 'Revoke an API key of the acteur; it is refused at once, on all nodes',
  params: Obj({ id: Id, keyId: Id }),
  reply: Data(ApiKey),
  errors: ['forbidden'],
  async run({ tx, params, caller, source, audit }) {
    const acteurId = await ledActeur(tx, params.id, { caller, source })
    return { data: await revokeKey({ tx, audit }, params.keyId, caller.id, [ofActeur(acteurId)]) }
  },
})

async function ledActeur(db: Db, id: string, visitor: SignedIn): Promise<string> {
  const { acteur, membership } = await openOwnActeur(db, id, visitor)
  refuseUnless(can(visitor.caller, { action: 'lead', standing: standingOf(acteur, membership) }))
  return acteur.id
}
