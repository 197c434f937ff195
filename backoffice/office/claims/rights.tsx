import type { MemberPermission, MemberRole } from '../../kit/api/contract.ts'
import { Check } from '../../kit/ui/field.tsx'
import css from './claims.module.css'
import { t } from './dialogs-texts.ts'

export const ROLES = ['owner', 'editor'] as const satisfies readonly MemberRole[]
export const PERMISSIONS = [
  'manage_publications',
  'publish_publications',
] as const satisfies readonly MemberPermission[]

export interface Rights {
  readonly role: MemberRole
  readonly permissions: readonly MemberPermission[]
}

/** What somebody may do for an acteur: everything, or what is ticked. */
export const RightsFields = ({
  value: { role, permissions },
  onChange,
}: {
  readonly value: Rights
  readonly onChange: (rights: Rights) => void
}) => (
  <>
    <fieldset className={css.choices}>
      <legend>{t.approving.role}</legend>
      {ROLES.map(one => (
        <label key={one}>
          <input
            type="radio"
            name="role"
            value={one}
            checked={one === role}
            onChange={() => onChange({ role: one, permissions: one === 'owner' ? [] : permissions })}
          />
          <span>
            {t.approving[one]}
            <small>{t.approving[`${one}Hint`]}</small>
          </span>
        </label>
      ))}
    </fieldset>
    {role === 'editor' && (
      <fieldset className={css.choices}>
        <legend>{t.approving.rights}</legend>
        {PERMISSIONS.map(one => (
          <Check
            key={one}
            label={t.approving[one]}
            checked={permissions.includes(one)}
            onChange={event =>
              onChange({
                role,
                permissions: event.currentTarget.checked
                  ? [...permissions, one]
                  : permissions.filter(other => other !== one),
              })
            }
          />
        ))}
      </fieldset>
    )}
  </>
)
