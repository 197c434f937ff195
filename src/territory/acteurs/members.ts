import type { Static } from 'typebox'
import {
  about,
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
} from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { countRows, type Db, sql, type Tx, where } from '../../kernel/db/db.ts'
import { newestFirst, readPage } from '../../kernel/lists/orders.ts'
import { Paged, pageOf, pageQuery } from '../../kernel/lists/paging.ts'
import { found, invalid } from '../../kernel/refusals/errors.ts'
import { read, write } from '../../kernel/routes/action.ts'
import { unknownId } from '../../people/access/unknown-ids.ts'
import { signedIn } from '../../people/access/visitors.ts'
import { lockMember, setMember } from '../../people/users/members.ts'
import { isKnown } from '../../people/users/queries.ts'
import { MemberPermission, MemberRole, UserStatus } from '../../people/users/shapes.ts'
import { lockActeur } from './queries.ts'
import { join, leave, lockPresentActeur, personAt } from './team.ts'

/** The members of an acteur for the back-office. An acteur may be left without an owner; the answer says so. */

const Rights = {
  role: MemberRole,
  permissions: about(
    'Permissions of an editor; owners have all of them',
    Type.Array(MemberPermission, { maxItems: 2, uniqueItems: true }),
  ),
}
const Member = named(
  'Member',
  Obj({
    id: about('The id of the user', Id),
    nom: Nullable(Text(200)),
    email: Nullable(Text(254)),
    expected: about('Whether the person was invited and has not signed in yet', Type.Boolean()),
    status: UserStatus,
    role: MemberRole,
    permissions: List(MemberPermission),
    created_at: about('When the person became a member', Timestamp),
    last_seen_at: Nullable(Timestamp),
  }),
)
type Member = Static<typeof Member>
const NewMember = named(
  'NewMember',
  Obj({
    email: Optional(about('The new member’s address; a person without an account is invited by mail', Email)),
    user_id: Optional(about('Instead of `email`: the id of an existing user', Id)),
    nom: Optional(Nullable(Name(200))),
    role: MemberRole,
    permissions: Optional(Rights.permissions),
  }),
  { email: 'paul@exemple.fr', nom: 'Paul Durand', role: 'editor', permissions: ['manage_publications'] },
)
const MemberChanges = named('MemberChanges', Patch(Rights), { permissions: ['publish_publications'] })
const Changed = named(
  'ChangedMember',
  Obj({
    data: Member,
    meta: Obj({
      owners_left: about(
        'The number of owners left; 0 leaves the acteur without one',
        Type.Integer({ minimum: 0 }),
      ),
    }),
  }),
)

const NEWEST = newestFirst(sql`m.user_id`)
const MEMBER = sql`m.user_id as id, u.nom, coalesce(u.email, u.invited_email) as email, not ${isKnown} as expected,
  u.status, m.role, m.permissions, m.created_at, u.last_seen_at`

const findMember = (db: Db, acteurId: string, userId: string) =>
  db.one<Member>(sql`
    select ${MEMBER} from actor_users m join users u on u.id = m.user_id
    where m.acteur_id = ${acteurId} and m.user_id = ${userId}`)
const count = (db: Db, acteurId: string, role?: 'owner') =>
  countRows(
    db,
    sql`actor_users m
      ${where([sql`m.acteur_id = ${acteurId}`, ...(role ? [sql`m.role = ${role}`] : [])])}`,
  )

export const list = read({
  summary: 'Members of an acteur with their permissions, newest account first',
  params: Obj({ id: Id }),
  query: Obj(pageQuery),
  reply: Paged(Member),
  errors: ['page_too_deep'],
  async run({ db, params, query }) {
    const page = pageOf(query, NEWEST)
    found(await db.one(sql`select from acteurs where id = ${params.id}`))
    return await readPage<Member>(db, page, {
      columns: MEMBER,
      from: sql`actor_users m join users u on u.id = m.user_id`,
      conditions: [sql`m.acteur_id = ${params.id}`],
      counted: sql`actor_users m`,
    })
  },
})

export const add = signedIn.write({
  summary: 'Add a member by user id or e-mail address',
  params: Obj({ id: Id }),
  body: NewMember,
  reply: Changed,
  errors: ['conflict'],
  async run(context) {
    const { body } = context
    const { role, permissions = [] } = body
    const acteur = await lockPresentActeur(context.tx, context.params.id)
    if ((body.email === undefined) === (body.user_id === undefined))
      throw invalid(
        'email',
        'Donnez une adresse ou un compte, l’un des deux.',
        'Give an address or an account, one of both.',
      )
    const invited =
      body.email === undefined ? undefined : await personAt(context, body.email, body.nom ?? null)
    const userId = invited ?? body.user_id ?? ''
    if (!(await context.tx.one(sql`select from users where id = ${userId} for key share`)))
      throw unknownId('user_id', 'user')
    await join(context, acteur, { userId, path: invited ? 'email' : 'user_id', role, permissions })
    return await answer(context, userId)
  },
})

export const change = write({
  summary: 'Change a member’s role and permissions',
  params: Obj({ id: Id, userId: Id }),
  body: MemberChanges,
  reply: Changed,
  async run(context) {
    const { tx, params, body, audit } = context
    await lockPresentActeur(tx, params.id)
    const before = found(await lockMember(tx, params.id, params.userId))
    const role = body.role ?? before.role
    const permissions = body.permissions ?? before.permissions
    await setMember(tx, { acteurId: params.id, userId: params.userId, role, permissions })
    const { userId: user_id } = params
    audit.record({ id: params.id, before: { user_id, ...before }, after: { user_id, role, permissions } })
    return await answer(context, user_id)
  },
})

export const remove = signedIn.write({
  summary: 'Remove a member; their publications stay',
  params: Obj({ id: Id, userId: Id }),
  reply: Changed,
  async run(context) {
    const { tx, params } = context
    const acteur = found(await lockActeur(tx, params.id, null))
    const gone = found(await findMember(tx, params.id, params.userId))
    await leave(context, acteur, params.userId)
    return { data: gone, meta: { owners_left: await count(tx, params.id, 'owner') } }
  },
})

interface Changing {
  readonly tx: Tx
  readonly params: { readonly id: string }
}

const answer = async ({ tx, params }: Changing, userId: string) => ({
  data: found(await findMember(tx, params.id, userId)),
  meta: { owners_left: await count(tx, params.id, 'owner') },
})
