import { differingFacts, type Fact, factsOf } from '../../../../shared/fields/publications.ts'
import { Id, Obj } from '../../../../shared/shapes.ts'
import type { Tx } from '../../../kernel/db/db.ts'
import { found, invalid } from '../../../kernel/refusals/errors.ts'
import { leaving } from '../../../letters/mail/shapes.ts'
import type { Change } from '../../../letters/mail/templates/corrections.ts'
import { stillThere } from '../../../media/attach.ts'
import { type Caller, isAdministrator, territoryOf } from '../../../people/access/permissions.ts'
import { refuseOutsideTerritory } from '../../../people/access/territory.ts'
import { signedIn } from '../../../people/access/visitors.ts'
import { itemForAdmin } from '../badges.ts'
import { type Content, edited, refuseUnfitEnd, sameContent } from '../content.ts'
import { duplicateKeyOf } from '../duplicates.ts'
import { placesOf, staysInZone } from '../places.ts'
import { pushAlerts } from '../push-alerts.ts'
import { type Locked, lockPresent, saveEdit } from '../queries.ts'
import { findRevision } from '../revisions.ts'
import { Correction } from '../shapes.ts'
import { standingIn } from '../standing.ts'
import { alertAction, attachedAfter, auditedContent, refuseInvalidContent } from '../write.ts'
import { mailCorrection } from './decision-mails.ts'
import { linkMails } from './held-mails.ts'
import type { DecisionContext, DecisionMeta } from './operations.ts'
import { openOperation } from './operations.ts'
import { Moderated } from './shapes.ts'

/** A moderator corrects a publication instead of rejecting it, or restores an earlier revision. */

export const correct = signedIn.write({
  summary: 'Correct a publication’s content; the author is notified of the changes',
  params: Obj({ id: Id }),
  body: Correction,
  reply: Moderated,
  versioned: true,
  async run(context) {
    const { tx, params, body, now, refuseStale } = context
    const before = await lockPresent(tx, params.id)
    refuseStale(before.version)
    const after = { ...edited(before, body), ...(await attachedAfter(tx, before, body)) }
    refuseUnfitEnd(before, after, now)
    const meta = await saveCorrection(context, before, after)
    return { data: await itemForAdmin(tx, params.id, context), meta }
  },
})

export const restoreRevision = signedIn.write({
  summary: 'Restore a revision, keeping the current communes; the author is notified of the changes',
  params: Obj({ id: Id, revisionId: Id }),
  reply: Moderated,
  versioned: true,
  async run(context) {
    const { tx, params, refuseStale } = context
    const before = await lockPresent(tx, params.id)
    const revision = found(await findRevision(tx, params.id, params.revisionId))
    refuseStale(before.version)
    const { commune_id, commune_ids } = before
    const attached = await stillThere(tx, revision)
    const meta = await saveCorrection(context, before, { ...revision, ...attached, commune_id, commune_ids })
    return { data: await itemForAdmin(tx, params.id, context), meta }
  },
})

/** The moderation status does not change: a moderator's own text needs no review. */
async function saveCorrection(
  context: DecisionContext & { readonly caller: Caller },
  before: Locked,
  after: Content,
): Promise<DecisionMeta> {
  const { tx, audit, caller } = context
  const type = await refuseInvalidContent(tx, before, after)
  const { was, is } = placesOf(before, after, type)
  refuseOutsideTerritory(territoryOf(caller, 'moderation'), 'commune_ids', was, is)
  await refuseOutsideZone(tx, caller, before, after)
  const changed = !sameContent(before, after)
  const operationId = await openOperation(
    tx,
    caller.id,
    { changed: changed ? [before.id] : [] },
    { action: 'edit' },
  )
  audit.considered()
  if (!changed) return { operation_id: operationId, mail: null }
  const { moderation_status, valide, moderation_by } = before
  const key = duplicateKeyOf({ ...after, acteur_id: before.acteur_id })
  await saveEdit(tx, before.id, { ...after, ...key, moderation_status, valide, moderation_by }, caller)
  const mails = await mailCorrection(context, before, changesOf(before, after))
  await linkMails(tx, operationId, mails)
  audit.record({
    id: before.id,
    before: auditedContent(before),
    after: auditedContent(after),
    ...alertAction(type),
  })
  await pushAlerts(context, [before.id])
  return { operation_id: operationId, mail: leaving(mails) }
}

/** As for its members; administrators write for any commune. */
async function refuseOutsideZone(tx: Tx, caller: Caller, before: Locked, after: Content): Promise<void> {
  if (before.acteur_id === null || isAdministrator(caller)) return
  if (after.commune_ids.every(id => before.commune_ids.includes(id))) return
  const standing = found(await standingIn(tx, before.acteur_id, caller))
  if (!staysInZone(standing, before, after))
    throw invalid(
      'commune_ids',
      'ne sont ni la commune de l’acteur ni dans sa zone',
      "are neither the acteur's own commune nor in its zone",
    )
}

/** Ids and pictures mean nothing in a mail: it only says that these fields changed. */
const UNQUOTED: ReadonlySet<Fact> = new Set(['type_id', 'commune_ids', 'images', 'documents'])

function changesOf(before: Content, after: Content): Change[] {
  const [was, is] = [textsOf(before), textsOf(after)]
  return differingFacts(was, is).map(what =>
    UNQUOTED.has(what) ? { what, before: null, after: null } : { what, before: was[what], after: is[what] },
  )
}

const textsOf = (content: Content) =>
  factsOf({ ...content, images: content.images ?? [], documents: content.documents ?? [] }, id => id, 'fr')
