import { useQuery } from '@tanstack/react-query'
import type { HistoryEntry } from '../../kit/api/contract.ts'
import { listing } from '../../kit/api/queries.ts'
import { Pager } from '../../kit/desk/pager.tsx'
import { usePerson } from '../../kit/person.ts'
import { Empty, NotYet } from '../../kit/ui/message.tsx'
import { Section } from '../../kit/ui/section.tsx'
import { moment } from '../../kit/words/format.ts'
import { common } from '../../kit/words/texts.ts'
import { t } from './texts.ts'

/** The history of the commune, newest first. */
export function History({
  id,
  page,
  onPage,
}: {
  readonly id: string
  readonly page: number
  onPage(page: number | undefined): void
}) {
  const me = usePerson()
  const { data, error, refetch } = useQuery(
    listing('GET /api/v1/admin/communes/{id}/history', {
      params: { id },
      query: { page },
    }),
  )
  if (!data) return <NotYet data={data} error={error} refetch={refetch} />
  if (data.data.length === 0) return <Empty title={t.history.none}>{t.history.noneNext}</Empty>
  const now = new Date()
  return (
    <Section title={t.part.historique}>
      <ul className="stack gap-10">
        {data.data.map(entry => (
          <li key={entry.id}>
            {t.history.line(
              moment(new Date(entry.at), now),
              entry.by?.id === me?.id ? common.you : (entry.by?.nom ?? t.history.nobody),
            )}
            {entry.action === 'commune.created' ? (
              <small className="soft anywhere block">{t.history.created}</small>
            ) : (
              <Changes entry={entry} />
            )}
          </li>
        ))}
      </ul>
      <Pager page={page} shown={data.data.length} meta={data.meta} onPage={onPage} />
    </Section>
  )
}

const NAMES = { ...t.part, ...t.fields }

const Changes = ({ entry }: { readonly entry: HistoryEntry }) =>
  entry.changes.map(({ field, before, after }) => {
    const name = NAMES[field as keyof typeof NAMES] ?? field
    const isTold = (value: unknown) => value !== undefined && (value === null || typeof value !== 'object')
    return (
      <small className="soft anywhere block" key={field} dir="auto">
        {isTold(before) && isTold(after) && field !== 'mairie_actor_id'
          ? t.history.from(name, shown(before), shown(after))
          : t.history.moved(name)}
      </small>
    )
  })

const shown = (value: unknown) => (value === null ? t.blank : String(value))
