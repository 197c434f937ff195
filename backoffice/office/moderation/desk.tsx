import { lazy, Suspense, useEffect, useState } from 'react'
import { KEYS } from '../../kit/desk/desk-keys.ts'
import { DeskScreen } from '../../kit/desk/desk-screen.tsx'
import { useOnItemClosed } from '../../kit/desk/open-item.ts'
import { ItemPane, isItemBroken } from '../../kit/desk/panes.tsx'
import { useTeamSettings } from '../../kit/desk/team-settings.ts'
import { useStartOver } from '../../kit/desk/use-desk.ts'
import { DialogNews } from '../../kit/ui/dialog.tsx'
import { Loading } from '../../kit/ui/message.tsx'
import {
  type Action,
  type BulkAction,
  type CorrectedWords,
  isForMany,
  publishing,
  settles,
} from './actions.ts'
import { filterOf } from './address.ts'
import { useArrivals } from './arrivals.ts'
import { Decisions } from './decisions.tsx'
import { type Asking, Dialogs, isAboutMany } from './dialogs.tsx'
import { DeskHead } from './head.tsx'
import { Item } from './item.tsx'
import { List } from './list.tsx'
import { actionNamed, hasAuthor, type Publication } from './rules.ts'
import { useSelection } from './selection.ts'
import { t } from './texts.ts'
import { useTurnPage } from './turn-page.ts'
import { useColleaguesDecisions } from './use-colleagues.tsx'
import { isSettled, useModeration } from './use-moderation.ts'
import { usePublications } from './use-publications.ts'
import { usePublishOnce } from './use-publish-once.tsx'

const Batch = lazy(() => import('./batch.tsx').then(({ Batch }) => ({ default: Batch })))
const ConflictDialog = lazy(() =>
  import('./conflict-dialog.tsx').then(({ ConflictDialog }) => ({ default: ConflictDialog })),
)

const PurgeDialog = lazy(() => import('./illegal.tsx').then(({ PurgeDialog }) => ({ default: PurgeDialog })))

/** The moderation desk: the list, which stays as it was loaded, and the open item. A decision opens the next item. */
export function Desk() {
  const desk = useModeration()
  const list = usePublications(desk.outcomes)
  const {
    address,
    view,
    order,
    tab,
    isNarrow,
    listed,
    rows,
    counted,
    openId,
    place,
    open,
    outcome,
    missing,
    go,
    show,
    moveOn,
    step,
  } = list
  const selection = useSelection(rows)
  const count = selection.whole ? counted.total : selection.size
  const arrivals = useArrivals(view, listed, useTeamSettings()?.urgent_first)
  const [asking, setAsking] = useState<Asking>()
  const [purge, setPurge] = useState<readonly string[]>([])

  useOnItemClosed(openId, () => setAsking(undefined))
  useStartOver(desk, [view])
  const listKey = JSON.stringify(filterOf(view))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the selection lasts while pages of one list are turned
  useEffect(() => {
    selection.clear()
  }, [listKey])

  const news = useColleaguesDecisions({ desk, rows, open, isAsking: asking !== undefined })
  const isDecided = (id: string) => isSettled(desk.outcomes[id])
  const { allDone, isTurning, loadNext } = useTurnPage({
    list,
    outcomes: desk.outcomes,
    // Does not load the next page under an open dialog: it would be about another item.
    isAsked: asking !== undefined,
    onTurned() {
      counted.forget()
      desk.startOver()
      arrivals.startOver()
      show(undefined)
    },
  })
  /** A key that does nothing says so: its owner believes otherwise. */
  const refuseWhileTurning = () => desk.notifier()({ tone: 'bad', text: t.turning })

  const decide = (action: Action) => {
    // A deleted publication must be restored first.
    if (isTurning()) return refuseWhileTurning()
    if (!open || isItemBroken() || (open.deleted_at !== null && action.kind !== 'restore')) return
    void desk.decide(open, action)
    if (settles(action.kind)) moveOn(open.id, isDecided)
  }
  const correct = async (read: Publication, words: CorrectedWords, andPublish: boolean) => {
    setAsking(undefined)
    if (andPublish) moveOn(read.id, isDecided)
    return await sendCorrection(read, words, andPublish)
  }
  const sendCorrection = async (
    read: Publication,
    words: CorrectedWords,
    andPublish: boolean,
  ): Promise<boolean> => {
    const retry = () => void sendCorrection(read, words, andPublish)
    const done = await desk.decide(read, { kind: 'correct', words, andPublish }, { retry })
    if (done && andPublish) void desk.decide(done, publishing([done]))
    return done !== undefined
  }
  const many = selection.publications
  const onMany = count > 0
  const about = onMany ? many : open ? [open] : []
  const actOnMany = async (action: BulkAction) => {
    const { whole } = selection
    selection.clear()
    const all = whole ? { filter: filterOf(view), expected_total: counted.total } : undefined
    await desk.decideMany(action, many, all)
    if (whole) await loadNext()
  }
  /** For the selected publications, or the open one. */
  const act = (action: Action) => {
    setAsking(undefined)
    if (!onMany) decide(action)
    else if (isForMany(action)) void actOnMany(action)
    else refuseForMany()
  }
  const isReady = () => open?.deleted_at === null && !isItemBroken() && !isTurning()
  const ask = (what: Asking) => {
    if (onMany) return isAboutMany(what) ? setAsking(what) : refuseForMany()
    if (what === 'send back' && open && !hasAuthor(open)) return
    if (isTurning()) return refuseWhileTurning()
    if (isReady()) setAsking(what)
  }
  const refuseForMany = () => desk.notifier()({ tone: 'bad', text: t.oneOnly })
  const undo = () =>
    void list.showUndone(async () => {
      const [only, ...more] = await desk.undo()
      return more.length === 0 ? only : undefined
    })
  const once = usePublishOnce({
    outcomes: desk.outcomes,
    onPublish(publication) {
      void desk.decide(publication, publishing([publication]))
      if (list.isOpenNow(publication.id)) moveOn(publication.id, isDecided)
    },
    onCompare({ id }) {
      show(id)
      setAsking('compare')
    },
  })
  const publish = () => {
    const isTwin = !onMany && open && open.duplicates_count > 0 && actionNamed('publish', about) === 'publish'
    if (!isTwin) act(publishing(about))
    else if (isReady()) void once.publish(open)
  }
  const feature = () => (about.every(one => one.en_avant) ? act({ kind: 'unfeature' }) : ask('feature'))

  const foot = (
    <Decisions
      publication={open}
      about={about}
      outcome={outcome}
      notice={desk.notice}
      undoLabel={desk.undoLabel}
      many={count}
      allPending={tab === 'attente'}
      onUndo={undo}
      onChooseNone={selection.clear}
      onPublish={publish}
      onAsk={ask}
      onAct={act}
    />
  )
  return (
    <DeskScreen
      desk={desk}
      opened={list}
      does={{ ...t.do, back: t.chooseNone }}
      keys={[
        { key: KEYS.publish, does: t.do.publish, run: publish },
        { key: KEYS.refuse, does: t.do.reject, run: () => ask('reject') },
        { key: KEYS.askFor, does: t.do.sendBack, run: () => ask('send back') },
        { key: KEYS.schedule, does: t.do.schedule, run: () => ask('schedule') },
        { key: KEYS.correct, does: t.do.correct, run: () => ask('correct') },
        {
          key: KEYS.compare,
          does: t.do.compare,
          run: () => (onMany || open?.duplicates_count) && ask('compare'),
        },
        { key: KEYS.feature, does: t.do.feature, run: feature },
        { key: KEYS.remove, does: t.do.delete, run: () => act({ kind: 'delete' }) },
        {
          key: KEYS.select,
          does: t.do.select,
          run: () =>
            openId && view.onglet !== 'corbeille' && selection.choose(openId, !selection.has(openId), false),
        },
      ]}
      onUndo={undo}
      onLeave={() => (onMany ? selection.clear() : isNarrow && show(undefined))}
      isSeveral={onMany}
      head={<DeskHead tab={tab} />}
      list={
        <List
          address={address}
          listed={listed}
          rows={rows}
          openId={openId}
          outcomes={desk.outcomes}
          selection={selection}
          counted={counted}
          arrivals={arrivals}
          onOrder={order}
          allDone={allDone}
          onShow={id =>
            // As on other telephones: while some are selected, a tap selects.
            onMany && isNarrow
              ? selection.choose(id, !selection.has(id), false)
              : show(id, { replace: !isNarrow, focus: true })
          }
          onNext={() => void loadNext()}
          go={go}
        />
      }
      item={
        onMany ? (
          <ItemPane id="selected" foot={foot}>
            <Suspense fallback={<Loading />}>
              <Batch selection={selection} count={count} open={open} onChange={desk.change} />
            </Suspense>
          </ItemPane>
        ) : (
          <Item
            publication={open}
            missing={missing}
            place={place}
            counted={counted}
            tab={tab}
            outcomes={desk.outcomes}
            onStep={step}
            onCompare={() => ask('compare')}
            onBack={() => show(undefined)}
            onTeam={change => open && desk.change(open.id, change)}
            foot={foot}
          />
        )
      }
      onDialogsClosed={() => {
        setAsking(undefined)
        setPurge([])
        once.close()
      }}
    >
      {asking && (
        <DialogNews value={news}>
          <Dialogs
            asking={asking}
            open={open}
            about={about}
            count={onMany ? count : about.length}
            onClose={() => setAsking(undefined)}
            onAction={act}
            onFilesRemoved={setPurge}
            onCorrect={correct}
          />
        </DialogNews>
      )}
      {once.question}
      {purge.length > 0 && <PurgeDialog addresses={purge} onClose={() => setPurge([])} />}
      {desk.conflict && <ConflictDialog key={desk.conflict.turn} {...desk.conflict} />}
    </DeskScreen>
  )
}
