import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, useEffect, useState } from 'react'
import { call } from '../../kit/api/session.ts'
import { useActs } from '../../kit/forms/acts.tsx'
import { LazyDialog } from '../../kit/lazy-dialog.tsx'
import { acteurPageOf } from '../../kit/place.ts'
import { RecordPage } from '../../kit/record-page.tsx'
import { BackLink } from '../../kit/ui/back-link.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { InView, Note } from '../../kit/ui/message.tsx'
import { Pane } from '../../kit/ui/pane.tsx'
import { Actions } from '../../kit/ui/section.tsx'
import { actions, nouns } from '../../kit/words/texts.ts'
import { useArrivalNotice } from '../arrival-notice.ts'
import css from './acteurs.module.css'
import { Fiche } from './fiche.tsx'
import { Members } from './members.tsx'
import { acteurOf, readAgain, undoMerge } from './queries.ts'
import { StateChip } from './state.tsx'
import { ClaimsOf, HistoryOf, PublicationsOf, SubscriptionOf } from './tabs.tsx'
import { t } from './texts.ts'

const Merge = lazy(() => import('./merge.tsx').then(({ Merge }) => ({ default: Merge })))
const route = getRouteApi('/acteurs/$id')

/** The page of an acteur; the address names the tab. */
export function Acteur() {
  const { id } = route.useParams()
  const { onglet: tab = 'fiche' } = route.useSearch()
  const query = useQuery(acteurOf(id))
  const { act, tell, outcome } = useActs(readAgain)
  const say = (text: string | undefined, undo?: () => unknown) => tell(text && noticeOf(text, undo))
  const said = useArrivalNotice()
  // The notice of one tab is not shown above another.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the last screen did
  useEffect(() => {
    say(said)
  }, [said, tab])
  const [merging, setMerging] = useState(false)
  const acteur = query.data?.data
  const back = <Link to="/acteurs">{t.back}</Link>
  if (!acteur) return <RecordPage of={query} title={nouns.acteurs} above={<BackLink>{back}</BackLink>} />
  const isDeleted = acteur.deleted_at !== null
  const isShown = acteur.active && !isDeleted
  const page = isShown && acteur.commune ? acteurPageOf(id, acteur.commune.id) : undefined
  const setDeleted = (deleted: boolean): Promise<void> =>
    act(
      () =>
        call(deleted ? 'DELETE /api/v1/admin/acteurs/{id}' : 'DELETE /api/v1/admin/acteurs/{id}/restore', {
          params: { id },
        }),
      noticeOf((deleted ? t.deleted : t.restored)(acteur.nom), () => setDeleted(!deleted)),
    )
  return (
    <RecordPage
      of={query}
      title={acteur.nom}
      about={acteur.commune?.nom}
      tabs={{ label: t.tabs, names: t.tab, at: tab }}
      above={
        <>
          <BackLink>
            {back} <StateChip acteur={acteur} />
            {page && (
              <a href={page} target="_blank" rel="noopener">
                {t.see}
              </a>
            )}
          </BackLink>
          <InView className="top-16">{outcome}</InView>
          {!acteur.may.includes('govern') && (
            <Note tone="info">
              <p>{acteur.may.includes('describe') ? t.beyond.govern : t.beyond.describe}</p>
            </Note>
          )}
        </>
      }
    >
      <div className={`stack gap-16 top-16 ${css.parts}`}>
        <Pane part="tab" name={t.tab[tab]} of={`${id} ${tab}`}>
          {tab === 'fiche' && <Fiche key={id} acteur={acteur} say={say} />}
          {tab === 'membres' && <Members acteur={acteur} say={say} />}
          {tab === 'publications' && <PublicationsOf acteur={acteur} />}
          {tab === 'demandes' && <ClaimsOf id={id} />}
          {tab === 'abonnement' && <SubscriptionOf id={id} />}
          {tab === 'historique' && <HistoryOf acteur={acteur} say={say} />}
        </Pane>
        {tab === 'fiche' && acteur.may.includes('govern') && (
          <Actions>
            {isDeleted ? (
              !acteur.merged_into && (
                <Button icon="undo" onClick={() => setDeleted(false)}>
                  {t.restore}
                </Button>
              )
            ) : (
              <>
                <Button icon="twins" onClick={() => setMerging(true)}>
                  {t.merge.start}
                </Button>
                <Button look="bad" icon="bin" onClick={() => setDeleted(true)}>
                  {t.delete}
                </Button>
              </>
            )}
          </Actions>
        )}
      </div>
      <LazyDialog onClose={() => setMerging(false)}>
        {merging && (
          <Merge
            acteur={acteur}
            onClose={() => setMerging(false)}
            onDone={(text, merge) => {
              setMerging(false)
              say(text, () => act(() => undoMerge(id, merge.id), noticeOf(t.merge.separated(merge.from.nom))))
            }}
          />
        )}
      </LazyDialog>
    </RecordPage>
  )
}

const noticeOf = (text: string, undo?: () => unknown) => (
  <>
    <p dir="auto">{text}</p>
    {undo && <Button onClick={undo}>{actions.undo}</Button>}
  </>
)
