import { useQuery } from '@tanstack/react-query'
import { lazy, useEffect, useRef, useState } from 'react'
import { counts } from '../../kit/api/queries.ts'
import { useOnItemClosed } from '../../kit/desk/open-item.ts'
import { DeskPanes, isItemBroken } from '../../kit/desk/panes.tsx'
import { useTeamSettings } from '../../kit/desk/team-settings.ts'
import { useStartOver } from '../../kit/desk/use-desk.ts'
import { inField, isDialogOpen, useShortcuts } from '../../kit/keys.ts'
import { LazyDialog } from '../../kit/lazy-dialog.tsx'
import { PageHead } from '../../kit/page.tsx'
import { actions, nouns } from '../../kit/words/texts.ts'
import { type Action, type BulkAction, type CorrectedWords, isForMany, settles } from './actions.ts'
import { filterOf } from './address.ts'
import { useArrivals } from './arrivals.ts'
import { Decisions } from './decisions.tsx'
import { type Asking, Dialogs } from './dialogs.tsx'
import { Item } from './item.tsx'
import { List } from './list.tsx'
import { hasAuthor, isPutOff, type Publication } from './rules.ts'
import { useSelection } from './selection.ts'
import { t } from './texts.ts'
import { isSettled, useModeration } from './use-moderation.ts'
import { usePublications } from './use-publications.ts'

const ConflictDialog = lazy(() =>
  import('./conflict-dialog.tsx').then(({ ConflictDialog }) => ({ default: ConflictDialog })),
)

const PurgeDialog = lazy(() => import('./illegal.tsx').then(({ PurgeDialog }) => ({ default: PurgeDialog })))

/** The moderation desk: the list, which stays as it was loaded, and the open item. A decision opens the next item. */
export function Desk() {
  const desk = useModeration()
  const {
    address,
    view,
    pageSize,
    onPageSize,
    tab,
    isNarrow,
    listed,
    rows,
    ids,
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
  } = usePublications(desk.outcomes)
  const selection = useSelection(rows)
  const count = selection.whole ? counted.total : selection.size
  const arrivals = useArrivals(view, rows, useTeamSettings()?.urgent_first)
  const [asking, setAsking] = useState<Asking>()
  const [purge, setPurge] = useState<readonly string[]>([])

  useOnItemClosed(openId, () => setAsking(undefined))

  useStartOver(desk, [view, pageSize])
  const listKey = JSON.stringify(filterOf(view))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the selection lasts while pages of one list are turned
  useEffect(() => {
    selection.clear()
  }, [listKey])

  const isDecided = (id: string) => isSettled(desk.outcomes[id])
  const allDone = ids.length > 0 && ids.every(isDecided)
  const isSent = ids.every(id => desk.outcomes[id]?.at !== 'sending')
  const { refetch } = listed
  // Does not load the next page under an open dialog: it would be about another item.
  const isAsked = asking !== undefined
  const failed = useRef(false)
  // While the next page loads, the last item is still open: shortcuts are meant for the next page and ignored. Also just
  // before it loads, and just after: an effect begins it, and a render ends it.
  const isTurning = () => allDone && !isNarrow && (!isSent || !(isAsked || failed.current))
  const loadNext = async () => {
    failed.current = false
    const { isError } = await refetch()
    failed.current = isError
    // Keeps the outcomes: the list is still the old one.
    if (isError) return
    counted.forget()
    desk.startOver()
    show(undefined)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the last of ten is decided and saved
  useEffect(() => {
    if (allDone && isSent && !isNarrow && !isAsked) void loadNext()
  }, [allDone, isSent, isAsked, isNarrow])

  const decide = (action: Action) => {
    // A deleted publication must be restored first.
    if (!open || isItemBroken() || isTurning() || (open.deleted_at !== null && action.kind !== 'restore'))
      return
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
    const selected = whole
      ? { filter: filterOf(view), expected_total: counted.total }
      : { ids: many.map(({ id }) => id) }
    await desk.decideMany(action, selected, many)
    if (whole) await loadNext()
  }
  /** For the selected publications, or the open one. */
  const act = (action: Action) => {
    setAsking(undefined)
    if (onMany && isForMany(action)) void actOnMany(action)
    else decide(action)
  }
  const ask = (what: Asking) => {
    if (!onMany && what === 'send back' && open && !hasAuthor(open)) return
    if ((onMany && isAboutMany(what)) || (open?.deleted_at === null && !isItemBroken() && !isTurning()))
      setAsking(what)
  }
  // Does not return to the undone item if another was opened meanwhile.
  const reading = useRef(openId)
  reading.current = openId
  const undo = async () => {
    const from = openId
    const [only, ...more] = await desk.undo()
    const isFree = reading.current === from && !inField(document.activeElement) && !isDialogOpen()
    if (only && more.length === 0 && isFree) show(only, { focus: true })
  }
  const publish = () => act(publishing(about))
  const feature = () => (about.every(one => one.en_avant) ? act({ kind: 'unfeature' }) : ask('feature'))

  useShortcuts([
    { key: 'J', does: t.do.next, run: () => step(1), goesOn: true },
    { key: 'K', does: t.do.previous, run: () => step(-1), goesOn: true },
    { key: 'P', does: t.do.publish, run: publish },
    { key: 'R', does: t.do.reject, run: () => ask('reject') },
    { key: 'V', does: t.do.sendBack, run: () => ask('send back') },
    { key: 'A', does: t.do.schedule, run: () => ask('schedule') },
    { key: 'E', does: t.do.correct, run: () => ask('correct') },
    { key: 'D', does: t.do.compare, run: () => open?.duplicates_count && ask('compare') },
    { key: 'F', does: t.do.feature, run: feature },
    { key: 'Delete', does: t.do.delete, run: () => act({ kind: 'delete' }) },
    { key: 'U', does: actions.undo, run: () => void undo() },
    {
      key: 'X',
      does: t.do.select,
      run: () =>
        openId && view.onglet !== 'corbeille' && selection.choose(openId, !selection.has(openId), false),
    },
    {
      key: 'Escape',
      does: t.chooseNone,
      run: () => (onMany ? selection.clear() : !isDialogOpen() && isNarrow && show(undefined)),
    },
  ])

  const { data: numbers } = useQuery(counts())
  const {
    pending,
    reported,
    duplicates,
    scheduled,
    changes_requested: renvoyees,
    mine_today: today,
  } = numbers?.data.moderation ?? {}
  const totals = {
    attente: pending,
    signalees: reported,
    doublons: duplicates,
    programmees: scheduled,
    renvoyees,
  }
  return (
    <>
      <DeskPanes
        failures={desk.failures}
        itemId={openId}
        onNext={() => step(1)}
        isOpen={address.item !== undefined}
        isSeveral={onMany}
        head={
          <PageHead
            title={nouns.moderation}
            about={today ? t.today(today) : undefined}
            documentTitle={
              tab === 'attente' && pending !== undefined ? t.documentTitle(pending) : nouns.moderation
            }
            tabs={{ label: t.states, names: t.tab, at: tab, counts: totals }}
          />
        }
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
            pageSize={pageSize}
            onPageSize={onPageSize}
            allDone={allDone}
            onShow={id => show(id, { replace: !isNarrow, focus: true })}
            onNext={() => void loadNext()}
            go={go}
          />
        }
        item={
          <Item
            publication={open}
            missing={missing}
            place={place}
            counted={counted}
            tab={tab}
            onStep={step}
            onCompare={() => ask('compare')}
            onBack={() => show(undefined)}
            onTeam={change => open && desk.change(open.id, change)}
            foot={
              <Decisions
                publication={open}
                about={about}
                outcome={outcome}
                notice={desk.notice}
                undoLabel={desk.undoLabel}
                many={count}
                allPending={tab === 'attente'}
                onUndo={() => void undo()}
                onChooseNone={selection.clear}
                onPublish={publish}
                onAsk={ask}
                onAct={act}
              />
            }
          />
        }
      />
      <LazyDialog
        onClose={() => {
          setAsking(undefined)
          setPurge([])
          desk.conflict?.choose(false)
        }}
      >
        {asking && (
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
        )}
        {purge.length > 0 && <PurgeDialog addresses={purge} onClose={() => setPurge([])} />}
        {desk.conflict && <ConflictDialog key={desk.conflict.turn} {...desk.conflict} />}
      </LazyDialog>
    </>
  )
}

const publishing = (publications: readonly Publication[]): BulkAction => ({
  kind: 'publish',
  putOff: publications.some(one => isPutOff(one, new Date())),
})

/** The other dialogs are about the open publication. */
const ABOUT_MANY: ReadonlySet<Asking> = new Set(['reject', 'send back', 'schedule', 'feature'])
const isAboutMany = (what: Asking): boolean => ABOUT_MANY.has(what)
