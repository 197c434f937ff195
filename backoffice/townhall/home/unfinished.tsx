import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Draft, OwnPublication } from '../../kit/api/contract.ts'
import { reading } from '../../kit/api/queries.ts'
import { classOf } from '../../kit/ui/button.tsx'
import { Problem } from '../../kit/ui/message.tsx'
import type { Acteur } from '../acteur.ts'
import { Contest } from '../appeals/contest.tsx'
import { Part } from '../layout.tsx'
import { DraftRows } from '../publications/drafts.tsx'
import { Rows } from '../publications/row.tsx'
import { isContestable } from '../publications/state.ts'
import { t as listed } from '../publications/texts.ts'
import css from './home.module.css'
import { t } from './texts.ts'

const SHOWN = 3

/** Publications that were sent back or refused, the newest drafts, and the next one that appears. */
export function useUnfinished({ acteur_id }: Acteur, enabled: boolean) {
  const returned = useQuery({
    ...reading('GET /api/v1/me/publications', { query: { acteur_id, etat: 'a_corriger', per_page: SHOWN } }),
    enabled,
  })
  const drafts = useQuery({
    ...reading('GET /api/v1/me/drafts', { query: { acteur_id } }),
    enabled,
    refetchOnMount: 'always',
  })
  const refused = useQuery({
    ...reading('GET /api/v1/me/publications', { query: { acteur_id, etat: 'refusees', per_page: SHOWN } }),
    enabled,
  })
  const scheduled = useQuery({
    ...reading('GET /api/v1/me/publications', { query: { acteur_id, etat: 'programmees', per_page: 50 } }),
    enabled,
  })
  const toCorrect = returned.data?.data ?? []
  const isCorrection = ({ publication_id }: Draft) => toCorrect.some(({ id }) => id === publication_id)
  return {
    failed: [returned, refused, scheduled, drafts].find(({ error }) => error),
    toCorrect,
    refused: (refused.data?.data ?? []).filter(isRecent),
    next: (scheduled.data?.data ?? []).toSorted((a, b) => timeOf(a) - timeOf(b)).slice(0, 1),
    hasMoreToCorrect: (returned.data?.meta.total ?? 0) > SHOWN,
    drafts: (drafts.data?.data ?? []).filter(draft => !isCorrection(draft)),
  }
}

const timeOf = ({ publie_le }: OwnPublication) => Date.parse(publie_le ?? '')
/** A refusal is no longer news after some weeks. */
const RECENT_MS = 21 * 24 * 3_600_000
const isRecent = ({ moderated_at }: OwnPublication) =>
  moderated_at !== null && Date.now() - Date.parse(moderated_at) < RECENT_MS

export const Unfinished = ({
  of: { failed, toCorrect, hasMoreToCorrect, refused, next, drafts },
}: {
  readonly of: ReturnType<typeof useUnfinished>
}) => (
  <>
    {failed && <Problem error={failed.error} retry={() => void failed.refetch()} />}
    {toCorrect.length > 0 && (
      <Part title={listed.tab.a_corriger}>
        <Rows of={toCorrect} within acts={correct} />
        {hasMoreToCorrect && (
          <p className={css.next}>
            <Link to="/espace/publications" search={{ etat: 'a_corriger' }}>
              {t.unfinished.allToCorrect}
            </Link>
          </p>
        )}
      </Part>
    )}
    {refused.length > 0 && (
      <Part title={listed.tab.refusees}>
        <Rows
          of={refused}
          within
          more={one => isContestable(one) && <Contest kind="publication" id={one.id} nom={one.title} />}
          acts={correct}
        />
      </Part>
    )}
    {next.length > 0 && (
      <Part title={t.unfinished.next}>
        <Rows of={next} within />
      </Part>
    )}
    {drafts.length > 0 && (
      <Part title={t.unfinished.drafts}>
        <DraftRows of={drafts.slice(0, SHOWN)} within />
        {drafts.length > SHOWN && (
          <p className={css.next}>
            <Link to="/espace/publications" search={{ etat: 'brouillons' }}>
              {t.unfinished.allDrafts}
            </Link>
          </p>
        )}
      </Part>
    )}
  </>
)

const correct = ({ id, may }: OwnPublication) =>
  may.includes('edit') && (
    <Link className={classOf()} to="/espace/ecrire" search={{ publication: id }}>
      {listed.do.again}
    </Link>
  )
