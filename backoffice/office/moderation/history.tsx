import { useQuery } from '@tanstack/react-query'
import { call } from '../../kit/api/session.ts'
import { usePerson } from '../../kit/person.ts'
import { NotYet } from '../../kit/ui/message.tsx'
import { moment } from '../../kit/words/format.ts'
import { common, nouns } from '../../kit/words/texts.ts'
import { sentenceOfEntry } from './history-line.ts'
import css from './item.module.css'
import { t } from './texts.ts'

/** The history of the publication, newest first. */
export function History({ id, version }: { readonly id: string; readonly version: number }) {
  const { data, error, refetch } = useQuery({
    // The version in the key refetches the history after each change.
    queryKey: ['history', id, version],
    queryFn: ({ signal }) =>
      call('GET /api/v1/admin/publications/{id}/history', {
        params: { id },
        query: { per_page: 20 },
        signal,
      }),
  })
  const me = usePerson()
  const now = new Date()
  return (
    <section>
      <h3>{nouns.history}</h3>
      <NotYet data={data} error={error} refetch={refetch} />
      {data?.data.length === 0 && <p className="soft">{t.noHistory}</p>}
      <ul>
        {data?.data.map(entry => (
          <li key={entry.id}>
            <span className={`soft ${css.when}`}>{moment(new Date(entry.at), now)}</span>{' '}
            {sentenceOfEntry(entry)}
            {entry.by ? `, ${entry.by.id === me?.id ? common.you : (entry.by.nom ?? common.nameless)}` : ''}
            {entry.key && `, ${t.byKey(entry.key.nom)}`}
          </li>
        ))}
      </ul>
    </section>
  )
}
