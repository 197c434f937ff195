import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import type { Thread } from '../../kit/api/contract.ts'
import { reading } from '../../kit/api/queries.ts'
import { Choice } from '../../kit/desk/choice.tsx'
import { KEYS } from '../../kit/desk/desk-keys.ts'
import { ItemHead } from '../../kit/desk/item-head.tsx'
import { NoItem } from '../../kit/desk/no-item.tsx'
import { ItemPane } from '../../kit/desk/panes.tsx'
import { t as team } from '../../kit/desk/team-texts.ts'
import { useShortcuts } from '../../kit/keys.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Chip } from '../../kit/ui/chip.tsx'
import { Note, Problem } from '../../kit/ui/message.tsx'
import { Pane } from '../../kit/ui/pane.tsx'
import { moment } from '../../kit/words/format.ts'
import { nouns } from '../../kit/words/texts.ts'
import type { Change } from './actions.ts'
import { COLOURS, type Tab } from './address.ts'
import { stateOf, TONES } from './rules.ts'
import { t } from './texts.ts'
import css from './thread.module.css'
import { ThreadMessages } from './thread-messages.tsx'
import type { MessagesDesk } from './use-messages.ts'

interface Props {
  readonly thread: Thread | undefined
  /** Why the open conversation cannot be shown. */
  readonly missing: unknown
  readonly at: number | undefined
  readonly total: number
  readonly tab: Tab
  readonly desk: MessagesDesk
  readonly isWriting: boolean
  onStep(by: 1 | -1): void
  onBack(): void
  onChange(change: Change): void
  readonly foot: ReactNode
}

export const Conversation = (props: Props) => (
  <ItemPane id={props.thread?.id} foot={props.foot}>
    {props.thread ? (
      <Details {...props} thread={props.thread} />
    ) : (
      <NoItem
        missing={props.missing}
        gone={t.gone}
        goneNext={t.goneNext}
        none={t.noItem}
        total={props.total}
      />
    )}
  </ItemPane>
)

function Details({
  thread,
  at,
  total,
  tab,
  desk,
  isWriting,
  onStep,
  onBack,
  onChange,
}: Props & { readonly thread: Thread }) {
  const { subject, requester, created_at, merged, merged_into } = thread
  const state = stateOf(thread)
  return (
    <>
      <ItemHead
        chips={
          <>
            <Chip tone={TONES[state]}>{t.state[state]}</Chip>
            {thread.unread && <Chip tone="info">{t.unread}</Chip>}
            <span>{t.since(moment(new Date(created_at), new Date()))}</span>
          </>
        }
        title={subject}
        by={
          <>
            {requester.nom && <bdi>{requester.nom} · </bdi>}
            {requester.email}
          </>
        }
        back={t.tab[tab]}
        at={at}
        total={total}
        onStep={onStep}
        onBack={onBack}
      />
      {merged_into ? (
        <div className={`stack gap-8 to-720 ${css.notes}`}>
          <Note tone="info" icon="twins">
            <p>{t.mergedInto}</p>
            <Link to="/messages" search={{ item: merged_into }}>
              {t.goThere}
            </Link>
          </Note>
        </div>
      ) : (
        <Pane part="settings" name={team.whose} of={thread.id}>
          <Settings thread={thread} onChange={onChange} />
        </Pane>
      )}
      {merged.length > 0 && (
        <div className={`stack gap-8 to-720 ${css.notes}`}>
          {merged.map(other => (
            <Note key={other.id} tone="info" icon="twins">
              <span>{t.merged(other.subject)}</span>{' '}
              <Button look="link" onClick={() => void desk.separate(thread, other.id)}>
                {t.do.separate}
              </Button>
            </Note>
          ))}
        </div>
      )}
      <Pane part="talk" name={nouns.messages} of={thread.id}>
        <ThreadMessages key={thread.id} thread={thread} desk={desk} isWriting={isWriting} />
      </Pane>
      {!merged_into && (
        <Pane part="others" name={t.others} of={thread.id}>
          <Others thread={thread} onMerge={other => void desk.merge(thread, other)} />
        </Pane>
      )}
    </>
  )
}

/** The assignee and the flag, each a select. */
function Settings({ thread, onChange }: Pick<Props, 'onChange'> & { readonly thread: Thread }) {
  const { assignee, flag } = thread
  const { data } = useQuery({ ...reading('GET /api/v1/admin/messages/colleagues', {}), staleTime: 60_000 })
  const place = useRef<HTMLDivElement>(null)
  useShortcuts([
    { key: KEYS.give, does: team.give, run: () => place.current?.querySelector('select')?.focus() },
  ])
  const colleagues = data?.data ?? []
  const listed =
    assignee && !colleagues.some(({ id }) => id === assignee.id) ? [assignee, ...colleagues] : colleagues
  return (
    <div ref={place} className={`flex gap-12 ${css.settings}`}>
      <Choice
        label={team.whose}
        value={assignee?.id}
        all={team.nobody}
        options={listed.map(({ id, nom }) => [id, nom ?? t.unknown])}
        onChange={to => onChange({ kind: 'assign', to: listed.find(({ id }) => id === to) ?? null })}
      />
      <Choice
        label={t.flag}
        value={flag ?? undefined}
        all={t.noFlag}
        options={Object.values(COLOURS).map(one => [one, t.flags[one]])}
        onChange={to => onChange({ kind: 'flag', flag: to ?? null })}
      />
    </div>
  )
}

function Others({ thread, onMerge }: { readonly thread: Thread; readonly onMerge: (other: string) => void }) {
  const { data, error, refetch } = useQuery(
    reading('GET /api/v1/admin/messages/threads', {
      query: { same_requester_as: thread.id, per_page: 10 },
    }),
  )
  const now = new Date()
  return (
    <section className={css.others}>
      <h3>{t.others}</h3>
      {error && !data && <Problem error={error} retry={() => void refetch()} />}
      {data?.data.length === 0 && <p className="soft">{t.noOthers}</p>}
      <ul>
        {data?.data.map(other => (
          <li className="flex middle gap-12" key={other.id}>
            <span>
              <Link
                from="/messages"
                to="/messages"
                search={before => ({ ...before, item: other.id })}
                dir="auto"
              >
                {other.subject}
              </Link>
              <small className="soft least block">
                {t.state[stateOf(other)]}, {moment(new Date(other.last_message_at), now)}
              </small>
            </span>
            <Button look="quiet" aria-label={t.do.mergeHere(other.subject)} onClick={() => onMerge(other.id)}>
              {t.do.mergeThis}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
