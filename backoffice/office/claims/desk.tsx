import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import { counts, KEPT_STILL, reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { useDecidedItems } from '../../kit/desk/decided-items.ts'
import { DecisionBar } from '../../kit/desk/decision-bar.tsx'
import { KEYS } from '../../kit/desk/desk-keys.ts'
import { DeskScreen } from '../../kit/desk/desk-screen.tsx'
import { isItemBroken } from '../../kit/desk/panes.tsx'
import { PageHead } from '../../kit/page.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Note } from '../../kit/ui/message.tsx'
import { nouns } from '../../kit/words/texts.ts'
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
  const { onglet: tab = 'attente' } = address
  const desk = useClaims()
  const [asking, setAsking] = useState<Asking | 'letter' | 'call'>()
  const stopAsking = () => setAsking(undefined)
  const listed = useQuery({ ...reading(LIST, { query: queryOf(address) }), ...KEPT_STILL })
  const items = useDecidedItems({
    kind: 'claim',
    list: LIST,
    listed,
    itemOf,
    path: route.id,
    address,
    navigate: route.useNavigate(),
    desk,
    read: async id => (await call('GET /api/v1/admin/claims/{id}', { params: { id } })).data,
    readList: async () => (await call(LIST, { query: queryOf(address) })).data,
    refresh,
    changed: ({ assignee, notes_count }) => ({ assignee, notes_count }),
    isAsking: asking !== undefined,
    stopAsking,
  })
  const { open, loaded, meanwhile } = items
  const undo = () => void items.opened.showUndone(desk.undo)

  const isPending = open?.status === 'pending'
  const governs = loaded?.acteur.may.includes('govern') ?? true
  const ask = (what: Asking | 'letter' | 'call') => isPending && governs && !isItemBroken() && setAsking(what)

  const { data: numbers } = useQuery(counts())
  const pending = numbers?.data.claims?.pending
  return (
    <DeskScreen
      desk={desk}
      opened={items.opened}
      does={t.do}
      keys={[
        { key: KEYS.accept, does: t.do.approve, run: () => ask('approve') },
        { key: KEYS.refuse, does: t.do.reject, run: () => ask('reject') },
        { key: KEYS.askFor, does: t.do.ask, run: () => ask('more') },
      ]}
      onUndo={undo}
      head={
        <PageHead
          title={nouns.claims}
          documentTitle={tab === 'attente' && pending !== undefined ? t.documentTitle(pending) : nouns.claims}
          tabs={{ label: t.states, names: t.tab, at: tab, counts: { attente: pending } }}
        />
      }
      list={<List {...items.forList} />}
      item={
        <Item
          {...items.forItem}
          claim={open}
          tab={tab}
          checks={
            governs
              ? {
                  onLetter: () => ask('letter'),
                  onOwners: () => open && void desk.askOwners(open),
                  onCall: () => ask('call'),
                  onTakeBack: () => open && void desk.takeBack(open),
                  onForgetCall: () => open && void desk.removeCall(open),
                }
              : undefined
          }
          foot={
            <DecisionBar
              notice={desk.notice}
              undo={desk.undoLabel ? { label: desk.undoLabel, run: undo } : undefined}
              viewed={{ entity: 'claim', id: open?.id }}
            >
              {isPending && governs && (
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
      news={meanwhile ? <Note tone="wait">{t.byColleague(t.state[meanwhile.status])}</Note> : null}
      onDialogsClosed={stopAsking}
    >
      {asking === 'letter' && open && <LetterDialog claim={open} onClose={stopAsking} />}
      {asking === 'call' && loaded && (
        <CallDialog
          claim={loaded}
          onClose={stopAsking}
          onRecord={call => {
            stopAsking()
            void desk.recordCall(loaded, call)
          }}
        />
      )}
      {asking && asking !== 'letter' && asking !== 'call' && open && (
        <Dialogs
          asking={asking}
          claim={open}
          onClose={stopAsking}
          onDecide={decision => items.decide(claim => desk.decide(claim, decision))}
          onAsk={message => {
            stopAsking()
            void desk.ask(open, message)
          }}
        />
      )}
      {desk.conflict && <DecidedMeanwhile key={desk.conflict.turn} {...desk.conflict} />}
    </DeskScreen>
  )
}
