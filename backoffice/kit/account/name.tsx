import { useState } from 'react'
import { client, me } from '../api/queries.ts'
import { call } from '../api/session.ts'
import { text, useAsking } from '../forms/asking.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Note } from '../ui/message.tsx'
import { Actions } from '../ui/section.tsx'
import css from './account.module.css'
import { t } from './texts.ts'

/** What colleagues read beside what one did. */
export function Name({ nom, hint = t.nameHint }: { readonly nom: string | null; readonly hint?: string }) {
  const [saved, setSaved] = useState(false)
  const asking = useAsking(
    values => ({ nom: text(values, 'nom') === '' ? t.nameMissing : undefined }),
    async values => {
      const reply = await call('PATCH /api/v1/me', { body: { nom: text(values, 'nom') } })
      client.setQueryData(me().queryKey, reply)
      setSaved(true)
    },
  )
  return (
    <form className={css.narrow} onSubmit={asking.submit} noValidate>
      <Field
        label={t.name}
        hint={hint}
        name="nom"
        autoComplete="name"
        maxLength={200}
        defaultValue={nom ?? ''}
        error={asking.failure ?? asking.errors.nom}
      />
      <Actions>
        <Button type="submit" off={asking.busy}>
          {t.saveName}
        </Button>
      </Actions>
      <div role="status">{saved && <Note tone="ok">{t.nameSaved}</Note>}</div>
    </form>
  )
}
