import { namesOf } from '../../../shared/fields/field.ts'
import { ROLES, type Role } from '../../../shared/words/access.ts'
import type { User } from '../../kit/api/contract.ts'
import { call } from '../../kit/api/session.ts'
import { useActs } from '../../kit/forms/acts.tsx'
import { Check } from '../../kit/ui/field.tsx'
import { Section } from '../../kit/ui/section.tsx'
import { RoleTerritory } from './role-territory.tsx'
import { t } from './texts.ts'
import css from './users.module.css'

/** A switch for each role, saved at once. */
export function Roles({ user, onChanged }: { readonly user: User; onChanged(): Promise<unknown> }) {
  const { actInTurn, tell, outcome } = useActs(onChanged, { last_admin: t.lastAdmin })
  const { id: userId } = user
  const set = (role: Role, on: boolean) =>
    on
      ? actInTurn(
          () => call('POST /api/v1/admin/users/{userId}/roles', { params: { userId }, body: { role } }),
          t.granted(t.role[role]),
        )
      : actInTurn(
          () => call('DELETE /api/v1/admin/users/{userId}/roles/{role}', { params: { userId, role } }),
          t.revoked(t.role[role]),
        )
  const onLimited = async (notice: string) => {
    await onChanged()
    tell(notice)
  }
  return (
    <Section title={t.rolesTitle}>
      <div className={`stack gap-12 ${css.roles}`}>
        {namesOf(ROLES).map(role => (
          <div key={role}>
            <Check
              role="switch"
              label={t.role[role]}
              hint={t.does[role]}
              checked={user.roles.includes(role)}
              onChange={event => void set(role, event.currentTarget.checked)}
            />
            {role !== 'admin' && user.roles.includes(role) && (
              <RoleTerritory user={user} role={role} onChanged={onLimited} />
            )}
          </div>
        ))}
      </div>
      {outcome}
    </Section>
  )
}
