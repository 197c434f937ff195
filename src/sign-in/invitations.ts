import { randomBytes } from 'node:crypto'
import type { Static } from 'typebox'
import { Data, Id, Obj } from '../../shared/shapes.ts'
import type { Role } from '../../shared/words/access.ts'
import { retention } from '../foundation/retention.ts'
import { sql, type Tx } from '../kernel/db/db.ts'
import { secondsOf } from '../kernel/records/retention.ts'
import { found, invalid, type Language, Problem } from '../kernel/refusals/errors.ts'
import { ownUrl } from '../kernel/settings/config.ts'
import { oneAddress } from '../letters/mail/addresses.ts'
import { queueMail, type Sender } from '../letters/mail/outbox.ts'
import { unknownId } from '../people/access/unknown-ids.ts'
import { signedIn } from '../people/access/visitors.ts'
import { limitsOf, rolesTrace } from '../people/users/admin.ts'
import { heldAddress } from '../people/users/held-address.ts'
import { setMember } from '../people/users/members.ts'
import {
  findUser,
  grantRole,
  inviteUser,
  lockUser,
  noteInvitation,
  type RoleLimits,
  UNLIMITED,
} from '../people/users/queries.ts'
import { NewUser, User } from '../people/users/shapes.ts'
import { dropPassword, forgetSignUps, forgetWhatWasGranted } from './issuer/accounts.ts'
import { BASE, DECLINING } from './paths.ts'
import { inviterNamed, whatWaitsAt } from './what-waits.ts'
import { markOf } from './withdrawals.ts'

/** Invites people: roles and acteurs are reserved, and a mail lets them choose a password. */

export const invite = signedIn.write({
  summary: 'Invite a person, with roles and memberships; the mailed link lets them choose a password',
  body: NewUser,
  reply: Data(User),
  errors: ['conflict'],
  async run(context) {
    const { tx, body, audit, caller, language } = context
    const email = await heldAddress(tx, oneAddress(body.email, 'email').toLowerCase())
    const { acteurs = [], nom = null } = body
    const roles = await rolesIn(tx, body)
    const known = await tx.one(sql`select from users where email = ${email} or invited_email = ${email}`)
    const invited = known ? undefined : await inviteUser(tx, email, nom)
    if (!invited) throw alreadyHere()
    const id = invited.id
    for (const [role, limits] of roles) await grantRole(tx, id, role, limits)
    for (const [at, { acteur_id, role, permissions }] of acteurs.entries()) {
      if (
        !(await tx.one(sql`select from acteurs where id = ${acteur_id} and deleted_at is null for key share`))
      )
        throw unknownId(`acteurs.${at}.acteur_id`, 'acteur')
      await setMember(tx, { acteurId: acteur_id, userId: id, role, permissions })
    }
    await mailInvitation(
      context,
      { id, email, nom, greeted: nom },
      { id: caller.id },
      body.language ?? language,
    )
    const data = found(await findUser(tx, id))
    audit.record({
      id,
      after: { ...rolesTrace(data), acteurs: acteurs.map(({ acteur_id }) => acteur_id) },
    })
    return { data }
  },
})

/** Each role with the places that it is limited to. */
async function rolesIn(
  tx: Tx,
  { roles = [], territories = [] }: Pick<Static<typeof NewUser>, 'roles' | 'territories'>,
): Promise<ReadonlyMap<Role, RoleLimits>> {
  const limits = new Map<Role, RoleLimits>(roles.map(role => [role, UNLIMITED]))
  for (const [at, { role, ...places }] of territories.entries()) {
    if (limits.get(role) !== UNLIMITED)
      throw invalid(
        `territories.${at}.role`,
        'doit être un des rôles donnés, une seule fois',
        'must be one of `roles`, once',
      )
    limits.set(role, { ...(await limitsOf(tx, role, places, `territories.${at}.`)) })
  }
  return limits
}

export const inviteAgain = signedIn.write({
  summary: 'Send an invitation again; voids the earlier links',
  params: Obj({ userId: Id }),
  reply: Data(User),
  errors: ['not_expected', 'account_suspended'],
  async run(context) {
    const { tx, params, audit, caller, language } = context
    const { id, nom, status, invited } = found(await lockUser(tx, params.userId))
    if (!invited) throw new Problem('not_expected')
    if (status === 'suspended') throw new Problem('account_suspended')
    await mailInvitation(context, { id, nom, email: invited.email }, { id: caller.id }, language)
    audit.record({ id, after: { again: true } })
    return { data: found(await findUser(tx, id)) }
  },
})

interface Expected {
  readonly id: string
  readonly email: string
  readonly nom: string | null
  /** The name that an administrator has just typed: `nom` may be a stranger’s words. */
  readonly greeted?: string | null
}

/** Equal to the lifetime of an unconfirmed account. */
const SECONDS = secondsOf(retention.unconfirmed.kept)
/** The back-office page that takes the link's token. */
const CHOOSING = '/mot-de-passe'

/** Mails the same link that the issuer mails when an expected person signs up (`mailInvitation` in issuer.ts). */
export async function mailInvitation(
  context: Sender,
  { id, email, nom, greeted }: Expected,
  inviter: { readonly id: string; readonly acteur?: string },
  language: Language,
): Promise<void> {
  const { tx, config } = context
  const account = await accountFor(tx, email, nom)
  const token = randomBytes(24).toString('base64url')
  await tx.run(sql`
    insert into auth_verifications (identifier, value, expires_at)
    values (${markOf(token)}, ${account},
            now() + ${SECONDS}::int * interval '1 second')`)
  const own = `${config.publicUrl ?? ownUrl(config)}${BASE}`
  const link = `${own}/reset-password/${token}?callbackURL=${encodeURIComponent(CHOOSING)}`
  await queueMail(context, {
    template: 'invitation',
    to: { email },
    ...(greeted && { greeted }),
    language,
    data: {
      link,
      minutes: SECONDS / 60,
      decline: own + DECLINING + token,
      ...(await whatWaitsAt(tx, email)),
      ...(await inviterNamed(tx, inviter)),
    },
  })
  await noteInvitation(tx, id)
}

/**
 * Creates an unverified account until the link is followed. A password set by an earlier sign-up with this address is
 * dropped.
 */
async function accountFor(tx: Tx, email: string, nom: string | null): Promise<string> {
  const account = await tx.one<{ id: string }>(sql`
    insert into auth_users as a (email, name) values (${email}, ${nom ?? ''})
    on conflict (email) do update set created_at = now() where not a.email_verified
    returning id`)
  // The address was confirmed meanwhile; this statement waited for that.
  if (!account) throw alreadyHere()
  await dropPassword(tx, account.id)
  await forgetSignUps(tx, account.id)
  await forgetWhatWasGranted(tx, account.id)
  return account.id
}

const alreadyHere = () =>
  new Problem('conflict', {
    details: [
      {
        path: 'email',
        fr: 'Cette adresse a déjà un compte ou une invitation',
        en: 'Somebody has this address already, or is invited at it',
      },
    ],
  })
