import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import { Refused } from '../../kit/api/refused.ts'
import { call } from '../../kit/api/session.ts'
import { LazyDialog } from '../../kit/lazy-dialog.tsx'
import { Content, PageHead } from '../../kit/page.tsx'
import { BackLink } from '../../kit/ui/back-link.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Empty, Loading, Problem, sentenceOf } from '../../kit/ui/message.tsx'
import { Pane } from '../../kit/ui/pane.tsx'
import { Actions } from '../../kit/ui/section.tsx'
import { actions, nouns } from '../../kit/words/texts.ts'
import css from './acteurs.module.css'
import { Fiche } from './fiche.tsx'
import { Members } from './members.tsx'
import { acteurOf, readAgain } from './queries.ts'
import { StateChip } from './state.tsx'
import { ClaimsOf, HistoryOf, PublicationsOf, SubscriptionOf } from './tabs.tsx'
import { t } from './texts.ts'

const Merge = lazy(() => import('./merge.tsx').then(({ Merge }) => ({ default: Merge })))
const route = getRouteApi('/acteurs/$id')

/** The page of an acteur; the address names the tab. */
export function Acteur() {
  const { id } = route.useParams()
  const { onglet: tab = 'fiche' } = route.useSearch()
  const { data, error, refetch } = useQuery(acteurOf(id))
  const [notice, setNotice] = useState<{ readonly text: string; readonly undo?: () => void }>()
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
  const setDeleted = async (deleted: boolean) => {
    try {
      await call(
        deleted ? 'DELETE /api/v1/admin/acteurs/{id}' : 'DELETE /api/v1/admin/acteurs/{id}/restore',
        {
          params: { id },
        },
      )
      setNotice({
        text: deleted ? t.deleted(acteur.nom) : t.restored(acteur.nom),
        undo: () => void setDeleted(!deleted),
      })
    } catch (failure) {
      setNotice({ text: sentenceOf(failure) })
    }
    await readAgain()
  }
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
        </BackLink>
        <p role="status">
          {notice?.text}{' '}
          {notice?.undo && (
            <Button look="link" onClick={notice.undo}>
              {actions.undo}
            </Button>
          )}
        </p>
        <div className={css.parts}>
          <Pane part="tab" name={t.tab[tab]} of={`${id} ${tab}`}>
            {tab === 'fiche' && <Fiche key={id} acteur={acteur} say={text => setNotice({ text })} />}
            {tab === 'membres' && <Members acteur={acteur} say={text => setNotice({ text })} />}
            {tab === 'publications' && <PublicationsOf acteur={acteur} />}
            {tab === 'demandes' && <ClaimsOf id={id} />}
            {tab === 'abonnement' && <SubscriptionOf id={id} />}
            {tab === 'historique' && <HistoryOf id={id} version={acteur.version} />}
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
            onDone={text => {
              setMerging(false)
              setNotice({ text })
            }}
          />
        )}
      </LazyDialog>
    </>
  )
}
