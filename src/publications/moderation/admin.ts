import { signedIn } from '../../access/visitors.ts'
import { ERRORS, found, type Language, Problem } from '../../kernel/errors.ts'
import { write } from '../../kernel/routes/action.ts'
import { Id, Obj } from '../../kernel/routes/shapes.ts'
import { findForAdmin, lockPublication, lockPublications } from '../queries.ts'
import { adminRecord } from '../record.ts'
import { moderate, refuseTimeWithoutApproval, setValide } from '../rules.ts'
import { decide } from './decide.ts'
import {
  BulkDecision,
  BulkOutcome,
  Decision,
  type Left,
  Moderated,
  UndoOutcome,
  ValideToggle,
} from './shapes.ts'
import { undoOperation } from './undo.ts'

/** Decisions of the back-office, about one publication or up to five hundred, and their undoing. */

export const one = signedIn.write({
  summary: 'Decide about one publication: its reports are answered, its author is told of a rejection',
  params: Obj({ id: Id }),
  body: Decision,
  reply: Moderated,
  versioned: true,
  async run(context) {
    const { tx, params, body, now, refuseStale } = context
    refuseTimeWithoutApproval(body)
    const before = await lockPublication(tx, params.id)
    if (!before || before.deleted_at !== null) throw new Problem('not_found')
    refuseStale(before.version)
    const { meta } = await decide(
      context,
      [before],
      found => moderate(found, body, 'backoffice', now),
      'backoffice',
    )
    return {
      data: adminRecord(found(await findForAdmin(tx, params.id))),
      meta,
    }
  },
})

export const many = signedIn.write({
  summary: 'Decide about up to 500 publications at once; each that changed leaves one trace',
  body: BulkDecision,
  reply: BulkOutcome,
  async run(context) {
    const { tx, body, now, language } = context
    const ids = [...new Set(body.ids)]
    const present = (await lockPublications(tx, ids)).filter(row => row.deleted_at === null)
    const { updated, unchanged, meta } = await decide(
      context,
      present,
      found => moderate(found, body, 'backoffice', now),
      'backoffice',
    )
    const known = new Set(present.map(({ id }) => id))
    return {
      data: {
        updated: updated.map(({ id }) => id),
        unchanged: unchanged.map(({ id }) => id),
        failed: ids.filter(id => !known.has(id)).map(id => left(id, 'not_found', language)),
      },
      meta,
    }
  },
})

export const toggleValide = signedIn.write({
  summary:
    'Show or hide: true as a decision to publish, false leaves the status as it is; without a body it flips',
  params: Obj({ id: Id }),
  body: ValideToggle,
  reply: Moderated,
  versioned: true,
  async run(context) {
    const { tx, params, body, now, refuseStale } = context
    const before = await lockPublication(tx, params.id)
    if (!before || before.deleted_at !== null) throw new Problem('not_found')
    refuseStale(before.version)
    const valide = body.valide ?? !before.valide
    const { meta } = await decide(
      context,
      [before],
      row => setValide(row, valide, now),
      'backoffice',
      'valide',
    )
    return { data: adminRecord(found(await findForAdmin(tx, params.id))), meta }
  },
})

export const undo = write({
  summary:
    'Take an operation back: every publication of it that nobody has touched since, and the mails that have not left',
  params: Obj({ id: Id }),
  reply: UndoOutcome,
  async run(context) {
    const { params, language } = context
    const outcome = await undoOperation(context, params.id)
    if (!outcome) throw new Problem('not_found')
    const { restored, deleted, touched } = outcome
    return {
      data: {
        restored,
        skipped: [
          ...deleted.map(id => left(id, 'not_found', language)),
          ...touched.map(id => left(id, 'stale_version', language)),
        ],
      },
    }
  },
})

function left(id: string, error: 'not_found' | 'stale_version', language: Language): Left {
  return { id, error, message: ERRORS[error][language === 'fr' ? 1 : 2] }
}
