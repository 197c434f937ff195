import { useState } from 'react'
import type { KeptPublicationType as Kept } from '../../kit/api/contract.ts'
import { Refused } from '../../kit/api/refused.ts'
import { call } from '../../kit/api/session.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Field } from '../../kit/ui/field.tsx'
import { Failure, Note, sentenceOf } from '../../kit/ui/message.tsx'
import { useOneAtATime } from '../../kit/ui/one-at-a-time.ts'
import { Actions } from '../../kit/ui/section.tsx'
import css from './settings.module.css'
import { t } from './texts.ts'

const NEW = { nom: '', couleur: '#0f766e' }

/** The name and the colour of a type, or of a new one. Changed by two at once, the second one sees what the first one wrote. */
export function TypeEditor({
  type,
  onDone,
  onSaved,
}: {
  readonly type: Kept | undefined
  readonly onDone: () => void
  readonly onSaved: () => Promise<unknown>
}) {
  const [{ nom, couleur }, setTyped] = useState<Pick<Kept, 'nom' | 'couleur'>>(type ?? NEW)
  const [failure, setFailure] = useState<unknown>()
  const isStale = failure instanceof Refused && failure.code === 'stale_version'
  const save = useOneAtATime(async () => {
    setFailure(undefined)
    const body = { nom: nom.trim(), couleur }
    let refused: unknown
    try {
      await (type
        ? call('PATCH /api/v1/admin/publication-types/{id}', {
            params: { id: type.id },
            body,
            version: type.version,
          })
        : call('POST /api/v1/admin/publication-types', { body }))
      onDone()
    } catch (error) {
      refused = error
    }
    await onSaved()
    // Shown once the newest version is here: until then a second save would be ignored.
    setFailure(refused)
  })
  return (
    <form
      className={css.editor}
      noValidate
      aria-label={type ? t.renameThis(type.nom) : t.adding}
      onSubmit={event => {
        event.preventDefault()
        if (nom.trim() !== '') void save()
      }}
    >
      {isStale && type && (
        <div role="alert">
          <Note tone="wait">{t.stale(type.nom)}</Note>
        </div>
      )}
      <div className={css.fields}>
        <Field
          label={t.nom}
          maxLength={100}
          required
          autoFocus
          autoComplete="off"
          dir="auto"
          value={nom}
          onChange={event => setTyped({ nom: event.currentTarget.value, couleur })}
        />
        <Field
          label={t.colour}
          type="color"
          value={couleur}
          onChange={event => setTyped({ nom, couleur: event.currentTarget.value })}
        />
      </div>
      {failure !== undefined && !isStale && <Failure>{sentenceOf(failure)}</Failure>}
      <Actions>
        <Button look="primary" type="submit" off={nom.trim() === ''}>
          {t.save}
        </Button>
        <Button onClick={onDone}>{t.leave}</Button>
      </Actions>
    </form>
  )
}
