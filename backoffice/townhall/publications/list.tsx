import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { listing, reading } from '../../kit/api/queries.ts'
import { Pager, useNoPageBeyond } from '../../kit/desk/pager.tsx'
import { useActs } from '../../kit/forms/acts.tsx'
import { Button, classOf } from '../../kit/ui/button.tsx'
import { Icon } from '../../kit/ui/icon.tsx'
import { Empty, InView, NotYet } from '../../kit/ui/message.tsx'
import { TabBar, TabCount } from '../../kit/ui/tabs.tsx'
import { mayHold, mayWrite, useActeur } from '../acteur.ts'
import { Contest } from '../appeals/contest.tsx'
import { Page } from '../layout.tsx'
import { doneOf, noticeOf, RowActs, readAgain } from './acts.tsx'
import { askedOf, type OwnAddress, TABS, type Tab } from './address.ts'
import { Drafts } from './drafts.tsx'
import { Finding } from './finding.tsx'
import { useNotice } from './notice.ts'
import css from './publications.module.css'
import { Rows } from './row.tsx'
import { isContestable } from './state.ts'
import { t } from './texts.ts'

const route = getRouteApi('/espace/publications')
const SHOWN: readonly (Tab | 'toutes')[] = ['toutes', ...TABS]
/** The others are shown while they have something. */
const ALWAYS: ReadonlySet<string> = new Set(['toutes', 'en_ligne'] satisfies (typeof SHOWN)[number][])
/** A list that is seen at a glance needs neither a search nor an order. */
const AT_A_GLANCE = 8
const allOf = (counts: Readonly<Partial<Record<Tab, number | undefined>>>) =>
  TABS.reduce((sum, tab) => sum + (counts[tab] ?? 0), 0)

/** The publications of an acteur, by state. */
export function Publications() {
  const acteur = useActeur()
  const { acteur_id } = acteur
  const { etat, q, tri, page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const acts = useActs(readAgain)
  /** A submission that failed after its screen was left. */
  const [notSent, setNotSent] = useState<{ readonly title: string; readonly failed: unknown }>()
  useNotice(notice => {
    if ('done' in notice) {
      const done = doneOf(notice.done, new Date())
      return acts.tell(
        noticeOf(notice.isDraftLeft ? { ...done, text: `${done.text} ${t.done.draftLeft}` } : done),
      )
    }
    setNotSent(notice)
    acts.fail(notice.failed)
  })
  const isDrafts = etat === 'brouillons'
  const counts = useQuery({
    ...reading('GET /api/v1/me/publications/counts', { query: { acteur_id } }),
    refetchInterval: 60_000,
  }).data?.data
  const drafts = useQuery(reading('GET /api/v1/me/drafts', { query: { acteur_id } })).data?.data
  const listed = useQuery({
    ...listing('GET /api/v1/me/publications', {
      query: { acteur_id, ...askedOf({ etat, q, tri, page }) },
    }),
    enabled: !isDrafts,
  })
  const go = (change: Partial<OwnAddress>) =>
    void navigate({ search: before => ({ ...before, page: undefined, ...change }), replace: 'q' in change })
  useNoPageBeyond(
    page,
    listed.isPlaceholderData ? undefined : listed.data?.data.length,
    () => void navigate({ search: before => ({ ...before, page: undefined }), replace: true }),
  )
  const numbers: Readonly<Partial<Record<(typeof SHOWN)[number], number | undefined>>> = {
    ...counts,
    brouillons: drafts?.length,
  }
  const rows = listed.data?.data ?? []
  return (
    <Page title={t.title}>
      {mayWrite(acteur) && (
        <p className={css.top}>
          <Link className={classOf('primary')} to="/espace/ecrire">
            <Icon name="pen" /> {t.write}
          </Link>{' '}
          {mayHold(acteur) && acteur.publishes_at_once && (
            <Link className={classOf('plain')} to="/espace/acte">
              <Icon name="book" /> {t.publishActe}
            </Link>
          )}
        </p>
      )}
      <TabBar label={t.tabs}>
        {SHOWN.filter(tab => ALWAYS.has(tab) || tab === etat || numbers[tab]).map(tab => (
          <Link
            key={tab}
            to="."
            search={before => ({ pour: before.pour, ...(tab !== 'toutes' && { etat: tab }) })}
            activeProps={{}}
            activeOptions={{ exact: true }}
            aria-current={tab === (etat ?? 'toutes') ? 'page' : undefined}
          >
            {t.tab[tab]}
            <TabCount of={numbers[tab]} />
          </Link>
        ))}
      </TabBar>
      <InView>
        <div role="status">{acts.notice}</div>
      </InView>
      {notSent && notSent.failed === acts.error && <p className={css.notSent}>{t.notSent(notSent.title)}</p>}
      {acts.failure}
      {acts.dialog}
      {isDrafts ? (
        <Drafts acteurId={acteur_id} acts={acts} />
      ) : (
        <>
          {(q !== undefined || tri !== undefined || allOf(numbers) > AT_A_GLANCE) && (
            <Finding label={t.search} q={q} sort={tri} onChange={go} />
          )}
          <NotYet {...listed} />
          {listed.data && rows.length === 0 && (
            <Nothing tab={etat} q={q} onShowAll={() => go({ q: undefined })} />
          )}
          {listed.data && rows.length > 0 && (
            <>
              <Rows
                of={rows}
                more={one => isContestable(one) && <Contest kind="publication" id={one.id} nom={one.title} />}
                acts={one => <RowActs publication={one} acts={acts} />}
              />
              <Pager
                page={page}
                shown={rows.length}
                meta={listed.data.meta}
                onPage={next => void navigate({ search: before => ({ ...before, page: next }) })}
              />
            </>
          )}
        </>
      )}
    </Page>
  )
}

/** The empty state of each tab. */
function Nothing({
  tab,
  q,
  onShowAll,
}: {
  readonly tab: Exclude<Tab, 'brouillons'> | undefined
  readonly q: string | undefined
  readonly onShowAll: () => void
}) {
  if (q)
    return (
      <Empty title={t.nothingFound}>
        <p>{t.nothingFoundNext}</p>
        <Button onClick={onShowAll}>{t.showAll}</Button>
      </Empty>
    )
  return (
    <Empty title={t.empty[tab ?? 'toutes']}>
      {tab === undefined && <p>{t.next.write}</p>}
      {tab === 'programmees' && <p>{t.next.planned}</p>}
    </Empty>
  )
}
