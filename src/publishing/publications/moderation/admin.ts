import { Id, Obj } from '../../../../shared/shapes.ts'
import { found, Problem } from '../../../kernel/refusals/errors.ts'
import { AlreadyDone } from '../../../kernel/routes/action.ts'
import { territoryOf } from '../../../people/access/permissions.ts'
import { signedIn } from '../../../people/access/visitors.ts'
import { Decision } from '../decisions.ts'
import { lockPresent } from '../queries.ts'
import { refuseNoAuthor, refuseUnfitDecision } from '../rules.ts'
import { decideOne } from './decide.ts'
import { planModeration, planValide } from './plans.ts'
import { skippedRecord } from './selection.ts'
import { Moderated, UndoOutcome, ValideToggle } from './shapes.ts'
import { answersAppeal, undoOperation } from './undo.ts'

/** The back-office decides about one publication, or undoes an operation. */

export const moderate = signedIn.write({
  summary: 'Decide a publication; closes its reports, and notifies the author if it is rejected or sent back',
  params: Obj({ id: Id }),
  body: Decision,
  reply: Moderated,
  errors: ['no_author'],
  versioned: true,
  async run(context) {
    const { tx, params, body, now, refuseStale } = context
    refuseUnfitDecision(body)
    const before = await lockPresent(tx, params.id)
    refuseStale(before.version)
    refuseNoAuthor(before, body)
    return await decideOne(context, before, planModeration(body, 'backoffice', now))
  },
})

export const toggleValide = signedIn.write({
  summary: 'Show or hide a publication: true publishes it, false keeps its status; without a body, toggles',
  params: Obj({ id: Id }),
  body: ValideToggle,
  reply: Moderated,
  versioned: true,
  async run(context) {
    const { tx, params, body, now, refuseStale } = context
    const before = await lockPresent(tx, params.id)
    refuseStale(before.version)
    const valide = body.valide ?? !before.valide
    return await decideOne(context, before, planValide(valide, now))
  },
})

export const undo = signedIn.write({
  summary: 'Undo an operation: restores publications that have not changed since, and cancels unsent mails',
  description:
    'Restores up to 500 publications within the request (200), more by a job (202). A running operation is stopped first. What answered an appeal is undone with its answer.',
  params: Obj({ id: Id }),
  reply: UndoOutcome,
  errors: ['answers_appeal'],
  mayBeDone: true,
  async run(context) {
    const { tx, params, language, caller } = context
    const territory = territoryOf(caller, 'moderation')
    if (await answersAppeal(tx, params.id, territory)) throw new Problem('answers_appeal')
    const { restored, skipped, queued } = found(await undoOperation(context, params.id, territory))
    const data = { restored: [...restored], skipped: skipped.map(one => skippedRecord(one, language)) }
    const meta = { operation_id: params.id, ...(queued > 0 && { queued }) }
    return queued > 0 ? { data, meta } : new AlreadyDone({ data, meta })
  },
})
