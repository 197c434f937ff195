import { useQuery } from '@tanstack/react-query'
import type { Revision } from '../../kit/api/contract.ts'
import { call } from '../../kit/api/session.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Close, Dialog } from '../../kit/ui/dialog.tsx'
import { Empty, NotYet } from '../../kit/ui/message.tsx'
import { moment } from '../../kit/words/format.ts'
import css from './changes.module.css'
import { Differences } from './changes.tsx'
import { t } from './dialogs-texts.ts'
import { differencesBetween, factTexts, useNames } from './facts.ts'
import type { Publication } from './rules.ts'
import { t as desk } from './texts.ts'

/** Every revision that was approved or sent back, beside the current text, with a button to restore it. */
export function Revisions({
  publication,
  onClose,
  onGoBack,
}: {
  readonly publication: Publication
  onClose(): void
  onGoBack(revision: string): void
}) {
  const { id, version } = publication
  const { data, error, refetch } = useQuery({
    queryKey: ['revisions', id, version],
    queryFn: ({ signal }) =>
      call('GET /api/v1/admin/publications/{id}/revisions', {
        params: { id },
        query: { per_page: 20 },
        signal,
      }),
  })
  const texts = data?.data ?? []
  const names = useNames([publication, ...texts])
  const now = new Date()
  return (
    <Dialog
      wide
      title={t.earlierTexts.title}
      about={`« ${publication.title} »`}
      onClose={onClose}
      onSubmit={onClose}
    >
      <NotYet data={data} error={error} refetch={refetch} />
      {data && texts.length === 0 && <Empty title={t.earlierTexts.none} />}
      <ol className={`stack ${css.texts}`}>
        {texts.map(text => (
          <li className="stack gap-10" key={text.id}>
            <p className={`row gap-4-16 ${css.head}`}>
              <strong>{decidedAt(text, now)}</strong>
              <span className="soft second">{writtenBy(text, now)}</span>
              {text.current ? (
                <span className="soft second">{t.earlierTexts.current}</span>
              ) : (
                <Button onClick={() => onGoBack(text.id)}>{t.earlierTexts.goBack}</Button>
              )}
            </p>
            {text.sent_back_reason && (
              <p className={css.asked}>
                {desk.askedOfAuthor} <q dir="auto">{text.sent_back_reason}</q>
              </p>
            )}
            {!text.current && (
              <Differences of={differencesBetween(factTexts(publication, names), factTexts(text, names))} />
            )}
          </li>
        ))}
      </ol>
      <Close />
    </Dialog>
  )
}

function decidedAt({ approved_at, sent_back_at }: Revision, now: Date): string {
  if (approved_at !== null) return t.earlierTexts.approved(moment(new Date(approved_at), now))
  return sent_back_at === null ? '' : t.earlierTexts.sentBack(moment(new Date(sent_back_at), now))
}

const writtenBy = ({ written_by, written_at }: Revision, now: Date): string =>
  t.earlierTexts.written(written_by?.nom ?? undefined, moment(new Date(written_at), now))
