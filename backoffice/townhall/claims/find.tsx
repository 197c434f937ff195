import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listing } from '../../kit/api/queries.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Field } from '../../kit/ui/field.tsx'
import { Problem } from '../../kit/ui/message.tsx'
import { useSettled } from '../../kit/ui/settled.ts'
import css from './claims.module.css'
import { t } from './texts.ts'

/** Finds what the public sees: communes, and the pages of one commune. */

export interface Choice {
  readonly id: string
  readonly nom: string
}
/** Communes of one name differ in their departement. */
export const communeToChoose = ({
  id,
  nom,
  departement,
}: Choice & { readonly departement: string | null }): Choice => ({
  id,
  nom: departement === null ? nom : `${nom} (${departement})`,
})

interface Finding {
  onChoose(choice: Choice): void
}
const MOST = 10

/** `again`: the button that asked for it is gone, so the field takes the focus. */
export function FindCommune({ again, onChoose }: Finding & { readonly again: boolean }) {
  const [typed, setTyped] = useState('')
  const q = useSettled(typed.trim())
  const { data, error } = useQuery({
    ...listing('GET /api/v1/communes', { query: { q, per_page: MOST } }),
    enabled: q !== '',
  })
  const rows = q === '' ? undefined : data?.data
  return (
    <>
      <Field
        label={t.form.communeName}
        autoFocus={again}
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
        maxLength={100}
        autoComplete="off"
      />
      {error && <Problem error={error} />}
      <Found rows={rows?.map(communeToChoose)} none={t.form.noCommune} onChoose={onChoose} />
    </>
  )
}

export function FindActeur({ communeId: id, onChoose }: Finding & { readonly communeId: string }) {
  const [typed, setTyped] = useState('')
  const q = useSettled(typed.trim())
  const { data, error } = useQuery(
    listing('GET /api/v1/communes/{id}/acteurs', { params: { id }, query: { q, per_page: MOST } }),
  )
  return (
    <>
      <Field
        label={t.form.acteurName}
        hint={t.form.acteurHint}
        autoFocus
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
        maxLength={100}
        autoComplete="off"
      />
      {error && <Problem error={error} />}
      <Found rows={data?.data} none={t.form.noActeur} onChoose={onChoose} />
    </>
  )
}

const Found = ({
  rows,
  none,
  onChoose,
}: Finding & { readonly rows: readonly Choice[] | undefined; readonly none: string }) => (
  <div aria-live="polite">
    {rows?.length === 0 && <p>{none}</p>}
    {rows && rows.length > 0 && (
      <ul className={css.found}>
        {rows.map(({ id, nom }) => (
          <li className="row middle apart anywhere gap-8-12" key={id}>
            <span dir="auto">{nom}</span>
            <Button onClick={() => onChoose({ id, nom })} aria-label={`${t.form.choose} ${nom}`}>
              {t.form.choose}
            </Button>
          </li>
        ))}
      </ul>
    )}
    {rows?.length === MOST && <p className="soft second">{t.form.more}</p>}
  </div>
)
