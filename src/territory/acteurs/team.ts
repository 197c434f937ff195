import type { MemberPermission, MemberRole } from '../../../shared/words/access.ts'
import { sql, type Tx } from '../../kernel/db/db.ts'
import type { Trail } from '../../kernel/records/audit.ts'
import { found, type Language, Problem } from '../../kernel/refusals/errors.ts'
import { oneAddress } from '../../letters/mail/addresses.ts'
import { houseOf } from '../../letters/mail/links.ts'
import { queueMail, type Sender } from '../../letters/mail/outbox.ts'
import { type Counting, countMail, mayMail, RIGHTS } from '../../letters/mailboxes/limits.ts'
import type { Caller } from '../../people/access/permissions.ts'
import { heldAddress } from '../../people/users/held-address.ts'
import { lockMember, removeMember, setMember } from '../../people/users/members.ts'
import { inviteUser, isThere } from '../../people/users/queries.ts'
import { mailInvitation } from '../../sign-in/invitations.ts'
import { lockActeur } from './queries.ts'

/** Adds and removes members of an acteur, for its owners and for the back-office. */

/** The parts of the action's context that are needed here. */
interface Changing extends Sender, Omit<Counting, 'config'> {
  readonly audit: Trail
  readonly caller: Pick<Caller, 'id'>
  readonly language: Language
}
interface Acteur {
  readonly id: string
  readonly nom: string
}
export interface Rights {
  readonly role: MemberRole
  readonly permissions: readonly MemberPermission[]
}

/** Locks the acteur, so that changes of one team run one after the other and the last owner is detected. */
export async function lockPresentActeur(tx: Tx, id: string) {
  const acteur = found(await lockActeur(tx, id, null))
  if (acteur.deleted_at !== null) throw new Problem('not_found')
  return acteur
}

/** `path`: the field that named the person. `add`: whether they have to accept. */
export async function join(
  context: Changing,
  acteur: Acteur,
  { userId, path, ...rights }: Rights & { readonly userId: string; readonly path: string },
  add = setMember,
): Promise<void> {
  const { tx, audit } = context
  if (await lockMember(tx, acteur.id, userId)) throw alreadyMember(path)
  await add(tx, { acteurId: acteur.id, userId, ...rights })
  await tellRights(context, acteur, userId, { ...rights, isNew: true, asked: add !== setMember })
  audit.record({ id: acteur.id, after: { user_id: userId, ...rights } })
}

export async function leave(context: Changing, acteur: Acteur, userId: string): Promise<void> {
  const { tx, audit, caller } = context
  const before = found(await lockMember(tx, acteur.id, userId))
  await removeMember(tx, acteur.id, userId)
  const person = await reached(tx, userId)
  // A member who leaves by themselves gets no mail. A removal never waits: beyond the limit it is done without one.
  if (person?.email && userId !== caller.id && (await mayMail(context, person.email, RIGHTS)))
    await queueMail(context, {
      template: 'member-removed',
      to: { email: person.email },
      language: context.language,
      data: { acteur: acteur.nom },
    })
  audit.record({
    id: acteur.id,
    before: { user_id: userId, role: before.role, permissions: before.permissions },
    after: { user_id: null, role: null },
  })
}

/** An invited person without an account gets a new link to open one, which voids the former link. */
export async function tellRights(
  context: Changing,
  acteur: Acteur,
  userId: string,
  { role, permissions, isNew, asked }: Rights & { readonly isNew: boolean; readonly asked?: boolean },
): Promise<void> {
  const { tx, caller, language, config } = context
  const person = await reached(tx, userId)
  if (!person) return
  const address = person.email ?? person.invited_email
  if (address === null) return
  if (isNew) await countMail(context, address, RIGHTS)
  // Rights that are there may always be lowered: beyond the limit without a mail.
  else if (!(await mayMail(context, address, RIGHTS))) return
  const rights = { acteur: acteur.nom, role, permissions }
  if (person.email !== null)
    await queueMail(context, {
      template: 'member-rights',
      to: { email: person.email },
      language,
      data: { ...rights, isNew, ...(asked && { asked }), link: houseOf(config, acteur.id) },
    })
  else
    await mailInvitation(
      context,
      { id: userId, email: address, nom: person.nom },
      { id: caller.id, acteur: acteur.nom },
      language,
    )
}

const reached = (tx: Tx, userId: string) =>
  tx.one<{ email: string | null; invited_email: string | null; nom: string | null }>(sql`
    select email, invited_email, nom from users where id = ${userId} and status = 'active'`)

/** The user or invitation with this address; creates an invitation if there is none. */
export async function personAt(
  { tx, audit }: Pick<Changing, 'tx' | 'audit'>,
  typed: string,
  nom: string | null,
): Promise<string> {
  const email = await heldAddress(tx, oneAddress(typed, 'email').toLowerCase())
  const holder = () =>
    tx.one<{ id: string }>(sql`
      select id from users where email = ${email} or invited_email = ${email} order by email is null limit 1`)
  const known = await holder()
  if (known) return known.id
  const invited = await inviteUser(tx, email, nom)
  if (invited) {
    audit.record({ id: invited.id, action: 'user.invited', after: {} })
    return invited.id
  }
  // Another request invited the same person a moment earlier.
  return found(await holder()).id
}

/** Whether another active owner has accepted. */
export const hasOtherOwners = async (tx: Tx, acteurId: string, userId: string): Promise<boolean> =>
  (await tx.one(sql`
    select from actor_users m join users u on u.id = m.user_id
    where m.acteur_id = ${acteurId} and m.role = 'owner' and m.accepted_at is not null
      and m.user_id <> ${userId} and ${isThere} limit 1`)) !== undefined

const alreadyMember = (path: string) =>
  new Problem('conflict', {
    details: [
      {
        path,
        fr: 'Cette personne est déjà membre de cet acteur.',
        en: 'This person is a member of this acteur already.',
      },
    ],
  })
