import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Draft } from '../../kit/api/contract.ts'
import { reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import type { useActs } from '../../kit/forms/acts.tsx'
import { sendOnNewest } from '../../kit/forms/newest.ts'
import { Button, classOf } from '../../kit/ui/button.tsx'
import { Empty, NotYet, sentenceOf } from '../../kit/ui/message.tsx'
import { moment } from '../../kit/words/format.ts'
import { unbroken } from '../../kit/words/typography.ts'
import { noticeOf } from './acts.tsx'
import css from './publications.module.css'
import { t } from './texts.ts'

const newest = async (id: string): Promise<Draft> =>
  (await call('GET /api/v1/me/drafts/{id}', { params: { id } })).data

/** The user's drafts. */
export function Drafts({
  acteurId,
  acts: { act, confirm },
}: {
  readonly acteurId: string
  readonly acts: ReturnType<typeof useActs>
}) {
  const listed = useQuery({
    ...reading('GET /api/v1/me/drafts', { query: { acteur_id: acteurId } }),
    refetchOnMount: 'always',
  })
  /** Creates it again; after a failure the offer stays, and the service creates one at most. */
  const offerBack = (draft: Draft, once: string, failure?: unknown): ReactNode => {
    const { acteur_id, publication_id, content } = draft
    const create = () =>
      call('POST /api/v1/me/drafts', { body: { acteur_id, publication_id, content }, once }).then(
        () => noticeOf({ text: t.done.back(content.title || t.untitled) }),
        (error: unknown) => offerBack(draft, once, error),
      )
    return noticeOf({
      text: failure === undefined ? t.done.thrown : `${t.done.thrown} ${sentenceOf(failure)}`,
      undo: () => void act(create, notice => notice),
      undoLabel: t.done.takeBack,
    })
  }
  const ask = ({ id }: Draft) =>
    confirm({
      title: t.asked.throw,
      about: t.asked.throwAbout,
      keep: t.asked.throwNot,
      now: t.asked.throwDo,
      async work() {
        const outcome = await sendOnNewest(await newest(id), {
          async send(draft) {
            await call('DELETE /api/v1/me/drafts/{id}', { params: { id }, version: draft.version })
            return draft
          },
          // Another tab may write in it until it is deleted: the offer has what was deleted.
          reread: () => newest(id),
          follow: () => true,
        })
        return 'reply' in outcome ? outcome.reply : outcome.theirs
      },
      done: draft => offerBack(draft, crypto.randomUUID()),
    })
  if (!listed.data) return <NotYet {...listed} />
  const drafts = listed.data.data
  if (drafts.length === 0) return <Empty title={t.empty.brouillons} />
  return (
    <div className="top-16">
      <DraftRows
        of={drafts}
        more={draft => (
          <Button look="quiet" onClick={() => ask(draft)}>
            {t.do.throw}
          </Button>
        )}
      />
    </div>
  )
}

/** Rows of drafts; `more` stands behind the link that goes on with each. */
export function DraftRows({
  of,
  within = false,
  more,
}: {
  readonly of: readonly Draft[]
  /** The rows have their own heading. */
  readonly within?: boolean
  readonly more?: (draft: Draft) => ReactNode
}) {
  const Name = within ? 'h3' : 'h2'
  return (
    <ul className="card">
      {of.map(draft => {
        const { id, content, publication_id, updated_at } = draft
        return (
          <li key={id} className={`row middle ${css.row}`}>
            <div className={`anywhere fits ${css.words}`}>
              <Name dir="auto">{unbroken(content.title || t.untitled)}</Name>
              <p>
                {[publication_id && t.changes, t.draftOf(moment(new Date(updated_at), new Date()))]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <div className="row gap-6 middle">
              <Link
                className={classOf()}
                to="/espace/ecrire"
                search={publication_id ? { publication: publication_id } : { brouillon: id }}
              >
                {t.do.goOn}
              </Link>
              {more?.(draft)}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
