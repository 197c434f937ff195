import type { Static } from 'typebox'
import { about, Data, Id, List, Nullable, named, Obj, Word } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { type Db, sql } from '../../kernel/db/db.ts'
import { isReadOnlyError } from '../../kernel/refusals/db-errors.ts'
import { found, Problem } from '../../kernel/refusals/errors.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { CommuneInBrief } from '../../people/access/in-brief.ts'
import { membershipIn } from '../../people/access/memberships.ts'
import { can, publishesAtOnce, type Standing, type UserOrKey } from '../../people/access/permissions.ts'
import { type Acting, acting } from '../../people/access/visitors.ts'
import { acceptMembership, isAsked, type Membership } from '../../people/users/members.ts'
import { MemberPermission, MemberRole } from '../../people/users/shapes.ts'
import { refuseOutside } from './actions.ts'
import { findForAdmin, lockActeur, pictureOf, saveActeur, shownActeur } from './queries.ts'
import { acteurTrace, withAddress, withClosings, withFields } from './rules.ts'
import { Acteur, type AdminActeur, OwnActeurChanges, type StoredActeur } from './shapes.ts'

/** The page of an acteur for its members: their permissions, and its own description. */

const MAY = ['write', 'publish', 'describe', 'lead'] as const
const OwnActeur = named(
  'OwnActeur',
  Obj({
    ...Acteur.properties,
    can_publish: about('Whether its publications appear without review', Type.Boolean()),
    commune: about('The acteur’s own commune', Nullable(CommuneInBrief)),
    mairie_of: about('The communes whose town hall it is', List(CommuneInBrief)),
    owners_count: about('The number of owners', Type.Integer({ minimum: 0 })),
    role: about(
      'The role of the caller; null for an administrator who is not a member',
      Nullable(MemberRole),
    ),
    permissions: List(MemberPermission),
    may: about(
      'What the caller may do',
      List(
        Word(MAY, {
          write: 'write, edit and withdraw its publications',
          publish: 'publish without review',
          describe: 'change the acteur’s public page and, for a town hall, the details of its commune',
          lead: 'invite members, and change their permissions',
        }),
      ),
    ),
  }),
)
type OwnActeur = Static<typeof OwnActeur>

export const byId = acting.read({
  summary: 'One of the caller’s acteurs, with the caller’s permissions',
  params: Obj({ id: Id }),
  reply: Data(OwnActeur),
  async run({ db, params, caller, source, config, database }) {
    const own = await openOwnActeur(db, params.id, { caller, source })
    if (own.membership && caller.kind !== 'key' && (await isAsked(db, params.id, caller.id)))
      await database
        .transaction(tx => acceptMembership(tx, params.id, caller.id))
        // While the database is read-only, the page is shown and the invitation accepted at the next visit.
        .catch(error => {
          if (!isReadOnlyError(error)) throw error
        })
    return { data: await shown(db, config, caller, own) }
  },
})

export const update = acting.write({
  summary: 'Change the public page of one of the caller’s acteurs: contacts, opening hours, description',
  description:
    'For its owners, and for editors with `manage_publications`. Only the back-office changes name, commune and registration numbers.',
  params: Obj({ id: Id }),
  body: OwnActeurChanges,
  reply: Data(OwnActeur),
  errors: ['forbidden'],
  versioned: true,
  async run({ tx, params, body, caller, source, audit, refuseStale, config, now }) {
    await lockActeur(tx, params.id, null)
    const { acteur, membership } = await openOwnActeur(tx, params.id, { caller, source })
    refuseUnless(can(caller, { action: 'describe', standing: standingOf(acteur, membership) }))
    refuseStale(acteur.version)
    const image = await pictureOf(tx, acteur, body.image)
    await saveActeur(tx, acteur, {
      ...withFields(acteur, { ...withAddress(withClosings(body, now)), image }),
      slug: acteur.slug,
    })
    const saved = found(await findForAdmin(tx, acteur.id, null))
    audit.record(acteurTrace(acteur, saved))
    return { data: await shown(tx, config, caller, { acteur: saved, membership }) }
  },
})

interface OwnActeurAccess {
  readonly acteur: StoredActeur<AdminActeur>
  readonly membership: Membership | undefined
}

/** The same refusal for an acteur that does not exist, is deleted or has other members: outsiders learn nothing. */
export async function openOwnActeur(
  db: Db,
  id: string,
  { caller, source }: Acting,
): Promise<OwnActeurAccess> {
  const acteur = await findForAdmin(db, id, null)
  const membership = acteur && (await membershipIn(db, id, caller))
  if (!acteur || acteur.deleted_at !== null) throw new Problem('scope_violation')
  refuseUnless(can(caller, { action: 'visit', standing: standingOf(acteur, membership) }))
  refuseOutside(source, acteur)
  return { acteur, membership }
}

export const standingOf = (
  acteur: StoredActeur<AdminActeur>,
  membership: Membership | undefined,
): Standing => ({
  role: membership?.role,
  permissions: membership?.permissions ?? [],
  open: acteur.active && acteur.deleted_at === null,
  can_publish: acteur.can_publish,
})

export function refuseUnless(verdict: ReturnType<typeof can>): void {
  if (verdict !== 'allowed') throw new Problem(verdict)
}

async function shown(
  db: Db,
  config: Config,
  caller: UserOrKey,
  { acteur, membership }: OwnActeurAccess,
): Promise<OwnActeur> {
  const { active, deleted_at, merged_into, publications_count, ...own } = acteur
  const standing = standingOf(acteur, membership)
  const is = (right: 'describe' | 'lead') => can(caller, { action: right, standing }) === 'allowed'
  const may = {
    write: can(caller, { action: 'create', standing, inZone: true, pin: false }) === 'allowed',
    publish: publishesAtOnce(caller, standing),
    describe: is('describe'),
    lead: is('lead'),
  }
  return {
    ...shownActeur(own, config),
    mairie_of: await db.all(sql`
      select id, nom, departement from communes where mairie_actor_id = ${acteur.id} order by cle, id`),
    role: membership?.role ?? null,
    permissions: [...(membership?.permissions ?? [])],
    may: MAY.filter(one => may[one]),
  }
}
