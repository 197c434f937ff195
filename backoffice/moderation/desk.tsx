import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { counts, reading } from '../api/queries.ts'
import { isDialogOpen, useShortcuts } from '../shell/keys.ts'
import { PageHead } from '../shell/page.tsx'
import type { Action } from './actions.ts'
import { type DeskAddress, queryOf } from './address.ts'
import { useArrivals } from './arrivals.ts'
import { Decisions } from './decisions.tsx'
import css from './desk.module.css'
import { Item } from './item.tsx'
import { List } from './list.tsx'
import { Reject } from './reject.tsx'
import { between, neighbour, nextUndecided } from './rules.ts'
import { Schedule } from './schedule.tsx'
import { Stale } from './stale.tsx'
import { Tabs } from './tabs.tsx'
import { t } from './texts.ts'
import { useWork } from './work.ts'

const route = getRouteApi('/moderation')
const NARROW = '(max-width: 720px)'

/** The moderation desk: a list that stays as it was loaded, the item beside it, and decisions that move on at once. */
export function Desk() {
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const work = useWork()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [lastChosen, setLastChosen] = useState<string>()
  const [asking, setAsking] = useState<'reject' | 'reject many' | 'schedule'>()

  // Rows neither come nor go under the cursor: the list is asked for again only when somebody wants the next one.
  const { item: _, ...view } = address
  const listed = useQuery({
    ...reading('GET /api/v1/admin/publications', { query: queryOf(view) }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    placeholderData: keepPreviousData,
  })
  const rows = listed.data?.data ?? []
  const ids = rows.map(({ id }) => id)
  const viewKey = JSON.stringify(view)
  const arrivals = useArrivals(view, rows)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another view is another list
  useEffect(() => {
    work.startOver()
    setChosen(new Set())
  }, [viewKey])

  const go = (change: Partial<DeskAddress>, replace = false) =>
    void navigate({ search: before => clean({ ...before, ...change }), replace })
  const show = (id: string | undefined, { replace = true, focus = false } = {}) => {
    go({ item: id }, replace)
    if (focus) requestAnimationFrame(() => document.getElementById('item-title')?.focus())
  }

  // On a wide screen something is always open.
  const isNarrow = matchMedia(NARROW).matches
  const openId = address.item ?? (isNarrow ? undefined : ids[0])
  const inList = rows.find(({ id }) => id === openId)
  const alone = useQuery({
    ...reading('GET /api/v1/admin/publications/{id}', { params: { id: openId ?? '' } }),
    enabled: openId !== undefined && inList === undefined && listed.data !== undefined,
  })
  const outcome = openId === undefined ? undefined : work.outcomes[openId]
  const open =
    outcome?.publication ?? inList ?? (openId === alone.data?.data.id ? alone.data?.data : undefined)

  const isDecided = (id: string) => work.outcomes[id] !== undefined && work.outcomes[id]?.at !== 'failed'
  const allDone = ids.length > 0 && ids.every(isDecided)
  const isSettled = ids.every(id => work.outcomes[id]?.at !== 'on its way')
  const { refetch } = listed
  const loadNext = async () => {
    await refetch()
    work.startOver()
    setChosen(new Set())
    show(undefined)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the last of ten is decided and saved
  useEffect(() => {
    if (allDone && isSettled && !isNarrow) void loadNext()
  }, [allDone, isSettled])

  const step = (by: 1 | -1) => {
    const next = neighbour(ids, openId, by)
    if (next) show(next, { focus: true })
  }
  const decide = (action: Action) => {
    setAsking(undefined)
    if (!open) return
    work.act(open, action)
    const moves = action.kind !== 'feature' && action.kind !== 'unfeature'
    const next = moves ? nextUndecided(ids, open.id, id => id === open.id || isDecided(id)) : undefined
    if (next) show(next, { focus: true })
    else if (isNarrow && moves) show(undefined)
  }
  const many = rows.filter(({ id }) => chosen.has(id))
  const decideMany = (action: Extract<Action, { kind: 'publish' | 'reject' | 'hold' }>) => {
    setAsking(undefined)
    setChosen(new Set())
    void work.actOnMany(many, action)
  }
  const undo = () => void work.undo().then(id => id && show(id, { focus: true }))
  const choose = (id: string, on: boolean, range: boolean) => {
    const touched = range ? between(ids, lastChosen, id) : [id]
    setChosen(before => {
      const next = new Set(before)
      for (const one of touched) on ? next.add(one) : next.delete(one)
      return next
    })
    setLastChosen(id)
  }
  const onMany = chosen.size > 0
  const publish = () => (onMany ? decideMany({ kind: 'publish' }) : decide({ kind: 'publish' }))
  const reject = () => (onMany ? setAsking('reject many') : open && setAsking('reject'))

  useShortcuts([
    { key: 'J', does: t.do.next, run: () => step(1) },
    { key: 'K', does: t.do.previous, run: () => step(-1) },
    { key: 'P', does: t.do.publish, run: publish },
    { key: 'R', does: t.do.reject, run: reject },
    { key: 'A', does: t.do.schedule, run: () => open && setAsking('schedule') },
    {
      key: 'F',
      does: t.do.feature,
      run: () => open && decide({ kind: open.en_avant ? 'unfeature' : 'feature' }),
    },
    { key: 'Delete', does: t.do.delete, run: () => open && decide({ kind: 'delete' }) },
    { key: 'U', does: t.do.undo, run: undo },
    { key: 'X', does: t.do.select, run: () => openId && choose(openId, !chosen.has(openId), false) },
    { key: '/', does: t.do.searchKey, run: () => document.getElementById('desk-search')?.focus() },
    {
      key: 'Escape',
      does: t.chooseNone,
      run: () => (onMany ? setChosen(new Set()) : !isDialogOpen() && isNarrow && show(undefined)),
    },
  ])

  const tab = view.onglet ?? 'attente'
  const total = listed.data?.meta.total ?? 0
  const { data: numbers } = useQuery(counts())
  const { pending, reported, duplicates, scheduled, mine_today: today } = numbers?.data.moderation ?? {}
  const totals = { attente: pending, signalees: reported, doublons: duplicates, programmees: scheduled }
  return (
    <div className={address.item ? `${css.page} ${css.open}` : css.page}>
      <div className={css.head}>
        <PageHead
          title={t.title}
          about={today ? t.today(today) : undefined}
          documentTitle={tab === 'attente' && pending !== undefined ? t.documentTitle(pending) : t.title}
        />
        <Tabs tab={tab} totals={totals} />
      </div>
      <div className={css.desk}>
        <List
          address={address}
          listed={listed}
          rows={rows}
          openId={openId}
          outcomes={work.outcomes}
          chosen={chosen}
          arrivals={arrivals}
          allDone={allDone}
          hidden={address.item !== undefined}
          onChoose={choose}
          onChooseAll={on => setChosen(new Set(on ? ids : []))}
          onShow={id => show(id, { replace: !isNarrow, focus: true })}
          onNext={() => void loadNext()}
          go={go}
        />
        <Item
          publication={open}
          missing={alone.error}
          place={openId === undefined ? -1 : ids.indexOf(openId)}
          first={((view.page ?? 1) - 1) * 10}
          total={total}
          tab={tab}
          shown={address.item !== undefined}
          onStep={step}
          onBack={() => show(undefined)}
        >
          <Decisions
            publication={open}
            outcome={outcome}
            said={work.said}
            canUndo={work.canUndo}
            many={chosen.size}
            onUndo={undo}
            onChooseNone={() => setChosen(new Set())}
            onPublish={publish}
            onReject={reject}
            onSchedule={() => setAsking('schedule')}
            onHoldMany={() => decideMany({ kind: 'hold' })}
            onAction={decide}
          />
        </Item>
      </div>
      {asking === 'reject' && open && (
        <Reject publications={[open]} onClose={() => setAsking(undefined)} onReject={decide} />
      )}
      {asking === 'reject many' && (
        <Reject publications={many} onClose={() => setAsking(undefined)} onReject={decideMany} />
      )}
      {asking === 'schedule' && open && (
        <Schedule publication={open} onClose={() => setAsking(undefined)} onSchedule={decide} />
      )}
      {work.stale && <Stale stale={work.stale} onKeep={work.keepTheirs} onInsist={work.insist} />}
    </div>
  )
}

const clean = (address: DeskAddress): DeskAddress =>
  Object.fromEntries(Object.entries(address).filter(([, value]) => value !== undefined && value !== ''))
