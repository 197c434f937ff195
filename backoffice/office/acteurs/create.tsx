import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { ActeurType } from '../../kit/api/contract.ts'
import { reading } from '../../kit/api/queries.ts'
import { Refused } from '../../kit/api/refused.ts'
import { call } from '../../kit/api/session.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Acts, Dialog } from '../../kit/ui/dialog.tsx'
import { Note, Problem } from '../../kit/ui/message.tsx'
import { useSettled } from '../../kit/ui/settled.ts'
import { BLANK, ContactFields, IdentityFields, sent, type Written, wrongNumbers } from './fields.tsx'
import { t } from './texts.ts'

/** A new acteur; what looks like it is shown while somebody types. */
export function Create({
  nom = '',
  commune,
  type = 'association',
  onClose,
}: {
  readonly nom?: string | undefined
  readonly commune?: string | undefined
  readonly type?: ActeurType | undefined
  onClose(): void
}) {
  const router = useRouter()
  const [value, setValue] = useState<Written>({ ...BLANK, nom, type, commune_id: commune })
  const [tried, setTried] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const missing = {
    ...(value.nom.trim() === '' && { nom: t.nomMissing }),
    ...(!value.commune_id && { commune_id: t.communeMissing }),
    ...wrongNumbers(value, true),
  }
  const submit = async () => {
    setTried(true)
    setFailure(undefined)
    if (Object.keys(missing).length > 0) return
    try {
      const body = { ...sent(value), commune_id: value.commune_id ?? '' }
      const { data } = await call('POST /api/v1/admin/acteurs', { body })
      onClose()
      await router.navigate({ to: '/acteurs/$id', params: { id: data.id } })
    } catch (error) {
      setFailure(error)
    }
  }
  const fields = {
    value,
    errors: tried ? { ...missing, ...told(failure) } : told(failure),
    onChange: (change: Partial<Written>) => setValue(before => ({ ...before, ...change })),
  }
  return (
    <Dialog title={t.creating.title} onClose={onClose} onSubmit={submit}>
      <IdentityFields {...fields} />
      <ContactFields {...fields} />
      <LookAlikes value={value} />
      {failure !== undefined && Object.keys(told(failure)).length === 0 && <Problem error={failure} />}
      <Acts>
        <Button onClick={onClose}>{t.creating.keep}</Button>
        <Button look="primary" type="submit" hint="Ctrl ↵">
          {t.creating.now}
        </Button>
      </Acts>
    </Dialog>
  )
}

/** The fields that the service refuses, each in its place. */
export const told = (failure: unknown): Readonly<Record<string, string>> =>
  failure instanceof Refused
    ? Object.fromEntries(failure.details.map(({ path, message }) => [path, message]))
    : {}

function LookAlikes({
  value: { nom, commune_id, siret, rna, email, telephone },
}: {
  readonly value: Written
}) {
  const asked = useSettled(JSON.stringify({ nom, commune_id, siret, rna, email, telephone }))
  const { data } = useQuery({
    ...reading('GET /api/v1/admin/acteurs/look-alikes', { query: JSON.parse(asked) }),
    placeholderData: keepPreviousData,
  })
  const alike = data?.data ?? []
  return (
    <div role="status">
      {alike.length > 0 && (
        <Note tone="wait" icon="twins">
          <strong>{t.alike}</strong>
          <ul>
            {alike.map(one => (
              <li key={one.id}>
                <Link to="/acteurs/$id" params={{ id: one.id }} target="_blank" dir="auto">
                  {one.nom}
                </Link>{' '}
                {[
                  one.commune?.nom,
                  one.deleted && t.deletedOne,
                  ...one.reasons.map(reason => t.reason[reason]),
                ]
                  .filter(Boolean)
                  .join(', ')}
              </li>
            ))}
          </ul>
        </Note>
      )}
    </div>
  )
}
