import { client, me } from '../api/queries.ts'
import { call } from '../api/session.ts'
import { FormHead, FormState } from '../forms/form-state.tsx'
import { useRecord } from '../forms/record.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Actions } from '../ui/section.tsx'
import { actions } from '../words/texts.ts'
import { t } from './texts.ts'

/** The name that colleagues read. */
export function Name({ nom, hint = t.nameHint }: { readonly nom: string | null; readonly hint?: string }) {
  const form = useRecord<string, { readonly nom: string }>({
    key: 'own name',
    record: nom ?? '',
    typedOf: nom => ({ nom }),
    labels: { nom: t.name },
    check: ({ nom }) => ({ nom: nom.trim() === '' ? t.nameMissing : undefined }),
    async send({ nom }) {
      const reply = await call('PATCH /api/v1/me', { body: { nom: nom.trim() } })
      client.setQueryData(me().queryKey, reply)
      return reply.data.nom ?? ''
    },
  })
  return (
    <form className="stack gap-14 to-440" onSubmit={form.onSubmit} noValidate>
      <FormHead of={form} />
      <Field {...form.field('nom')} hint={hint} autoComplete="name" maxLength={200} />
      <FormState of={form} saved={t.nameSaved} />
      <Actions>
        <Button type="submit" off={form.busy}>
          {actions.save}
        </Button>
      </Actions>
    </form>
  )
}
