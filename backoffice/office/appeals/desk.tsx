import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import type { Appeal, AppealDecision } from '../../kit/api/contract.ts'
import { client, counts, KEPT_STILL, reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { DecisionBar } from '../../kit/desk/decision-bar.tsx'
import { KEYS } from '../../kit/desk/desk-keys.ts'
import { isNarrow, useOnItemClosed, useOpenItem } from '../../kit/desk/open-item.ts'
import { DeskPanes, isItemBroken } from '../../kit/desk/panes.tsx'
import { patchCached } from '../../kit/desk/patch-cached.ts'
import { useStartOver } from '../../kit/desk/use-desk.ts'
import { isDialogOpen, useShortcuts } from '../../kit/keys.ts'
import { LazyDialog } from '../../kit/lazy-dialog.tsx'
import { useDeskNews } from '../../kit/live/desk-news.ts'
import { usePaced } from '../../kit/live/pace.ts'
import { PageHead } from '../../kit/page.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { DialogNews } from '../../kit/ui/dialog.tsx'
import { Note } from '../../kit/ui/message.tsx'
import { actions, nouns } from '../../kit/words/texts.ts'
import { queryOf } from './address.ts'
import type { Asking } from './dialogs.tsx'
import { Item } from './item.tsx'
import { List } from './list.tsx'
import { t } from './texts.ts'
import { itemOf, refresh, useAppeals } from './use-appeals.ts'

const Answer = lazy(() => import('./dialogs.tsx').then(({ Answer }) => ({ default: Answer })))
const DecidedMeanwhile = lazy(() =>
  import('./dialogs.tsx').then(({ DecidedMeanwhile }) => ({ default: DecidedMeanwhile })),
)

const LIST = 'GET /api/v1/admin/appeals'
const route = getRouteApi('/contestations')

/** The desk of appeals: the list and the open appeal. An outcome opens the next one. */
export function Desk() {
  const address = route.useSearch()
  const { item, ...view } = address
  const tab = view.onglet ?? 'attente'
  const desk = useAppeals()
  const [asking, setAsking] = useState<Asking>()
  const listed = useQuery({
    ...reading('GET /api/v1/admin/appeals', { query: queryOf(view) }),
    ...KEPT_STILL,
  })
  const rows = listed.data?.data ?? []
  const { go, openId, inList, place, show, moveOn, step } = useOpenItem({
    path: route.id,
    address,
    navigate: route.useNavigate(),
    rows,
    listed,
  })
  const whole = useQuery({ ...itemOf(openId ?? ''), enabled: openId !== undefined })
  const loaded = whole.data?.data.id === openId ? whole.data?.data : undefined
  const open = openId === undefined ? undefined : (desk.outcomes[openId] ?? loaded ?? inList)

  const isAsking = asking !== undefined
  const meanwhile = useDeskNews<Appeal>({
    kind: 'appeal',
    ids: [...new Set([...rows.map(({ id }) => id), ...(openId ? [openId] : [])])],
    openId,
    isAsking,
    shown: id => (id === openId ? open : (desk.outcomes[id] ?? rows.find(row => row.id === id))),
    read: async id => (await call('GET /api/v1/admin/appeals/{id}', { params: { id } })).data,
    readList: async () => (await call(LIST, { query: queryOf(view) })).data,
    isDecided: (before, now) => before.status !== now.status,
    show(now, isDecided) {
      if (isDecided || desk.outcomes[now.id]) desk.mark(now.id, now)
      patchCached([LIST], now.id, { assignee: now.assignee })
      if (now.id === openId && !isAsking) void refresh(now.id)
    },
    // New ones come last. After own decisions the list stays as it is.
    others: usePaced(() => {
      if (Object.keys(desk.outcomes).length === 0) void client.invalidateQueries({ queryKey: [LIST] })
    }),
  })

  useOnItemClosed(openId, () => setAsking(undefined))

  useStartOver(desk, view)

  /** The first moderator may decide the appeal only if nobody else can. Known once the item is loaded. */
  const mayDecide =
    open?.status === 'pending' && loaded !== undefined && (!loaded.own_decision || loaded.alone)
  const ask = (what: Asking) => mayDecide && !isItemBroken() && setAsking(what)
  const decide = (decision: AppealDecision) => {
    setAsking(undefined)
    if (!open) return
    void desk.decide(open, decision)
    const isDecided = (id: string) => (desk.outcomes[id]?.status ?? 'pending') !== 'pending'
    moveOn(open.id, id => tab !== 'attente' || isDecided(id))
  }

  useShortcuts([
    { key: KEYS.next, does: t.do.next, run: () => step(1), goesOn: true },
    { key: KEYS.previous, does: t.do.previous, run: () => step(-1), goesOn: true },
    { key: KEYS.maintain, does: t.do.uphold, run: () => ask('upheld') },
    { key: KEYS.accept, does: t.do.overturn, run: () => ask('overturned') },
    { key: KEYS.undo, does: actions.undo, run: () => void desk.undo() },
    { key: KEYS.leave, does: t.do.back, run: () => !isDialogOpen() && isNarrow() && show(undefined) },
  ])

  const { data: numbers } = useQuery(counts())
  const { moderation, claims } = numbers?.data ?? {}
  const pending = numbers && (moderation?.appeals ?? 0) + (claims?.appeals ?? 0)
  return (
    <>
      <DeskPanes
        failures={desk.failures}
        itemId={openId}
        onNext={() => step(1)}
        isOpen={item !== undefined}
        head={
          <PageHead
            title={nouns.appeals}
            documentTitle={
              tab === 'attente' && pending !== undefined ? t.documentTitle(pending) : nouns.appeals
            }
            tabs={{ label: t.states, names: t.tab, at: tab, counts: { attente: pending } }}
          />
        }
        list={
          <List
            address={address}
            listed={listed}
            rows={rows.map(row => desk.outcomes[row.id] ?? row)}
            openId={openId}
            onShow={id => show(id, { replace: !isNarrow(), focus: true })}
            go={go}
          />
        }
        item={
          <Item
            appeal={open}
            whole={loaded}
            missing={whole.error}
            tab={tab}
            at={place}
            total={listed.data?.meta.total ?? 0}
            onStep={step}
            onBack={() => show(undefined)}
            onTeam={change => {
              const outcome = open && desk.outcomes[open.id]
              if (outcome) desk.mark(outcome.id, { ...outcome, ...change })
            }}
            foot={
              <DecisionBar
                notice={desk.notice}
                undo={desk.undoLabel ? { label: desk.undoLabel, run: () => void desk.undo() } : undefined}
              >
                {mayDecide && (
                  <>
                    <Button icon="check" hint={KEYS.maintain} onClick={() => ask('upheld')}>
                      {t.do.uphold}
                    </Button>
                    <Button icon="undo" hint={KEYS.accept} onClick={() => ask('overturned')}>
                      {t.do.overturn}
                    </Button>
                  </>
                )}
              </DecisionBar>
            }
          />
        }
      />
      <DialogNews
        value={meanwhile ? <Note tone="wait">{t.byColleague(t.status[meanwhile.status])}</Note> : null}
      >
        <LazyDialog
          onClose={() => {
            setAsking(undefined)
            desk.conflict?.choose(false)
          }}
        >
          {asking && open && (
            <Answer asking={asking} appeal={open} onClose={() => setAsking(undefined)} onDecide={decide} />
          )}
          {desk.conflict && <DecidedMeanwhile key={desk.conflict.turn} {...desk.conflict} />}
        </LazyDialog>
      </DialogNews>
    </>
  )
}
