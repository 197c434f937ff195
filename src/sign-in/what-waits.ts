import { type Db, sql } from '../kernel/db/db.ts'
import type { Invitation } from '../letters/mail/templates/invitation.ts'
import { hasAccess } from '../people/users/expected.ts'

/** Number of acteurs, and of places of a role, named in an invitation; the others are counted. */
const NAMED = 5

/** The roles and acteurs reserved for the person expected at this address. */
export async function whatWaitsAt(
  db: Db,
  email: string,
): Promise<Pick<Invitation, 'roles' | 'limits' | 'acteurs' | 'more'>> {
  const waiting = await db.one<Pick<Invitation, 'roles' | 'limits' | 'acteurs'>>(sql`
    select array(select role from user_roles r where r.user_id = u.id order by role) as roles,
      coalesce((
        select jsonb_agg(jsonb_build_object('role', r.role, 'places', to_jsonb(p.names[:${NAMED}]),
                                            'more', greatest(cardinality(p.names) - ${NAMED}, 0)) order by r.role)
        from user_roles r, lateral (select
          array(select nom from epcis where code = any(r.epci_codes) order by nom, code)
          || array(select nom from communes where id = any(r.commune_ids) order by cle, id) as names) p
        where r.user_id = u.id and (r.commune_ids is not null or r.epci_codes is not null)), '[]') as limits,
      coalesce((
        select jsonb_agg(jsonb_build_object('acteur', a.nom, 'role', m.role, 'permissions', m.permissions)
                         order by m.created_at desc, a.id)
        from actor_users m join acteurs a on a.id = m.acteur_id
        where m.user_id = u.id and a.deleted_at is null), '[]') as acteurs
    from users u where (u.email = ${email} or u.invited_email = ${email}) and not ${hasAccess} limit 1`)
  const { roles = [], limits = [], acteurs = [] } = waiting ?? {}
  return { roles, limits, acteurs: acteurs.slice(0, NAMED), more: Math.max(0, acteurs.length - NAMED) }
}

/** The inviter's name as a stranger may see it: staff by name, a member by their acteur. */
export async function inviterNamed(
  db: Db,
  { id, acteur }: { readonly id: string; readonly acteur?: string },
): Promise<Pick<Invitation, 'by'>> {
  const office = await db.one<{ nom: string | null }>(sql`
    select nom from users u where id = ${id} and exists (select from user_roles r where r.user_id = u.id)`)
  if (office?.nom) return { by: { colleague: office.nom } }
  return office === undefined && acteur !== undefined ? { by: { acteur } } : {}
}
