import { namesOf } from '../../../shared/fields/field.ts'
import {
  MEMBER_PERMISSIONS,
  MEMBER_ROLES,
  type MemberPermission,
  type MemberRole,
} from '../../../shared/words/access.ts'
import { Check } from '../../kit/ui/field.tsx'
import { labelOf } from '../../kit/words/language.ts'
import css from './claims.module.css'
import { t } from './dialogs-texts.ts'

export interface Rights {
  readonly role: MemberRole
  readonly permissions: readonly MemberPermission[]
}

/** The rights of a member: owner, or an editor with the ticked permissions. */
export const RightsFields = ({
  value: { role, permissions },
  onChange,
}: {
  readonly value: Rights
  readonly onChange: (rights: Rights) => void
}) => (
  <>
    <fieldset className={`stack gap-6 ${css.choices}`}>
      <legend>{t.approving.role}</legend>
      {namesOf(MEMBER_ROLES).map(one => (
        <label className="flex gap-10" key={one}>
          <input
            type="radio"
            name="role"
            value={one}
            checked={one === role}
            onChange={() => onChange({ role: one, permissions: one === 'owner' ? [] : permissions })}
          />
          <span>
            {labelOf(MEMBER_ROLES[one])}
            <small className="soft second block">{t.approving[`${one}Hint`]}</small>
          </span>
        </label>
      ))}
    </fieldset>
    {role === 'editor' && (
      <fieldset className={`stack gap-6 ${css.choices}`}>
        <legend>{t.approving.rights}</legend>
        {namesOf(MEMBER_PERMISSIONS).map(one => (
          <Check
            key={one}
            label={labelOf(MEMBER_PERMISSIONS[one])}
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
