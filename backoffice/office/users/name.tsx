import type { User } from '../../kit/api/contract.ts'
import { call } from '../../kit/api/session.ts'
import { PageForm } from '../../kit/forms/page-form.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { Field } from '../../kit/ui/field.tsx'
import { t } from './texts.ts'

/** The name that colleagues read beside the decisions of this person. */
export function Name({
  user,
  onChanged,
}: {
  readonly user: User
  readonly onChanged: () => Promise<unknown>
}) {
  const params = { userId: user.id }
  const form = useRecord<User, { readonly nom: string }>({
    key: `user ${user.id}`,
    record: user,
    typedOf: ({ nom }) => ({ nom: nom ?? '' }),
    labels: { nom: t.name },
    async send({ nom }, { version }) {
      const body = { nom: nom.trim() || null }
      const { data } = await call('PATCH /api/v1/admin/users/{userId}', { params, body, version })
      await onChanged()
      return data
    },
    reread: async () => (await call('GET /api/v1/admin/users/{userId}', { params })).data,
  })
  return (
    <PageForm form={form} className="stack gap-14 to-440" look="plain" save={t.save} off={!form.isTyped}>
      <Field {...form.field('nom')} hint={t.nameHint} maxLength={200} autoComplete="off" />
    </PageForm>
  )
}
