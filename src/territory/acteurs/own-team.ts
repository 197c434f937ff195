import type { Static } from 'typebox'
import {
  about,
  Data,
  Email,
  Id,
  List,
  Name,
  Nullable,
  named,
  Obj,
  Optional,
  Patch,
  Text,
  Timestamp,
  Version,
} from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { type Db, sql, type Tx } from '../../kernel/db/db.ts'
import { newestFirst, readPage } from '../../kernel/lists/orders.ts'
import { Paged, pageOf, pageQuery } from '../../kernel/lists/paging.ts'
import { found, invalid, Problem } from '../../kernel/refusals/errors.ts'
import { can } from '../../people/access/permissions.ts'
import { type SignedIn, signedIn } from '../../people/access/visitors.ts'
import { askMember, lockMember, setMember } from '../../people/users/members.ts'
import { hasCome, isKnown } from '../../people/users/queries.ts'
import { MemberPermission, MemberRole } from '../../people/users/shapes.ts'
import { openOwnActeur, refuseUnless, standingOf } from './own.ts'
import { hasOtherOwners, join, leave, lockPresentActeur, personAt, type Rights, tellRights } from './team.ts'

/** The team of an acteur, managed by its owners. The last owner cannot be removed. */

const Permissions = about(
  'Permissions of an editor; owners have all of them',
  Type.Array(MemberPermission, { maxItems: 2, uniqueItems: true }),
)
const Colleague = named(
  'Colleague',
  Obj({
    id: Id,
    nom: about('Null until the person has accepted the invitation', Nullable(Text(200))),
    email: about('Shown to owners and to the member; null for others', Nullable(Text(254))),
    expected: about('Whether the invitation was not accepted yet', Type.Boolean()),
    role: MemberRole,
    permissions: List(MemberPermission),
    created_at: about('When the person was added to the team', Timestamp),
    myself: Type.Boolean(),
    version: Version,
  }),
)
type Colleague = Static<typeof Colleague>
const NewColleague = named(
  'NewColleague',
  Obj({
    email: about('The address of the new member; a person without an account is invited by mail', Email),
    nom: Optional(Nullable(Name(200))),
    role: MemberRole,
    permissions: Optional(Permissions),
  }),
  { email: 'lea@exemple.fr', nom: 'Léa Morvan', role: 'editor', permissions: ['manage_publications'] },
)
const ColleagueChanges = named('ColleagueChanges', Patch({ role: MemberRole, permissions: Permissions }), {
  permissions: ['manage_publications', 'publish_publications'],
})
const params = Obj({ id: Id, userId: Id })

const NEWEST = newestFirst(sql`m.user_id`)
/** Invites by e-mail address; the answer is the same whether or not the address has an account. */
const WAITS = sql`(m.accepted_at is null or not ${isKnown})`
const columns = (me: string, leads: boolean) => sql`
  case when m.accepted_at is null and m.user_id <> ${me} then m.waiting_id else m.user_id end as id,
  case when not ${WAITS} or m.user_id = ${me} then u.nom end as nom,
  case when ${leads} or m.user_id = ${me} then coalesce(u.email, u.invited_email) end as email,
  ${WAITS} as expected, m.role, m.permissions, m.created_at, m.user_id = ${me} as myself, m.version`
const findColleague = async (db: Db, acteurId: string, userId: string, me: string) =>
  found(
    await db.one<Colleague>(sql`
      select ${columns(me, true)} from actor_users m join users u on u.id = m.user_id
      where m.acteur_id = ${acteurId} and m.user_id = ${userId}`),
  )
/** Finds a member by the id shown to the team; the id of an invitation still works after it was accepted. */
const personNamed = async (db: Db, acteurId: string, id: string, me: string) =>
  found(
    await db.one<{ user_id: string }>(sql`
      select user_id from actor_users m where acteur_id = ${acteurId}
        and (waiting_id = ${id} or user_id = ${id} and (accepted_at is not null or user_id = ${me}))`),
  ).user_id

export const list = signedIn.read({
  summary: 'The team of one of the caller’s acteurs, with permissions',
  params: Obj({ id: Id }),
  query: Obj(pageQuery),
  reply: Paged(Colleague),
  errors: ['page_too_deep'],
  async run({ db, params, query, caller, source }) {
    const { acteur, membership } = await openOwnActeur(db, params.id, { caller, source })
    const leads = can(caller, { action: 'lead', standing: standingOf(acteur, membership) }) === 'allowed'
    return await readPage<Colleague>(db, pageOf(query, NEWEST), {
      columns: columns(caller.id, leads),
      from: sql`actor_users m join users u on u.id = m.user_id`,
      conditions: [sql`m.acteur_id = ${acteur.id}`],
      counted: sql`actor_users m`,
    })
  },
})

export const add = signedIn.write({
  summary: 'Add a member by e-mail address; they are notified by mail',
  description:
    'The reply is the same whether or not the person has an account. They accept by opening the acteur (`GET /me/acteurs/{id}`) or by writing for it; until then their `id` here is that of the invitation, and `nom` is null.',
  params: Obj({ id: Id }),
  body: NewColleague,
  reply: Data(Colleague),
  errors: ['forbidden', 'conflict'],
  noSoonerThanMs: 250,
  async run(context) {
    const { body, caller, tx } = context
    const acteur = await led(context)
    const userId = await personAt(context, body.email, body.nom ?? null)
    const { role, permissions = [] } = body
    await join(context, acteur, { userId, path: 'email', role, permissions }, askMember)
    return { data: await findColleague(tx, acteur.id, userId, caller.id) }
  },
})

export const change = signedIn.write({
  summary: 'Change a member’s role and permissions; the last owner stays an owner',
  params,
  body: ColleagueChanges,
  reply: Data(Colleague),
  errors: ['forbidden', 'last_owner'],
  versioned: true,
  async run(context) {
    const { tx, params, body, caller, refuseStale } = context
    const acteur = await led(context)
    const userId = await personNamed(tx, acteur.id, params.userId, caller.id)
    const before = found(await lockMember(tx, acteur.id, userId))
    const known = await findColleague(tx, acteur.id, userId, caller.id)
    refuseStale(known.version)
    const after = { role: body.role ?? before.role, permissions: body.permissions ?? before.permissions }
    if (before.role === 'owner' && after.role !== 'owner')
      await refuseLosingTheLastOwner(tx, acteur.id, userId)
    await set(context, acteur, userId, before, after)
    return { data: await findColleague(tx, acteur.id, userId, caller.id) }
  },
})

export const remove = signedIn.write({
  summary: 'Remove a member, or leave the team; publications stay, and the last owner cannot leave',
  params,
  reply: Data(Colleague),
  errors: ['forbidden', 'last_owner'],
  versioned: true,
  async run(context) {
    const { tx, params, caller, refuseStale } = context
    const oneself = params.userId === caller.id
    const acteur = oneself ? await entered(context) : await led(context)
    const userId = await personNamed(tx, acteur.id, params.userId, caller.id)
    const gone = await findColleague(tx, acteur.id, userId, caller.id)
    refuseStale(gone.version)
    if (gone.role === 'owner') await refuseLosingTheLastOwner(tx, acteur.id, userId)
    await leave(context, acteur, userId)
    return { data: gone }
  },
})

export const handOver = signedIn.write({
  summary: 'Transfer ownership to another member; the caller becomes an editor with all permissions',
  params,
  reply: Data(Colleague),
  errors: ['forbidden'],
  async run(context) {
    const { tx, params, caller } = context
    const acteur = await led(context)
    const mine = await lockMember(tx, acteur.id, caller.id)
    const userId = await personNamed(tx, acteur.id, params.userId, caller.id)
    const before = found(await lockMember(tx, acteur.id, userId))
    const other = await findColleague(tx, acteur.id, userId, caller.id)
    if (other.myself || other.expected || !(await hasCome(tx, userId))) throw notYet()
    await set(context, acteur, userId, before, { role: 'owner', permissions: before.permissions })
    if (mine)
      await set(context, acteur, caller.id, mine, {
        role: 'editor',
        permissions: ['manage_publications', 'publish_publications'],
      })
    return { data: await findColleague(tx, acteur.id, userId, caller.id) }
  },
})

type Changing = Parameters<typeof tellRights>[0] &
  SignedIn & { readonly tx: Tx; readonly params: { readonly id: string } }

/** Locked first, so that changes by two owners run one after the other. */
async function entered(context: Changing) {
  const { acteur } = await visitedInTurn(context)
  return acteur
}

async function led(context: Changing) {
  const { acteur, membership } = await visitedInTurn(context)
  refuseUnless(can(context.caller, { action: 'lead', standing: standingOf(acteur, membership) }))
  return acteur
}

async function visitedInTurn({ tx, params, caller, source }: Changing) {
  await openOwnActeur(tx, params.id, { caller, source })
  await lockPresentActeur(tx, params.id)
  return await openOwnActeur(tx, params.id, { caller, source })
}

async function set(
  context: Changing,
  acteur: { readonly id: string; readonly nom: string },
  userId: string,
  before: Rights,
  after: Rights,
): Promise<void> {
  const { tx, audit, caller } = context
  await setMember(tx, { acteurId: acteur.id, userId, ...after })
  const moved = before.role !== after.role || before.permissions.join() !== after.permissions.join()
  if (moved && userId !== caller.id) await tellRights(context, acteur, userId, { ...after, isNew: false })
  audit.record({
    id: acteur.id,
    before: { user_id: userId, role: before.role, permissions: before.permissions },
    after: { user_id: userId, ...after },
  })
}

async function refuseLosingTheLastOwner(tx: Tx, acteurId: string, userId: string): Promise<void> {
  if (!(await hasOtherOwners(tx, acteurId, userId))) throw new Problem('last_owner')
}

const notYet = () =>
  invalid(
    'userId',
    'n’a pas encore accepté l’invitation, n’a plus accès au service, ou c’est vous',
    'has not accepted the invitation yet, may not come in any more, or is yourself',
  )
