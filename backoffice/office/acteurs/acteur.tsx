import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, useEffect, useState } from 'react'
import { Refused } from '../../kit/api/refused.ts'
import { call } from '../../kit/api/session.ts'
import { LazyDialog } from '../../kit/lazy-dialog.tsx'
import { Content, PageHead } from '../../kit/page.tsx'
import { acteurPageOf } from '../../kit/place.ts'
import { BackLink } from '../../kit/ui/back-link.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Empty, Loading, Note, Problem, sentenceOf } from '../../kit/ui/message.tsx'
import { Pane } from '../../kit/ui/pane.tsx'
import { Actions } from '../../kit/ui/section.tsx'
import { actions, nouns } from '../../kit/words/texts.ts'
import { useSaid } from '../said.ts'
import css from './acteurs.module.css'
import { Fiche } from './fiche.tsx'
import { Members } from './members.tsx'
import { acteurOf, readAgain, undoMerge } from './queries.ts'
import { StateChip } from './state.tsx'
import { ClaimsOf, HistoryOf, PublicationsOf, SubscriptionOf } from './tabs.tsx'
import { t } from './texts.ts'

const Merge = lazy(() => import('./merge.tsx').then(({ Merge }) => ({ default: Merge })))
const route = getRouteApi('/acteurs/$id')

interface Notice {
  readonly tone: 'ok' | 'bad'
  readonly text: string
  readonly undo?: () => void
}

/** The page of an acteur; the address names the tab. */
export function Acteur() {
  const { id } = route.useParams()
  const { onglet: tab = 'fiche' } = route.useSearch()
  const { data, error, refetch } = useQuery(acteurOf(id))
  const [notice, setNotice] = useState<Notice>()
  const say = (text: string) => setNotice({ tone: 'ok', text })
  const said = useSaid()
  useEffect(() => {
    setNotice(said === undefined ? undefined : { tone: 'ok', text: said })
  }, [said])
  const [merging, setMerging] = useState(false)
  const acteur = data?.data
  if (!acteur)
    return (
      <>
        <PageHead title={nouns.acteurs} />
        <Content>
          {error instanceof Refused && error.status === 404 ? (
            <Empty title={t.gone}>
              <Link to="/acteurs">{t.back}</Link>
            </Empty>
          ) : error ? (
            <Problem error={error} retry={() => void refetch()} />
          ) : (
            <Loading />
          )}
        </Content>
      </>
    )
  const isDeleted = acteur.deleted_at !== null
  const isShown = acteur.active && !isDeleted
  const page = isShown && acteur.commune ? acteurPageOf(id, acteur.commune.id) : undefined
  const act = async (work: () => Promise<Notice>) => {
    try {
      setNotice(await work())
    } catch (failure) {
      setNotice({ tone: 'bad', text: sentenceOf(failure) })
    }
    await readAgain()
  }
  const setDeleted = (deleted: boolean) =>
    act(async () => {
      await call(
        deleted ? 'DELETE /api/v1/admin/acteurs/{id}' : 'DELETE /api/v1/admin/acteurs/{id}/restore',
        {
          params: { id },
        },
      )
      return {
        tone: 'ok',
        text: deleted ? t.deleted(acteur.nom) : t.restored(acteur.nom),
        undo: () => void setDeleted(!deleted),
      }
    })
  return (
    <>
      <PageHead
        title={acteur.nom}
        about={acteur.commune?.nom}
        tabs={{ label: t.tabs, names: t.tab, at: tab }}
      />
      <Content>
        <BackLink>
          <Link to="/acteurs">{t.back}</Link> <StateChip acteur={acteur} />
          {page && (
            <a href={page} target="_blank" rel="noopener">
              {t.see}
            </a>
          )}
        </BackLink>
        <div role="status" className={css.notice}>
          {notice && (
            <Note tone={notice.tone}>
              <p dir="auto">{notice.text}</p>
              {notice.undo && <Button onClick={notice.undo}>{actions.undo}</Button>}
            </Note>
          )}
        </div>
        <div className={css.parts}>
          <Pane part="tab" name={t.tab[tab]} of={`${id} ${tab}`}>
            {tab === 'fiche' && <Fiche key={id} acteur={acteur} say={say} />}
            {tab === 'membres' && <Members acteur={acteur} say={say} />}
            {tab === 'publications' && <PublicationsOf acteur={acteur} />}
            {tab === 'demandes' && <ClaimsOf id={id} />}
            {tab === 'abonnement' && <SubscriptionOf id={id} />}
            {tab === 'historique' && <HistoryOf id={id} version={acteur.version} say={say} />}
          </Pane>
          {tab === 'fiche' && (
            <Actions>
              {isDeleted ? (
                !acteur.merged_into && (
                  <Button icon="undo" onClick={() => void setDeleted(false)}>
                    {t.restore}
                  </Button>
                )
              ) : (
                <>
                  <Button icon="twins" onClick={() => setMerging(true)}>
                    {t.merge.start}
                  </Button>
                  <Button look="bad" icon="bin" onClick={() => void setDeleted(true)}>
                    {t.delete}
                  </Button>
                </>
              )}
            </Actions>
          )}
        </div>
      </Content>
      <LazyDialog onClose={() => setMerging(false)}>
        {merging && (
          <Merge
            acteur={acteur}
            onClose={() => setMerging(false)}
            onDone={(text, merge) => {
              setMerging(false)
              const undo = () =>
                void act(async () => {
                  await undoMerge(id, merge.id)
                  return { tone: 'ok', text: t.merge.separated(merge.from.nom) }
                })
              setNotice({ tone: 'ok', text, undo })
            }}
          />
        )}
      </LazyDialog>
    </>
  )
}
