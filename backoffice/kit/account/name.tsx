import { client, me } from '../api/queries.ts'
import { call } from '../api/session.ts'
import { PageForm } from '../forms/page-form.tsx'
import { useRecord } from '../forms/record.ts'
import { Field } from '../ui/field.tsx'
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
    <PageForm form={form} className="stack gap-14 to-440" look="plain" saved={t.nameSaved}>
      <Field {...form.field('nom')} hint={hint} autoComplete="name" maxLength={200} />
    </PageForm>
  )
}
