import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { unbroken } from '../../../shared/typography.ts'
import type { Draft } from '../../kit/api/contract.ts'
import { reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import type { useActs } from '../../kit/forms/acts.tsx'
import { Button, classOf } from '../../kit/ui/button.tsx'
import { Empty, Loading, Problem } from '../../kit/ui/message.tsx'
import { moment } from '../../kit/words/format.ts'
import { noticeOf } from './acts.tsx'
import css from './publications.module.css'
import { t } from './texts.ts'

/** The user's drafts. */
export function Drafts({
  acteurId,
  acts: { confirm },
}: {
  readonly acteurId: string
  readonly acts: ReturnType<typeof useActs>
}) {
  const listed = useQuery({
    ...reading('GET /api/v1/me/drafts', { query: { acteur_id: acteurId } }),
    refetchOnMount: 'always',
  })
  const ask = ({ id }: Draft) =>
    confirm({
      title: t.asked.throw,
      about: t.asked.throwAbout,
      keep: t.asked.throwNot,
      now: t.asked.throwDo,
      work: () => call('DELETE /api/v1/me/drafts/{id}', { params: { id } }),
      done: noticeOf({ text: t.done.thrown }),
    })
  if (listed.error && !listed.data)
    return <Problem error={listed.error} retry={() => void listed.refetch()} />
  if (!listed.data) return <Loading />
  const drafts = listed.data.data
  if (drafts.length === 0) return <Empty title={t.empty.brouillons} />
  return (
    <ul className={`${css.rows} ${css.below}`}>
      {drafts.map(draft => {
        const { id, content, publication_id, updated_at } = draft
        return (
          <li key={id} className={css.row}>
            <div className={css.words}>
              <h2 dir="auto">{unbroken(content.title || t.untitled)}</h2>
              <p>
                {[publication_id && t.changes, t.draftOf(moment(new Date(updated_at), new Date()))]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <div className={css.acts}>
              <Link
                className={classOf()}
                to="/espace/ecrire"
                search={publication_id ? { publication: publication_id } : { brouillon: id }}
              >
                {t.do.goOn}
              </Link>
              <Button look="quiet" onClick={() => ask(draft)}>
                {t.do.throw}
              </Button>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
