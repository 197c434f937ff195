import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Refused } from '../../kit/api/refused.ts'
import { call } from '../../kit/api/session.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Acts, Dialog } from '../../kit/ui/dialog.tsx'
import { Field } from '../../kit/ui/field.tsx'
import { Problem } from '../../kit/ui/message.tsx'
import { t } from './texts.ts'

/** The national list has every commune: another one is rare, and little is asked. */
export function Create({ nom, onClose }: { readonly nom: string; readonly onClose: () => void }) {
  const navigate = useNavigate()
  const [fields, setFields] = useState({
    nom: /^\d/.test(nom) ? '' : nom,
    departement: '',
    codes: '',
    code: '',
  })
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const details = error instanceof Refused ? error.details : []
  const at = (path: string) => details.find(detail => detail.path.split('.')[0] === path)?.message
  const write = (name: keyof typeof fields) => (event: { currentTarget: { value: string } }) =>
    setFields({ ...fields, [name]: event.currentTarget.value })
  const send = async () => {
    if (busy) return
    setBusy(true)
    setError(undefined)
    try {
      const codes = fields.codes.split(/[\s,;]+/).filter(Boolean)
      const { data } = await call('POST /api/v1/admin/communes', {
        body: {
          nom: fields.nom.trim(),
          ...(fields.departement.trim() && { departement: fields.departement.trim().toUpperCase() }),
          ...(fields.code.trim() && { code_insee: fields.code.trim().toUpperCase() }),
          ...(codes.length > 0 && { codes_postaux: codes }),
        },
        once: crypto.randomUUID(),
      })
      await navigate({ to: '/communes/$id', params: { id: data.id } })
    } catch (caught) {
      setError(caught)
      setBusy(false)
    }
  }
  return (
    <Dialog title={t.create.title} about={t.create.about} onClose={onClose} onSubmit={send}>
      {error !== undefined && details.length === 0 && <Problem error={error} />}
      <Field
        label={t.fields.nom}
        value={fields.nom}
        onChange={write('nom')}
        error={at('nom')}
        maxLength={200}
      />
      <Field
        label={t.fields.departement}
        hint={t.hints.departement}
        optional
        value={fields.departement}
        onChange={write('departement')}
        error={at('departement')}
        maxLength={3}
      />
      <Field
        label={t.fields.codes_postaux}
        hint={t.hints.codes}
        optional
        value={fields.codes}
        onChange={write('codes')}
        error={at('codes_postaux')}
      />
      <Field
        label={t.fields.code_insee}
        optional
        value={fields.code}
        onChange={write('code')}
        error={at('code_insee')}
        maxLength={5}
      />
      <Acts>
        <Button onClick={onClose}>{t.create.not}</Button>
        <Button look="primary" type="submit" off={busy}>
          {t.create.send}
        </Button>
      </Acts>
    </Dialog>
  )
}
