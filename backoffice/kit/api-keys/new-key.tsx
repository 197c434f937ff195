import type { ReactNode } from 'react'
import { KEY_SCOPES, type KeyScope } from '../../../shared/words/api-keys.ts'
import type { CreatedApiKey, NewApiKey, NewOwnApiKey } from '../api/contract.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useRecord } from '../forms/record.ts'
import { Choices } from '../ui/choices.tsx'
import { Field, Select } from '../ui/field.tsx'
import { Options } from '../ui/options.tsx'
import { t } from './texts.ts'

/** The acteur, communes or intercommunalities of a key. */
export type Limit = Pick<NewApiKey, 'acteur_id' | 'commune_ids' | 'epci_codes'>
interface Typed {
  readonly nom: string
  readonly scopes: readonly KeyScope[]
  readonly days: string
  /** Is held by `limit`; refusals of the service name it. */
  readonly acteur_id: undefined
}
const DAYS = [30, 90, 365, 730] as const

/** The form of a new key. `limit`: its inputs for a limit, and what is missing in them. */
export function NewKey({
  send,
  limit,
  onClose,
  onCreated,
}: {
  send(body: NewOwnApiKey): Promise<{ readonly data: CreatedApiKey }>
  readonly limit?: { readonly missing: string | undefined; readonly input: (error?: string) => ReactNode }
  onClose(): void
  onCreated(key: CreatedApiKey): Promise<void>
}) {
  const form = useRecord<undefined, Typed>({
    key: undefined,
    record: undefined,
    typedOf: () => ({ nom: '', scopes: [], days: '365', acteur_id: undefined }),
    labels: { nom: t.nom, days: t.days },
    check: ({ nom, scopes }) => ({
      nom: nom.trim() === '' ? t.nomMissing : undefined,
      scopes: scopes.length === 0 ? t.scopesMissing : undefined,
      acteur_id: limit?.missing,
    }),
    async send({ nom, scopes, days }) {
      const { data } = await send({ nom: nom.trim(), scopes, days: Number(days) })
      await onCreated(data)
    },
  })
  const { errors } = form
  return (
    <FormDialog form={form} title={t.creating} onClose={onClose} keep={t.notCreate} now={t.createNow}>
      <Field
        {...form.field('nom')}
        hint={t.nomHint}
        maxLength={100}
        autoComplete="off"
        autoFocus
        dir="auto"
      />
      {limit?.input(errors.acteur_id)}
      <Choices
        legend={t.scopes}
        words={KEY_SCOPES}
        chosen={form.value.scopes}
        error={errors.scopes}
        onChange={scopes => form.type({ scopes })}
      />
      <Select {...form.field('days')}>
        <Options of={DAYS.map(days => [days, days < 365 ? t.some(days) : t.years(days / 365)])} />
      </Select>
    </FormDialog>
  )
}
