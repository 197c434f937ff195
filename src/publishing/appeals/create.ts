import { Data, Id, Obj } from '../../../shared/shapes.ts'
import type { AppealKind } from '../../../shared/words/appeals.ts'
import { type Db, sql, type Tx } from '../../kernel/db/db.ts'
import { AuditTrail, type Trail } from '../../kernel/records/audit.ts'
import { found, Problem } from '../../kernel/refusals/errors.ts'
import { findAppealLink } from '../../letters/appeal-links/links.ts'
import { isWithin } from '../../people/access/app-sources.ts'
import { can } from '../../people/access/permissions.ts'
import { signedIn } from '../../people/access/visitors.ts'
import { isMine } from '../../territory/claims/mine.ts'
import { findMine } from '../publications/lists/own-lists.ts'
import { standingFor } from '../publications/standing.ts'
import { type Decision, findDecisions, findOwnAppeal, insertAppeal } from './queries.ts'
import { NewAppeal, OwnAppeal, OwnAppealState } from './shapes.ts'

/**
 * Contesting a decision: by the link of its mail, or signed in.
 *
 *   (none) → pending: create
 *   pending → upheld: decide
 *   pending → overturned: decide
 *   pending → closed: erase, and the trigger `close_appeals` when the decision is undone or replaced
 */

interface Contesting {
  readonly id: string
  /** When the link was made: it is void for later decisions. Null for the present decision. */
  readonly before: string | null
  readonly userId: string | null
  readonly message: string
}

/** Once a decision, which the index `appeals_once` decides between simultaneous requests. */
async function create(tx: Tx, audit: Trail, kind: AppealKind, contesting: Contesting): Promise<void> {
  const filed = await insertAppeal(tx, kind, contesting)
  if (!filed) {
    const [decision] = await findDecisions(tx, kind, [contesting.id], contesting.before)
    throw new Problem(decision?.status ? 'appeal_exists' : 'not_contestable')
  }
  audit.record({
    id: filed.publication_id ?? filed.claim_id ?? filed.id,
    action: filed.claim_id === null ? 'publication.appealed' : 'claim.appealed',
    after: { contested: filed.decision, appeal: 'pending' },
  })
}

////////////////////////////////////////////////////////////////////////////// by the link of a mail

export interface Contestable {
  readonly kind: AppealKind
  /** Those of the mail that stand; never empty. */
  readonly decisions: readonly Decision[]
}

/** What the page of a link shows. */
export async function readLink(db: Db, token: string): Promise<Contestable> {
  const link = await findAppealLink(db, token)
  if (!link) throw new Problem('invalid_token')
  const decisions = await findDecisions(db, link.kind, link.ids, link.created_at)
  if (decisions.length === 0) throw new Problem('not_contestable')
  return { kind: link.kind, decisions }
}

/** `id` names one of several decisions; the only one of a link needs none. */
export async function createByLink(
  tx: Tx,
  token: string,
  { id, message }: { readonly id?: string | undefined; readonly message: string },
  requestId: string,
): Promise<void> {
  const link = await findAppealLink(tx, token)
  const [only] = link?.ids.length === 1 ? link.ids : []
  const which = id ?? only
  if (!link || which === undefined || !link.ids.includes(which)) throw new Problem('invalid_token')
  const trail = new AuditTrail('publication.appealed')
  await create(tx, trail, link.kind, { id: which, before: link.created_at, userId: link.user_id, message })
  await trail.save(tx, { userId: link.user_id ?? undefined, source: 'auth', requestId, ipHash: undefined })
}

////////////////////////////////////////////////////////////////////////////// signed in

const params = Obj({ id: Id })
const errors = ['appeal_exists', 'not_contestable'] as const

export const ofPublication = signedIn.write({
  summary:
    'Contest the refusal of a publication of one of the caller’s acteurs: once a decision, within six months',
  params,
  body: NewAppeal,
  reply: Data(OwnAppeal),
  errors: ['forbidden', ...errors],
  async run({ tx, params: { id }, body, caller, source, audit }) {
    const row = found(await findMine(tx, caller, id))
    if (!isWithin(source, row)) throw new Problem('scope_violation')
    const standing = found(await standingFor(tx, row, caller))
    // As for a deletion: members who write, and not those who only read.
    const verdict = can(caller, { action: 'delete', standing })
    if (verdict !== 'allowed') throw new Problem(verdict)
    await create(tx, audit, 'publication', { id, before: null, userId: caller.id, ...body })
    return { data: found(await findOwnAppeal(tx, 'publication', id)) }
  },
})

export const ownOfPublication = signedIn.read({
  summary: 'Whether a publication of the caller’s acteurs can be contested, and what became of its appeal',
  params,
  reply: OwnAppealState,
  errors: ['scope_violation'],
  async run({ db, params: { id }, caller, source }) {
    const row = found(await findMine(db, caller, id))
    if (!isWithin(source, row)) throw new Problem('scope_violation')
    return { data: await stateOf(db, 'publication', id) }
  },
})

export const ofClaim = signedIn.write({
  summary: 'Contest the refusal of a claim of the caller: once, within six months',
  params,
  body: NewAppeal,
  reply: Data(OwnAppeal),
  errors: [...errors],
  async run({ tx, params: { id }, body, caller, audit }) {
    found(await findOwnClaim(tx, id, caller.id))
    await create(tx, audit, 'claim', { id, before: null, userId: caller.id, ...body })
    return { data: found(await findOwnAppeal(tx, 'claim', id)) }
  },
})

export const ownOfClaim = signedIn.read({
  summary: 'Whether the refusal of a claim of the caller can be contested, and what became of its appeal',
  params,
  reply: OwnAppealState,
  async run({ db, params: { id }, caller }) {
    found(await findOwnClaim(db, id, caller.id))
    return { data: await stateOf(db, 'claim', id) }
  },
})

const findOwnClaim = (db: Db, id: string, userId: string) =>
  db.one(sql`select from claims c where c.id = ${id} and ${isMine(userId)}`)

async function stateOf(db: Db, kind: 'publication' | 'claim', id: string) {
  const [[decision], appeal] = await Promise.all([findDecisions(db, kind, [id]), findOwnAppeal(db, kind, id)])
  return { contestable: decision !== undefined && decision.status === null, appeal: appeal ?? null }
}
