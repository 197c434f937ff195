import { useNavigate } from '@tanstack/react-router'
import { namesOf } from '../../../shared/fields/field.ts'
import { mailAddressOf } from '../../../shared/typed/mail-address.ts'
import { ROLES, type Role } from '../../../shared/words/access.ts'
import type { NewUser } from '../../kit/api/contract.ts'
import { client } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { mailed, NoMail, sendsMails } from '../../kit/no-mail.tsx'
import { Check, Field, Select } from '../../kit/ui/field.tsx'
import { Picker } from '../../kit/ui/picker.tsx'
import { contacts } from '../../kit/words/contacts.ts'
import { idsOf, Places, type Territory } from './role-territory.tsx'
import { t } from './texts.ts'
import css from './users.module.css'

interface Typed extends Territory {
  readonly email: string
  readonly nom: string
  readonly roles: readonly Role[]
  readonly acteur_id: string | undefined
  readonly member: 'owner' | 'editor'
}

const limitable = (role: Role) => role !== 'admin'

/** A new person: their roles, the places that limit them, and the acteur whose member they become. */
export function Invite({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate()
  const form = useRecord<undefined, Typed>({
    key: 'user invite',
    record: undefined,
    typedOf: () => ({
      email: '',
      nom: '',
      roles: [],
      epcis: [],
      communes: [],
      acteur_id: undefined,
      member: 'owner',
    }),
    labels: { email: contacts.email, nom: t.inviting.name, member: t.inviting.acteurRole },
    check: ({ email }) => ({
      email: mailAddressOf(email) ? undefined : t.inviting.emailMissing,
    }),
    unmarked: ['roles', 'epcis', 'communes'],
    async send({ email, nom, roles, epcis, communes, acteur_id, member: role }) {
      const permissions = role === 'editor' ? (['manage_publications', 'publish_publications'] as const) : []
      const body: NewUser = {
        email: mailAddressOf(email) ?? '',
        ...(nom.trim() && { nom: nom.trim() }),
        roles,
        ...(epcis.length + communes.length > 0 && {
          territories: roles.filter(limitable).map(role => ({ role, ...idsOf({ epcis, communes }) })),
        }),
        ...(acteur_id && { acteurs: [{ acteur_id, role, permissions }] }),
      }
      const { data } = await call('POST /api/v1/admin/users', { body })
      void client.invalidateQueries({ queryKey: ['GET /api/v1/admin/users'] })
      const state = { notice: mailed(t.inviting.sent(body.email)) }
      void navigate({ to: '/utilisateurs/$id', params: { id: data.id }, state })
      onClose()
    },
  })
  const { roles, acteur_id } = form.value
  return (
    <FormDialog
      form={form}
      title={t.inviting.title}
      about={sendsMails ? t.inviting.about : undefined}
      onClose={onClose}
      keep={t.inviting.cancel}
      now={t.inviting.submit}
    >
      <NoMail />
      <Field {...form.field('email')} type="email" autoComplete="off" maxLength={254} />
      <Field {...form.field('nom')} optional autoComplete="off" maxLength={200} />
      <fieldset className={`stack gap-12 ${css.roles}`}>
        <legend>{t.inviting.roles}</legend>
        {namesOf(ROLES).map(role => (
          <Check
            key={role}
            label={t.role[role]}
            hint={t.does[role]}
            checked={roles.includes(role)}
            onChange={({ currentTarget: { checked } }) =>
              form.type({ roles: checked ? [...roles, role] : roles.filter(one => one !== role) })
            }
          />
        ))}
      </fieldset>
      {roles.some(limitable) && (
        <fieldset className={`stack gap-14 ${css.places}`}>
          <legend>{t.inviting.places}</legend>
          <p className="soft">{t.inviting.placesAbout}</p>
          <Places
            value={form.value}
            none={t.inviting.everywhere(roles.filter(limitable).length)}
            onChange={form.type}
          />
        </fieldset>
      )}
      <Picker
        kind="acteurs"
        label={t.inviting.acteur}
        hint={t.inviting.acteurHint}
        optional
        value={acteur_id}
        error={form.errors.acteur_id}
        onChange={acteur_id => form.type({ acteur_id })}
      />
      {acteur_id && (
        <Select {...form.field('member')}>
          <option value="owner">{t.inviting.owner}</option>
          <option value="editor">{t.inviting.editor}</option>
        </Select>
      )}
    </FormDialog>
  )
}
