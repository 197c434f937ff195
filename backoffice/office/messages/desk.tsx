import { useQuery } from '@tanstack/react-query'
import { lazy, useEffect, useState } from 'react'
import { counts } from '../../kit/api/queries.ts'
import { KEYS } from '../../kit/desk/desk-keys.ts'
import { DeskScreen } from '../../kit/desk/desk-screen.tsx'
import { useOnItemClosed } from '../../kit/desk/open-item.ts'
import { isItemBroken } from '../../kit/desk/panes.tsx'
import { useStartOver } from '../../kit/desk/use-desk.ts'
import { draft, keepDraft } from '../../kit/drafts.ts'
import { PageHead } from '../../kit/page.tsx'
import { usePerson } from '../../kit/person.ts'
import { nouns } from '../../kit/words/texts.ts'
import type { Change } from './actions.ts'
import { Compose, draftOf, forgetWords, hasArrived, type Writing } from './compose.tsx'
import { Decisions } from './decisions.tsx'
import { List } from './list.tsx'
import { belongsTo } from './rules.ts'
import { t } from './texts.ts'
import { Conversation } from './thread.tsx'
import { useMessages } from './use-messages.ts'
import { useThreads } from './use-threads.ts'

const Dialogs = lazy(() => import('./dialogs.tsx').then(({ Dialogs }) => ({ default: Dialogs })))

/** The inbox: the list, the open conversation, and the reply below it. */
export function Desk() {
  const desk = useMessages()
  const person = usePerson()
  const threads = useThreads(desk.outcomes, id => {
    // A reply that is being written was begun without the newest message: it asks when it is sent.
    if (!writing && !desk.isSending) void desk.reload(id).catch(() => {})
  })
  const { address, view, tab, isNarrow, rows, total, openId, isOpenNow, place, open, show, moveOn, step } =
    threads
  const [writing, setWriting] = useState<Writing>()
  const [asking, setAsking] = useState<'merge' | 'prepared'>()
  const mine = (kind: Writing['kind'], id = openId) => draftOf(person?.id ?? '', id ?? '', kind)

  useOnItemClosed(openId, () => setAsking(undefined))

  useStartOver(desk, view)

  // Opens the field again where a draft exists.
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the conversation that is opened
  useEffect(() => {
    const begun = (['reply', 'note'] as const).find(kind => draft(mine(kind)) !== '')
    setWriting(begun && { kind: begun, turn: 0 })
  }, [openId, person?.id])

  // An opened conversation is marked as read; the first of the list, shown by default, is not.
  const opened = address.item !== undefined && open?.id === address.item ? open.id : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is opened
  useEffect(() => {
    if (opened && open?.unread) void desk.change(open, { kind: 'read' }, { quietly: true })
  }, [opened])

  const isDone = (id: string) => {
    const row = rows.find(one => one.id === id)
    return row !== undefined && !belongsTo(tab, row)
  }
  const change = (wanted: Change) => {
    if (!open || isItemBroken()) return
    void desk.change(open, wanted)
    if (wanted.kind === 'close') moveOn(open.id, isDone)
  }
  const write = (kind: Writing['kind']) =>
    open && !open.merged_into && !isItemBroken() && setWriting(now => ({ kind, turn: (now?.turn ?? 0) + 1 }))
  const undo = () => void threads.showUndone(desk.undo)
  /** Clears the draft and closes the field, unless it holds another text by now. */
  const sent = (key: string, id: string, kind: Writing['kind'], text: string) => {
    const left = draft(key).trim()
    if (left !== '' && left !== text) return
    forgetWords(key)
    if (isOpenNow(id)) setWriting(now => (now?.kind === kind ? undefined : now))
  }
  const send = async (text: string, close: boolean, once: string) => {
    if (!open) return
    const thread = open
    const key = mine('reply')
    await desk.reply({
      thread,
      text,
      close,
      once,
      isStillWanted: () => draft(key).trim() === text,
      onSent() {
        hasArrived(key)
        sent(key, thread.id, 'reply', text)
        if (close && isOpenNow(thread.id)) moveOn(thread.id, isDone)
      },
      onTakenBack() {
        keepDraft(key, text)
        if (isOpenNow(thread.id)) setWriting({ kind: 'reply', turn: Date.now() })
      },
    })
  }
  const keepNote = async (text: string, mentions: readonly string[]) => {
    if (!open) return
    const { id } = open
    const key = mine('note')
    await desk.note(
      open,
      { body: text, mentions },
      () => sent(key, id, 'note', text),
      () => draft(key).trim() === text,
    )
  }
  const isMine = open?.assignee?.id === person?.id
  const takeIt = () =>
    person && change({ kind: 'assign', to: isMine ? null : { id: person.id, nom: person.nom } })
  const closeOrOpen = () => change({ kind: open?.status === 'closed' ? 'reopen' : 'close' })
  const readOrNot = () => change({ kind: open?.unread ? 'read' : 'unread' })

  const { data: numbers } = useQuery(counts())
  const { awaiting, open: opens, failed, mine_today: today } = numbers?.data.support ?? {}
  const totals = { repondre: awaiting, ouverts: opens, fermes: undefined, echecs: failed }
  return (
    <DeskScreen
      desk={desk}
      opened={threads}
      does={t.do}
      keys={[
        { key: KEYS.reply, does: t.do.reply, run: () => write('reply') },
        { key: KEYS.note, does: t.do.note, run: () => write('note') },
        { key: KEYS.close, does: `${t.do.close} / ${t.do.reopen}`, run: closeOrOpen },
        { key: KEYS.take, does: t.do.mine, run: takeIt },
        { key: KEYS.unread, does: t.do.unread, run: readOrNot },
      ]}
      onUndo={undo}
      head={
        <PageHead
          title={nouns.messages}
          about={today ? t.today(today) : undefined}
          documentTitle={awaiting ? t.documentTitle(awaiting) : nouns.messages}
          tabs={{ label: t.tabs, names: t.tab, at: tab, counts: totals }}
        />
      }
      list={
        <List
          {...threads}
          hasDraft={id => draft(mine('reply', id)) !== ''}
          isDone={isDone}
          onShow={id => show(id, { replace: !isNarrow, focus: true })}
          onNext={() => void threads.listed.refetch().then(desk.startOver)}
        />
      }
      item={
        <Conversation
          thread={open}
          missing={threads.missing}
          at={place}
          total={total}
          tab={tab}
          desk={desk}
          isWriting={writing !== undefined}
          onStep={step}
          onBack={() => show(undefined)}
          onChange={change}
          foot={
            <Decisions
              thread={open}
              desk={desk}
              isMine={isMine}
              isWriting={writing !== undefined}
              onUndo={undo}
              onWrite={write}
              onCloseOrOpen={closeOrOpen}
              onTake={takeIt}
              onReadOrNot={readOrNot}
              onAsk={setAsking}
            >
              {open && writing && (
                <Compose
                  key={`${open.id} ${writing.kind} ${writing.turn}`}
                  thread={open}
                  kind={writing.kind}
                  turn={writing.turn}
                  of={mine(writing.kind)}
                  onSend={send}
                  onNote={keepNote}
                  onPutAway={() => setWriting(undefined)}
                />
              )}
            </Decisions>
          }
        />
      }
      onDialogsClosed={() => setAsking(undefined)}
    >
      {(asking || desk.conflict) && (
        <Dialogs
          asking={asking}
          thread={open}
          conflict={desk.conflict}
          onClose={() => setAsking(undefined)}
          onMerge={other => {
            setAsking(undefined)
            if (open) void desk.merge(open, other)
          }}
          onRead={id => show(id, { replace: !isNarrow || address.item !== undefined, focus: true })}
        />
      )}
    </DeskScreen>
  )
}
