import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { namesOf } from '../../../shared/fields/field.ts'
import { ROLES, type Role } from '../../../shared/words/access.ts'
import type { NewUser } from '../../kit/api/contract.ts'
import { client } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Acts, Dialog } from '../../kit/ui/dialog.tsx'
import { Check, Field, Select } from '../../kit/ui/field.tsx'
import { Failure, sentenceOf } from '../../kit/ui/message.tsx'
import { Picker } from '../../kit/ui/picker.tsx'
import { t } from './texts.ts'
import css from './users.module.css'

/** Somebody new, with what waits for them. */
export function Invite({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate()
  const [email, setEmail] = useState('')
  const [nom, setNom] = useState('')
  const [roles, setRoles] = useState<readonly Role[]>([])
  const [acteur, setActeur] = useState<string>()
  const [member, setMember] = useState<'owner' | 'editor'>('owner')
  const [failure, setFailure] = useState<string>()
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const isAddress = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())
  const submit = async () => {
    setTried(true)
    if (!isAddress || busy) return
    setBusy(true)
    const body: NewUser = {
      email: email.trim(),
      ...(nom.trim() && { nom: nom.trim() }),
      roles,
      ...(acteur && {
        acteurs: [
          {
            acteur_id: acteur,
            role: member,
            permissions: member === 'editor' ? ['manage_publications', 'publish_publications'] : [],
          },
        ],
      }),
    }
    try {
      const { data } = await call('POST /api/v1/admin/users', { body })
      void client.invalidateQueries({ queryKey: ['GET /api/v1/admin/users'] })
      void navigate({ to: '/utilisateurs/$id', params: { id: data.id } })
      onClose()
    } catch (error) {
      setFailure(sentenceOf(error))
      setBusy(false)
    }
  }
  return (
    <Dialog title={t.inviting.title} about={t.inviting.about} onClose={onClose} onSubmit={submit}>
      <Field
        label={t.inviting.email}
        type="email"
        autoComplete="off"
        maxLength={254}
        value={email}
        onChange={event => setEmail(event.currentTarget.value)}
        error={tried && !isAddress ? t.inviting.emailMissing : undefined}
      />
      <Field
        label={t.inviting.name}
        optional
        autoComplete="off"
        maxLength={200}
        value={nom}
        onChange={event => setNom(event.currentTarget.value)}
      />
      <fieldset className={css.roles}>
        <legend>{t.inviting.roles}</legend>
        {namesOf(ROLES).map(role => (
          <Check
            key={role}
            label={t.role[role]}
            hint={t.does[role]}
            checked={roles.includes(role)}
            onChange={({ currentTarget: { checked } }) =>
              setRoles(checked ? [...roles, role] : roles.filter(one => one !== role))
            }
          />
        ))}
      </fieldset>
      <Picker
        kind="acteurs"
        label={t.inviting.acteur}
        hint={t.inviting.acteurHint}
        optional
        value={acteur}
        onChange={setActeur}
      />
      {acteur && (
        <Select
          label={t.inviting.acteurRole}
          value={member}
          onChange={event => setMember(event.currentTarget.value === 'editor' ? 'editor' : 'owner')}
        >
          <option value="owner">{t.inviting.owner}</option>
          <option value="editor">{t.inviting.editor}</option>
        </Select>
      )}
      {failure && <Failure>{failure}</Failure>}
      <Acts>
        <Button onClick={onClose}>{t.inviting.cancel}</Button>
        <Button look="primary" type="submit" off={busy}>
          {t.inviting.submit}
        </Button>
      </Acts>
    </Dialog>
  )
}
