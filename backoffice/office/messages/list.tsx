import type { Thread } from '../../kit/api/contract.ts'
import { DeskList } from '../../kit/desk/desk-list.tsx'
import { ItemLink } from '../../kit/desk/item-link.tsx'
import { Row } from '../../kit/desk/row.tsx'
import { teamFilters } from '../../kit/desk/team-filters.ts'
import { t as desk } from '../../kit/desk/texts.ts'
import { ItemAge } from '../../kit/desk/waiting-since.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Chip } from '../../kit/ui/chip.tsx'
import { Empty } from '../../kit/ui/message.tsx'
import { COLOURS } from './address.ts'
import css from './list.module.css'
import { stateOf, TONES } from './rules.ts'
import { t } from './texts.ts'
import type { useThreads } from './use-threads.ts'

type Props = Pick<
  ReturnType<typeof useThreads>,
  'address' | 'tab' | 'listed' | 'rows' | 'hasNew' | 'openId' | 'go'
> & {
  isDone(id: string): boolean
  hasDraft(id: string): boolean
  onShow(id: string): void
  onNext(): void
}

export function List(props: Props) {
  const { address, tab, rows, hasNew, isDone, go, onNext } = props
  const now = new Date()
  const { couleur } = address
  const allDone = rows.length > 0 && rows.every(({ id }) => isDone(id))
  return (
    <DeskList
      name={t.tab[tab]}
      find={t.searchIn}
      address={address}
      offered={[
        ...teamFilters(address),
        {
          label: t.flag,
          value: couleur && t.flags[COLOURS[couleur]],
          keys: ['couleur'],
          options: Object.entries(COLOURS).map(([name, flag]) => [name, t.flags[flag]]),
        },
      ]}
      go={go}
      listed={props.listed}
      empty={t.empty[tab]}
      emptyNext={t.emptyNext}
      above={
        <div role="status">
          {hasNew && (
            <div className={css.arrivals}>
              <Button wide icon="down" onClick={onNext}>
                {t.arrivals}
              </Button>
            </div>
          )}
        </div>
      }
      rows={rows.map(row => <ThreadRow key={row.id} thread={row} now={now} {...props} />)}
    >
      {allDone && (
        <Empty title={t.allDone}>
          <Button look="primary" onClick={onNext}>
            {desk.nextPage}
          </Button>
        </Empty>
      )}
    </DeskList>
  )
}

/** The state that the tab implies: not repeated in the row. */
const SAID_BY_TAB = { repondre: 'awaiting', ouverts: undefined, fermes: 'closed', echecs: 'failed' } as const

function ThreadRow({
  thread,
  now,
  tab,
  openId,
  isDone,
  hasDraft,
  onShow,
}: Props & { readonly thread: Thread; readonly now: Date }) {
  const { id, subject, flag, unread, assignee, last_message_at: at } = thread
  const isOpen = id === openId
  const state = stateOf(thread)
  return (
    <Row
      isOpen={isOpen}
      isDone={isDone(id)}
      title={<ItemLink desk="/messages" id={id} title={subject} isOpen={isOpen} onShow={onShow} />}
      meta={<LastWords thread={thread} />}
      marks={
        <>
          {flag && <Flag flag={flag} />}
          {unread && <Chip tone="info">{t.unread}</Chip>}
          {state !== SAID_BY_TAB[tab] && <Chip tone={TONES[state]}>{t.state[state]}</Chip>}
          {hasDraft(id) && (
            <Chip tone="plum" icon="pen">
              {t.draft}
            </Chip>
          )}
          {assignee && (
            <Chip tone="plain" icon="person">
              {assignee.nom ?? t.unknown}
            </Chip>
          )}
        </>
      }
      time={<ItemAge at={at} now={now} isWaiting={thread.awaiting} />}
    />
  )
}

const Flag = ({ flag }: { readonly flag: NonNullable<Thread['flag']> }) => (
  <span className={`middle least gap-6 ${css.flag}`} data-flag={flag}>
    {t.flags[flag]}
  </span>
)

/** The latest message with its author. */
function LastWords({ thread: { requester, last_message: last } }: { readonly thread: Thread }) {
  if (!last) return requester.nom ?? requester.email
  const who = last.direction === 'outbound' ? (last.by ?? t.team) : (requester.nom ?? requester.email)
  return (
    <>
      {t.byUs(last.automatic ? t.automatic : who)}
      <bdi>{last.excerpt}</bdi>
    </>
  )
}
