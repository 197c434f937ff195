import { useState } from 'react'
import { namesOf } from '../../../shared/fields/field.ts'
import { ROLES, type Role } from '../../../shared/words/access.ts'
import type { User } from '../../kit/api/contract.ts'
import { Refused } from '../../kit/api/refused.ts'
import { call } from '../../kit/api/session.ts'
import { Check } from '../../kit/ui/field.tsx'
import { Done, Failure, sentenceOf } from '../../kit/ui/message.tsx'
import { Section } from '../../kit/ui/section.tsx'
import { RoleTerritory } from './role-territory.tsx'
import { t } from './texts.ts'
import css from './users.module.css'

/** A switch for each role, saved at once. */
export function Roles({
  user,
  onChanged,
}: {
  readonly user: User
  readonly onChanged: () => Promise<unknown>
}) {
  const [notice, setNotice] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const set = async (role: Role, on: boolean) => {
    setNotice(undefined)
    setFailure(undefined)
    try {
      if (on)
        await call('POST /api/v1/admin/users/{userId}/roles', { params: { userId: user.id }, body: { role } })
      else
        await call('DELETE /api/v1/admin/users/{userId}/roles/{role}', { params: { userId: user.id, role } })
      await onChanged()
      setNotice((on ? t.granted : t.revoked)(t.role[role]))
    } catch (error) {
      setFailure(error instanceof Refused && error.code === 'last_admin' ? t.lastAdmin : sentenceOf(error))
    }
  }
  const onLimited = async (text: string) => {
    setFailure(undefined)
    await onChanged()
    setNotice(text)
  }
  return (
    <Section title={t.rolesTitle}>
      <div className={css.roles}>
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
      <Done>{notice}</Done>
      {failure && <Failure>{failure}</Failure>}
    </Section>
  )
}
