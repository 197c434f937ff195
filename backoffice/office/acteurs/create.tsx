import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import type { ActeurType } from '../../kit/api/contract.ts'
import { reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { Note } from '../../kit/ui/message.tsx'
import { useSettled } from '../../kit/ui/settled.ts'
import { common } from '../../kit/words/texts.ts'
import { BLANK, ContactFields, IdentityFields, sent, type Written, wrongNumbers } from './fields.tsx'
import { t } from './texts.ts'

/** Creates an acteur. Similar acteurs are listed while the user types. */
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
  const form = useRecord<undefined, Written>({
    key: `acteur ${commune ?? 'new'} ${type}`,
    record: undefined,
    typedOf: () => ({ ...BLANK, nom, type, commune_id: commune }),
    labels: t.field,
    check: value => ({
      ...(value.nom.trim() === '' && { nom: common.nomMissing }),
      ...(!value.commune_id && { commune_id: t.communeMissing }),
      ...wrongNumbers(value, true),
    }),
    async send(value) {
      const body = { ...sent(value), commune_id: value.commune_id ?? '' }
      const { data } = await call('POST /api/v1/admin/acteurs', { body })
      onClose()
      void router.navigate({ to: '/acteurs/$id', params: { id: data.id } })
    },
  })
  return (
    <FormDialog
      form={form}
      title={t.creating.title}
      onClose={onClose}
      keep={t.creating.keep}
      now={t.creating.now}
      hint="Ctrl ↵"
    >
      <IdentityFields form={form} />
      <LookAlikes value={form.value} />
      <ContactFields form={form} />
    </FormDialog>
  )
}

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
