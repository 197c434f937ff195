import { CLAIM_PROOFS } from '../../../shared/words/claims.ts'
import { sql, type Tx } from '../../kernel/db/db.ts'
import type { Trail } from '../../kernel/records/audit.ts'
import type { Language } from '../../kernel/refusals/errors.ts'
import { found } from '../../kernel/refusals/errors.ts'
import type { Secrets } from '../../kernel/settings/secrets.ts'
import type { Sender } from '../../letters/mail/outbox.ts'
import type { SignedIn } from '../../people/access/visitors.ts'
import { openFromDirectory } from '../acteurs/town-hall.ts'
import type { lockCommune } from '../communes/queries.ts'
import { grant } from './grant.ts'
import { mailOutcome, mailOwners } from './mails.ts'
import { isMine } from './mine.ts'
import type { OfficialFacts } from './official-address.ts'
import { lockUndecided, saveDecision, type Undecided } from './queries.ts'
import { recordDecision } from './undo.ts'

/** What a proof of a town hall grants: its page, to the person who proved it. */

export interface Proof {
  readonly kind: keyof typeof CLAIM_PROOFS
  readonly facts: OfficialFacts
  readonly sent_to: string | null
  readonly siret: string | null
  readonly issuer: string | null
}

export type ProofContext = Sender &
  SignedIn & {
    readonly audit: Trail
    readonly secrets: Secrets
    readonly language: Language
    readonly addressHash: Parameters<typeof import('../../kernel/routes/limits.ts').takeOne>[2]
    readonly now: Date
  }

/**
 * The commune is locked. The claim is the caller's waiting one, else a new one, granted at once. A claim of somebody else
 * stays with the moderators, and the new owner is asked about it: nobody keeps a town out by claiming its page first.
 */
export async function openTownHall(
  context: ProofContext,
  commune: NonNullable<Awaited<ReturnType<typeof lockCommune>>>,
  { kind, facts, sent_to, siret, issuer }: Proof,
): Promise<string> {
  const { tx, caller, audit, now } = context
  const official = facts.dila?.siret ?? facts.dpnt?.siret ?? null
  const acteur = facts.acteur ?? (await openFromDirectory(tx, audit, commune, official))
  const waiting = await ownWaiting(tx, acteur.id, caller.id)
  const claim = waiting ?? (await insertProven(context, acteur.id, `Sans message. ${CLAIM_PROOFS[kind].fr}.`))
  if (waiting) await saveDecision(tx, claim.id, { status: 'approved', note: null, reason: null, by: null })
  const granted = await grant(context, claim, { status: 'approved', user_id: caller.id })
  await tx.run(sql`
    insert into claim_letters (claim_id, sent_to, siret, confirmed_at, expires_at, granted_at)
    values (${claim.id}, ${sent_to}, ${siret}, now(), now(), now())
    on conflict (claim_id) do update set sent_to = excluded.sent_to, siret = excluded.siret,
      confirmed_at = excluded.confirmed_at, expires_at = excluded.expires_at, granted_at = excluded.granted_at`)
  const mailed = await mailOutcome(context, claim.id, 'approved', granted.user_id)
  await recordDecision(tx, claim.id, { granted, mail: mailed?.id })
  audit.record({
    id: claim.id,
    ...(waiting && { before: { status: 'pending' } }),
    after: {
      status: 'approved',
      proof: kind,
      ...(siret !== null && { siret, issuer }),
      ...(!waiting && { acteur_id: acteur.id, claimant_user_id: caller.id }),
      user_id: granted.user_id,
      ...granted.after,
    },
  })
  const other = await tx.one<{ id: string; acteur_id: string; claimant_user_id: string | null }>(sql`
    select id, acteur_id, claimant_user_id from claims where acteur_id = ${acteur.id} and status = 'pending'`)
  if (other) await mailOwners(context, other, now)
  return claim.id
}

async function ownWaiting(tx: Tx, acteurId: string, userId: string): Promise<Undecided | undefined> {
  const own = await tx.one<{ id: string }>(sql`
    select c.id from claims c where c.acteur_id = ${acteurId} and c.status = 'pending' and ${isMine(userId)}`)
  const claim = own && (await lockUndecided(tx, own.id))
  // Decided, or moved by a merge, until it was locked.
  return claim?.status === 'pending' && claim.acteur_id === acteurId ? claim : undefined
}

async function insertProven(
  { tx, caller, language }: ProofContext,
  acteurId: string,
  message: string,
): Promise<Undecided> {
  const made = await tx.one<{ id: string }>(sql`
    insert into claims (acteur_id, message, nom, email, claimant_user_id, language, status, decided_at, expires_at)
    select ${acteurId}, ${message}, nom, email, id, ${language}, 'approved', now(), now()
    from users where id = ${caller.id} returning id`)
  return found(await lockUndecided(tx, found(made).id))
}
