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
  const { onglet: tab = 'attente' } = address
  const desk = useAppeals()
  const [asking, setAsking] = useState<Asking>()
  const stopAsking = () => setAsking(undefined)
  const listed = useQuery({ ...reading(LIST, { query: queryOf(address) }), ...KEPT_STILL })
  const items = useDecidedItems({
    kind: 'appeal',
    list: LIST,
    listed,
    itemOf,
    path: route.id,
    address,
    navigate: route.useNavigate(),
    desk,
    read: async id => (await call('GET /api/v1/admin/appeals/{id}', { params: { id } })).data,
    readList: async () => (await call(LIST, { query: queryOf(address) })).data,
    refresh,
    changed: ({ assignee }) => ({ assignee }),
    isAsking: asking !== undefined,
    stopAsking,
  })
  const { open, loaded, meanwhile } = items
  const undo = () => void items.opened.showUndone(desk.undo)

  /** The first moderator may decide the appeal only if nobody else can. Known once the item is loaded. */
  const mayDecide =
    open?.status === 'pending' && loaded !== undefined && (!loaded.own_decision || loaded.alone)
  const ask = (what: Asking) => {
    const isLoading = open?.status === 'pending' && loaded === undefined && !items.forItem.missing
    if (isLoading) desk.notifier()({ tone: 'bad', text: t.loading })
    else if (mayDecide && !isItemBroken()) setAsking(what)
  }

  const { data: numbers } = useQuery(counts())
  const { moderation, claims } = numbers?.data ?? {}
  const pending = numbers && (moderation?.appeals ?? 0) + (claims?.appeals ?? 0)
  return (
    <DeskScreen
      desk={desk}
      opened={items.opened}
      does={t.do}
      keys={[
        { key: KEYS.maintain, does: t.do.uphold, run: () => ask('upheld') },
        { key: KEYS.accept, does: t.do.overturn, run: () => ask('overturned') },
      ]}
      onUndo={undo}
      head={
        <PageHead
          title={nouns.appeals}
          documentTitle={
            tab === 'attente' && pending !== undefined ? t.documentTitle(pending) : nouns.appeals
          }
          tabs={{ label: t.states, names: t.tab, at: tab, counts: { attente: pending } }}
        />
      }
      list={<List {...items.forList} />}
      item={
        <Item
          {...items.forItem}
          appeal={open}
          tab={tab}
          foot={
            <DecisionBar
              notice={desk.notice}
              undo={desk.undoLabel ? { label: desk.undoLabel, run: undo } : undefined}
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
      news={meanwhile ? <Note tone="wait">{t.byColleague(t.status[meanwhile.status])}</Note> : null}
      onDialogsClosed={stopAsking}
    >
      {asking && open && (
        <Answer
          asking={asking}
          appeal={open}
          onClose={stopAsking}
          onDecide={decision => items.decide(appeal => desk.decide(appeal, decision))}
        />
      )}
      {desk.conflict && <DecidedMeanwhile key={desk.conflict.turn} {...desk.conflict} />}
    </DeskScreen>
  )
}
