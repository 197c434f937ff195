import { dayAsTyped, dayIn } from '../../../shared/typed/day.ts'
import type { CommuneRecord } from '../../kit/api/contract.ts'
import { call } from '../../kit/api/session.ts'
import { refresh } from '../../kit/commune/api.ts'
import { DateField } from '../../kit/forms/date-field.tsx'
import { PageForm } from '../../kit/forms/page-form.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { t as forms } from '../../kit/forms/texts.ts'
import { common } from '../../kit/words/texts.ts'
import { t } from './texts.ts'

/** Since when a merged commune has been a part of its successor. The national list does not tell. */
export function Merger({ commune }: { readonly commune: CommuneRecord }) {
  const form = useRecord<CommuneRecord, { readonly since: string }>({
    key: `merger ${commune.id}`,
    record: commune,
    typedOf: ({ merged_le }) => ({ since: dayAsTyped(merged_le) }),
    labels: { since: t.mergedSince },
    check: ({ since }) => ({ since: dayIn(since, 'last') === undefined ? forms.noPastDay : undefined }),
    async send({ since }, base) {
      const merged_le = dayIn(since, 'last') ?? null
      await call('PATCH /api/v1/admin/communes/{id}/merger', {
        params: { id: commune.id },
        body: { merged_le },
      })
      await refresh(commune.id)
      return { ...base, merged_le }
    },
  })
  return (
    <PageForm form={form} title={t.mergers} off={!form.isTyped} saved={common.saved}>
      <DateField {...form.field('since')} hint={t.mergedSinceHint} past optional />
    </PageForm>
  )
}
