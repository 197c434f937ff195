import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import type { Claim, ClaimDecision } from '../../kit/api/contract.ts'
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
import { itemOf, refresh, useClaims } from './use-claims.ts'

const Dialogs = lazy(() => import('./dialogs.tsx').then(({ Dialogs }) => ({ default: Dialogs })))
const DecidedMeanwhile = lazy(() =>
  import('./dialogs.tsx').then(({ DecidedMeanwhile }) => ({ default: DecidedMeanwhile })),
)

const CallDialog = lazy(() => import('./call.tsx').then(({ CallDialog }) => ({ default: CallDialog })))
const LetterDialog = lazy(() =>
  import('./letter.tsx').then(({ LetterDialog }) => ({ default: LetterDialog })),
)

const LIST = 'GET /api/v1/admin/claims'
const route = getRouteApi('/demandes')

/** The desk of claims: the list and the open claim. A decision opens the next claim. */
export function Desk() {
  const address = route.useSearch()
  const { item, ...view } = address
  const tab = view.onglet ?? 'attente'
  const desk = useClaims()
  const [asking, setAsking] = useState<Asking | 'letter' | 'call'>()
  const listed = useQuery({
    ...reading('GET /api/v1/admin/claims', { query: queryOf(view) }),
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
  const claim = whole.data?.data.id === openId ? whole.data : undefined
  const open = openId === undefined ? undefined : (desk.outcomes[openId] ?? claim?.data ?? inList)

  const isAsking = asking !== undefined
  const meanwhile = useDeskNews<Claim>({
    kind: 'claim',
    ids: [...new Set([...rows.map(({ id }) => id), ...(openId ? [openId] : [])])],
    openId,
    isAsking,
    shown: id => (id === openId ? open : (desk.outcomes[id] ?? rows.find(row => row.id === id))),
    read: async id => (await call('GET /api/v1/admin/claims/{id}', { params: { id } })).data,
    readList: async () => (await call(LIST, { query: queryOf(view) })).data,
    isDecided: (before, now) => before.status !== now.status,
    show(now, isDecided) {
      if (isDecided || desk.outcomes[now.id]) desk.mark(now.id, now)
      patchCached([LIST], now.id, { assignee: now.assignee, notes_count: now.notes_count })
      if (now.id === openId && !isAsking) void refresh(now.id)
    },
    // New ones come last. After own decisions the list stays as it is.
    others: usePaced(() => {
      if (Object.keys(desk.outcomes).length === 0) void client.invalidateQueries({ queryKey: [LIST] })
    }),
  })

  useOnItemClosed(openId, () => setAsking(undefined))

  useStartOver(desk, view)

  const isPending = open?.status === 'pending'
  const ask = (what: Asking | 'letter' | 'call') => isPending && !isItemBroken() && setAsking(what)
  const decide = (decision: ClaimDecision) => {
    setAsking(undefined)
    if (!open) return
    void desk.decide(open, decision)
    const isDecided = (id: string) => (desk.outcomes[id]?.status ?? 'pending') !== 'pending'
    moveOn(open.id, id => tab !== 'attente' || isDecided(id))
  }

  useShortcuts([
    { key: KEYS.next, does: t.do.next, run: () => step(1), goesOn: true },
    { key: KEYS.previous, does: t.do.previous, run: () => step(-1), goesOn: true },
    { key: KEYS.accept, does: t.do.approve, run: () => ask('approve') },
    { key: KEYS.refuse, does: t.do.reject, run: () => ask('reject') },
    { key: KEYS.askFor, does: t.do.ask, run: () => ask('more') },
    { key: KEYS.undo, does: actions.undo, run: () => void desk.undo() },
    { key: KEYS.leave, does: t.do.back, run: () => !isDialogOpen() && isNarrow() && show(undefined) },
  ])

  const { data: numbers } = useQuery(counts())
  const pending = numbers?.data.claims?.pending
  return (
    <>
      <DeskPanes
        failures={desk.failures}
        itemId={openId}
        onNext={() => step(1)}
        isOpen={item !== undefined}
        head={
          <PageHead
            title={nouns.claims}
            documentTitle={
              tab === 'attente' && pending !== undefined ? t.documentTitle(pending) : nouns.claims
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
            claim={open}
            whole={claim?.data}
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
            checks={{
              onLetter: () => ask('letter'),
              onOwners: () => open && void desk.askOwners(open),
              onCall: () => ask('call'),
              onTakeBack: () => open && void desk.takeBack(open),
              onForgetCall: () => open && void desk.removeCall(open),
            }}
            foot={
              <DecisionBar
                notice={desk.notice}
                undo={desk.undoLabel ? { label: desk.undoLabel, run: () => void desk.undo() } : undefined}
                viewed={{ entity: 'claim', id: open?.id }}
              >
                {isPending && (
                  <>
                    <Button look="primary" icon="check" hint={KEYS.accept} onClick={() => ask('approve')}>
                      {t.do.approve}
                    </Button>
                    <Button look="bad" icon="cross" hint={KEYS.refuse} onClick={() => ask('reject')}>
                      {t.do.reject}
                    </Button>
                    <Button icon="mail" hint={KEYS.askFor} onClick={() => ask('more')}>
                      {t.do.ask}
                    </Button>
                  </>
                )}
              </DecisionBar>
            }
          />
        }
      />
      <DialogNews
        value={meanwhile ? <Note tone="wait">{t.byColleague(t.state[meanwhile.status])}</Note> : null}
      >
        <LazyDialog
          onClose={() => {
            setAsking(undefined)
            desk.conflict?.choose(false)
          }}
        >
          {asking === 'letter' && open && <LetterDialog claim={open} onClose={() => setAsking(undefined)} />}
          {asking === 'call' && claim && (
            <CallDialog
              claim={claim.data}
              onClose={() => setAsking(undefined)}
              onRecord={call => {
                setAsking(undefined)
                void desk.recordCall(claim.data, call)
              }}
            />
          )}
          {asking && asking !== 'letter' && asking !== 'call' && open && (
            <Dialogs
              asking={asking}
              claim={open}
              onClose={() => setAsking(undefined)}
              onDecide={decide}
              onAsk={message => {
                setAsking(undefined)
                void desk.ask(open, message)
              }}
            />
          )}
          {desk.conflict && <DecidedMeanwhile key={desk.conflict.turn} {...desk.conflict} />}
        </LazyDialog>
      </DialogNews>
    </>
  )
}
