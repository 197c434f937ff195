import { Data, Id, Obj } from '../../../shared/shapes.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { found, Problem } from '../../kernel/refusals/errors.ts'
import type { WriteContext } from '../../kernel/routes/action.ts'
import { territoryOf } from '../../people/access/permissions.ts'
import { type SignedIn, signedIn } from '../../people/access/visitors.ts'
import {
  findForAdmin,
  lockActeur,
  setActive,
  setBadge,
  setCanPublish,
  setValide,
  shownActeur,
} from './queries.ts'
import { acteurTrace } from './rules.ts'
import { Activation, AdminActeur, BadgeChange, PublishingRight, Validation } from './shapes.ts'

/** Switches of the back-office on an acteur; each answers the updated record. */

const decision = { params: Obj({ id: Id }), reply: Data(AdminActeur), versioned: true } as const

export const validate = signedIn.write({
  ...decision,
  summary: 'Validate an acteur; `valide: false` withdraws the validation',
  body: Validation,
  run: context => decide(context, tx => setValide(tx, context.params.id, context.body.valide ?? true)),
})

export const badge = signedIn.write({
  ...decision,
  summary: 'Set or remove the badge of an acteur',
  body: BadgeChange,
  run: context => decide(context, tx => setBadge(tx, context.params.id, context.body.badge)),
})

export const active = signedIn.write({
  ...decision,
  summary: 'Deactivate an acteur (hidden from the public, no claims, no writes by members), or activate it',
  body: Activation,
  run: context => decide(context, tx => setActive(tx, context.params.id, context.body.active)),
})

export const canPublish = signedIn.write({
  ...decision,
  summary: 'Grant or revoke an acteur’s right to publish without review, from the next publication on',
  body: PublishingRight,
  run: context => decide(context, tx => setCanPublish(tx, context.params.id, context.body.can_publish)),
})

type Deciding = SignedIn &
  Pick<
    WriteContext<typeof decision.params, undefined, undefined>,
    'tx' | 'params' | 'audit' | 'refuseStale' | 'config'
  >

async function decide(
  { tx, params, audit, refuseStale, config, caller }: Deciding,
  save: (tx: Tx) => Promise<unknown>,
) {
  const territory = territoryOf(caller, 'claims')
  const before = await lockActeur(tx, params.id, territory)
  if (!before || before.deleted_at !== null) throw new Problem('not_found')
  refuseStale(before.version)
  await save(tx)
  const after = found(await findForAdmin(tx, params.id, territory))
  audit.record(acteurTrace(before, after))
  return { data: shownActeur(after, config) }
}
