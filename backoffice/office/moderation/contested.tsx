import { useQuery } from '@tanstack/react-query'
import { reading } from '../../kit/api/queries.ts'
import { Chip } from '../../kit/ui/chip.tsx'
import { NotYet } from '../../kit/ui/message.tsx'
import { moment } from '../../kit/words/format.ts'
import css from './item.module.css'
import { stateOf, TONES, whereFrom } from './rules.ts'
import { t } from './texts.ts'
import { HistoryOf, ReportsOf, Written } from './written.tsx'

/** The publication that an appeal is about, as moderators see it now. */
export function Contested({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(
    reading('GET /api/v1/admin/publications/{id}', { params: { id } }),
  )
  const publication = data?.data
  if (!publication) return <NotYet data={data} error={error} refetch={refetch} />
  const now = new Date()
  const state = stateOf(publication, now)
  return (
    <>
      <p className={`row middle soft second gap-10 ${css.now}`}>
        <Chip tone={TONES[state]}>{t.state[state]}</Chip>
        <Chip tone="plain">{publication.type.nom}</Chip>
        <span>{t.proposed(moment(new Date(publication.created_at), now))}</span>
      </p>
      <p className={`soft fine ${css.author}`}>{whereFrom(publication)}</p>
      <Written publication={publication} />
      <div className={`stack gap-16 to-680 ${css.beside}`}>
        <ReportsOf publication={publication} closed />
        <HistoryOf publication={publication} />
      </div>
    </>
  )
}
