import { useQuery } from '@tanstack/react-query'
import { call } from '../../kit/api/session.ts'
import { Diff } from '../../kit/ui/diff.tsx'
import { NotYet } from '../../kit/ui/message.tsx'
import { moment } from '../../kit/words/format.ts'
import css from './changes.module.css'
import { type Difference, differencesBetween, factTexts, useNames } from './facts.ts'
import type { Publication } from './rules.ts'
import { t } from './texts.ts'

/** The author's changes since the last decision: the only text to review again. */
export function Changes({ publication: { id, version } }: { readonly publication: Publication }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['item', id, version],
    queryFn: ({ signal }) => call('GET /api/v1/admin/publications/{id}', { params: { id }, signal }),
  })
  const item = data?.data
  const names = useNames(item?.approved ? [item, item.approved] : [])
  if (!item) return <NotYet data={item} error={error} refetch={refetch} />
  if (!item.approved) return null
  const { at, decision, reason } = item.approved
  return (
    <section className={`to-680 top-16 round ${css.changes}`}>
      <h3>{t.changedSince[decision](moment(new Date(at), new Date()))}</h3>
      {reason && (
        <p className={css.asked}>
          {t.askedOfAuthor} <q dir="auto">{reason}</q>
        </p>
      )}
      <Differences of={differencesBetween(factTexts(item.approved, names), factTexts(item, names))} />
    </section>
  )
}

export const Differences = ({ of }: { readonly of: readonly Difference[] }) => (
  <dl className="stack fine gap-10">
    {of.map(({ field, label, before, after }) => (
      <div key={field}>
        <dt className="least">{label}</dt>
        <dd>
          <Diff before={before} after={after} />
        </dd>
      </div>
    ))}
  </dl>
)
